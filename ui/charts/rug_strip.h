#pragma once
// The strip below the roofline for time that has no place on its axes: operators without FLOPs at the left, the plan's
// communication at the right (solid: exposed, hatched: hidden under compute).

#include "ui/charts/chart.h"
#include "ui/charts/roofline_data.h"

#include <qcustomplot.h>

namespace headroom {

class RugStrip : public QCPAbstractItem
{
public:
    RugStrip(QCustomPlot &plot, QCPLayoutElement &area);

    void setContent(const RooflineData &data, const ChartStyle &style, bool stale);
    static int heightFor(const ChartStyle &style);
    std::optional<ChartHit> hitAt(QPointF position) const;

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }

protected:
    void draw(QCPPainter *painter) override;

private:
    struct Hit
    {
        QRectF area;
        ChartHit hit;
    };

    void drawNoFlops(QCPPainter &painter, const QRectF &area);
    void drawCommunication(QCPPainter &painter, const QRectF &area);
    QRectF drawCaption(QCPPainter &painter, const QRectF &area, const QStringList &texts) const;

    QCPLayoutElement &m_area;
    std::vector<RugSegment> m_noFlops, m_communication;
    ChartStyle m_style;
    bool m_stale = false;
    std::vector<Hit> m_hits;
};

} // namespace headroom
