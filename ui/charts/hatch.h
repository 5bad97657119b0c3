#pragma once
// Diagonal lines over an area, drawn one by one so that every kind of file has them: what a colour says is said without it as well.

#include <QColor>
#include <QRectF>

class QPainter;

namespace headroom {

enum class Hatch { none, rising, falling, crossed };
// `gap` pixels between the lines.
void drawHatch(QPainter &painter, const QRectF &area, Hatch hatch, const QColor &color, double gap);

} // namespace headroom
