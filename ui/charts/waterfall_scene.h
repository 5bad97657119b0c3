#pragma once
// Draws WaterfallData: one horizontal bar per row, read from top to bottom, with its name at the left, its value at its
// end, dashed connectors between rows, and the sum check below.

#include "ui/charts/plot_scene.h"
#include "ui/charts/waterfall_data.h"

namespace headroom {

class WaterfallScene : public PlotScene
{
public:
    WaterfallScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(WaterfallData data, WaterfallUnit unit, const ChartStyle &style, bool stale, std::string selected);
    const WaterfallData &data() const { return m_data; }
    const WaterfallBar *barAt(QPointF position) const;
    std::vector<ChartPoint> points() const; // ends of the bars, from the top
    // Room the names need at the left of the rectangle.
    double nameWidth(double plotWidth) const;
    // Width of the widest value.
    double valueWidth() const;

protected:
    void draw(QCPPainter *painter) override;

private:
    QRectF rowRect(std::size_t row) const;
    double x(double value) const;
    void drawName(QCPPainter &painter, const WaterfallBar &bar, const QRectF &row) const;
    void drawBar(QCPPainter &painter, const WaterfallBar &bar, const QRectF &row) const;
    void drawConnector(QCPPainter &painter, std::size_t row) const;

    QCPAxisRect &m_rect;
    WaterfallData m_data;
    WaterfallUnit m_unit = WaterfallUnit::mfu;
    std::string m_selected;
};

} // namespace headroom
