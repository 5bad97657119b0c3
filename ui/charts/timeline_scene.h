#pragma once
// Draws TimelineData: lanes of bars, clipped by computation. Only what is visible is drawn; bars too narrow to be seen one by one are
// drawn together, each kind as high as its share of their time.

#include "ui/charts/plot_scene.h"
#include "ui/charts/timeline_data.h"

namespace headroom {

class TimelineScene : public PlotScene
{
public:
    TimelineScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(std::optional<TimelineData> data, const ChartStyle &style, bool stale, std::string selected);
    const std::optional<TimelineData> &data() const { return m_data; }
    std::optional<ChartHit> hitAt(QPointF position) const;
    std::vector<ChartPoint> points() const; // bars in sight, lane by lane
    // Room that the lanes' names need at the left.
    double nameWidth() const;
    // Axis units per second: passes are shown in ms.
    double scale() const { return m_data && m_data->onePass ? 1e3 : 1.0; }
    // What a bar is filled with.
    QColor colorOf(const TimelineBar &bar) const;

protected:
    void draw(QCPPainter *painter) override;

private:
    double x(double time) const;
    QRectF laneRect(std::size_t lane) const;
    void drawLane(QCPPainter &painter, std::size_t lane) const;
    void drawGap(QCPPainter &painter, const QRectF &lane, double from, double to) const;
    void drawBar(QCPPainter &painter, const TimelineBar &bar, const QRectF &area) const;
    void drawBarText(QCPPainter &painter, const TimelineBar &bar, const QRectF &area) const;
    void drawNames(QCPPainter &painter) const;
    void drawMessage(QCPPainter &painter, const QString &text) const;
    bool isSelected(const TimelineBar &bar) const;

    QCPAxisRect &m_rect;
    std::optional<TimelineData> m_data;
    std::string m_selected; // an operator's key
};

} // namespace headroom
