#pragma once
// Draws TornadoData: a bar to either side of the present value per field, its name at the left, the changes at the ends.

#include "ui/charts/plot_scene.h"
#include "ui/charts/sensitivity_data.h"

namespace headroom {

class SensitivityScene : public PlotScene
{
public:
    SensitivityScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(TornadoData data, const ChartStyle &style, bool stale);
    const TornadoData &data() const { return m_data; }
    const TornadoBar *barAt(QPointF position) const;
    std::vector<ChartPoint> points() const; // ends of the longer sides, from the top
    double nameWidth(double plotWidth) const;
    double valueWidth() const;

protected:
    void draw(QCPPainter *painter) override;

private:
    QRectF rowRect(std::size_t row) const;
    void drawBar(QCPPainter &painter, const TornadoBar &bar, const QRectF &row) const;
    void drawSide(QCPPainter &painter, double change, bool up, bool fits, const QRectF &row) const;

    QCPAxisRect &m_rect;
    TornadoData m_data;
};

} // namespace headroom
