#include "ui/charts/waterfall_scene.h"

#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

WaterfallScene::WaterfallScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect) {}

void WaterfallScene::setContent(WaterfallData data, WaterfallUnit unit, const ChartStyle &style, bool stale,
                                std::string selected)
{
    m_data = std::move(data);
    m_unit = unit;
    setLook(style, stale);
    m_selected = std::move(selected);
}

double WaterfallScene::nameWidth(double plotWidth) const
{
    const QFontMetricsF metrics([this] {
        QFont f = m_style.font();
        f.setBold(true);
        return f;
    }());
    double width = 0.0;
    for (const WaterfallBar &bar : m_data.bars)
        width = std::max(width, metrics.horizontalAdvance(bar.name));
    return std::min(width, plotWidth * 0.5) + 10 * m_style.scale();
}

double WaterfallScene::valueWidth() const
{
    const QFontMetricsF metrics([this] {
        QFont f = m_style.font();
        f.setBold(true);
        return f;
    }());
    double width = 0.0;
    for (const WaterfallBar &bar : m_data.bars)
        width = std::max(width, metrics.horizontalAdvance(waterfallValueText(bar.value, m_unit, bar.anchor)));
    return width;
}

QRectF WaterfallScene::rowRect(std::size_t row) const
{
    // Rows share the height, but a few rows do not become fat.
    const double height =
        std::min(m_rect.height() / std::max(1.0, static_cast<double>(m_data.bars.size())), 34.0 * m_style.scale());
    return {static_cast<double>(m_rect.left()), m_rect.top() + static_cast<double>(row) * height,
            static_cast<double>(m_rect.width()), height};
}

double WaterfallScene::x(double value) const
{
    return m_rect.axis(QCPAxis::atBottom)->coordToPixel(value);
}

void WaterfallScene::draw(QCPPainter *painter)
{
    if (!m_style.theme || m_data.bars.empty())
        return;
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    painter->setAntialiasing(false);
    for (std::size_t row = 0; row + 1 < m_data.bars.size(); ++row)
        drawConnector(*painter, row);
    for (std::size_t row = 0; row < m_data.bars.size(); ++row) {
        drawBar(*painter, m_data.bars[row], rowRect(row));
        drawName(*painter, m_data.bars[row], rowRect(row));
    }
    painter->setOpacity(1.0);
}

void WaterfallScene::drawConnector(QCPPainter &painter, std::size_t row) const
{
    const WaterfallBar &bar = m_data.bars[row];
    const double inset = 0.16;
    const QRectF above = rowRect(row), below = rowRect(row + 1);
    QPen pen(m_style.theme->muted, 0.8, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 2});
    painter.setPen(pen);
    painter.drawLine(QPointF(x(bar.to), above.bottom() - above.height() * inset),
                     QPointF(x(bar.to), below.top() + below.height() * inset));
}

void WaterfallScene::drawName(QCPPainter &painter, const WaterfallBar &bar, const QRectF &row) const
{
    QFont font = m_style.font();
    font.setBold(bar.anchor);
    if (QFontMetricsF(font).horizontalAdvance(bar.name)
        > m_rect.left() - m_rect.outerRect().left() - 8 * m_style.scale())
        font.setPixelSize(std::max(font.pixelSize() - 2, 6)); // smaller before it is cut
    const QFontMetricsF metrics(font);
    const double width = m_rect.left() - m_rect.outerRect().left() - 8 * m_style.scale();
    painter.setFont(font);
    painter.setPen(bar.exceeds ? m_style.theme->bad : m_style.theme->foreground);
    painter.drawText(QRectF(m_rect.left() - width - 6 * m_style.scale(), row.top(), width, row.height()),
                     Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(bar.name, Qt::ElideRight, width));
}

void WaterfallScene::drawBar(QCPPainter &painter, const WaterfallBar &bar, const QRectF &row) const
{
    const double inset = row.height() * 0.16;
    const double left = x(std::min(bar.from, bar.to)), right = x(std::max(bar.from, bar.to));
    const QRectF body(left, row.top() + inset, std::max(right - left, 1.0), row.height() - 2 * inset);
    const QColor color = bar.exceeds  ? m_style.theme->bad
                         : bar.anchor ? m_style.theme->anchor
                                      : m_style.theme->of(bar.cause);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRect(body);
    // A gain runs against the direction of the losses: hatched.
    const bool gain =
        !bar.anchor
        && (m_unit == WaterfallUnit::mfu || m_unit == WaterfallUnit::tokens ? bar.value > 0 : bar.value < 0);
    if (gain) {
        painter.setBrush(QBrush(m_style.theme->background, Qt::BDiagPattern));
        painter.drawRect(body);
    }
    if (!m_selected.empty() && bar.id == m_selected) {
        painter.setPen(QPen(m_style.theme->foreground, 1.5 * m_style.scale()));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(body.adjusted(-1, -1, 1, 1));
    }
    QFont font = m_style.font();
    font.setBold(bar.anchor);
    const QFontMetricsF metrics(font);
    const QString text = waterfallValueText(bar.value, m_unit, bar.anchor);
    const double width = metrics.horizontalAdvance(text) + 2, gap = 4 * m_style.scale();
    QRectF area(body.right() + gap, row.top(), width, row.height());
    if (area.right() > m_rect.right() + 1)
        area.moveRight(body.left() - gap);
    painter.setFont(font);
    painter.setPen(bar.exceeds ? m_style.theme->bad : m_style.theme->foreground);
    if (area.left() < m_rect.left() + gap) { // no room on either side: inside the bar
        area.moveRight(body.right() - gap);
        painter.setPen(m_style.theme->background);
    }
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, text);
}

std::vector<ChartPoint> WaterfallScene::points() const
{
    std::vector<ChartPoint> out;
    for (std::size_t row = 0; row < m_data.bars.size(); ++row)
        out.push_back({qs(m_data.bars[row].id), {x(std::max(m_data.bars[row].from, m_data.bars[row].to)), rowRect(row).center().y()}});
    return out;
}

const WaterfallBar *WaterfallScene::barAt(QPointF position) const
{
    const auto row = rowAt(position, m_data.bars.size(), m_rect, [this](std::size_t r) { return rowRect(r); });
    return row ? &m_data.bars[*row] : nullptr;
}

} // namespace headroom
