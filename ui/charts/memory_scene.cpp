#include "ui/charts/memory_scene.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

QString memoryText(double bytes)
{
    const double shown = bytes / memoryUnitBytes();
    return shown != 0.0 && std::abs(shown) < 0.05 ? quantityText(bytes, Unit::bytes, 3)
                                                  : qs(fixed(shown, 1)) + QLatin1Char(' ') + memoryUnitName();
}

MemoryScene::MemoryScene(QCustomPlot &plot, QCPAxisRect &areas, QCPAxisRect &bars) : PlotScene(plot), m_areas(areas), m_bars(bars) {}

void drawGrounded(QCPPainter &painter, const ChartStyle &style, QPointF anchor, const QString &text, const QColor &color)
{
    const QFont font = style.font(0.9);
    const QFontMetricsF metrics(font);
    const QRectF area(anchor, QSizeF(metrics.horizontalAdvance(text) + 6 * style.scale(), metrics.height()));
    painter.setPen(Qt::NoPen);
    QColor ground = style.theme->background;
    ground.setAlpha(215);
    painter.setBrush(ground);
    painter.drawRect(area);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(area, Qt::AlignCenter, text);
}

void MemoryScene::setContent(std::optional<MemoryData> data, const ChartStyle &style, bool stale, std::string selected)
{
    m_data = std::move(data);
    setLook(style, stale);
    m_selected = std::move(selected);
}

// Within the rectangle, so that nothing needs a clip.
double MemoryScene::x(double time) const
{
    return std::clamp(m_areas.axis(QCPAxis::atBottom)->coordToPixel(time), static_cast<double>(m_areas.left()),
                      static_cast<double>(m_areas.right()));
}

double MemoryScene::y(double bytes) const
{
    return m_areas.axis(QCPAxis::atLeft)->coordToPixel(bytes / memoryUnitBytes());
}

bool MemoryScene::isSelected(MemoryClass kind) const
{
    return m_selected == memoryTerm(m_data->stage, kind)
           || (m_data->stage == m_data->fullest && m_selected == std::string("memory.") + keyOf(kind));
}

void MemoryScene::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    if (!m_data)
        return drawMessage(*painter, MemoryText::tr("The plan is illegal: it has no memory to show."));
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    drawAreas(*painter);
    drawBars(*painter);
    drawCapacity(*painter);
    if (m_data->samples.empty())
        drawMessage(*painter, MemoryText::tr("More than %1 passes: the peaks alone are shown.").arg(static_cast<int>(mostSimulatedPasses)));
    else
        drawPeak(*painter);
    painter->setOpacity(1.0);
}

void MemoryScene::drawAreas(QCPPainter &painter) const
{
    if (m_data->samples.empty())
        return;
    const double from = m_areas.axis(QCPAxis::atBottom)->range().lower, to = m_areas.axis(QCPAxis::atBottom)->range().upper;
    std::vector<MemorySample> shown;
    for (const MemorySample &s : m_data->samples)
        if (s.time >= from && s.time <= to)
            shown.push_back(s);
    if (const auto first = m_data->at(from); first && from > 0.0)
        shown.insert(shown.begin(), *first);
    if (const auto last = m_data->at(to))
        shown.push_back(*last);
    std::vector<double> below(shown.size(), 0.0);
    painter.setAntialiasing(false);
    for (const MemoryClass kind : stackOrder()) {
        if (std::ranges::all_of(shown, [kind](const MemorySample &s) { return s.memory[kind].value <= 0.0; }))
            continue;
        QPolygonF area;
        for (std::size_t i = 0; i < shown.size(); ++i)
            area << QPointF(x(shown[i].time), y(below[i] + shown[i].memory[kind].value));
        for (std::size_t i = shown.size(); i-- > 0;)
            area << QPointF(x(shown[i].time), y(below[i]));
        const bool on = isSelected(kind);
        painter.setPen(on ? QPen(m_style.theme->foreground, 1.5 * m_style.scale()) : QPen(Qt::NoPen));
        painter.setBrush(m_style.theme->of(kind));
        painter.drawPolygon(area);
        for (std::size_t i = 0; i < shown.size(); ++i)
            below[i] += shown[i].memory[kind].value;
    }
}

QRectF MemoryScene::barOf(std::size_t stage) const
{
    const double width = static_cast<double>(m_bars.width()) / static_cast<double>(m_data->peaks.size());
    const double body = std::max(1.0, std::min(width * 0.8, 40.0 * m_style.scale()));
    const double middle = m_bars.left() + (static_cast<double>(stage) + 0.5) * width;
    const double top = y(m_data->peaks[stage].total.value);
    return {middle - body / 2, top, body, y(0.0) - top};
}

void MemoryScene::drawBars(QCPPainter &painter) const
{
    painter.setAntialiasing(false);
    for (std::size_t stage = 0; stage < m_data->peaks.size(); ++stage) {
        const StageMemory &peak = m_data->peaks[stage];
        const QRectF bar = barOf(stage);
        painter.setPen(Qt::NoPen);
        double below = 0.0;
        for (const MemoryClass kind : stackOrder()) {
            const double bytes = peak[kind].value;
            if (bytes <= 0.0)
                continue;
            painter.setBrush(m_style.theme->of(kind));
            painter.drawRect(QRectF(QPointF(bar.left(), y(below + bytes)), QPointF(bar.right(), y(below))));
            below += bytes;
        }
        if (below <= 0.0) { // only the total is known
            painter.setBrush(m_style.theme->anchor);
            painter.drawRect(bar);
        }
        if (static_cast<Count>(stage) == m_data->stage) {
            painter.setPen(QPen(m_style.theme->foreground, 1.5 * m_style.scale()));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(bar.adjusted(-1, -1, 1, 0));
        }
    }
}

void MemoryScene::drawCapacity(QCPPainter &painter) const
{
    const double at = y(m_data->capacity);
    const bool fits = std::ranges::all_of(m_data->peaks, [this](const StageMemory &p) { return p.total.value <= m_data->capacity; });
    const QColor color = fits ? m_style.theme->foreground : m_style.theme->bad;
    QPen pen(color, 1.2 * m_style.scale(), Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(m_areas.left(), at), QPointF(m_areas.right(), at));
    painter.drawLine(QPointF(m_bars.left(), at), QPointF(m_bars.right(), at));
    const QFontMetricsF metrics(m_style.font(0.9));
    drawGrounded(painter, m_style, QPointF(m_areas.left() + 4 * m_style.scale(), at - metrics.height() - 1),
                 MemoryText::tr("capacity %1").arg(memoryText(m_data->capacity)), color);
}

// A line through the peak and what it is, on the side where there is room.
void MemoryScene::drawPeak(QCPPainter &painter) const
{
    const MemorySample &peak = m_data->samples[m_data->peak];
    const QCPRange shown = m_areas.axis(QCPAxis::atBottom)->range();
    if (peak.time < shown.lower || peak.time > shown.upper)
        return;
    const double at = x(peak.time), top = y(peak.memory.total.value), k = m_style.scale();
    painter.setPen(QPen(m_style.theme->foreground, 1.0 * k));
    painter.drawLine(QPointF(at, top), QPointF(at, m_areas.bottom()));
    painter.setAntialiasing(true);
    painter.setBrush(m_style.theme->background);
    painter.drawEllipse(QPointF(at, top), 3 * k, 3 * k);
    const QString text = MemoryText::tr("peak %1 · %2").arg(memoryText(peak.memory.total.value), coreText(labelOf(peak.moment)));
    const QFontMetricsF metrics(m_style.font(0.9));
    const double width = metrics.horizontalAdvance(text) + 8 * k;
    const double left = at + 6 * k + width < m_areas.right() ? at + 6 * k : at - 6 * k - width;
    const double above = top - metrics.height() - 5 * k, line = y(m_data->capacity);
    const bool free = above > m_areas.top() && (above > line + 2 || above + metrics.height() < line - metrics.height() - 2);
    drawGrounded(painter, m_style, QPointF(std::max<double>(left, m_areas.left() + 2), free ? above : std::min(top + 4 * k, y(0.0) - metrics.height())),
             text, m_style.theme->foreground);
}

void MemoryScene::drawMessage(QCPPainter &painter, const QString &text) const
{
    painter.setFont(m_style.font());
    painter.setPen(m_style.theme->muted);
    painter.drawText(QRectF(m_areas.rect()), Qt::AlignCenter | Qt::TextWordWrap, text);
}

std::optional<ChartHit> MemoryScene::hitAt(QPointF position) const
{
    if (!m_data)
        return std::nullopt;
    if (m_areas.rect().contains(position.toPoint()))
        return areaHit(position);
    return m_bars.rect().contains(position.toPoint()) ? barHit(position) : std::nullopt;
}

std::vector<ChartPoint> MemoryScene::points() const
{
    std::vector<ChartPoint> out;
    if (!m_data)
        return out;
    if (!m_data->samples.empty()) {
        const MemorySample &peak = m_data->samples[m_data->peak];
        const QPointF at(x(peak.time), y(peak.memory.total.value));
        if (QRectF(m_areas.rect()).contains(at))
            out.push_back({QStringLiteral("peak"), at});
    }
    for (std::size_t stage = 0; stage < m_data->peaks.size(); ++stage) {
        const QRectF bar = barOf(stage);
        out.push_back({QStringLiteral("stage %1").arg(stage), {bar.center().x(), bar.top() + 1}});
    }
    return out;
}

std::optional<ChartHit> MemoryScene::areaHit(QPointF position) const
{
    const std::optional<MemorySample> now = m_data->at(m_areas.axis(QCPAxis::atBottom)->pixelToCoord(position.x()));
    if (!now)
        return std::nullopt;
    const double bytes = m_areas.axis(QCPAxis::atLeft)->pixelToCoord(position.y()) * memoryUnitBytes();
    std::optional<MemoryClass> hit;
    double below = 0.0;
    for (const MemoryClass kind : stackOrder()) {
        below += now->memory[kind].value;
        if (bytes <= below && now->memory[kind].value > 0.0) {
            hit = kind;
            break;
        }
    }
    const QString head = hit ? QStringLiteral("<b>%1</b> %2<br>").arg(coreText(labelOf(*hit)).toHtmlEscaped(), memoryText(now->memory[*hit].value))
                             : QString();
    const QString text = head
                         + MemoryText::tr("all together %1, %2 free").arg(memoryText(now->memory.total.value), memoryText(m_data->capacity - now->memory.total.value))
                         + QStringLiteral("<br>")
                         + MemoryText::tr("stage %1 at %2: %3")
                               .arg(m_data->stage)
                               .arg(quantityText(now->time, Unit::seconds, 3), coreText(labelOf(now->moment)));
    return ChartHit{text, Selected{Selected::Kind::term, memoryTerm(m_data->stage, hit)}, {}};
}

std::optional<ChartHit> MemoryScene::barHit(QPointF position) const
{
    const double width = static_cast<double>(m_bars.width()) / static_cast<double>(m_data->peaks.size());
    const auto stage = static_cast<std::size_t>(std::clamp((position.x() - m_bars.left()) / width, 0.0,
                                                           static_cast<double>(m_data->peaks.size()) - 1.0));
    const double total = m_data->peaks[stage].total.value;
    return ChartHit{MemoryText::tr("<b>Stage %1</b>: peak %2, %3 of the capacity").arg(stage).arg(memoryText(total), percentText(total / m_data->capacity)),
                    Selected{Selected::Kind::term, memoryTerm(static_cast<Count>(stage), std::nullopt)}, QStringLiteral("stage:%1").arg(stage)};
}

} // namespace headroom
