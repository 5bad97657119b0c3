#include "ui/charts/sweep_scene.h"

#include "ui/charts/chart_text.h"
#include "ui/charts/hatch.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {
constexpr double scaleWidth = 14.0; // px of the colour scale beside a map
constexpr double scaleGap = 10.0;
} // namespace

SweepScene::SweepScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect) {}

void SweepScene::setContent(SweepData data, const ChartStyle &style, bool stale)
{
    m_data = std::move(data);
    setLook(style, stale);
}

QPointF SweepScene::pixel(double x, double y) const
{
    return {m_rect.axis(QCPAxis::atBottom)->coordToPixel(x), m_rect.axis(QCPAxis::atLeft)->coordToPixel(y)};
}

QRectF SweepScene::cellRect(std::size_t cell) const
{
    const std::size_t row = cell / m_data.columns(), column = cell % m_data.columns();
    const double c = static_cast<double>(column), r = static_cast<double>(row);
    return QRectF(pixel(c - 0.5, r + 0.5), pixel(c + 0.5, r - 0.5)).normalized();
}

// From the panel's colour to the first category's: lightness tells more from less without hue.
QColor SweepScene::colorOf(double value) const
{
    const double span = m_data.highest - m_data.lowest, t = span > 0 ? (value - m_data.lowest) / span : 0.5;
    const QColor from = m_style.theme->grid, to = m_style.theme->category[0];
    const auto mix = [t](int a, int b) { return static_cast<int>(std::lround(a + t * (b - a))); };
    return QColor(mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue()));
}

void SweepScene::draw(QCPPainter *painter)
{
    if (!m_style.theme || m_data.cells.empty())
        return;
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    if (m_data.isMap()) {
        painter->setAntialiasing(false);
        drawMap(*painter);
        drawScale(*painter);
    } else {
        painter->setAntialiasing(true);
        drawLine(*painter);
    }
    painter->setAntialiasing(true);
    drawEdges(*painter);
    if (m_data.best)
        drawMark(*painter, *m_data.best, StudyText::tr("best"), m_style.theme->good);
    if (m_data.now && m_data.now != m_data.best)
        drawMark(*painter, *m_data.now, StudyText::tr("now"), m_style.theme->anchor);
    painter->setOpacity(1.0);
}

void SweepScene::drawMap(QCPPainter &painter) const
{
    for (std::size_t i = 0; i < m_data.cells.size(); ++i)
        drawCell(painter, m_data.cells[i], cellRect(i));
}

void SweepScene::drawCell(QCPPainter &painter, const SweepCellData &cell, const QRectF &area) const
{
    if (cell.state == CellState::missing)
        return;
    const bool value = cell.state != CellState::illegal;
    painter.setPen(Qt::NoPen);
    painter.setBrush(value ? colorOf(cell.value) : m_style.theme->background);
    painter.drawRect(area);
    if (cell.state == CellState::tooLarge)
        drawHatch(painter, area, Hatch::rising, m_style.theme->bad, 6.0 * m_style.scale());
    if (!value)
        drawHatch(painter, area, Hatch::crossed, m_style.theme->muted, 8.0 * m_style.scale());
    const QFont font = m_style.font(0.8);
    const QString text = shownFigure(cell.value, m_data.figure);
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(text) + 4;
    if (!value || width > area.width() - 2 || metrics.height() > area.height() - 2)
        return;
    const QRectF patch(area.center().x() - width / 2, area.center().y() - metrics.height() / 2, width, metrics.height());
    if (cell.state == CellState::tooLarge) {
        painter.setBrush(colorOf(cell.value));
        painter.drawRect(patch);
    }
    painter.setFont(font);
    painter.setPen(colorOf(cell.value).lightnessF() > 0.5 ? QColor(Qt::black) : QColor(Qt::white));
    painter.drawText(patch, Qt::AlignCenter, text);
}

void SweepScene::drawScale(QCPPainter &painter) const
{
    const double left = m_rect.right() + scaleGap * m_style.scale(), width = scaleWidth * m_style.scale();
    constexpr int steps = 32;
    const double top = m_rect.top() + 4, height = std::max(1.0, m_rect.height() - 8.0);
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < steps; ++i) {
        const double t = (i + 0.5) / steps;
        painter.setBrush(colorOf(m_data.lowest + t * (m_data.highest - m_data.lowest)));
        painter.drawRect(QRectF(left, top + (1.0 - (i + 1.0) / steps) * height, width, height / steps + 1.0));
    }
    painter.setFont(m_style.font(0.8));
    painter.setPen(m_style.theme->foreground);
    const double line = QFontMetricsF(m_style.font(0.8)).height();
    for (const auto &[value, y] : {std::pair{m_data.highest, top}, std::pair{m_data.lowest, top + height - line}})
        painter.drawText(QRectF(left + width + 4, y, 90 * m_style.scale(), line), Qt::AlignLeft | Qt::AlignVCenter, shownFigure(value, m_data.figure));
}

void SweepScene::drawLine(QCPPainter &painter) const
{
    QColor fill = m_style.theme->category[0];
    fill.setAlphaF(0.18f);
    // Runs of points that can run; a gap where one cannot.
    for (std::size_t from = 0; from < m_data.cells.size();) {
        std::size_t to = from;
        QPolygonF line, band, back;
        for (; to < m_data.cells.size() && m_data.cells[to].state != CellState::illegal && m_data.cells[to].state != CellState::missing; ++to) {
            const SweepCellData &cell = m_data.cells[to];
            line << pixel(static_cast<double>(to), cell.value);
            band << pixel(static_cast<double>(to), cell.high);
            back.prepend(pixel(static_cast<double>(to), cell.low));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawPolygon(band + back);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_style.theme->category[0], 1.6 * m_style.scale()));
        painter.drawPolyline(line);
        from = to + 1;
    }
    for (std::size_t i = 0; i < m_data.cells.size(); ++i)
        drawPoint(painter, i);
}

// A disc fits, a ring does not, a cross cannot run.
void SweepScene::drawPoint(QCPPainter &painter, std::size_t cell) const
{
    const SweepCellData &data = m_data.cells[cell];
    const double r = 3.6 * m_style.scale();
    const QColor color = m_style.theme->category[0];
    if (data.state == CellState::missing)
        return;
    if (data.state == CellState::illegal) {
        const QPointF at = middleOf(cell);
        painter.setPen(QPen(m_style.theme->muted, 1.4 * m_style.scale()));
        painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
        painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
        return;
    }
    const bool fits = data.state == CellState::fits;
    painter.setPen(QPen(fits ? m_style.theme->background : m_style.theme->bad, fits ? 1.0 : 1.6 * m_style.scale()));
    painter.setBrush(fits ? color : m_style.theme->background);
    painter.drawEllipse(pixel(static_cast<double>(cell), data.value), r, r);
}

void SweepScene::drawEdges(QCPPainter &painter) const
{
    QPen pen(m_style.theme->bad, 2.0 * m_style.scale(), Qt::SolidLine, Qt::FlatCap);
    painter.setPen(pen);
    for (const SweepEdge &edge : m_data.edges) {
        if (m_data.isMap()) {
            painter.drawLine(pixel(edge.x1, edge.y1), pixel(edge.x2, edge.y2));
            continue;
        }
        const double x = pixel(edge.x1, 0.0).x();
        painter.drawLine(QPointF(x, m_rect.top()), QPointF(x, m_rect.bottom()));
        painter.setFont(m_style.font(0.85));
        painter.drawText(QPointF(x + 4 * m_style.scale(), m_rect.top() + 14 * m_style.scale()), StudyText::tr("edge of the memory"));
        painter.setPen(pen);
    }
}

void SweepScene::drawMark(QCPPainter &painter, std::size_t cell, const QString &name, const QColor &color) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 2.0 * m_style.scale()));
    QFont font = m_style.font(0.85);
    font.setBold(true);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    if (m_data.isMap()) {
        const QRectF area = cellRect(cell).adjusted(1, 1, -1, -1);
        painter.drawRect(area);
        if (metrics.horizontalAdvance(name) < area.width() - 4 && 2.4 * metrics.height() < area.height())
            painter.drawText(area.adjusted(3, 1, 0, 0), Qt::AlignLeft | Qt::AlignTop, name);
        return;
    }
    if (m_data.cells[cell].state == CellState::illegal || m_data.cells[cell].state == CellState::missing)
        return;
    const QPointF at = pixel(static_cast<double>(cell), m_data.cells[cell].value);
    painter.drawEllipse(at, 6.5 * m_style.scale(), 6.5 * m_style.scale());
    const double x = std::clamp(at.x() - metrics.horizontalAdvance(name) / 2, m_rect.left() + 2.0, m_rect.right() - metrics.horizontalAdvance(name) - 2.0);
    painter.drawText(QPointF(x, std::max(at.y() - 10 * m_style.scale(), m_rect.top() + metrics.ascent())), name);
}

QPointF SweepScene::middleOf(std::size_t cell) const
{
    if (m_data.isMap())
        return cellRect(cell).center();
    const QPointF at = pixel(static_cast<double>(cell), m_data.cells[cell].value);
    return m_data.cells[cell].state == CellState::illegal ? QPointF(at.x(), m_rect.bottom() - 8 * m_style.scale()) : at;
}

std::optional<std::size_t> SweepScene::cellAt(QPointF position) const
{
    if (m_data.cells.empty() || !QRectF(m_rect.rect()).contains(position))
        return std::nullopt;
    const auto index = [](double at, std::size_t count) -> std::optional<std::size_t> {
        const double rounded = std::round(at);
        return rounded < 0 || rounded >= static_cast<double>(count) ? std::nullopt : std::optional(static_cast<std::size_t>(rounded));
    };
    const auto column = index(m_rect.axis(QCPAxis::atBottom)->pixelToCoord(position.x()), m_data.columns());
    const auto row = m_data.isMap() ? index(m_rect.axis(QCPAxis::atLeft)->pixelToCoord(position.y()), m_data.rows()) : std::optional<std::size_t>(0);
    if (!column || !row)
        return std::nullopt;
    return *row * m_data.columns() + *column;
}

} // namespace headroom
