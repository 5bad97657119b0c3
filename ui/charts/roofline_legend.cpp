#include "ui/charts/roofline_legend.h"

#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {
constexpr std::array shownShares{0.01, 0.03, 0.10};
}

double markRadius(double share, const ChartStyle &style)
{
    return std::max(2.4, 40.0 * std::sqrt(share)) * style.scale();
}

void drawPhaseMark(QCPPainter &painter, QPointF at, double r, Phase phase)
{
    const double t = r * 1.35; // reach of a triangle of the circle's area
    const auto triangle = [&](QPointF a, QPointF b, QPointF c) {
        painter.drawPolygon(QPolygonF({at + a, at + b, at + c}));
    };
    switch (phase) {
    case Phase::forward:
        painter.drawEllipse(at, r, r);
        break;
    case Phase::backward:
        painter.drawRect(QRectF(at.x() - r * 0.886, at.y() - r * 0.886, r * 1.772, r * 1.772));
        break;
    case Phase::recompute:
        triangle({0, -t}, {t * 0.9, t * 0.6}, {-t * 0.9, t * 0.6});
        break;
    case Phase::backwardInput:
        triangle({0, t}, {t * 0.9, -t * 0.6}, {-t * 0.9, -t * 0.6});
        break;
    case Phase::backwardWeight:
        triangle({t, 0}, {-t * 0.6, t * 0.9}, {-t * 0.6, -t * 0.9});
        break;
    case Phase::optimizer:
        painter.drawPolygon(QPolygonF({at + QPointF(0, -r * 1.25), at + QPointF(r * 1.25, 0), at + QPointF(0, r * 1.25),
                                       at + QPointF(-r * 1.25, 0)}));
        break;
    }
}

RooflineLegend::RooflineLegend(QCustomPlot &plot, QCPLayoutElement &area) : QCPAbstractItem(&plot), m_area(area)
{
    setClipToAxisRect(false);
    setSelectable(false);
    setLayer(QStringLiteral("main"));
}

void RooflineLegend::setContent(const RooflineData &data, const ChartStyle &style, std::optional<OpCategory> isolated)
{
    m_style = style;
    m_isolated = isolated;
    std::vector<OpCategory> categories;
    std::vector<Phase> phases;
    const auto note = [](auto &list, auto value) {
        if (std::ranges::find(list, value) == list.end())
            list.push_back(value);
    };
    for (const RooflinePoint &point : data.points) {
        note(categories, point.category);
        note(phases, point.phase);
    }
    for (const RugSegment &segment : data.noFlops)
        if (segment.category)
            note(categories, *segment.category);
    std::ranges::sort(categories);
    std::ranges::sort(phases);
    m_entries.clear();
    for (const OpCategory c : categories)
        m_entries.push_back({.text = coreText(labelOf(c)), .category = c, .phase = std::nullopt});
    for (const Phase p : phases)
        m_entries.push_back({.text = coreText(labelOf(p)), .category = std::nullopt, .phase = p});
    if (std::ranges::any_of(data.points, [](const RooflinePoint &p) { return p.measured.has_value(); }))
        m_entries.push_back({.text = RooflineText::tr("Measured"), .category = std::nullopt, .phase = Phase::optimizer});
    m_entries.push_back({.text = RooflineText::tr("Area: share of time"),
                         .category = std::nullopt,
                         .phase = std::nullopt,
                         .title = true});
    for (const double share : shownShares)
        m_entries.push_back(
            {.text = percentText(share, 0), .category = std::nullopt, .phase = std::nullopt, .share = share});
}

double RooflineLegend::rowHeight() const
{
    return std::round(QFontMetricsF(m_style.font(0.9)).height() + 2 * m_style.scale());
}

double RooflineLegend::iconWidth(const Entry &entry) const
{
    if (entry.title)
        return 0.0;
    return (entry.share > 0 ? 2 * markRadius(entry.share, m_style) : 10 * m_style.scale()) + 4 * m_style.scale();
}

// One rectangle per entry; rows are as high as the text, the largest circle reaches into the margin.
std::vector<QRectF> RooflineLegend::arrange(double width) const
{
    const QFontMetricsF metrics(m_style.font(0.9));
    const double gap = 12 * m_style.scale();
    std::vector<QRectF> places;
    double x = 0.0, y = 0.0;
    for (const Entry &entry : m_entries) {
        const double w = iconWidth(entry) + metrics.horizontalAdvance(entry.text);
        // The sizes stay together with their title.
        double together = w;
        if (entry.title)
            for (const double share : shownShares)
                together += gap + 2 * markRadius(share, m_style) + 4 * m_style.scale()
                            + metrics.horizontalAdvance(percentText(share, 0));
        if (x > 0.0 && x + together > width) {
            x = 0.0;
            y += rowHeight();
        }
        places.emplace_back(x, y, w, rowHeight());
        x += w + gap;
    }
    return places;
}

int RooflineLegend::heightFor(double width) const
{
    const auto places = arrange(width);
    // The last row holds the largest circle.
    const double circle = std::max(0.0, 2 * markRadius(shownShares.back(), m_style) - rowHeight());
    return places.empty() ? 0 : static_cast<int>(std::ceil(places.back().bottom() + circle));
}

void RooflineLegend::limitTo(double width, double height)
{
    if (heightFor(width) > height)
        std::erase_if(m_entries, [](const Entry &e) { return !e.category && !e.phase; });
    if (heightFor(width) > height)
        std::erase_if(m_entries, [](const Entry &e) { return !e.category; });
    if (heightFor(width) > height)
        m_entries.clear();
}

void RooflineLegend::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    painter->setAntialiasing(true);
    painter->setFont(m_style.font(0.9));
    const QPointF origin(m_area.rect().topLeft());
    const auto places = arrange(m_area.rect().width());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries[i];
        QRectF place = places[i].translated(origin);
        const double icon = iconWidth(entry), k = m_style.scale();
        const bool lastRow = place.bottom() >= origin.y() + places.back().bottom() - 1;
        if (lastRow)
            place.setHeight(m_area.rect().bottom() - place.top() + 1);
        const QPointF centre(place.left() + (icon - 4 * k) / 2, place.center().y());
        const bool on = !entry.category || !m_isolated || *m_isolated == *entry.category;
        painter->setOpacity(on ? 1.0 : 0.35);
        if (entry.category) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(m_style.theme->of(*entry.category));
            painter->drawRoundedRect(QRectF(centre.x() - 4.5 * k, centre.y() - 4.5 * k, 9 * k, 9 * k), 2 * k, 2 * k);
        } else if (!entry.title) {
            painter->setPen(QPen(m_style.theme->muted, 1));
            painter->setBrush(Qt::NoBrush);
            drawPhaseMark(*painter, centre, entry.phase ? 4 * k : markRadius(entry.share, m_style),
                          entry.phase.value_or(Phase::forward));
        }
        painter->setPen(entry.title ? m_style.theme->muted : m_style.theme->foreground);
        painter->drawText(QRectF(place.left() + icon, place.top(), place.width() - icon + 8, place.height()),
                          Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        painter->setOpacity(1.0);
    }
}

std::optional<OpCategory> RooflineLegend::categoryAt(QPointF position) const
{
    const auto places = arrange(m_area.rect().width());
    const QPointF origin(m_area.rect().topLeft());
    for (std::size_t i = 0; i < places.size(); ++i)
        if (m_entries[i].category && places[i].translated(origin).contains(position))
            return m_entries[i].category;
    return std::nullopt;
}

} // namespace headroom
