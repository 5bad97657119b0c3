#include "ui/charts/timeline_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/chip_legend.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/timeline_scene.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom {

namespace {

class TimelineChart : public PlotChart
{
public:
    explicit TimelineChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override { return m_scene->points(); }
    void fit() override;

protected:
    DataTable data() const override;

private:
    std::vector<LegendEntry> legendOf(const ChartStyle &style) const;
    QString axisLabel(const TimelineData &data, const ChartStyle &style) const;

    QCPLayoutGrid *m_grid;
    QCPAxisRect *m_rect;
    TimelineScene *m_scene;
    FittedRange m_shown;
    std::optional<PlacedLegend> m_legend;
};

TimelineChart::TimelineChart(QCustomPlot &plot)
    : PlotChart(plot), m_grid(new QCPLayoutGrid), m_rect(newRect()), m_scene(new TimelineScene(plot, *m_rect)), m_shown(*m_rect->axis(QCPAxis::atBottom))
{
    plot.plotLayout()->addElement(0, 0, m_grid);
    m_grid->addElement(0, 0, m_rect);
    m_grid->setColumnSpacing(0);
    QCPAxis *left = m_rect->axis(QCPAxis::atLeft);
    left->setTicks(false);
    left->grid()->setVisible(false);
    zoomAlong(*m_rect, {m_rect->axis(QCPAxis::atBottom)});
    m_rect->setAutoMargins(QCP::msBottom | QCP::msTop | QCP::msRight);
    m_legend.emplace(plot, *m_grid, *newStrip());
}

void TimelineChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    if (!content.estimate)
        return;
    const std::optional<TimelineData> &before = m_scene->data();
    const bool zoomed = m_shown.zoomed(), onePass = before && before->onePass;
    const double end = before ? before->end : 0.0;
    m_scene->setContent(timelineData(*content.estimate, content.choice), style, content.stale,
                        content.selected.kind == Selected::Kind::op ? content.selected.key : std::string());
    const std::optional<TimelineData> &now = m_scene->data();
    const bool any = now && !now->lanes.empty();
    m_rect->setMargins({static_cast<int>(std::lround(any ? m_scene->nameWidth() : 8.0)), 0, 0, 0});
    m_rect->axis(QCPAxis::atBottom)->setLabel(any ? axisLabel(*now, style) : QString());
    m_legend->legend().setEntries(any ? legendOf(style) : std::vector<LegendEntry>{}, style);
    m_legend->layOut(style);
    if (any && (!zoomed || end != now->end || onePass != now->onePass))
        fit();
}

// What the picture shows, where there is room.
QString TimelineChart::axisLabel(const TimelineData &data, const ChartStyle &style) const
{
    QString whole = timelineTitle(data);
    const double room = m_plot.width() - m_scene->nameWidth() - 20.0 * style.scale();
    if (QFontMetricsF(style.font()).horizontalAdvance(whole) <= room)
        return whole;
    return data.onePass ? TimelineText::tr("Time in the pass (ms)") : TimelineText::tr("Time in the step (s)");
}

void TimelineChart::fit()
{
    if (m_scene->data())
        m_shown.fit(0.0, std::max(1e-9, m_scene->data()->end * m_scene->scale()));
}

std::optional<ChartHit> TimelineChart::hitAt(QPointF position) const
{
    return m_scene->hitAt(position);
}

QString passFillText(PassFill fill)
{
    static constexpr PassKind kinds[] = {PassKind::forward, PassKind::backward, PassKind::weightGradient, PassKind::forwardAndBackward};
    if (fill <= PassFill::both) {
        const PassKind kind = kinds[static_cast<std::size_t>(fill)];
        return QStringLiteral("%1 %2").arg(QString::fromLatin1(passLetter(kind)), coreText(labelOf(kind)));
    }
    if (fill == PassFill::once)
        return TimelineText::tr("communication once a step");
    return fill == PassFill::optimizer ? TimelineText::tr("optimizer") : TimelineText::tr("overhead");
}

LegendEntry entryOf(const TimelineBar &bar, const QColor &color)
{
    static constexpr Hatch hatches[] = {Hatch::none, Hatch::rising, Hatch::falling, Hatch::crossed};
    switch (bar.kind) {
    case BarKind::pass:
    case BarKind::tail:
        return {color, passFillText(static_cast<PassFill>(bar.fill)), {}, bar.fill < std::size(hatches) ? hatches[bar.fill] : Hatch::none};
    case BarKind::op: return {color, coreText(labelOf(static_cast<OpCategory>(bar.fill)))};
    case BarKind::held: return {color, TimelineText::tr("network busy"), {}, Hatch::falling};
    case BarKind::wait:
    case BarKind::call: break;
    }
    return {color, coreText(labelOf(static_cast<LaneCause>(bar.fill)))};
}

// What there is in the picture: operators, then networks.
std::vector<LegendEntry> TimelineChart::legendOf(const ChartStyle &style) const
{
    std::set<std::pair<BarKind, std::uint8_t>> seen;
    bool again = false, hidden = false;
    for (const TimelineLane &lane : m_scene->data()->lanes)
        for (const TimelineBar &bar : lane.bars) {
            again = again || (bar.kind == BarKind::op && bar.light);
            hidden = hidden || (bar.kind == BarKind::call && bar.light);
            seen.insert({bar.kind == BarKind::wait ? BarKind::call : bar.kind, bar.fill});
        }
    std::vector<LegendEntry> out;
    for (const auto &[kind, fill] : seen) {
        TimelineBar bar;
        bar.kind = kind;
        bar.fill = fill;
        out.push_back(entryOf(bar, m_scene->colorOf(bar)));
    }
    if (again)
        out.push_back({style.theme->muted, TimelineText::tr("run again (hatched)"), {}, Hatch::rising});
    if (hidden)
        out.push_back({style.theme->muted, TimelineText::tr("hidden: lower and paler")});
    return out;
}

QStringList passRow(const TimelineData &d, std::size_t stage, const TimelineBar &bar)
{
    const SimulatedPass *pass = bar.kind == BarKind::pass ? &d.step.passes[bar.index] : nullptr;
    QStringList row{QString::number(stage), barName(d, bar), pass ? QString::fromUtf8(keyOf(pass->pass.kind)) : QStringLiteral("once"),
                    qs(exactNumber(bar.start)), qs(exactNumber(bar.end))};
    if (!pass || !pass->waited)
        return row << QString() << QString() << QString();
    const SimulatedPass &before = d.step.passes[pass->waited->pass];
    return row << qs(passName(before.pass)) << QString::number(before.stage) << qs(exactNumber(pass->waited->transfer.value));
}

QString layerText(const TimelineData &d, const TimelineBar &bar)
{
    if (bar.kind == BarKind::held || (bar.kind != BarKind::op && !d.call(bar).run))
        return {};
    const BlockRun &run = d.drawn->lanes.runs[bar.kind == BarKind::op ? d.item(bar).run : *d.call(bar).run];
    return run.layer ? QString::number(*run.layer) : QString();
}

QStringList itemRow(const TimelineData &d, std::size_t lane, const TimelineBar &bar)
{
    const bool op = bar.kind == BarKind::op, held = bar.kind == BarKind::held;
    const char *kind = op ? keyOf(bar.light ? Phase::recompute : d.operatorOf(d.item(bar)).phase) : held ? "held" : keyOf(d.call(bar).cause);
    const bool exposed = bar.kind == BarKind::call ? !bar.light : !op;
    return {laneName(d, lane), barName(d, bar), layerText(d, bar), QString::fromUtf8(kind), qs(exactNumber(bar.start)), qs(exactNumber(bar.end)),
            exposed ? QStringLiteral("1") : QStringLiteral("0")};
}

// Passes of every stage, or the items of one pass's lanes.
DataTable TimelineChart::data() const
{
    const std::optional<TimelineData> &d = m_scene->data();
    const bool onePass = d && d->onePass;
    DataTable out;
    if (onePass)
        out.header = {QStringLiteral("lane"), QStringLiteral("item"), QStringLiteral("layer"), QStringLiteral("kind"), QStringLiteral("start (s)"),
                      QStringLiteral("end (s)"), QStringLiteral("exposed")};
    else
        out.header = {QStringLiteral("stage"), QStringLiteral("pass"), QStringLiteral("kind"), QStringLiteral("start (s)"), QStringLiteral("end (s)"),
                      QStringLiteral("waits for"), QStringLiteral("of stage"), QStringLiteral("transfer (s)")};
    for (std::size_t lane = 0; d && lane < d->lanes.size(); ++lane)
        for (const TimelineBar &bar : d->lanes[lane].bars)
            out.rows.push_back(onePass ? itemRow(*d, lane, bar) : passRow(*d, lane, bar));
    return out;
}

} // namespace

std::unique_ptr<Chart> makeTimelineChart(QCustomPlot &plot)
{
    return std::make_unique<TimelineChart>(plot);
}

} // namespace headroom
