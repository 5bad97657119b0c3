#include "ui/charts/chip_legend.h"

#include <cmath>

namespace headroom {

namespace {
constexpr double lowHeight = 280.0, wideFrom = 620.0; // pixels at 12-pixel text: then the legend stands at the right
constexpr double chip = 9.0, textFrom = 14.0;         // pixels at 12-pixel text
} // namespace

ChipLegend::ChipLegend(QCustomPlot &plot, QCPLayoutElement &area) : QCPAbstractItem(&plot), m_area(area)
{
    setClipToAxisRect(false);
    setSelectable(false);
    setLayer(QStringLiteral("main"));
}

void ChipLegend::setEntries(std::vector<LegendEntry> entries, const ChartStyle &style)
{
    m_style = style;
    m_entries = std::move(entries);
}

std::vector<QRectF> ChipLegend::arrange(double width) const
{
    const QFontMetricsF metrics(m_style.font(0.9));
    const double k = m_style.scale(), row = std::round(metrics.height() + 2 * k);
    std::vector<QRectF> places;
    double x = 0.0, y = 0.0;
    for (const LegendEntry &entry : m_entries) {
        const double w = textFrom * k + metrics.horizontalAdvance(entry.text);
        if (x > 0.0 && x + w > width) {
            x = 0.0;
            y += row;
        }
        places.emplace_back(x, y, w, row);
        x += w + 12 * k;
    }
    return places;
}

int ChipLegend::heightFor(double width) const
{
    const std::vector<QRectF> places = arrange(width);
    return places.empty() ? 0 : static_cast<int>(std::ceil(places.back().bottom()));
}

double ChipLegend::widest() const
{
    const QFontMetricsF metrics(m_style.font(0.9));
    double width = 0.0;
    for (const LegendEntry &entry : m_entries)
        width = std::max(width, textFrom * m_style.scale() + metrics.horizontalAdvance(entry.text));
    return width;
}

void ChipLegend::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    painter->setAntialiasing(true);
    painter->setFont(m_style.font(0.9));
    const std::vector<QRectF> places = arrange(m_area.rect().width());
    const double k = m_style.scale();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const QRectF place = places[i].translated(QPointF(m_area.rect().topLeft()));
        const QRectF area(place.left(), place.center().y() - chip / 2 * k, chip * k, chip * k);
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_entries[i].color);
        painter->drawRoundedRect(area, 2 * k, 2 * k);
        drawHatch(*painter, area, m_entries[i].hatch, m_style.theme->background, 3.0 * k);
        painter->setPen(m_style.theme->foreground);
        painter->drawText(QRectF(place.left() + textFrom * k, place.top(), place.width(), place.height()), Qt::AlignLeft | Qt::AlignVCenter,
                          m_entries[i].text);
    }
}

std::optional<ChartHit> ChipLegend::hitAt(QPointF position) const
{
    const std::vector<QRectF> places = arrange(m_area.rect().width());
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].translated(QPointF(m_area.rect().topLeft())).contains(position))
            return m_entries[i].hit;
    return std::nullopt;
}

PlacedLegend::PlacedLegend(QCustomPlot &plot, QCPLayoutGrid &grid, QCPAxisRect &strip)
    : m_plot(plot), m_grid(grid), m_strip(strip), m_legend(new ChipLegend(plot, strip))
{
    plot.plotLayout()->addElement(1, 0, &strip);
}

void PlacedLegend::layOut(const ChartStyle &style)
{
    const double k = style.scale();
    place(m_plot.height() < lowHeight * k && m_plot.width() > wideFrom * k);
    const int height = m_legend->heightFor(m_plot.width() - 16) + 4;
    const int column = static_cast<int>(std::ceil(m_legend->widest())) + 16;
    m_strip.setMinimumSize(m_beside ? column : 0, m_beside ? 0 : height);
    m_strip.setMaximumSize(m_beside ? column : QWIDGETSIZE_MAX, m_beside ? QWIDGETSIZE_MAX : height);
}

void PlacedLegend::place(bool beside)
{
    if (beside == m_beside)
        return;
    m_beside = beside;
    QCPLayout *from = m_strip.layout();
    from->take(&m_strip);
    from->simplify();
    if (beside)
        m_grid.addElement(0, m_grid.columnCount(), &m_strip);
    else
        m_plot.plotLayout()->addElement(1, 0, &m_strip);
}

} // namespace headroom
