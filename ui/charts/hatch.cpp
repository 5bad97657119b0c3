#include "ui/charts/hatch.h"

#include <QLineF>
#include <QPainter>
#include <QVector>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// Lines at 45 degrees, each cut off at the area's edges.
void addLines(QVector<QLineF> &lines, const QRectF &a, bool rising, double gap)
{
    const double step = gap * std::sqrt(2.0);
    const int count = static_cast<int>(std::ceil((a.width() + a.height()) / step - 0.5));
    for (int i = 0; i < count; ++i) {
        const double offset = (i + 0.5) * step;
        const double left = std::max(0.0, offset - a.height()), right = std::min(a.width(), offset);
        const double high = offset - left, low = offset - right; // distance from the edge where the offset begins
        lines << (rising ? QLineF(a.left() + left, a.top() + high, a.left() + right, a.top() + low)
                         : QLineF(a.left() + left, a.bottom() - high, a.left() + right, a.bottom() - low));
    }
}

} // namespace

void drawHatch(QPainter &painter, const QRectF &area, Hatch hatch, const QColor &color, double gap)
{
    if (hatch == Hatch::none || area.width() < 2.0 || area.height() < 2.0)
        return;
    QVector<QLineF> lines;
    if (hatch != Hatch::falling)
        addLines(lines, area, true, gap);
    if (hatch != Hatch::rising)
        addLines(lines, area, false, gap);
    painter.setPen(QPen(color, 0.8));
    painter.drawLines(lines);
}

} // namespace headroom
