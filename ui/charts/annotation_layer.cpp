#include "ui/charts/annotation_layer.h"

#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// In heights of the font.
constexpr double widest = 16.0; // of a text
constexpr double pad = 0.35;    // around it

std::optional<QPointF> positionOf(const std::vector<ChartPoint> &points, const QString &key)
{
    const auto found = std::ranges::find(points, key, &ChartPoint::key);
    return found == points.end() ? std::nullopt : std::optional(found->position);
}

} // namespace

AnnotationLayer::AnnotationLayer(QCustomPlot &plot, const Chart &chart) : QCPAbstractItem(&plot), m_chart(chart)
{
    setLayer(QStringLiteral("overlay"));
    setClipToAxisRect(false);
    setSelectable(false);
}

void AnnotationLayer::setContent(ChartAnnotations annotations, const ChartStyle &style)
{
    m_annotations = std::move(annotations);
    m_style = style;
    m_drag = {};
    if (m_selected && *m_selected >= m_annotations.size())
        m_selected.reset();
}

QSizeF AnnotationLayer::sizeOf(const std::string &text) const
{
    const QRectF lines = QFontMetricsF(m_style.font(0.9)).boundingRect(QRectF(0, 0, widest * m_style.fontPixels, 1e5), Qt::TextWordWrap, qs(text));
    constexpr double slack = 2.0; // px: the painter may break lines earlier than the metrics
    return QSizeF(std::ceil(lines.width()) + slack, std::ceil(lines.height())) + 2.0 * pad * m_style.fontPixels * QSizeF(1.0, 1.0);
}

double AnnotationLayer::widthOf(const std::string &text) const { return sizeOf(text).width() / m_style.fontPixels; }

QRectF AnnotationLayer::areaOf(std::size_t index, QPointF point) const
{
    const ChartAnnotation &note = m_annotations[index];
    const QPointF corner = point + QPointF(note.right, note.down) * m_style.fontPixels;
    QRectF area(corner + (m_selected == index ? m_drag : QPointF()), sizeOf(note.text));
    const QRectF picture = QRectF(mParentPlot->viewport()).adjusted(2, 2, -2, -2);
    area.moveLeft(std::clamp(area.left(), picture.left(), std::max(picture.left(), picture.right() - area.width())));
    area.moveTop(std::clamp(area.top(), picture.top(), std::max(picture.top(), picture.bottom() - area.height())));
    return area;
}

void AnnotationLayer::drawNote(QCPPainter &painter, std::size_t index, QPointF point) const
{
    const QRectF area = areaOf(index, point);
    const QPointF end(std::clamp(point.x(), area.left(), area.right()), std::clamp(point.y(), area.top(), area.bottom()));
    const PlotTheme &theme = *m_style.theme;
    const double k = m_style.scale();
    painter.setPen(QPen(theme.foreground, k));
    painter.drawLine(point, end);
    painter.setBrush(theme.panel);
    painter.setPen(QPen(theme.foreground, (m_selected == index && m_style.interactive ? 2.0 : 1.0) * k));
    painter.drawRect(area);
    painter.setFont(m_style.font(0.9));
    painter.setPen(theme.foreground);
    const double inner = pad * m_style.fontPixels;
    painter.drawText(area.adjusted(inner, inner, -inner, -inner), Qt::TextWordWrap, qs(m_annotations[index].text));
}

void AnnotationLayer::draw(QCPPainter *painter)
{
    if (m_annotations.empty() && m_cursor.isEmpty())
        return;
    const std::vector<ChartPoint> points = m_chart.points();
    for (std::size_t i = 0; i < m_annotations.size(); ++i)
        if (const auto point = positionOf(points, qs(m_annotations[i].point)))
            drawNote(*painter, i, *point);
    if (const auto point = positionOf(points, m_cursor); point && m_style.interactive) {
        constexpr double radius = 9.0;
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_style.theme->background, 4.0));
        painter->drawEllipse(*point, radius, radius);
        painter->setPen(QPen(m_style.theme->foreground, 2.0));
        painter->drawEllipse(*point, radius, radius);
    }
}

std::optional<std::size_t> AnnotationLayer::at(QPointF position) const
{
    if (m_annotations.empty())
        return std::nullopt;
    const std::vector<ChartPoint> points = m_chart.points();
    for (std::size_t i = m_annotations.size(); i-- > 0;) // the uppermost first
        if (const auto point = positionOf(points, qs(m_annotations[i].point)))
            if (areaOf(i, *point).contains(position))
                return i;
    return std::nullopt;
}

} // namespace headroom
