#pragma once
// What charts with axes share: rectangles whose ground lies below the grid, a view that follows the data until the user zooms, and
// their numbers as tab-separated text.

#include "ui/charts/chart.h"

#include <qcustomplot.h>

#include <QStringList>

#include <vector>

namespace headroom {

// The lines of a table of numbers; every row has as many cells as the header.
struct DataTable
{
    QStringList header;
    std::vector<QStringList> rows;
    QString text() const; // tab-separated, each line ended
};

// The first of the texts that is no wider than `room`, in pixels; else the last.
QString fitting(const QStringList &texts, const QFont &font, double room);

class PlotChart : public Chart
{
public:
    explicit PlotChart(QCustomPlot &plot);
    bool zoomable() const override { return true; }
    QString dataText() const final { return data().text(); }

protected:
    virtual DataTable data() const = 0;

    // With axes and grid above its ground.
    QCPAxisRect *newRect();
    // Without axes, for texts beside the picture.
    QCPAxisRect *newStrip();
    // Drags and zooms along these axes alone.
    static void zoomAlong(QCPAxisRect &rect, const QList<QCPAxis *> &axes);

    QCustomPlot &m_plot;
};

// Always shows all of what it has.
class WholeChart : public PlotChart
{
public:
    using PlotChart::PlotChart;
    void fit() override { }
    bool zoomable() const override { return false; }

protected:
    // newRect() that is neither dragged nor zoomed.
    QCPAxisRect *newFixedRect();
};

// The range of an axis as fit() set it last.
class FittedRange
{
public:
    explicit FittedRange(QCPAxis &axis) : m_axis(axis) {}
    // Whether the user has zoomed since; not before the first fit.
    bool zoomed() const { return m_fitted && m_axis.range() != m_shown; }
    void fit(double lower, double upper);

private:
    QCPAxis &m_axis;
    QCPRange m_shown;
    bool m_fitted = false;
};

} // namespace headroom
