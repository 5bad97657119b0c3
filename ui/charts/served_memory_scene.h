#pragma once
// Draws the memory of a rank that serves as stacked areas over the sequences at a time, with the capacity, the present batch and the
// largest one.

#include "serving/serving.h"
#include "ui/charts/plot_scene.h"

namespace headroom {

// From the bottom to the top of a stack: what is always there first.
std::span<const ServedMemoryClass> servedStackOrder();

class ServedMemoryScene : public PlotScene
{
public:
    ServedMemoryScene(QCustomPlot &plot, QCPAxisRect &rect);

    // `estimate` outlives the picture; null or illegal: a message.
    void setContent(const ServingEstimate *estimate, const ChartStyle &style, bool stale, std::string selected);
    std::optional<ChartHit> hitAt(QPointF position) const;
    std::vector<ChartPoint> points() const; // tops of the stacks in sight, by their sequences

protected:
    void draw(QCPPainter *painter) override;

private:
    double x(double sequences) const;
    double y(double bytes) const;
    void drawAreas(QCPPainter &painter) const;
    void drawCapacity(QCPPainter &painter) const;
    void drawBatch(QCPPainter &painter, Count sequences, const QString &text, double below) const;

    QCPAxisRect &m_rect;
    const ServingEstimate *m_estimate = nullptr;
    std::string m_selected; // a term
};

} // namespace headroom
