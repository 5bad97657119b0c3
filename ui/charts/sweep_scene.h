#pragma once
// Draws SweepData: a line with its interval over one field, a map of coloured cells over two. What does not fit is hatched, what
// cannot run is crossed out, and the edge of the memory is a line.

#include "ui/charts/plot_scene.h"
#include "ui/charts/sweep_data.h"

namespace headroom {

class SweepScene : public PlotScene
{
public:
    SweepScene(QCustomPlot &plot, QCPAxisRect &rect);

    void setContent(SweepData data, const ChartStyle &style, bool stale);
    const SweepData &data() const { return m_data; }
    std::optional<std::size_t> cellAt(QPointF position) const;
    QPointF middleOf(std::size_t cell) const; // of a point on a line, or of a cell of a map

protected:
    void draw(QCPPainter *painter) override;

private:
    QPointF pixel(double x, double y) const;
    QRectF cellRect(std::size_t cell) const;
    QColor colorOf(double value) const;
    void drawMap(QCPPainter &painter) const;
    void drawCell(QCPPainter &painter, const SweepCellData &cell, const QRectF &area) const;
    void drawScale(QCPPainter &painter) const;
    void drawLine(QCPPainter &painter) const;
    void drawPoint(QCPPainter &painter, std::size_t cell) const;
    void drawEdges(QCPPainter &painter) const;
    void drawMark(QCPPainter &painter, std::size_t cell, const QString &name, const QColor &color) const;

    QCPAxisRect &m_rect;
    SweepData m_data;
};

} // namespace headroom
