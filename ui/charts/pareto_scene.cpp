#include "ui/charts/pareto_scene.h"

#include "ui/charts/chart_text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr std::size_t manyPoints = 4000; // drawn: more are squares, which cost less
constexpr double nearPixels = 9.0;

QPolygonF diamond(double r)
{
    return QPolygonF({{0, -r}, {r, 0}, {0, r}, {-r, 0}});
}

QPolygonF star(double r)
{
    QPolygonF out;
    for (int i = 0; i < 10; ++i) {
        const double angle = M_PI * i / 5.0, radius = i % 2 == 0 ? r : 0.45 * r;
        out << QPointF(radius * std::sin(angle), -radius * std::cos(angle));
    }
    return out;
}

} // namespace

ParetoScene::ParetoScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect)
{
    setClipAxisRect(&rect);
    setClipToAxisRect(true);
}

void ParetoScene::setContent(ParetoData data, const ChartStyle &style, bool stale, std::optional<std::size_t> selected, const QString &limit)
{
    m_limit = limit;
    m_data = std::move(data);
    setLook(style, stale);
    m_selected = selected;
}

QPointF ParetoScene::pixel(const ParetoPoint &point) const
{
    return {m_rect.axis(QCPAxis::atBottom)->coordToPixel(point.x), m_rect.axis(QCPAxis::atLeft)->coordToPixel(point.y)};
}

void ParetoScene::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    drawCloud(*painter);
    drawLimit(*painter);
    painter->setAntialiasing(true);
    drawFront(*painter);
    const double r = 6.5 * m_style.scale();
    const auto chosen = std::ranges::find(m_data.points, m_selected.value_or(static_cast<std::size_t>(-1)), &ParetoPoint::row);
    if (m_selected && chosen != m_data.points.end()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_style.theme->foreground, 1.6 * m_style.scale()));
        painter->drawEllipse(pixel(*chosen), r, r);
    }
    if (m_data.best)
        drawMark(*painter, *m_data.best, star(1.2 * r), m_style.theme->good, ParetoText::tr("best"), 1.0);
    if (m_data.current)
        drawMark(*painter, *m_data.current, diamond(r), m_style.theme->anchor, ParetoText::tr("this plan"), -1.0);
    drawLegend(*painter);
    painter->setOpacity(1.0);
}

void ParetoScene::drawLimit(QCPPainter &painter) const
{
    if (!m_data.limit)
        return;
    const double x = std::round(m_rect.axis(QCPAxis::atBottom)->coordToPixel(*m_data.limit)) + 0.5;
    QPen pen(m_style.theme->bad, 1.2, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 3});
    painter.setAntialiasing(false);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, m_rect.top()), QPointF(x, m_rect.bottom()));
    const QString &text = m_limit;
    const QFont font = m_style.font(0.9);
    const double width = QFontMetricsF(font).horizontalAdvance(text), gap = 5 * m_style.scale();
    const bool right = x + gap + width < m_rect.right();
    drawText(painter, {right ? x + gap : x - gap - width, m_rect.bottom() - gap}, text, font, m_style.theme->bad);
}

// On a patch of background, so that points behind it leave it legible.
void ParetoScene::drawText(QCPPainter &painter, QPointF at, const QString &text, const QFont &font, const QColor &color) const
{
    const QFontMetricsF metrics(font);
    QColor patch = m_style.theme->background;
    patch.setAlphaF(0.85f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(patch);
    painter.drawRect(QRectF(at.x() - 2, at.y() - metrics.ascent(), metrics.horizontalAdvance(text) + 4, metrics.height()));
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(at, text);
}

// One mark per cell of the picture: hundreds of thousands of plans share far fewer.
void ParetoScene::drawCloud(QCPPainter &painter) const
{
    const double side = 3.0 * m_style.scale();
    const int columns = static_cast<int>(m_rect.width() / side) + 1, rows = static_cast<int>(m_rect.height() / side) + 1;
    std::vector<char> taken(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0);
    std::vector<QPointF> marks;
    for (const ParetoPoint &point : m_data.points) {
        const QPointF at = pixel(point);
        const int column = static_cast<int>((at.x() - m_rect.left()) / side), row = static_cast<int>((at.y() - m_rect.top()) / side);
        if (at.x() < m_rect.left() || at.y() < m_rect.top() || column >= columns || row >= rows)
            continue;
        char &cell = taken[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)];
        if (cell == 0)
            marks.push_back(at);
        cell = 1;
    }
    QColor color = m_style.theme->muted;
    color.setAlphaF(0.55f);
    const bool many = marks.size() > manyPoints;
    painter.setAntialiasing(!many);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const QPointF &at : marks)
        if (many)
            painter.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side - 1, side - 1));
        else
            painter.drawEllipse(at, 0.75 * side, 0.75 * side);
}

// Steps: what a plan of the front reaches holds until the next one.
void ParetoScene::drawFront(QCPPainter &painter) const
{
    const QColor color = m_style.theme->category[0];
    QPolygonF line;
    for (const ParetoPoint &point : m_data.front) {
        const QPointF at = pixel(point);
        if (!line.isEmpty())
            line << QPointF(at.x(), line.last().y());
        line << at;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.6 * m_style.scale()));
    painter.drawPolyline(line);
    painter.setPen(QPen(m_style.theme->background, 1.0));
    painter.setBrush(color);
    for (const ParetoPoint &point : m_data.front)
        painter.drawEllipse(pixel(point), 4.0 * m_style.scale(), 4.0 * m_style.scale());
}

void ParetoScene::drawMark(QCPPainter &painter, const ParetoPoint &point, const QPolygonF &shape, const QColor &color,
                           const QString &name, double above) const
{
    const QPointF at = pixel(point);
    painter.setPen(QPen(m_style.theme->background, 1.2));
    painter.setBrush(color);
    painter.drawPolygon(shape.translated(at));
    QFont font = m_style.font();
    font.setBold(true);
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(name), gap = 10 * m_style.scale();
    QPointF corner(at.x() + gap, at.y() - above * gap + (above > 0 ? 0.0 : metrics.ascent()));
    if (corner.x() + width > m_rect.right())
        corner.setX(at.x() - gap - width);
    corner.setY(std::clamp(corner.y(), m_rect.top() + metrics.ascent(), m_rect.bottom() - metrics.descent()));
    drawText(painter, corner, name, font, color);
}

// At the top left, where nothing can lie: above the front.
void ParetoScene::drawLegend(QCPPainter &painter) const
{
    const QFont font = m_style.font(0.9);
    const QFontMetricsF metrics(font);
    const double scale = m_style.scale(), line = metrics.height() + 2 * scale;
    QPointF at(m_rect.left() + 14 * scale, m_rect.top() + line);
    painter.setFont(font);
    const auto entry = [&](const QColor &color, double radius, const QString &text) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(at - QPointF(0, 0.3 * metrics.ascent()), radius * scale, radius * scale);
        painter.setPen(m_style.theme->foreground);
        painter.drawText(at + QPointF(9 * scale, 0), text);
        at += QPointF(0, line);
    };
    entry(m_style.theme->category[0], 4.0, ParetoText::tr("front: %1 plans").arg(m_data.front.size()));
    entry(m_style.theme->muted, 2.3, ParetoText::tr("plans that fit: %1").arg(m_data.points.size()));
    if (!m_data.complete) {
        painter.setPen(m_style.theme->muted);
        painter.drawText(at - QPointF(5 * scale, 0), ParetoText::tr("the best of %1 plans so far").arg(m_data.evaluated));
    }
}

std::vector<ChartPoint> ParetoScene::points(const std::function<QString(std::size_t row)> &name) const
{
    std::vector<ChartPoint> out;
    for (const ParetoPoint &point : m_data.front)
        if (const QPointF at = pixel(point); QRectF(m_rect.rect()).contains(at))
            out.push_back({name(point.row), at});
    return out;
}

std::optional<std::size_t> ParetoScene::rowAt(QPointF position) const
{
    const QRectF area(m_rect.rect());
    if (!area.contains(position))
        return std::nullopt;
    double nearest = std::pow(nearPixels * m_style.scale(), 2);
    std::optional<std::size_t> row;
    const auto look = [&](const ParetoPoint &point, double favour) {
        const QPointF d = (pixel(point) - position) * favour;
        if (const double distance = d.x() * d.x() + d.y() * d.y(); distance < nearest) {
            nearest = distance;
            row = point.row;
        }
    };
    for (const ParetoPoint &point : m_data.front) // what is drawn larger is hit more easily
        look(point, 0.6);
    if (m_data.current && m_data.currentKnown)
        look(*m_data.current, 0.6);
    for (const ParetoPoint &point : m_data.points)
        look(point, 1.0);
    return row;
}

} // namespace headroom
