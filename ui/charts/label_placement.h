#pragma once
// Labels beside points without overlap: greedy in the order given, nearest free place of a few rings around the point.

#include <QLineF>
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

struct LabelObstacles
{
    std::vector<QRectF> texts; // neither labels nor their leader lines may touch them
    std::vector<QRectF> marks; // labels may not cover them; leader lines avoid them
};

struct PlacedLabel
{
    QRectF area;
    std::optional<QLineF> leader; // from the point's edge, when the label is not beside it
};

// A place per request, or nothing where none is free.
std::vector<std::optional<PlacedLabel>> placeLabels(const std::vector<LabelRequest> &requests, const QRectF &bounds,
                                                    LabelObstacles obstacles);

// For points side by side on one line: labels in steps below it, the leftmost nearest, each reaching left from its
// leader, so that no leader crosses a text. Places come in the order of the requests; what is placed joins `obstacles`.
std::vector<std::optional<PlacedLabel>> placeSteps(const std::vector<LabelRequest> &requests, const QRectF &bounds,
                                                   LabelObstacles &obstacles);

} // namespace headroom
