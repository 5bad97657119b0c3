#pragma once
// Draws RooflineData into the axis rect of a plot: roofs, ridge, points, labels and legend. Everything is clipped by
// computation, never by the painter, so that SVG files (whose generator cannot clip) are right as well.

#include "ui/charts/chart.h"
#include "ui/charts/roofline_data.h"

#include <qcustomplot.h>

#include <set>

namespace headroom {

class RooflineScene : public QCPAbstractItem
{
public:
    RooflineScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(RooflineData data, const ChartStyle &style, bool stale, std::string selected);
    const RooflineData &data() const { return m_data; }
    const RooflinePoint *pointAt(QPointF position) const;
    // The category whose legend entry lies under the position.
    std::optional<OpCategory> legendAt(QPointF position) const;
    void isolate(std::optional<OpCategory> category) { m_isolated = category; }
    std::optional<OpCategory> isolated() const { return m_isolated; }

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }

protected:
    void draw(QCPPainter *painter) override;

private:
    struct LegendEntry
    {
        QRectF area;
        OpCategory category;
    };

    QPointF pixel(double intensity, double rate) const;
    double radius(double share) const;
    bool shown(OpCategory category) const { return !m_isolated || *m_isolated == category; }
    void drawRoof(QCPPainter &painter, const Roof &roof, const QPen &pen) const;
    void drawRoofs(QCPPainter &painter);
    void drawRoofText(QCPPainter &painter, const Roof &roof);
    void drawSlopeText(QCPPainter &painter);
    void drawRidge(QCPPainter &painter);
    void drawGhosts(QCPPainter &painter) const;
    void drawPoints(QCPPainter &painter) const;
    void drawMark(QCPPainter &painter, QPointF at, double r, Phase phase) const;
    void drawLegend(QCPPainter &painter);
    void drawLabels(QCPPainter &painter) const;

    QCPAxisRect &m_rect;
    RooflineData m_data;
    ChartStyle m_style;
    bool m_stale = false;
    std::string m_selected;
    std::optional<OpCategory> m_isolated;
    std::vector<QRectF> m_taken;          // texts and legend, filled while drawing
    std::vector<LegendEntry> m_legend;
};

// "3.35 TB/s HBM", "989 TFLOP/s bf16 dense".
QString roofText(const Roof &roof);

} // namespace headroom
