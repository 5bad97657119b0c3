#pragma once
// What the pictures that charts draw into their axis rectangles share: their layer, how they look, and that a click goes through them to
// the chart. They clip by computation, never by the painter, so that SVG files (whose generator cannot clip) are right as well.

#include "ui/charts/chart.h"

#include <qcustomplot.h>

namespace headroom {

class PlotScene : public QCPAbstractItem
{
public:
    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }

protected:
    explicit PlotScene(QCustomPlot &plot) : QCPAbstractItem(&plot)
    {
        setClipToAxisRect(false);
        setSelectable(false);
        setLayer(QStringLiteral("main"));
    }
    void setLook(const ChartStyle &style, bool stale)
    {
        m_style = style;
        m_stale = stale;
    }

    ChartStyle m_style;
    bool m_stale = false;
};

// The row of a list at a position: rows reach to the rectangle's outer left, over their names.
template <class RectOf> std::optional<std::size_t> rowAt(QPointF position, std::size_t rows, const QCPAxisRect &rect, RectOf rectOf)
{
    for (std::size_t row = 0; row < rows; ++row) {
        QRectF area = rectOf(row);
        area.setLeft(rect.outerRect().left());
        if (area.contains(position))
            return row;
    }
    return std::nullopt;
}

} // namespace headroom
