#include "ui/charts/label_placement.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr int rings = 14;

// The eight places at a distance: below, above, right, left, then the corners.
std::array<QRectF, 8> candidates(const LabelRequest &request, double distance)
{
    const double d = request.radius + distance;
    const QPointF p = request.point;
    const double w = request.size.width(), h = request.size.height();
    const auto at = [&](double x, double y) { return QRectF(QPointF(x, y), request.size); };
    return {at(p.x() - w / 2, p.y() + d),      at(p.x() - w / 2, p.y() - d - h), at(p.x() + d, p.y() - h / 2),
            at(p.x() - d - w, p.y() - h / 2),  at(p.x() + d * 0.7, p.y() + d * 0.7),
            at(p.x() - d * 0.7 - w, p.y() + d * 0.7), at(p.x() + d * 0.7, p.y() - d * 0.7 - h),
            at(p.x() - d * 0.7 - w, p.y() - d * 0.7 - h)};
}

} // namespace

std::vector<std::optional<QRectF>> placeLabels(const std::vector<LabelRequest> &requests, const QRectF &bounds,
                                               std::vector<QRectF> obstacles)
{
    std::vector<std::optional<QRectF>> places;
    for (const LabelRequest &request : requests) {
        std::optional<QRectF> place;
        for (int ring = 0; ring < rings && !place; ++ring)
            for (const QRectF &candidate : candidates(request, 3.0 + ring * request.size.height() * 0.8)) {
                const bool free = bounds.contains(candidate)
                    && std::ranges::none_of(obstacles, [&](const QRectF &o) { return o.intersects(candidate); });
                if (free) {
                    place = candidate;
                    break;
                }
            }
        if (place)
            obstacles.push_back(place->adjusted(-2, -1, 2, 1));
        places.push_back(place);
    }
    return places;
}

} // namespace headroom
