#pragma once
// Draws RooflineData into the axis rect of a plot: roofs, ridge, points and labels. Everything is clipped by
// computation, never by the painter, so that SVG files (whose generator cannot clip) are right as well.

#include "ui/charts/label_placement.h"
#include "ui/charts/plot_scene.h"
#include "ui/charts/roofline_data.h"
#include "ui/charts/roofline_legend.h"
#include "ui/charts/roofline_trails.h"

namespace headroom {

class RooflineScene : public PlotScene
{
public:
    RooflineScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(RooflineData data, const ChartStyle &style, bool stale, std::string selected);
    const RooflineData &data() const { return m_data; }
    const RooflinePoint *pointAt(QPointF position) const;
    std::optional<TrailHit> trailAt(QPointF position) const;
    std::vector<ChartPoint> points() const; // from left to right
    void isolate(std::optional<OpCategory> category) { m_isolated = category; }
    std::optional<OpCategory> isolated() const { return m_isolated; }

protected:
    void draw(QCPPainter *painter) override;

private:
    QPointF pixel(double intensity, double rate) const;
    TrailView trailView() const;
    double radius(double share) const { return markRadius(share, m_style); }
    bool shown(OpCategory category) const { return !m_isolated || *m_isolated == category; }
    void drawRoof(QCPPainter &painter, const Roof &roof, const QPen &pen) const;
    void drawRoofs(QCPPainter &painter);
    void drawRoofText(QCPPainter &painter, const Roof &roof);
    QPolygonF roofLine(const Roof &roof) const;
    void takeRoofs();
    std::vector<QRectF> marks() const;
    void drawSlopeText(QCPPainter &painter);
    void drawRidge(QCPPainter &painter);
    void drawGhosts(QCPPainter &painter) const;
    void drawPoints(QCPPainter &painter) const;
    void drawMeasured(QCPPainter &painter) const;
    void drawLabels(QCPPainter &painter) const;
    void drawPlaced(QCPPainter &painter, const std::vector<std::optional<PlacedLabel>> &places,
                    const QStringList &texts) const;

    QCPAxisRect &m_rect;
    RooflineData m_data;
    std::string m_selected;
    std::optional<OpCategory> m_isolated;
    std::vector<QRectF> m_taken; // texts, filled while drawing
    std::vector<QRectF> m_lines; // the roofs
};

// "3.35 TB/s HBM", "989 TFLOP/s bf16 dense".
QString roofText(const Roof &roof);

} // namespace headroom
