#include "ui/charts/sensitivity_scene.h"

#include "ui/charts/chart_text.h"
#include "ui/charts/hatch.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {
constexpr double inset = 0.18; // of a row, above and below its bar
}

SensitivityScene::SensitivityScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect) {}

void SensitivityScene::setContent(TornadoData data, const ChartStyle &style, bool stale)
{
    m_data = std::move(data);
    setLook(style, stale);
}

double SensitivityScene::nameWidth(double plotWidth) const
{
    const QFontMetricsF metrics(m_style.font());
    double width = 0.0;
    for (const TornadoBar &bar : m_data.bars)
        width = std::max(width, metrics.horizontalAdvance(bar.name));
    return std::min(width, plotWidth * 0.4) + 10 * m_style.scale();
}

double SensitivityScene::valueWidth() const
{
    const QFontMetricsF metrics(m_style.font(0.9));
    double width = 0.0;
    for (const TornadoBar &bar : m_data.bars)
        for (const double change : {bar.down, bar.up})
            width = std::max(width, metrics.horizontalAdvance(changeText(change, m_data.figure)));
    return width + 8 * m_style.scale();
}

QRectF SensitivityScene::rowRect(std::size_t row) const
{
    const double height = std::min(m_rect.height() / std::max(1.0, static_cast<double>(m_data.bars.size())), 30.0 * m_style.scale());
    return {static_cast<double>(m_rect.left()), m_rect.top() + static_cast<double>(row) * height, static_cast<double>(m_rect.width()), height};
}

void SensitivityScene::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    painter->setAntialiasing(false);
    const double zero = std::round(m_rect.axis(QCPAxis::atBottom)->coordToPixel(0.0)) + 0.5;
    for (std::size_t row = 0; row < m_data.bars.size(); ++row)
        drawBar(*painter, m_data.bars[row], rowRect(row));
    painter->setPen(QPen(m_style.theme->foreground, 1.0));
    painter->drawLine(QPointF(zero, m_rect.top()), QPointF(zero, m_rect.bottom()));
    painter->setOpacity(1.0);
}

void SensitivityScene::drawBar(QCPPainter &painter, const TornadoBar &bar, const QRectF &row) const
{
    if (bar.hasDown)
        drawSide(painter, bar.down, false, bar.downFits, row);
    if (bar.hasUp)
        drawSide(painter, bar.up, true, bar.upFits, row);
    const QFontMetricsF metrics(m_style.font());
    const double width = m_rect.left() - m_rect.outerRect().left() - 8 * m_style.scale();
    painter.setFont(m_style.font());
    painter.setPen(m_style.theme->foreground);
    painter.drawText(QRectF(m_rect.left() - width - 6 * m_style.scale(), row.top(), width, row.height()), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(bar.name, Qt::ElideRight, width));
}

// The upper half of a row is the step up, the lower one the step down: where both go the same way neither hides the other.
void SensitivityScene::drawSide(QCPPainter &painter, double change, bool up, bool fits, const QRectF &row) const
{
    const QCPAxis &axis = *m_rect.axis(QCPAxis::atBottom);
    const double from = axis.coordToPixel(0.0), to = axis.coordToPixel(change), height = row.height() * (1.0 - 2.0 * inset) / 2.0;
    const QRectF body(std::min(from, to), row.top() + row.height() * inset + (up ? 0.0 : height), std::max(std::abs(to - from), 1.0), height);
    const QColor color = m_style.theme->category[up ? 0 : 1];
    painter.setPen(Qt::NoPen);
    painter.setBrush(fits ? color : m_style.theme->background);
    painter.drawRect(body);
    if (!fits || !up)
        drawHatch(painter, body, fits ? Hatch::rising : Hatch::crossed, fits ? m_style.theme->background : color, 5.0 * m_style.scale());
    if (!fits) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, 1.0));
        painter.drawRect(body);
    }
    if (row.height() < 14.0 * m_style.scale() || change == 0.0)
        return;
    const QFont font = m_style.font(row.height() < 22.0 * m_style.scale() ? 0.7 : 0.8);
    const QString text = changeText(change, m_data.figure);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 2, gap = 3 * m_style.scale();
    const QRectF area(change < 0 ? body.left() - gap - width : body.right() + gap, body.top() - height, width, 3.0 * height);
    painter.setFont(font);
    painter.setPen(m_style.theme->foreground);
    painter.drawText(area, static_cast<int>(Qt::AlignVCenter) | static_cast<int>(change < 0 ? Qt::AlignRight : Qt::AlignLeft), text);
}

std::vector<ChartPoint> SensitivityScene::points() const
{
    std::vector<ChartPoint> out;
    for (std::size_t row = 0; row < m_data.bars.size(); ++row) {
        const TornadoBar &bar = m_data.bars[row];
        const double longer = std::abs(bar.down) > std::abs(bar.up) ? bar.down : bar.up;
        out.push_back({bar.key, {m_rect.axis(QCPAxis::atBottom)->coordToPixel(longer), rowRect(row).center().y()}});
    }
    return out;
}

const TornadoBar *SensitivityScene::barAt(QPointF position) const
{
    const auto row = rowAt(position, m_data.bars.size(), m_rect, [this](std::size_t r) { return rowRect(r); });
    return row ? &m_data.bars[*row] : nullptr;
}

} // namespace headroom
