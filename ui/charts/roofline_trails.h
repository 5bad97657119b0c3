#pragma once
// Draws the trails of RooflineData: a thin line per operator with a dot for each batch or length; those of the chosen operator are numbered.

#include "ui/charts/plot_theme.h"
#include "ui/charts/roofline_data.h"

#include <qcustomplot.h>

#include <functional>

namespace headroom {

struct TrailHit
{
    const TrailLine *line = nullptr;
    const TrailPoint *point = nullptr;
};

// How to draw: where a point lies, whether a category is shown, inside which rectangle.
struct TrailView
{
    std::function<QPointF(double intensity, double rate)> pixel;
    std::function<bool(OpCategory)> shown;
    QRectF inside;
    const ChartStyle &style;
};

void drawTrails(QCPPainter &painter, const RooflineData &data, const TrailView &view, const std::string &selected);
// The dot under the cursor.
std::optional<TrailHit> trailUnder(QPointF position, const RooflineData &data, const TrailView &view);
// HTML of its readout.
QString trailText(const RooflineData &data, const TrailHit &hit);

} // namespace headroom
