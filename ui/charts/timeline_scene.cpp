#include "ui/charts/timeline_scene.h"

#include "schedule/pass_name.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/hatch.h"
#include "ui/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace headroom {

namespace {

constexpr double thin = 1.5;            // pixels: narrower bars are drawn together
constexpr double slice = 4.0;           // pixels of those
constexpr double shares = 12.0;         // steps of a share
constexpr double highestLane = 70.0;    // pixels at 12-pixel text
constexpr double computeWeight = 2.0;   // height of the compute lane in network lanes
constexpr std::size_t fillsPerKind = 16, fills = 6 * fillsPerKind;

Hatch hatchOf(const TimelineBar &bar)
{
    if (bar.kind == BarKind::op)
        return bar.light ? Hatch::rising : Hatch::none;
    if (bar.kind != BarKind::pass)
        return bar.kind == BarKind::wait || bar.kind == BarKind::held ? Hatch::falling : Hatch::none;
    switch (static_cast<PassFill>(bar.fill)) {
    case PassFill::backward: return Hatch::rising;
    case PassFill::weightGradient: return Hatch::falling;
    case PassFill::both: return Hatch::crossed;
    default: return Hatch::none;
    }
}

std::size_t fillIndex(const TimelineBar &bar) { return static_cast<std::size_t>(bar.kind) * fillsPerKind + bar.fill; }

// Narrow bars of a lane, slice by slice; slices alike become one area.
class NarrowBars
{
public:
    template <class Color> NarrowBars(QCPPainter &painter, const QRectF &lane, Color color) : m_painter(painter), m_lane(lane), m_color(color) {}
    ~NarrowBars() { flush(); }

    void add(const TimelineBar &bar, double from, double to)
    {
        if (from >= m_start + slice)
            flush();
        if (m_sum == 0.0)
            m_start = std::max(from, m_end);
        m_width[fillIndex(bar)] += to - from;
        m_bars[fillIndex(bar)] = &bar;
        m_sum += to - from;
        m_end = std::max({m_end, to, m_start + 1.0});
    }
    void flush()
    {
        if (m_sum <= 0.0)
            return;
        m_painter.setPen(Qt::NoPen);
        const double width = std::max(m_end - m_start, m_sum);
        double below = m_lane.bottom();
        for (std::size_t f = 0; f < fills; ++f) {
            const double share = std::ceil(m_width[f] / width * shares - 1e-9) / shares;
            if (share <= 0.0)
                continue;
            const double top = std::max(m_lane.top(), below - share * m_lane.height());
            m_painter.setBrush(m_color(*m_bars[f]));
            m_painter.drawRect(QRectF(QPointF(m_start, top), QPointF(m_end, below)));
            below = top;
        }
        m_width = {};
        m_sum = 0.0;
    }

private:
    QCPPainter &m_painter;
    QRectF m_lane;
    std::function<QColor(const TimelineBar &)> m_color;
    std::array<double, fills> m_width{};
    std::array<const TimelineBar *, fills> m_bars{};
    double m_start = 0.0, m_end = 0.0, m_sum = 0.0;
};

// Dark text on light colours and the other way round.
QColor textOn(const QColor &ground)
{
    return qGray(ground.rgb()) > 140 ? QColor("#15181c") : QColor("#ffffff");
}

} // namespace

TimelineScene::TimelineScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect) {}

void TimelineScene::setContent(std::optional<TimelineData> data, const ChartStyle &style, bool stale, std::string selected)
{
    m_data = std::move(data);
    setLook(style, stale);
    m_selected = std::move(selected);
}

double TimelineScene::x(double time) const
{
    return std::clamp(m_rect.axis(QCPAxis::atBottom)->coordToPixel(time * scale()), static_cast<double>(m_rect.left()),
                      static_cast<double>(m_rect.right()));
}

QRectF TimelineScene::laneRect(std::size_t lane) const
{
    const double first = m_data->onePass ? computeWeight : 1.0, count = static_cast<double>(m_data->lanes.size()) - 1.0 + first;
    const double each = std::min(m_rect.height() / count, highestLane * m_style.scale());
    const double weight = lane == 0 ? first : 1.0, before = lane == 0 ? 0.0 : static_cast<double>(lane) - 1.0 + first;
    const double gap = std::min(each * 0.16, 4.0 * m_style.scale());
    return {static_cast<double>(m_rect.left()), m_rect.top() + before * each + gap / 2, static_cast<double>(m_rect.width()), weight * each - gap};
}

QColor TimelineScene::colorOf(const TimelineBar &bar) const
{
    const PlotTheme &theme = *m_style.theme;
    switch (bar.kind) {
    case BarKind::pass:
    case BarKind::tail: return theme.of(static_cast<PassFill>(bar.fill));
    case BarKind::op: return theme.of(static_cast<OpCategory>(bar.fill));
    case BarKind::held: return theme.muted;
    case BarKind::wait:
    case BarKind::call: break;
    }
    QColor color = theme.of(static_cast<LaneCause>(bar.fill));
    if (bar.light)
        color.setAlpha(130);
    return color;
}

bool TimelineScene::isSelected(const TimelineBar &bar) const
{
    if (bar.kind == BarKind::pass)
        return bar.index == m_data->pass;
    return bar.kind == BarKind::op && !m_selected.empty() && operatorKey(m_data->operatorOf(m_data->item(bar))) == m_selected;
}

void TimelineScene::draw(QCPPainter *painter)
{
    if (!m_style.theme)
        return;
    if (!m_data)
        return drawMessage(*painter, TimelineText::tr("The plan is illegal: it has no step to show."));
    if (m_data->lanes.empty())
        return drawMessage(*painter, TimelineText::tr("More than %1 passes: the step is not simulated.").arg(static_cast<int>(mostSimulatedPasses)));
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    painter->setAntialiasing(false);
    for (std::size_t lane = 0; lane < m_data->lanes.size(); ++lane)
        drawLane(*painter, lane);
    drawNames(*painter);
    painter->setOpacity(1.0);
}

void TimelineScene::drawLane(QCPPainter &painter, std::size_t lane) const
{
    const QRectF area = laneRect(lane);
    const QCPRange shown = m_rect.axis(QCPAxis::atBottom)->range();
    const double from = shown.lower / scale(), to = shown.upper / scale();
    const std::vector<TimelineBar> &bars = m_data->lanes[lane].bars;
    NarrowBars narrow(painter, area, [this](const TimelineBar &bar) { return colorOf(bar); });
    double free = x(0.0);
    for (auto bar = std::ranges::upper_bound(bars, from, {}, &TimelineBar::end); bar != bars.end() && bar->start < to; ++bar) {
        const double left = x(bar->start), right = x(bar->end);
        if (left - free > 3.0) {
            narrow.flush();
            drawGap(painter, area, free, left);
        }
        free = right;
        if (right - left < thin) {
            narrow.add(*bar, left, right);
        } else {
            narrow.flush();
            drawBar(painter, *bar, QRectF(left, area.top(), right - left, area.height()));
        }
        if (isSelected(*bar) && (!m_data->onePass || right - left >= thin)) {
            narrow.flush();
            painter.setPen(QPen(m_style.theme->foreground, 1.6 * m_style.scale()));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(left, area.top(), std::max(2.0, right - left), area.height()));
        }
    }
}

// Idle: a thin line, so that a lane is seen to go on.
void TimelineScene::drawGap(QCPPainter &painter, const QRectF &lane, double from, double to) const
{
    if (m_data->onePass)
        return;
    painter.setPen(QPen(m_style.theme->muted, 1.0, Qt::DotLine, Qt::FlatCap));
    painter.drawLine(QPointF(from + 1, lane.center().y()), QPointF(to - 1, lane.center().y()));
}

void TimelineScene::drawBar(QCPPainter &painter, const TimelineBar &bar, const QRectF &area) const
{
    const QColor color = colorOf(bar);
    const double edge = area.width() > 4.0 ? 0.5 : 0.0; // bars of one colour stay apart
    const QRectF body = area.adjusted(edge, 0, -edge, 0);
    painter.setPen(Qt::NoPen);
    const bool waiting = bar.kind == BarKind::wait || bar.kind == BarKind::held;
    if (waiting) {
        painter.setPen(QPen(color, 1.0));
        painter.setBrush(m_style.theme->panel);
        painter.drawRect(body.adjusted(0.5, 0.5, -0.5, -0.5));
        drawHatch(painter, body, Hatch::falling, color, 5.0 * m_style.scale());
    } else {
        painter.setBrush(color);
        const double lower = bar.kind == BarKind::call && bar.light ? 0.35 * body.height() : 0.0; // hidden: lower than what is waited for
        painter.drawRect(body.adjusted(0, lower, 0, 0));
    }
    drawBarText(painter, bar, body);
}

void TimelineScene::drawBarText(QCPPainter &painter, const TimelineBar &bar, const QRectF &area) const
{
    const QFont font = m_style.font(0.85);
    const QFontMetricsF metrics(font);
    const bool waiting = bar.kind == BarKind::wait || bar.kind == BarKind::held;
    const QColor ground = waiting ? m_style.theme->panel : colorOf(bar);
    const double least = metrics.horizontalAdvance(QLatin1Char('F')) + 3.0;
    const bool room = area.width() > least && area.height() >= metrics.height() - 2.0;
    const QString name = room ? barName(*m_data, bar) : QString();
    const bool whole = room && metrics.horizontalAdvance(name) + 4.0 <= area.width();
    if (waiting && !whole)
        return;
    const bool hatched = bar.kind == BarKind::op || !whole; // passes say by a letter what their hatching says
    if (!waiting && hatched && area.width() >= 3.0)
        drawHatch(painter, area, hatchOf(bar), textOn(ground), 5.0 * m_style.scale());
    QString text = name;
    if (!whole && bar.kind == BarKind::pass && room)
        text = QString::fromLatin1(passLetter(m_data->step.passes[bar.index].pass.kind));
    else if (!whole)
        text = area.width() > 3.0 * least && room ? metrics.elidedText(name, Qt::ElideRight, area.width() - 4.0) : QString();
    if (text.isEmpty() || metrics.horizontalAdvance(text) > area.width())
        return;
    if (waiting || bar.light || (hatched && hatchOf(bar) != Hatch::none)) { // on hatching
        QColor below = ground;
        below.setAlpha(220);
        const double width = metrics.horizontalAdvance(text) + 4.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(below);
        painter.drawRect(QRectF(area.center().x() - width / 2, area.center().y() - metrics.height() / 2, width, metrics.height()));
    }
    painter.setFont(font);
    painter.setPen(waiting ? m_style.theme->foreground : bar.kind == BarKind::call && bar.light ? m_style.theme->foreground : textOn(ground));
    painter.drawText(area, Qt::AlignCenter, text);
}

double TimelineScene::nameWidth() const
{
    if (!m_data)
        return 0.0;
    const QFontMetricsF metrics(m_style.font(0.9));
    double width = 0.0;
    for (std::size_t lane = 0; lane < m_data->lanes.size(); ++lane)
        width = std::max(width, metrics.horizontalAdvance(laneName(*m_data, lane)));
    return width + 14.0 * m_style.scale();
}

// As many as have room.
void TimelineScene::drawNames(QCPPainter &painter) const
{
    const QFont font = m_style.font(0.9);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.setPen(m_style.theme->foreground);
    double free = -1e9;
    for (std::size_t lane = 0; lane < m_data->lanes.size(); ++lane) {
        const QRectF area = laneRect(lane);
        if (area.center().y() - metrics.height() / 2 < free)
            continue;
        free = area.center().y() + metrics.height() / 2;
        painter.drawText(QRectF(m_rect.left() - nameWidth(), area.center().y() - metrics.height() / 2, nameWidth() - 6.0 * m_style.scale(), metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, laneName(*m_data, lane));
    }
}

void TimelineScene::drawMessage(QCPPainter &painter, const QString &text) const
{
    painter.setFont(m_style.font());
    painter.setPen(m_style.theme->muted);
    painter.drawText(QRectF(m_rect.rect()), Qt::AlignCenter | Qt::TextWordWrap, text);
}

std::vector<ChartPoint> TimelineScene::points() const
{
    constexpr std::size_t most = 2000; // of more no one goes through
    std::vector<ChartPoint> out;
    const QString view = !m_data           ? QString()
                         : m_data->onePass ? QStringLiteral("stage %1 pass %2").arg(m_data->stage).arg(qs(passName(m_data->step.passes[m_data->pass].pass)))
                                           : QStringLiteral("step");
    for (std::size_t lane = 0; m_data && lane < m_data->lanes.size(); ++lane) {
        const double middle = laneRect(lane).center().y();
        for (const TimelineBar &bar : m_data->lanes[lane].bars) {
            const QPointF at(x((bar.start + bar.end) / 2), middle);
            if (out.size() < most && QRectF(m_rect.rect()).contains(at))
                out.push_back({QStringLiteral("%1 %2 %3 %4 %5").arg(view).arg(lane).arg(static_cast<int>(bar.kind)).arg(int{bar.fill}).arg(bar.index), at});
        }
    }
    return out;
}

std::optional<ChartHit> TimelineScene::hitAt(QPointF position) const
{
    if (!m_data || !m_rect.rect().contains(position.toPoint()))
        return std::nullopt;
    const double time = m_rect.axis(QCPAxis::atBottom)->pixelToCoord(position.x()) / scale();
    for (std::size_t lane = 0; lane < m_data->lanes.size(); ++lane) {
        if (!laneRect(lane).contains(position))
            continue;
        if (const TimelineBar *bar = m_data->barAt(lane, time))
            return barHit(*m_data, lane, *bar, m_style.interactive);
        return gapHit(*m_data, lane, time);
    }
    return std::nullopt;
}

} // namespace headroom
