#pragma once
// Draws ParetoData: the cloud of plans, the front as a step line, the present plan, the best one and the limit.

#include "ui/charts/pareto_data.h"
#include "ui/charts/plot_scene.h"

#include <functional>

namespace headroom {

constexpr int lowPlot = 320; // px: a long label would not fit beside the axis

class ParetoScene : public PlotScene
{
public:
    ParetoScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(ParetoData data, const ChartStyle &style, bool stale, std::optional<std::size_t> selected,
                    const QString &limit);
    const ParetoData &data() const { return m_data; }
    // The plan whose point is nearest, if it is near.
    std::optional<std::size_t> rowAt(QPointF position) const;
    // The plans of the front that are in sight, least x first, by what `name` calls a row of the search.
    std::vector<ChartPoint> points(const std::function<QString(std::size_t row)> &name) const;

protected:
    void draw(QCPPainter *painter) override;

private:
    QPointF pixel(const ParetoPoint &point) const;
    void drawLimit(QCPPainter &painter) const;
    void drawCloud(QCPPainter &painter) const;
    void drawFront(QCPPainter &painter) const;
    void drawMark(QCPPainter &painter, const ParetoPoint &point, const QPolygonF &shape, const QColor &color,
                  const QString &name, double above) const;
    void drawText(QCPPainter &painter, QPointF at, const QString &text, const QFont &font, const QColor &color) const;
    void drawLegend(QCPPainter &painter) const;

    QCPAxisRect &m_rect;
    ParetoData m_data;
    std::optional<std::size_t> m_selected; // row of the search
    QString m_limit;                       // what the limit of x is
};

} // namespace headroom
