#include "ui/charts/label_placement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace headroom {

namespace {

constexpr int rings = 14;
constexpr double crossingCost = 4.0;
constexpr double beside = 8.0; // a label nearer than this needs no leader

// Places at a distance: below and above, centred first, then shifted sideways; right and left.
std::vector<QRectF> candidates(const LabelRequest &request, double distance)
{
    const double d = request.radius + distance;
    const QPointF p = request.point;
    const double w = request.size.width(), h = request.size.height();
    std::vector<QRectF> out;
    for (const double shift : {-0.5, -0.15, -0.85, 0.25, -1.25}) {
        out.emplace_back(QPointF(p.x() + shift * w, p.y() + d), request.size);
        out.emplace_back(QPointF(p.x() + shift * w, p.y() - d - h), request.size);
    }
    out.emplace_back(QPointF(p.x() + d, p.y() - h / 2), request.size);
    out.emplace_back(QPointF(p.x() - d - w, p.y() - h / 2), request.size);
    return out;
}

std::optional<QLineF> leaderOf(const LabelRequest &request, const QRectF &area)
{
    const QPointF nearest(std::clamp(request.point.x(), area.left(), area.right()),
                          std::clamp(request.point.y(), area.top(), area.bottom()));
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

// What a leader costs beside its length: each box of it that lies on a mark, its own apart.
double crossings(const QLineF &leader, const std::vector<QRectF> &marks)
{
    const auto boxes = boxesOf(leader);
    return crossingCost
           * static_cast<double>(std::ranges::count_if(boxes, [&](const QRectF &box) { return touches(marks, box); }));
}

std::optional<PlacedLabel> place(const LabelRequest &request, const QRectF &bounds, const LabelObstacles &obstacles)
{
    std::optional<PlacedLabel> best;
    double least = std::numeric_limits<double>::max();
    for (int ring = 0; ring < rings; ++ring) {
        const double distance = 3.0 + ring * request.size.height() * 0.7;
        if (distance > least)
            break;
        for (const QRectF &area : candidates(request, distance)) {
            if (!bounds.contains(area) || touches(obstacles.texts, area) || touches(obstacles.marks, area))
                continue;
            const std::optional<QLineF> leader = leaderOf(request, area);
            const bool blocked = leader && std::ranges::any_of(boxesOf(*leader), [&](const QRectF &b) {
                                     return touches(obstacles.texts, b);
                                 });
            const double cost = leader ? leader->length() + crossings(*leader, obstacles.marks) : 0.0;
            if (!blocked && cost < least) {
                least = cost;
                best = PlacedLabel{area, leader};
            }
        }
    }
    return best;
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

std::vector<std::optional<PlacedLabel>> placeSteps(const std::vector<LabelRequest> &requests, const QRectF &bounds,
                                                   LabelObstacles &obstacles)
{
    std::vector<std::size_t> order(requests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return requests[i].point.x(); });
    double deepest = 0.0;
    for (const LabelRequest &request : requests)
        deepest = std::max(deepest, request.radius);
    std::vector<std::optional<PlacedLabel>> places(requests.size());
    for (const std::size_t i : order) {
        const LabelRequest &request = requests[i];
        const double step = request.size.height() * 0.5;
        QRectF area(QPointF(request.point.x() - request.size.width(), request.point.y() + deepest + 6), request.size);
        area.moveLeft(std::max(area.left(), bounds.left()));
        while (area.bottom() <= bounds.bottom() && (touches(obstacles.texts, area) || touches(obstacles.marks, area)))
            area.translate(0, step);
        if (!bounds.contains(area))
            continue;
        const QLineF leader(request.point + QPointF(0, request.radius), QPointF(request.point.x(), area.center().y()));
        places[i] = PlacedLabel{area, leader};
        obstacles.texts.push_back(area.adjusted(-2, 0, 4, 0));
        for (const QRectF &box : boxesOf(leader))
            obstacles.marks.push_back(box);
    }
    return places;
}

} // namespace headroom
