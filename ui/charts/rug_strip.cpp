#include "ui/charts/rug_strip.h"

#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <numeric>

namespace headroom {

namespace {

double total(const std::vector<RugSegment> &segments, double RugSegment::*part)
{
    return std::accumulate(segments.begin(), segments.end(), 0.0,
                           [part](double sum, const RugSegment &s) { return sum + s.*part; });
}

} // namespace

RugStrip::RugStrip(QCustomPlot &plot, QCPLayoutElement &area) : QCPAbstractItem(&plot), m_area(area)
{
    setClipToAxisRect(false);
    setSelectable(false);
    setLayer(QStringLiteral("main"));
}

int RugStrip::heightFor(const ChartStyle &style)
{
    return static_cast<int>(QFontMetricsF(style.font(0.9)).height() + 13 * style.scale());
}

void RugStrip::setContent(const RooflineData &data, const ChartStyle &style, bool stale)
{
    m_noFlops = data.noFlops;
    m_communication = data.communication;
    m_style = style;
    m_stale = stale;
}

void RugStrip::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    m_hits.clear();
    painter->setAntialiasing(false);
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    QRectF area(m_area.rect());
    const double gap = 14 * m_style.scale();
    QRectF left = area, right = area;
    if (!m_noFlops.empty() && !m_communication.empty()) {
        left.setWidth((area.width() - gap) / 2);
        right.setLeft(left.right() + gap);
    }
    if (!m_noFlops.empty())
        drawNoFlops(*painter, left);
    if (!m_communication.empty())
        drawCommunication(*painter, right);
    painter->setOpacity(1.0);
}

QRectF RugStrip::drawCaption(QCPPainter &painter, const QRectF &area, const QStringList &texts) const
{
    const QFont font = m_style.font(0.9);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(m_style.theme->muted);
    QString text = texts.constLast();
    for (const QString &candidate : texts) // the longest that fits
        if (metrics.horizontalAdvance(candidate) <= area.width()) {
            text = candidate;
            break;
        }
    painter.drawText(QRectF(area.left(), area.top(), area.width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text, Qt::ElideRight, area.width()));
    return {area.left(), area.top() + metrics.height() + 2, area.width(), 8 * m_style.scale()};
}

void RugStrip::drawNoFlops(QCPPainter &painter, const QRectF &area)
{
    const double sum = total(m_noFlops, &RugSegment::share);
    const QRectF bar = drawCaption(painter, area,
                                   {RooflineText::tr("No FLOPs: %1 of roofline time").arg(percentText(sum)),
                                    RooflineText::tr("No FLOPs: %1").arg(percentText(sum))});
    double x = bar.left();
    for (const RugSegment &segment : m_noFlops) {
        const QRectF part(x, bar.top(), bar.width() * segment.share / sum, bar.height());
        painter.setPen(QPen(m_style.theme->background, 1));
        painter.setBrush(segment.category ? m_style.theme->of(*segment.category) : m_style.theme->muted);
        painter.drawRect(part);
        m_hits.push_back(
            {part.adjusted(0, -3, 0, 3),
             {QStringLiteral("<b>%1</b><br>%2")
                  .arg(segment.name.toHtmlEscaped(),
                       RooflineText::tr("%1 of roofline time, no FLOPs").arg(percentText(segment.share, 2))),
              Selected{Selected::Kind::op, segment.key},
              {}}});
        x += part.width();
    }
}

void RugStrip::drawCommunication(QCPPainter &painter, const QRectF &area)
{
    const double exposed = total(m_communication, &RugSegment::share),
                 hidden = total(m_communication, &RugSegment::hidden);
    const QString open = percentText(exposed), under = percentText(hidden);
    const QRectF bar =
        drawCaption(painter, area,
                    {RooflineText::tr("Communication of the plan: %1 of the step exposed, %2 hidden").arg(open, under),
                     RooflineText::tr("Communication: %1 exposed, %2 hidden").arg(open, under),
                     RooflineText::tr("Exposed: %1").arg(open)});
    const QColor color = m_style.theme->of(LossCause::communication);
    double x = bar.left();
    for (const RugSegment &segment : m_communication) {
        const double unit = bar.width() / (exposed + hidden);
        const QRectF solid(x, bar.top(), segment.share * unit, bar.height());
        const QRectF hatched(solid.right(), bar.top(), segment.hidden * unit, bar.height());
        painter.setPen(QPen(color, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(hatched);
        painter.setBrush(QBrush(color, Qt::BDiagPattern));
        painter.drawRect(hatched);
        painter.setPen(QPen(m_style.theme->background, 1));
        painter.setBrush(color);
        if (solid.width() > 0.5)
            painter.drawRect(solid);
        m_hits.push_back({solid.united(hatched).adjusted(0, -3, 0, 3),
                          {QStringLiteral("<b>%1</b><br>%2")
                               .arg(segment.name.toHtmlEscaped(),
                                    RooflineText::tr("%1 of the step exposed, %2 hidden")
                                        .arg(percentText(segment.share, 2), percentText(segment.hidden, 2))),
                           std::nullopt,
                           {}}});
        x = hatched.right();
    }
}

std::optional<ChartHit> RugStrip::hitAt(QPointF position) const
{
    for (const Hit &hit : m_hits)
        if (hit.area.contains(position))
            return hit.hit;
    return std::nullopt;
}

} // namespace headroom
