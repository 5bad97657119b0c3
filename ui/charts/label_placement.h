#pragma once
// Labels beside points without overlap: greedy in the order given, nearest free place of a few rings around the point.

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace headroom {

struct LabelRequest
{
    QPointF point;
    double radius = 0.0;
    QSizeF size;
};

// A rectangle per request, or nothing where no place is free. `obstacles` are never covered.
std::vector<std::optional<QRectF>> placeLabels(const std::vector<LabelRequest> &requests, const QRectF &bounds,
                                               std::vector<QRectF> obstacles);

} // namespace headroom
