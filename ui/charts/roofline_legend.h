#pragma once
// The legend below the roofline: categories by colour, phases by shape, time share by size; a row that wraps.

#include "ui/charts/chart.h"
#include "ui/charts/roofline_data.h"

#include <qcustomplot.h>

namespace headroom {

// Draws the mark of a phase, its area that of a circle of radius r.
void drawPhaseMark(QCPPainter &painter, QPointF at, double r, Phase phase);
// Radius of an operator's mark: area in proportion to its share of time, with a minimum.
double markRadius(double share, const ChartStyle &style);

class RooflineLegend : public QCPAbstractItem
{
public:
    RooflineLegend(QCustomPlot &plot, QCPLayoutElement &area);

    void setContent(const RooflineData &data, const ChartStyle &style, std::optional<OpCategory> isolated);
    int heightFor(double width) const;
    // Leaves out sizes, then phases, then all of it, until what is left is no higher.
    void limitTo(double width, double height);
    std::optional<OpCategory> categoryAt(QPointF position) const;

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }

protected:
    void draw(QCPPainter *painter) override;

private:
    struct Entry
    {
        QString text;
        std::optional<OpCategory> category;
        std::optional<Phase> phase;
        double share = 0.0; // of a size entry
        bool title = false;
    };

    std::vector<QRectF> arrange(double width) const;
    double iconWidth(const Entry &entry) const;
    double rowHeight() const;

    QCPLayoutElement &m_area;
    ChartStyle m_style;
    std::vector<Entry> m_entries;
    std::optional<OpCategory> m_isolated;
};

} // namespace headroom
