#include "ui/charts/roofline_scene.h"

#include "ui/charts/label_placement.h"
#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {
constexpr int labelled = 8;

} // namespace

QString roofText(const Roof &roof)
{
    return RooflineText::tr("%1 %2 dense").arg(quantityText(roof.peak, Unit::flopsPerSecond), qs(roof.dtype));
}

RooflineScene::RooflineScene(QCustomPlot &plot, QCPAxisRect &rect) : QCPAbstractItem(&plot), m_rect(rect)
{
    setClipToAxisRect(false);
    setSelectable(false);
    setLayer(QStringLiteral("main"));
}

void RooflineScene::setContent(RooflineData data, const ChartStyle &style, bool stale, std::string selected)
{
    m_data = std::move(data);
    m_style = style;
    m_stale = stale;
    m_selected = std::move(selected);
}

QPointF RooflineScene::pixel(double intensity, double rate) const
{
    return {m_rect.axis(QCPAxis::atBottom)->coordToPixel(intensity), m_rect.axis(QCPAxis::atLeft)->coordToPixel(rate)};
}

double RooflineScene::radius(double share) const
{
    // Area in proportion to the time share; a minimum keeps small operators visible.
    return std::max(2.2, 42.0 * std::sqrt(share)) * m_style.scale();
}

void RooflineScene::draw(QCPPainter *painter)
{
    if (m_data.roofs.empty() || !m_style.theme)
        return;
    m_taken.clear();
    m_legend.clear();
    painter->setAntialiasing(true);
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    drawLegend(*painter);
    drawRoofs(*painter);
    drawRidge(*painter);
    drawGhosts(*painter);
    drawPoints(*painter);
    drawLabels(*painter);
    painter->setOpacity(1.0);
}

// The roof inside the axis rect: the slope from where it enters, the flat part to the right edge.
void RooflineScene::drawRoof(QCPPainter &painter, const Roof &roof, const QPen &pen) const
{
    const QCPRange x = m_rect.axis(QCPAxis::atBottom)->range(), y = m_rect.axis(QCPAxis::atLeft)->range();
    QPolygonF line;
    const double start = std::max(x.lower, y.lower / roof.bandwidth);
    const double knee = std::min(roof.ridge(), y.upper / roof.bandwidth);
    if (start < knee && start < x.upper) {
        const double end = std::min(knee, x.upper);
        line << pixel(start, start * roof.bandwidth) << pixel(end, end * roof.bandwidth);
    }
    if (roof.peak <= y.upper && roof.peak >= y.lower && roof.ridge() < x.upper) {
        if (line.isEmpty())
            line << pixel(std::max(roof.ridge(), x.lower), roof.peak);
        line << pixel(x.upper, roof.peak);
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (line.size() > 1)
        painter.drawPolyline(line);
}

void RooflineScene::drawRoofs(QCPPainter &painter)
{
    const double width = 2.0 * m_style.scale();
    for (auto it = m_data.roofs.rbegin(); it != m_data.roofs.rend(); ++it) {
        QPen pen(it->active ? m_style.theme->foreground : m_style.theme->muted, it->active ? width : width * 0.6);
        if (!it->active)
            pen.setDashPattern({5, 4});
        pen.setCapStyle(Qt::FlatCap);
        pen.setJoinStyle(Qt::RoundJoin);
        drawRoof(painter, *it, pen);
    }
    if (m_data.baselineRoof) {
        QPen pen(m_style.theme->muted, width * 0.6, Qt::DotLine, Qt::FlatCap);
        drawRoof(painter, *m_data.baselineRoof, pen);
    }
    for (const Roof &roof : m_data.roofs)
        drawRoofText(painter, roof);
    drawSlopeText(painter);
}

// The value on the flat line, at its right end.
void RooflineScene::drawRoofText(QCPPainter &painter, const Roof &roof)
{
    const QString text = roofText(roof);
    const QFont font = m_style.font(roof.active ? 1.0 : 0.9);
    const QFontMetricsF metrics(font);
    const double y = pixel(1.0, roof.peak).y();
    const double gap = 3.0 * m_style.scale();
    QRectF area(m_rect.right() - metrics.horizontalAdvance(text) - 6, y - gap - metrics.height(), metrics.horizontalAdvance(text) + 2,
                metrics.height());
    const auto taken = [&] {
        return std::ranges::any_of(m_taken, [&](const QRectF &r) { return r.intersects(area); });
    };
    if (taken())
        area.moveTop(y + gap);
    if (!QRectF(m_rect.rect()).contains(area) || taken())
        return;
    painter.setFont(font);
    painter.setPen(roof.active ? m_style.theme->foreground : m_style.theme->muted);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, text);
    m_taken.push_back(area);
}

// The bandwidth along the slope.
void RooflineScene::drawSlopeText(QCPPainter &painter)
{
    const Roof &roof = m_data.roofs.front();
    const QCPRange x = m_rect.axis(QCPAxis::atBottom)->range(), y = m_rect.axis(QCPAxis::atLeft)->range();
    const double start = std::max(x.lower, y.lower / roof.bandwidth), end = std::min({x.upper, roof.ridge(), y.upper / roof.bandwidth});
    if (start >= end)
        return;
    const QPointF a = pixel(start, start * roof.bandwidth), b = pixel(end, end * roof.bandwidth);
    const QString text = RooflineText::tr("%1 HBM").arg(quantityText(roof.bandwidth, Unit::bytesPerSecond));
    const QFont font = m_style.font();
    const QFontMetricsF metrics(font);
    const double length = std::hypot(b.x() - a.x(), b.y() - a.y()), width = metrics.horizontalAdvance(text);
    if (length < width * 1.4)
        return;
    const QPointF middle = a + (b - a) * 0.42;
    painter.save();
    painter.translate(middle);
    painter.rotate(std::atan2(b.y() - a.y(), b.x() - a.x()) * 180.0 / M_PI);
    painter.setFont(font);
    painter.setPen(m_style.theme->foreground);
    painter.drawText(QPointF(-width / 2, -5.0 * m_style.scale()), text);
    painter.restore();
    const double angle = std::atan2(b.y() - a.y(), b.x() - a.x());
    for (double t = -0.5; t <= 0.5; t += 0.125) // a chain of small boxes stands for the slanted text
        m_taken.push_back(QRectF(middle.x() + std::cos(angle) * width * t - 7, middle.y() + std::sin(angle) * width * t - 18, 14, 18));
}

void RooflineScene::drawRidge(QCPPainter &painter)
{
    const Roof &roof = m_data.roofs.front();
    const QCPRange x = m_rect.axis(QCPAxis::atBottom)->range(), y = m_rect.axis(QCPAxis::atLeft)->range();
    if (roof.ridge() < x.lower || roof.ridge() > x.upper)
        return;
    const QPointF top = pixel(roof.ridge(), std::clamp(roof.peak, y.lower, y.upper));
    const QPointF bottom(top.x(), m_rect.bottom());
    QPen pen(m_style.theme->muted, 1.0, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 3});
    painter.setPen(pen);
    painter.drawLine(top, bottom);
    const QString text = RooflineText::tr("ridge %1 FLOP/B").arg(quantityText(roof.ridge(), Unit::count, 3));
    const QFont font = m_style.font(0.9);
    const QFontMetricsF metrics(font);
    QRectF area(bottom.x() - metrics.horizontalAdvance(text) - 5, bottom.y() - metrics.height() - 4, metrics.horizontalAdvance(text) + 2,
                metrics.height());
    if (area.left() < m_rect.left())
        area.moveLeft(bottom.x() + 4);
    painter.setFont(font);
    painter.setPen(m_style.theme->muted);
    painter.drawText(area, Qt::AlignCenter, text);
    m_taken.push_back(area);
}

void RooflineScene::drawMark(QCPPainter &painter, QPointF at, double r, Phase phase) const
{
    const double s = r * 0.886; // a square of the circle's area
    switch (phase) {
    case Phase::forward: painter.drawEllipse(at, r, r); break;
    case Phase::backward: painter.drawRect(QRectF(at.x() - s, at.y() - s, 2 * s, 2 * s)); break;
    case Phase::recompute: {
        const double h = r * 1.35;
        painter.drawPolygon(QPolygonF({at + QPointF(0, -h), at + QPointF(h * 0.9, h * 0.6), at + QPointF(-h * 0.9, h * 0.6)}));
        break;
    }
    case Phase::backwardInput: {
        const double h = r * 1.35;
        painter.drawPolygon(QPolygonF({at + QPointF(0, h), at + QPointF(h * 0.9, -h * 0.6), at + QPointF(-h * 0.9, -h * 0.6)}));
        break;
    }
    case Phase::backwardWeight: {
        const double h = r * 1.35;
        painter.drawPolygon(QPolygonF({at + QPointF(h, 0), at + QPointF(-h * 0.6, h * 0.9), at + QPointF(-h * 0.6, -h * 0.9)}));
        break;
    }
    case Phase::optimizer: {
        const double d = r * 1.25;
        painter.drawPolygon(QPolygonF({at + QPointF(0, -d), at + QPointF(d, 0), at + QPointF(0, d), at + QPointF(-d, 0)}));
        break;
    }
    }
}

void RooflineScene::drawGhosts(QCPPainter &painter) const
{
    const QRectF inside(m_rect.rect());
    for (const GhostPoint &ghost : m_data.ghosts) {
        const auto now = std::ranges::find(m_data.points, ghost.key, &RooflinePoint::key);
        if (now == m_data.points.end() || !shown(now->category))
            continue;
        const QPointF from = pixel(ghost.intensity, ghost.rate), to = pixel(now->intensity, now->rate);
        if (!inside.contains(from) || !inside.contains(to))
            continue;
        QPen pen(m_style.theme->muted, 1.0, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({2, 2});
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        drawMark(painter, from, radius(ghost.share), now->phase);
        painter.setPen(QPen(m_style.theme->muted, 1.0));
        painter.drawLine(from, to);
        const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
        for (const double side : {-2.7, 2.7})
            painter.drawLine(to, to + QPointF(std::cos(angle + side), std::sin(angle + side)) * 6.0 * m_style.scale());
    }
}

void RooflineScene::drawPoints(QCPPainter &painter) const
{
    const QRectF inside(m_rect.rect());
    for (const RooflinePoint &point : m_data.points) { // longest first: small ones stay visible on top
        const QPointF at = pixel(point.intensity, point.rate);
        if (!inside.contains(at))
            continue;
        QColor color = m_style.theme->of(point.category);
        const bool chosen = point.key == m_selected;
        QColor fill = color;
        fill.setAlphaF(shown(point.category) ? 0.55f : 0.06f);
        QColor edge = chosen ? m_style.theme->foreground : color;
        if (!shown(point.category) && !chosen)
            edge.setAlphaF(0.15f);
        painter.setPen(QPen(edge, (chosen ? 2.5 : 1.0) * m_style.scale()));
        painter.setBrush(fill);
        drawMark(painter, at, radius(point.share), point.phase);
    }
}

void RooflineScene::drawLabels(QCPPainter &painter) const
{
    const QFont font = m_style.font(0.92);
    const QFontMetricsF metrics(font);
    const QRectF bounds = QRectF(m_rect.rect()).adjusted(2, 2, -2, -2);
    std::vector<LabelRequest> requests;
    QStringList texts;
    const int most = bounds.width() < 260 * m_style.scale() ? labelled / 2 : labelled;
    for (const RooflinePoint &point : m_data.points) {
        const QPointF at = pixel(point.intensity, point.rate);
        if (!shown(point.category) || !bounds.contains(at))
            continue;
        texts << (point.phase == Phase::forward ? coreText(point.name)
                                                : QStringLiteral("%1 (%2)").arg(coreText(point.name), coreText(labelOf(point.phase))));
        requests.push_back({at, radius(point.share), {metrics.horizontalAdvance(texts.back()) + 2, metrics.height()}});
        if (static_cast<int>(requests.size()) == most)
            break;
    }
    std::vector<QRectF> obstacles = m_taken;
    for (const LabelRequest &r : requests) // labels do not cover the marks they name
        obstacles.push_back(QRectF(r.point.x() - r.radius, r.point.y() - r.radius, 2 * r.radius, 2 * r.radius));
    const double roofY = pixel(1.0, m_data.roofs.front().peak).y();
    const double kneeX = pixel(m_data.roofs.front().ridge(), 1.0).x();
    obstacles.push_back(QRectF(kneeX, roofY - 1.5, std::max(0.0, bounds.right() - kneeX), 3));
    const auto places = placeLabels(requests, bounds, std::move(obstacles));
    painter.setFont(font);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i])
            continue;
        const QPointF nearest(std::clamp(requests[i].point.x(), places[i]->left(), places[i]->right()),
                              std::clamp(requests[i].point.y(), places[i]->top(), places[i]->bottom()));
        const QPointF away = nearest - requests[i].point;
        const double distance = std::hypot(away.x(), away.y());
        if (distance > requests[i].radius + 8) {
            painter.setPen(QPen(m_style.theme->muted, 0.8));
            painter.drawLine(requests[i].point + away / distance * requests[i].radius, nearest);
        }
        painter.setPen(m_style.theme->foreground);
        painter.drawText(*places[i], Qt::AlignCenter, texts[static_cast<qsizetype>(i)]);
    }
}

} // namespace headroom
