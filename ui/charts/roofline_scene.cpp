#include "ui/charts/roofline_scene.h"

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

static QString twoLines(const Roof &roof)
{
    return quantityText(roof.peak, Unit::flopsPerSecond) + QLatin1Char('\n')
           + RooflineText::tr("%1 dense").arg(qs(roof.dtype));
}

RooflineScene::RooflineScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect) {}

void RooflineScene::setContent(RooflineData data, const ChartStyle &style, bool stale, std::string selected)
{
    m_data = std::move(data);
    setLook(style, stale);
    m_selected = std::move(selected);
}

QPointF RooflineScene::pixel(double intensity, double rate) const
{
    return {m_rect.axis(QCPAxis::atBottom)->coordToPixel(intensity), m_rect.axis(QCPAxis::atLeft)->coordToPixel(rate)};
}

void RooflineScene::draw(QCPPainter *painter)
{
    if (m_data.roofs.empty() || !m_style.theme)
        return;
    m_taken.clear();
    m_lines.clear();
    painter->setAntialiasing(true);
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    takeRoofs();
    drawRoofs(*painter);
    drawRidge(*painter);
    drawGhosts(*painter);
    drawTrails(*painter, m_data, trailView(), m_selected);
    drawMeasured(*painter);
    drawPoints(*painter);
    drawLabels(*painter);
    painter->setOpacity(1.0);
}

TrailView RooflineScene::trailView() const
{
    return {[this](double intensity, double rate) { return pixel(intensity, rate); }, [this](OpCategory category) { return shown(category); },
            QRectF(m_rect.rect()), m_style};
}

std::optional<TrailHit> RooflineScene::trailAt(QPointF position) const
{
    return trailUnder(position, m_data, trailView());
}

// The roof inside the axis rect: the slope from where it enters, the flat part to the right edge.
QPolygonF RooflineScene::roofLine(const Roof &roof) const
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
    return line;
}

void RooflineScene::drawRoof(QCPPainter &painter, const Roof &roof, const QPen &pen) const
{
    const QPolygonF line = roofLine(roof);
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

std::vector<QRectF> RooflineScene::marks() const
{
    std::vector<QRectF> out;
    for (const RooflinePoint &point : m_data.points) {
        const QPointF at = pixel(point.intensity, point.rate);
        const double r = radius(point.share);
        out.emplace_back(at.x() - r, at.y() - r, 2 * r, 2 * r);
    }
    for (const GhostPoint &ghost : m_data.ghosts) {
        const QPointF at = pixel(ghost.intensity, ghost.rate);
        const double r = radius(ghost.share);
        out.emplace_back(at.x() - r, at.y() - r, 2 * r, 2 * r);
    }
    return out;
}

// Chains of boxes along the roofs, so that texts keep off them.
void RooflineScene::takeRoofs()
{
    for (const Roof &roof : m_data.roofs) {
        const QPolygonF line = roofLine(roof);
        for (qsizetype i = 1; i < line.size(); ++i) {
            const QLineF part(line[i - 1], line[i]);
            const int steps = std::max(1, static_cast<int>(part.length() / 5.0));
            for (int k = 0; k <= steps; ++k)
                m_lines.push_back(
                    QRectF(part.pointAt(static_cast<double>(k) / steps) - QPointF(2.5, 2.5), QSizeF(5, 5)));
        }
    }
}

// The value on the flat line: at its right end, or where the marks leave room.
void RooflineScene::drawRoofText(QCPPainter &painter, const Roof &roof)
{
    const QString text = roofText(roof);
    const QFont font = m_style.font(roof.active ? 1.0 : 0.9);
    const QFontMetricsF metrics(font);
    const QRectF bounds = QRectF(m_rect.rect()).adjusted(2, 2, -2, -2);
    const double y = pixel(1.0, roof.peak).y(), knee = pixel(roof.ridge(), 1.0).x(), gap = 3.0 * m_style.scale();
    const QSizeF size(metrics.horizontalAdvance(text) + 4, metrics.height());
    const std::vector<QRectF> points = marks();
    const auto free = [&](const QRectF &area) {
        const auto hit = [&](const QRectF &r) { return r.intersects(area); };
        return bounds.contains(area) && std::ranges::none_of(m_taken, hit) && std::ranges::none_of(points, hit)
               && std::ranges::none_of(m_lines, hit);
    };
    std::vector<QRectF> places;
    for (const double lift : {0.0, 0.7, 1.4})
        for (const double left :
             {bounds.right() - size.width() - 3, knee + gap, (knee + bounds.right() - size.width()) / 2})
            places.emplace_back(QPointF(left, y - gap - size.height() * (1.0 + lift)), size);
    auto place = std::ranges::find_if(places, free);
    QString shown = text;
    if (place == places.end()) { // on two lines, before the roof begins
        shown = twoLines(roof);
        const double width = metrics.size(0, shown).width() + 4.0;
        places = {QRectF(knee - 2 * gap - width, y - 2 * size.height() + gap, width, 2 * size.height())};
        if (places.front().left() < bounds.left()) // no room there: below the roof's end
            places = {QRectF(bounds.right() - width, y + 4 * gap, width, 2 * size.height())};
        place = places.begin();
        if (!roof.active && !free(*place))
            return;
    }
    painter.setFont(font);
    painter.setPen(roof.active ? m_style.theme->foreground : m_style.theme->muted);
    painter.drawText(*place, Qt::AlignRight | Qt::AlignVCenter, shown);
    m_taken.push_back(*place);
}

// The bandwidth along the slope.
void RooflineScene::drawSlopeText(QCPPainter &painter)
{
    const Roof &roof = m_data.roofs.front();
    const QCPRange x = m_rect.axis(QCPAxis::atBottom)->range(), y = m_rect.axis(QCPAxis::atLeft)->range();
    const double start = std::max(x.lower, y.lower / roof.bandwidth),
                 end = std::min({x.upper, roof.ridge(), y.upper / roof.bandwidth});
    if (start >= end)
        return;
    const QPointF a = pixel(start, start * roof.bandwidth), b = pixel(end, end * roof.bandwidth);
    const QString text =
        QStringLiteral("%1 %2").arg(quantityText(roof.bandwidth, Unit::bytesPerSecond), qs(m_data.memory));
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
    for (int eighth = -4; eighth <= 4; ++eighth) { // small boxes stand for the slanted text
        const double along = width * eighth / 8.0;
        m_taken.push_back(QRectF(middle.x() + std::cos(angle) * along - 7, middle.y() + std::sin(angle) * along - 18, 14, 18));
    }
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
    QRectF area(bottom.x() - metrics.horizontalAdvance(text) - 5, bottom.y() - metrics.height() - 4,
                metrics.horizontalAdvance(text) + 2, metrics.height());
    if (area.left() < m_rect.left())
        area.moveLeft(bottom.x() + 4);
    if (area.right() > m_rect.right())
        return;
    painter.setFont(font);
    painter.setPen(m_style.theme->muted);
    painter.drawText(area, Qt::AlignCenter, text);
    m_taken.push_back(area);
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
        drawPhaseMark(painter, from, radius(ghost.share), now->phase);
        painter.setPen(QPen(m_style.theme->muted, 1.0));
        painter.drawLine(from, to);
        const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
        for (const double side : {-2.7, 2.7})
            painter.drawLine(to, to + QPointF(std::cos(angle + side), std::sin(angle + side)) * 6.0 * m_style.scale());
    }
}

// What a trace shows of an operator: an empty diamond, joined to where the model has it.
void RooflineScene::drawMeasured(QCPPainter &painter) const
{
    const QRectF inside(m_rect.rect());
    for (const RooflinePoint &point : m_data.points) {
        if (!point.measured || !shown(point.category))
            continue;
        const QPointF model = pixel(point.intensity, point.rate), at = pixel(point.intensity, *point.measured);
        if (!inside.contains(at))
            continue;
        painter.setPen(QPen(m_style.theme->of(point.category), 1.0 * m_style.scale(), Qt::DotLine));
        painter.drawLine(model, at);
        painter.setPen(QPen(m_style.theme->of(point.category), 1.6 * m_style.scale()));
        painter.setBrush(m_style.theme->background);
        drawPhaseMark(painter, at, 4.0 * m_style.scale(), Phase::optimizer);
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
        drawPhaseMark(painter, at, radius(point.share), point.phase);
    }
}

void RooflineScene::drawLabels(QCPPainter &painter) const
{
    const QFont font = m_style.font(0.92);
    const QFontMetricsF metrics(font);
    const QRectF bounds = QRectF(m_rect.rect()).adjusted(2, 2, -2, -2);
    // Points below the roof's knee have room around them; those under the flat roof stand side by side.
    std::vector<LabelRequest> sloped, flat;
    QStringList slopedTexts, flatTexts;
    const int most = bounds.width() < 260 * m_style.scale() ? labelled / 2 : labelled;
    for (const RooflinePoint &point : m_data.points) {
        const QPointF at = pixel(point.intensity, point.rate);
        const QString name = coreText(point.name);
        // The shape tells the phase; one label serves all phases of an operator.
        if (!shown(point.category) || !bounds.contains(at) || slopedTexts.contains(name) || flatTexts.contains(name))
            continue;
        const bool isFlat = point.boundBy == BoundBy::compute;
        (isFlat ? flatTexts : slopedTexts) << name;
        (isFlat ? flat : sloped)
            .push_back({at, radius(point.share), {metrics.horizontalAdvance(name) + 4, metrics.height()}});
        if (static_cast<int>(flat.size() + sloped.size()) == most)
            break;
    }
    LabelObstacles obstacles{m_taken, m_lines};
    for (const QRectF &mark : marks())
        obstacles.marks.push_back(mark);
    painter.setFont(font);
    drawPlaced(painter, placeSteps(flat, bounds, obstacles), flatTexts);
    drawPlaced(painter, placeLabels(sloped, bounds, std::move(obstacles)), slopedTexts);
}

void RooflineScene::drawPlaced(QCPPainter &painter, const std::vector<std::optional<PlacedLabel>> &places,
                               const QStringList &texts) const
{
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i])
            continue;
        if (places[i]->leader) {
            painter.setPen(QPen(m_style.theme->muted, 0.8));
            painter.drawLine(*places[i]->leader);
        }
        QColor veil = m_style.theme->background; // so that grid and ridge do not run through the text
        veil.setAlphaF(0.85f);
        painter.fillRect(places[i]->area, veil);
        painter.setPen(m_style.theme->foreground);
        painter.drawText(places[i]->area, Qt::AlignLeft | Qt::AlignVCenter, texts[static_cast<qsizetype>(i)]);
    }
}

std::vector<ChartPoint> RooflineScene::points() const
{
    std::vector<ChartPoint> out;
    for (const RooflinePoint &point : m_data.points)
        if (const QPointF at = pixel(point.intensity, point.rate); shown(point.category) && QRectF(m_rect.rect()).contains(at))
            out.push_back({qs(point.key), at});
    std::ranges::stable_sort(out, [](const ChartPoint &a, const ChartPoint &b) { return a.position.x() < b.position.x(); });
    return out;
}

const RooflinePoint *RooflineScene::pointAt(QPointF position) const
{
    const RooflinePoint *best = nullptr;
    double bestDistance = 1e9;
    for (const RooflinePoint &point : m_data.points) {
        const QPointF d = pixel(point.intensity, point.rate) - position;
        const double distance = std::hypot(d.x(), d.y());
        // Small marks lie on top of large ones and win where both are hit.
        if (shown(point.category) && distance <= radius(point.share) + 3 && distance <= bestDistance) {
            best = &point;
            bestDistance = distance;
        }
    }
    return best;
}

} // namespace headroom
