#pragma once
// A chart on a QCustomPlot: built from an estimate and its search, drawn alike in the window and in files. Texts follow the language
// of the moment it is shown.

#include "explore/scaling.h"
#include "explore/sensitivity.h"
#include "explore/sweep.h"
#include "search/search.h"
#include "serving/roof_trail.h"
#include "ui/charts/plot_theme.h"
#include "ui/document/selection.h"

#include <QPointF>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

class QCustomPlot;

namespace headroom {

struct GapAnalysis;
struct ServedResult;
struct ServingSearchResult;

// Fields of the tornado: whole numbers, such as degrees, move to another legal value, continuous ones by the same share.
enum class MovedFields { all, continuous };

// What a chart of one stage, one pass or some fields shows; others ignore it.
struct ChartChoice
{
    std::optional<Count> stage{};  // none: the fullest one, the critical one
    std::string pass = "F";        // of the stage, as findPass() takes it
    bool onePass = false;          // the timeline: lanes of that pass instead of all stages' passes
    Level times = Level::expected; // of the timeline; ideal: the bound
    TrailOver trail = TrailOver::none; // of the roofline of a step that serves
    MovedFields moved = MovedFields::all; // of the tornado
};

// What studies found, for the charts that show them.
struct StudyContent
{
    std::shared_ptr<const Sensitivity> sensitivity{};
    std::shared_ptr<const Sweep> sweep{};
    std::shared_ptr<const Scaling> scaling{};
    Figure sensitivityFigure = Figure::expectedMfu, sweepFigure = Figure::expectedMfu;
};

struct ChartContent
{
    const Estimate *estimate = nullptr;
    const Estimate *baseline = nullptr;
    const GapAnalysis *gap = nullptr; // of an opened trace
    bool stale = false;     // the input is invalid: an older picture, dimmed
    bool searching = false; // the System bound is still being searched
    Selected selected{};
    MemoryLevel level = MemoryLevel::hbm; // of the roofline
    ChartChoice choice{};
    const ServedResult *served = nullptr; // of a phase that serves: `estimate` is the view of one of its steps
    const ServingSearchResult *servedSearch = nullptr;
    const SearchResult *search = nullptr; // its rows, those of a running search so far, or null
    std::optional<std::size_t> row{};     // of the search that the user looks at
    StudyContent study{};
};

// What lies under the cursor.
struct ChartHit
{
    QString text;                     // HTML of the readout
    std::optional<Selected> selected; // what a click selects
    QString action;                   // what a click does instead: an argument of Chart::act, or choices of ChartSwitches
    QString open{};                   // what a double-click does, likewise
    std::optional<std::size_t> row{}; // of the search or study, which a click selects and a double-click applies
};

// A point of the data, with a name that lasts while the numbers change: what keys go through and annotations belong to.
struct ChartPoint
{
    QString key;
    QPointF position; // now, in pixels
};

class Chart
{
public:
    virtual ~Chart() = default;
    virtual void show(const ChartContent &content, const ChartStyle &style) = 0;
    virtual std::optional<ChartHit> hitAt(QPointF position) const = 0;
    virtual void act(const QString &) { } // an action of a hit; most charts have none
    // The view that shows everything.
    virtual void fit() = 0;
    virtual bool zoomable() const = 0;
    // In reading order, those in sight; none: the chart has no such points.
    virtual std::vector<ChartPoint> points() const { return {}; }
    // The numbers behind the picture, tab-separated with a header.
    virtual QString dataText() const = 0;
};

} // namespace headroom
