// The legend of the roofline: categories by colour, phases by shape, time share by size. It stands below the roof, at
// the right, where no operator can be.

#include "ui/charts/roofline_scene.h"
#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct LegendColumn
{
    QString title;
    QStringList texts;
    double width = 0.0;
};

} // namespace

void RooflineScene::drawLegend(QCPPainter &painter)
{
    std::vector<OpCategory> categories;
    std::vector<Phase> phases;
    for (const RooflinePoint &point : m_data.points) {
        if (std::ranges::find(categories, point.category) == categories.end())
            categories.push_back(point.category);
        if (std::ranges::find(phases, point.phase) == phases.end())
            phases.push_back(point.phase);
    }
    std::ranges::sort(categories);
    std::ranges::sort(phases);
    constexpr std::array shares{0.01, 0.05, 0.2};

    std::array<LegendColumn, 3> columns;
    columns[0].title = RooflineText::tr("Category");
    columns[1].title = RooflineText::tr("Phase");
    columns[2].title = RooflineText::tr("Share of time");
    for (const OpCategory c : categories)
        columns[0].texts << coreText(labelOf(c));
    for (const Phase p : phases)
        columns[1].texts << coreText(labelOf(p));
    for (const double s : shares)
        columns[2].texts << percentText(s, 0);

    const QFont font = m_style.font(0.9), bold = [&] { QFont f = m_style.font(0.9); f.setBold(true); return f; }();
    const QFontMetricsF metrics(font), boldMetrics(bold);
    const double line = metrics.height() + 1, k = m_style.scale(), icon = 14 * k, gap = 10 * k;
    const double sizeIcon = 2 * radius(shares.back()) + 4 * k;
    double width = gap;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (const QString &text : columns[i].texts)
            columns[i].width = std::max(columns[i].width, metrics.horizontalAdvance(text) + (i == 2 ? sizeIcon : icon));
        columns[i].width = std::max(columns[i].width, boldMetrics.horizontalAdvance(columns[i].title));
        width += columns[i].width + gap;
    }
    const double sizesHeight = radius(shares[0]) * 2 + radius(shares[1]) * 2 + radius(shares[2]) * 2 + 10 * k;
    const double height = line + 10 * k + std::max({line * static_cast<double>(categories.size()), line * static_cast<double>(phases.size()), sizesHeight});
    const QRectF box(m_rect.right() - width - 6 * k, m_rect.bottom() - height - 6 * k, width, height);
    if (width > m_rect.width() * 0.8 || height > m_rect.height() * 0.75)
        return;

    QColor fill = m_style.theme->panel;
    fill.setAlphaF(0.92f);
    painter.setPen(QPen(m_style.theme->grid, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 4 * k, 4 * k);
    m_taken.push_back(box.adjusted(-3, -3, 3, 3));

    double x = box.left() + gap;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        painter.setFont(bold);
        painter.setPen(m_style.theme->foreground);
        painter.drawText(QRectF(x, box.top() + 4 * k, columns[i].width + gap, line), Qt::AlignLeft | Qt::AlignVCenter, columns[i].title);
        painter.setFont(font);
        double y = box.top() + 6 * k + line;
        for (qsizetype row = 0; row < columns[i].texts.size(); ++row) {
            const auto index = static_cast<std::size_t>(row);
            const double rowHeight = i == 2 ? std::max(line, 2 * radius(shares[index]) + 2 * k) : line;
            const double indent = i == 2 ? sizeIcon : icon;
            const QPointF centre(x + (indent - 4 * k) / 2, y + rowHeight / 2);
            const bool on = i != 0 || shown(categories[index]);
            painter.setPen(QPen(i == 0 ? m_style.theme->of(categories[index]) : m_style.theme->muted, 1));
            painter.setBrush(i == 0 ? QBrush(m_style.theme->of(categories[index])) : QBrush(Qt::NoBrush));
            painter.setOpacity((m_stale ? 0.35 : 1.0) * (on ? 1.0 : 0.3));
            if (i == 1)
                drawMark(painter, centre, 4 * k, phases[index]);
            else if (i == 0)
                painter.drawRoundedRect(QRectF(centre.x() - 4 * k, centre.y() - 4 * k, 8 * k, 8 * k), 2 * k, 2 * k);
            else
                painter.drawEllipse(centre, radius(shares[index]), radius(shares[index]));
            painter.setPen(m_style.theme->foreground);
            const QRectF area(x + indent, y, columns[i].width - indent + gap, rowHeight);
            painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, columns[i].texts[row]);
            painter.setOpacity(m_stale ? 0.35 : 1.0);
            if (i == 0)
                m_legend.push_back({QRectF(x, y, columns[i].width, rowHeight), categories[index]});
            y += rowHeight;
        }
        x += columns[i].width + gap;
    }
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

std::optional<OpCategory> RooflineScene::legendAt(QPointF position) const
{
    for (const LegendEntry &entry : m_legend)
        if (entry.area.contains(position))
            return entry.category;
    return std::nullopt;
}

} // namespace headroom
