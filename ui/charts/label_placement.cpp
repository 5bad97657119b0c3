#include "ui/charts/label_placement.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

constexpr int rings = 14;
constexpr double beside = 8.0; // a label nearer than this needs no leader

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

std::optional<QLineF> leaderOf(const LabelRequest &request, const QRectF &area)
{
    const QPointF nearest(std::clamp(request.point.x(), area.left(), area.right()), std::clamp(request.point.y(), area.top(), area.bottom()));
    const QPointF away = nearest - request.point;
    const double distance = std::hypot(away.x(), away.y());
    if (distance <= request.radius + beside)
        return std::nullopt;
    return QLineF(request.point + away / distance * request.radius, nearest);
}

// Small boxes along a line.
std::vector<QRectF> boxesOf(const QLineF &line)
{
    std::vector<QRectF> boxes;
    const int steps = std::max(1, static_cast<int>(line.length() / 4.0));
    for (int i = 0; i < steps; ++i) {
        const QPointF p = line.pointAt(static_cast<double>(i) / steps);
        boxes.emplace_back(p.x() - 1, p.y() - 1, 2, 2);
    }
    return boxes;
}

bool touches(const std::vector<QRectF> &obstacles, const QRectF &area)
{
    return std::ranges::any_of(obstacles, [&](const QRectF &o) { return o.intersects(area); });
}

std::optional<PlacedLabel> place(const LabelRequest &request, const QRectF &bounds, const LabelObstacles &obstacles)
{
    for (int ring = 0; ring < rings; ++ring)
        for (const QRectF &area : candidates(request, 3.0 + ring * request.size.height() * 0.7)) {
            if (!bounds.contains(area) || touches(obstacles.texts, area) || touches(obstacles.marks, area))
                continue;
            const std::optional<QLineF> leader = leaderOf(request, area);
            const bool crosses = leader
                && std::ranges::any_of(boxesOf(*leader), [&](const QRectF &box) { return touches(obstacles.texts, box); });
            if (!crosses)
                return PlacedLabel{area, leader};
        }
    return std::nullopt;
}

} // namespace

std::vector<std::optional<PlacedLabel>> placeLabels(const std::vector<LabelRequest> &requests, const QRectF &bounds,
                                                    LabelObstacles obstacles)
{
    std::vector<std::optional<PlacedLabel>> places;
    for (const LabelRequest &request : requests) {
        places.push_back(place(request, bounds, obstacles));
        if (!places.back())
            continue;
        obstacles.texts.push_back(places.back()->area.adjusted(-2, -1, 2, 1));
        if (places.back()->leader)
            for (const QRectF &box : boxesOf(*places.back()->leader))
                obstacles.marks.push_back(box);
    }
    return places;
}

} // namespace headroom
