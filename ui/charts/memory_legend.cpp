#include "ui/charts/memory_scene.h"

#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

MemoryLegend::MemoryLegend(QCustomPlot &plot, QCPLayoutElement &area) : QCPAbstractItem(&plot), m_area(area)
{
    setClipToAxisRect(false);
    setSelectable(false);
    setLayer(QStringLiteral("main"));
}

void MemoryLegend::setContent(const std::optional<MemoryData> &data, const ChartStyle &style)
{
    m_style = style;
    m_entries.clear();
    if (!data)
        return;
    const StageMemory &peak = data->shownPeak();
    for (const MemoryClass kind : stackOrder()) {
        const double bytes = peak[kind].value;
        if (!data->shows(kind))
            continue;
        const QString name = coreText(labelOf(kind));
        m_entries.push_back(
            {kind, QStringLiteral("%1 %2").arg(name, gibText(bytes)),
             ChartHit{QStringLiteral("<b>%1</b><br>%2")
                          .arg(name.toHtmlEscaped(), MemoryText::tr("%1, %2 of the peak of stage %3")
                                                         .arg(gibText(bytes), percentText(bytes / peak.total.value))
                                                         .arg(data->stage)),
                      Selected{Selected::Kind::term, memoryTerm(data->stage, kind)},
                      {}}});
    }
}

std::vector<QRectF> MemoryLegend::arrange(double width) const
{
    const QFontMetricsF metrics(m_style.font(0.9));
    const double k = m_style.scale(), row = std::round(metrics.height() + 2 * k);
    std::vector<QRectF> places;
    double x = 0.0, y = 0.0;
    for (const Entry &entry : m_entries) {
        const double w = 14 * k + metrics.horizontalAdvance(entry.text);
        if (x > 0.0 && x + w > width) {
            x = 0.0;
            y += row;
        }
        places.emplace_back(x, y, w, row);
        x += w + 12 * k;
    }
    return places;
}

int MemoryLegend::heightFor(double width) const
{
    const std::vector<QRectF> places = arrange(width);
    return places.empty() ? 0 : static_cast<int>(std::ceil(places.back().bottom()));
}

double MemoryLegend::widest() const
{
    const QFontMetricsF metrics(m_style.font(0.9));
    double width = 0.0;
    for (const Entry &entry : m_entries)
        width = std::max(width, 14 * m_style.scale() + metrics.horizontalAdvance(entry.text));
    return width;
}

void MemoryLegend::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    painter->setAntialiasing(true);
    painter->setFont(m_style.font(0.9));
    const std::vector<QRectF> places = arrange(m_area.rect().width());
    const double k = m_style.scale();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const QRectF place = places[i].translated(QPointF(m_area.rect().topLeft()));
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_style.theme->of(m_entries[i].kind));
        painter->drawRoundedRect(QRectF(place.left(), place.center().y() - 4.5 * k, 9 * k, 9 * k), 2 * k, 2 * k);
        painter->setPen(m_style.theme->foreground);
        painter->drawText(QRectF(place.left() + 14 * k, place.top(), place.width(), place.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, m_entries[i].text);
    }
}

std::optional<ChartHit> MemoryLegend::hitAt(QPointF position) const
{
    const std::vector<QRectF> places = arrange(m_area.rect().width());
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].translated(QPointF(m_area.rect().topLeft())).contains(position))
            return m_entries[i].hit;
    return std::nullopt;
}

} // namespace headroom
