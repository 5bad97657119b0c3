#pragma once
// The slides of a presentation, one row each, and what they are made of.

#include <QWidget>

#include "ui/charts/chart_table.h"
#include "ui/document/snapshot.h"

#include <QMap>

#include <span>
#include <vector>

namespace headroom {

class Document;

// What slides are made from.
struct SlideContent
{
    SnapshotPtr snapshot;
    const Document &document;
    StudyContent study{};                 // of the present input
    QMap<QString, ChartChoice> choices{}; // what the charts in the window show, by their keys
};

struct SlideRow
{
    const char *title; // translated in context "Slides"; null: the chart's own
    // Whether there is anything to show.
    bool (*exists)(const SlideContent &content, const SlideRow &row);
    // A widget that shows the content in the style; it is made anew whenever either changes.
    QWidget *(*make)(const SlideContent &content, const SlideRow &row, const ChartStyle &style, QWidget *parent);
    const char *chart = ""; // on slides of one chart: its key
};
std::span<const SlideRow> slideTable();
QString slideTitle(const SlideRow &row, RunPhase phase);

} // namespace headroom
