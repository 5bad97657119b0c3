#pragma once
// A legend of coloured chips with texts, in a row that wraps below the picture, or in a column at its right where height is scarce.

#include "ui/charts/chart.h"
#include "ui/charts/hatch.h"

#include <qcustomplot.h>

#include <vector>

namespace headroom {

struct LegendEntry
{
    QColor color;
    QString text;
    std::optional<ChartHit> hit{};
    Hatch hatch = Hatch::none;
};

class ChipLegend : public QCPAbstractItem
{
public:
    ChipLegend(QCustomPlot &plot, QCPLayoutElement &area);

    void setEntries(std::vector<LegendEntry> entries, const ChartStyle &style);
    int heightFor(double width) const;
    double widest() const; // of its entries
    std::optional<ChartHit> hitAt(QPointF position) const;

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }

protected:
    void draw(QCPPainter *painter) override;

private:
    std::vector<QRectF> arrange(double width) const;

    QCPLayoutElement &m_area;
    ChartStyle m_style;
    std::vector<LegendEntry> m_entries;
};

// A legend and its place beside a grid of rectangles that is the first row of the plot.
class PlacedLegend
{
public:
    // `strip` becomes the row below the grid.
    PlacedLegend(QCustomPlot &plot, QCPLayoutGrid &grid, QCPAxisRect &strip);
    // After its entries are set.
    void layOut(const ChartStyle &style);
    ChipLegend &legend() { return *m_legend; }
    const ChipLegend &legend() const { return *m_legend; }

private:
    void place(bool beside);

    QCustomPlot &m_plot;
    QCPLayoutGrid &m_grid;
    QCPAxisRect &m_strip;
    ChipLegend *m_legend;
    bool m_beside = false;
};

} // namespace headroom
