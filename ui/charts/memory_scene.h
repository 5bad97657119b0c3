#pragma once
// Draws MemoryData: stacked areas over time with the capacity and the marked peak, and a stacked bar for each stage. Clipped by
// computation, so that SVG files are right as well.

#include "ui/charts/chip_legend.h"
#include "ui/charts/memory_data.h"
#include "ui/charts/plot_scene.h"

namespace headroom {

class MemoryScene : public PlotScene
{
public:
    MemoryScene(QCustomPlot &plot, QCPAxisRect &areas, QCPAxisRect &bars);

    void setContent(std::optional<MemoryData> data, const ChartStyle &style, bool stale, std::string selected);
    const std::optional<MemoryData> &data() const { return m_data; }
    std::optional<ChartHit> hitAt(QPointF position) const;
    std::vector<ChartPoint> points() const; // the peak, then the stages

protected:
    void draw(QCPPainter *painter) override;

private:
    double x(double time) const;
    double y(double bytes) const;
    QRectF barOf(std::size_t stage) const;
    void drawAreas(QCPPainter &painter) const;
    void drawBars(QCPPainter &painter) const;
    void drawCapacity(QCPPainter &painter) const;
    void drawPeak(QCPPainter &painter) const;
    void drawMessage(QCPPainter &painter, const QString &text) const;
    bool isSelected(MemoryClass kind) const;
    std::optional<ChartHit> areaHit(QPointF position) const;
    std::optional<ChartHit> barHit(QPointF position) const;

    QCPAxisRect &m_areas;
    QCPAxisRect &m_bars;
    std::optional<MemoryData> m_data;
    std::string m_selected; // a term
};

// "71.3 GiB".
QString memoryText(double bytes);
// Text on a ground of its own: areas lie below it.
void drawGrounded(QCPPainter &painter, const ChartStyle &style, QPointF anchor, const QString &text, const QColor &color);

// The classes with their bytes at the shown stage's peak.
std::vector<LegendEntry> memoryLegend(const std::optional<MemoryData> &data, const PlotTheme &theme);

} // namespace headroom
