#include "ui/charts/roofline_trails.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double dot = 2.0, nearDot = 5.0; // pixels at 12-pixel text

// Lines end at the rectangle by computation, so that SVG files are right as well.
void drawInside(QCPPainter &painter, const QLineF &line, const QRectF &inside)
{
    const auto within = [&](QPointF p) { return inside.contains(p); };
    if (within(line.p1()) && within(line.p2()))
        return painter.drawLine(line);
    if (!within(line.p1()) && !within(line.p2()))
        return;
    const std::array edges{QLineF(inside.topLeft(), inside.topRight()), QLineF(inside.topRight(), inside.bottomRight()),
                           QLineF(inside.bottomRight(), inside.bottomLeft()), QLineF(inside.bottomLeft(), inside.topLeft())};
    for (const QLineF &edge : edges) {
        QPointF cut;
        if (line.intersects(edge, &cut) == QLineF::BoundedIntersection)
            return painter.drawLine(QLineF(within(line.p1()) ? line.p1() : line.p2(), cut));
    }
}

void drawNumbers(QCPPainter &painter, const TrailLine &line, const TrailView &view)
{
    const QFont font = view.style.font(0.8);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(view.style.theme->foreground);
    QRectF last;
    for (const TrailPoint &p : line.points) {
        const QPointF at = view.pixel(p.intensity.value, p.rate.value);
        const QString text = quantityText(p.value, Unit::count, 4);
        const QRectF area(at.x() + 4 * view.style.scale(), at.y() + 2 * view.style.scale(), metrics.horizontalAdvance(text), metrics.height());
        if (!view.inside.contains(area) || area.intersects(last))
            continue;
        painter.drawText(area, Qt::AlignCenter, text);
        last = area;
    }
}

} // namespace

void drawTrails(QCPPainter &painter, const RooflineData &data, const TrailView &view, const std::string &selected)
{
    for (const TrailLine &line : data.trails) {
        if (!view.shown(line.category))
            continue;
        const bool chosen = line.key == selected;
        QColor color = view.style.theme->of(line.category);
        color.setAlphaF(chosen ? 1.0f : 0.55f);
        painter.setPen(QPen(color, (chosen ? 2.0 : 1.0) * view.style.scale()));
        painter.setBrush(Qt::NoBrush);
        for (std::size_t i = 1; i < line.points.size(); ++i) {
            const TrailPoint &a = line.points[i - 1], &b = line.points[i];
            drawInside(painter, QLineF(view.pixel(a.intensity.value, a.rate.value), view.pixel(b.intensity.value, b.rate.value)), view.inside);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        const double r = (chosen ? 1.4 : 1.0) * dot * view.style.scale();
        for (const TrailPoint &p : line.points)
            if (const QPointF at = view.pixel(p.intensity.value, p.rate.value); view.inside.contains(at))
                painter.drawEllipse(at, r, r);
        if (chosen)
            drawNumbers(painter, line, view);
    }
}

std::optional<TrailHit> trailUnder(QPointF position, const RooflineData &data, const TrailView &view)
{
    std::optional<TrailHit> best;
    double nearest = nearDot * view.style.scale();
    for (const TrailLine &line : data.trails)
        for (const TrailPoint &p : line.points) {
            const QPointF d = view.pixel(p.intensity.value, p.rate.value) - position;
            if (const double distance = std::hypot(d.x(), d.y()); distance < nearest && view.shown(line.category)) {
                nearest = distance;
                best = TrailHit{&line, &p};
            }
        }
    return best;
}

QString trailText(const RooflineData &data, const TrailHit &hit)
{
    const QString value = qs(significant(hit.point->value, 7));
    return QStringLiteral("<b>%1</b> %2<br>%3<br>%4<br>%5")
        .arg(coreText(hit.line->name).toHtmlEscaped(), qs(hit.line->group).toHtmlEscaped(),
             data.trailOver == TrailOver::batch ? RooflineText::tr("with %1 sequences at a time").arg(value)
                                                : RooflineText::tr("with %1 tokens of each sequence").arg(value),
             RooflineText::tr("%1 FLOP/B at %2")
                 .arg(qs(significant(hit.point->intensity.value, 3)), quantityText(hit.point->rate.value, Unit::flopsPerSecond, 3)),
             quantityText(hit.point->time.value, Unit::seconds, 3));
}

} // namespace headroom
