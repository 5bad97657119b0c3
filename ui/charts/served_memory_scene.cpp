#include "ui/charts/served_memory_scene.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/memory_scene.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

std::span<const ServedMemoryClass> servedStackOrder()
{
    using enum ServedMemoryClass;
    static constexpr std::array order{reserved, workspace, weights, activations, logits, states, latents, windows, keyValues, fragmentation};
    static_assert(order.size() == servedMemoryClasses);
    return order;
}

ServedMemoryScene::ServedMemoryScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect) {}

void ServedMemoryScene::setContent(const ServingEstimate *estimate, const ChartStyle &style, bool stale, std::string selected)
{
    m_estimate = estimate;
    setLook(style, stale);
    m_selected = std::move(selected);
}

double ServedMemoryScene::x(double sequences) const
{
    return std::clamp(m_rect.axis(QCPAxis::atBottom)->coordToPixel(sequences), static_cast<double>(m_rect.left()), static_cast<double>(m_rect.right()));
}

double ServedMemoryScene::y(double bytes) const
{
    return m_rect.axis(QCPAxis::atLeft)->coordToPixel(bytes / memoryUnitBytes());
}

void ServedMemoryScene::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    if (!m_estimate || m_estimate->memoryOverBatch.empty()) {
        painter->setFont(m_style.font());
        painter->setPen(m_style.theme->muted);
        painter->drawText(QRectF(m_rect.rect()), Qt::AlignCenter | Qt::TextWordWrap, MemoryText::tr("The plan is illegal: it has no memory to show."));
        return;
    }
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    drawAreas(*painter);
    drawCapacity(*painter);
    const QString now = MemoryText::tr("now %1 · %2").arg(m_estimate->sequences).arg(memoryText(m_estimate->memoryTotal.value));
    drawBatch(*painter, m_estimate->sequences, now, 2.0);
    if (m_estimate->largestBatch > 0 && m_estimate->largestBatch != m_estimate->sequences)
        drawBatch(*painter, m_estimate->largestBatch, MemoryText::tr("largest batch %1").arg(m_estimate->largestBatch), 3.2);
    painter->setOpacity(1.0);
}

void ServedMemoryScene::drawAreas(QCPPainter &painter) const
{
    const std::vector<ServedMemoryPoint> &points = m_estimate->memoryOverBatch;
    std::vector<double> below(points.size(), 0.0);
    painter.setAntialiasing(false);
    for (const ServedMemoryClass kind : servedStackOrder()) {
        const auto bytes = [&](std::size_t i) { return points[i].parts[static_cast<std::size_t>(kind)].value; };
        QPolygonF area;
        double most = 0.0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            area << QPointF(x(static_cast<double>(points[i].sequences)), y(below[i] + bytes(i)));
            most = std::max(most, bytes(i));
        }
        for (std::size_t i = points.size(); i-- > 0;)
            area << QPointF(x(static_cast<double>(points[i].sequences)), y(below[i]));
        for (std::size_t i = 0; i < points.size(); ++i)
            below[i] += bytes(i);
        if (most <= 0.0)
            continue;
        const bool on = m_selected == std::string("memory.") + keyOf(kind);
        painter.setPen(on ? QPen(m_style.theme->foreground, 1.5 * m_style.scale()) : QPen(Qt::NoPen));
        painter.setBrush(m_style.theme->of(kind));
        painter.drawPolygon(area);
    }
}

void ServedMemoryScene::drawCapacity(QCPPainter &painter) const
{
    const double at = y(m_estimate->memoryCapacity.value);
    const QColor color = m_estimate->feasible ? m_style.theme->foreground : m_style.theme->bad;
    QPen pen(color, 1.2 * m_style.scale(), Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(m_rect.left(), at), QPointF(m_rect.right(), at));
    const QFontMetricsF metrics(m_style.font(0.9));
    drawGrounded(painter, m_style, QPointF(m_rect.left() + 4 * m_style.scale(), at - metrics.height() - 1),
                 MemoryText::tr("capacity %1").arg(memoryText(m_estimate->memoryCapacity.value)), color);
}

// A line at a batch and what it is, `below` lines of text under the top, on the side where there is room.
void ServedMemoryScene::drawBatch(QCPPainter &painter, Count sequences, const QString &text, double below) const
{
    const QCPRange range = m_rect.axis(QCPAxis::atBottom)->range();
    if (!range.contains(static_cast<double>(sequences)))
        return;
    const double at = x(static_cast<double>(sequences)), k = m_style.scale();
    painter.setPen(QPen(m_style.theme->foreground, 1.0 * k));
    painter.drawLine(QPointF(at, m_rect.top()), QPointF(at, m_rect.bottom()));
    const QFontMetricsF metrics(m_style.font(0.9));
    const double width = metrics.horizontalAdvance(text) + 8 * k;
    const double left = at + 5 * k + width < m_rect.right() ? at + 5 * k : at - 5 * k - width;
    drawGrounded(painter, m_style, QPointF(std::max<double>(left, m_rect.left() + 2), m_rect.top() + below * metrics.height()), text, m_style.theme->foreground);
}

std::vector<ChartPoint> ServedMemoryScene::points() const
{
    std::vector<ChartPoint> out;
    const QCPRange range = m_rect.axis(QCPAxis::atBottom)->range();
    for (std::size_t i = 0; m_estimate && i < m_estimate->memoryOverBatch.size(); ++i)
        if (const ServedMemoryPoint &point = m_estimate->memoryOverBatch[i]; range.contains(static_cast<double>(point.sequences)))
            out.push_back({QStringLiteral("sequences %1").arg(point.sequences), {x(static_cast<double>(point.sequences)), y(point.total.value)}});
    return out;
}

std::optional<ChartHit> ServedMemoryScene::hitAt(QPointF position) const
{
    if (!m_estimate || m_estimate->memoryOverBatch.empty() || !m_rect.rect().contains(position.toPoint()))
        return std::nullopt;
    const double sequences = m_rect.axis(QCPAxis::atBottom)->pixelToCoord(position.x());
    const std::vector<ServedMemoryPoint> &points = m_estimate->memoryOverBatch;
    const auto nearest = std::ranges::min_element(points, {}, [&](const ServedMemoryPoint &p) { return std::abs(static_cast<double>(p.sequences) - sequences); });
    const double bytes = m_rect.axis(QCPAxis::atLeft)->pixelToCoord(position.y()) * memoryUnitBytes();
    double below = 0.0;
    QString head;
    std::string term = "memory.total";
    for (const ServedMemoryClass kind : servedStackOrder()) {
        const double of = nearest->parts[static_cast<std::size_t>(kind)].value;
        if (bytes >= below && bytes < below + of) {
            head = QStringLiteral("<b>%1</b> %2<br>").arg(coreText(labelOf(kind)).toHtmlEscaped(), memoryText(of));
            term = std::string("memory.") + keyOf(kind);
        }
        below += of;
    }
    const double free = m_estimate->memoryCapacity.value - nearest->total.value;
    const QString room = free >= 0.0 ? MemoryText::tr("all together %1, %2 free").arg(memoryText(nearest->total.value), memoryText(free))
                                     : MemoryText::tr("all together %1, %2 too much").arg(memoryText(nearest->total.value), memoryText(-free));
    return ChartHit{head + room + QStringLiteral("<br>") + MemoryText::tr("with %1 sequences at a time").arg(nearest->sequences),
                    Selected{Selected::Kind::term, term}, {}};
}

} // namespace headroom
