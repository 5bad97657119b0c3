// What the timeline says about its bars.

#include "ui/charts/chart_text.h"
#include "ui/charts/timeline_data.h"
#include "ui/document/selection.h"
#include "ui/text.h"

#include <algorithm>

namespace headroom {

namespace {

QString seconds(double value) { return quantityText(value, Unit::seconds, 4); }

// "start 1.2 ms, end 1.9 ms, lasts 0.7 ms".
QString spanText(double start, double end)
{
    return TimelineText::tr("from %1 to %2: %3").arg(seconds(start), seconds(end), seconds(end - start));
}

QString placeText(const TimelineData &data, std::size_t run)
{
    const BlockRun &block = data.drawn->lanes.runs[run];
    const QString group = qs(data.operators[data.drawn->firstOperator[block.block]].group);
    return block.layer ? TimelineText::tr("layer %1, %2").arg(*block.layer).arg(group) : group;
}

// A part of the step, when it has that one.
std::optional<Selected> partOf(const TimelineData &data, const std::string &id)
{
    if (std::ranges::find(data.parts, id) == data.parts.end())
        return std::nullopt;
    return Selected{Selected::Kind::part, id};
}

Selected stepTime(const TimelineData &data)
{
    return {Selected::Kind::term, data.level == Level::ideal ? "stepTime.bound" : "stepTime.expected"};
}

QString waitText(const TimelineData &data, const SimulatedPass &pass)
{
    const SimulatedPass &before = data.step.passes[pass.waited->pass];
    QString text = TimelineText::tr("waits for %1 of stage %2").arg(qs(passName(before.pass))).arg(before.stage);
    if (pass.waited->transfer.value > 0.0)
        text += TimelineText::tr(" and its transfer, %1").arg(seconds(pass.waited->transfer.value));
    return text;
}

ChartHit passHit(const TimelineData &data, const TimelineBar &bar, bool interactive)
{
    const SimulatedPass &pass = data.step.passes[bar.index];
    QStringList lines{QStringLiteral("<b>%1</b> %2").arg(qs(passName(pass.pass)), coreText(labelOf(pass.pass.kind)).toHtmlEscaped()),
                      spanText(bar.start, bar.end)};
    if (pass.waited)
        lines << waitText(data, pass);
    else
        lines << TimelineText::tr("starts as soon as stage %1 is free").arg(pass.stage);
    if (interactive)
        lines << TimelineText::tr("Double-click: its operators");
    const QString choice = QStringLiteral("stage:%1;pass:%2").arg(pass.stage).arg(qs(passName(pass.pass)));
    return {lines.join(QStringLiteral("<br>")), stepTime(data), choice, choice + QStringLiteral(";view:pass")};
}

ChartHit tailHit(const TimelineData &data, const TimelineBar &bar)
{
    const bool optimizer = bar.fill == static_cast<std::uint8_t>(PassFill::optimizer);
    const QString name = optimizer ? TimelineText::tr("Optimizer of stage %1").arg(bar.index) : TimelineText::tr("Fixed overhead");
    return {QStringLiteral("<b>%1</b><br>%2").arg(name, spanText(bar.start, bar.end)), partOf(data, optimizer ? "optimizer" : "overhead"), {}};
}

ChartHit operatorHit(const TimelineData &data, const TimelineBar &bar)
{
    const LaneItem &item = data.item(bar);
    const RooflineOperator &op = data.operatorOf(item);
    QStringList lines{QStringLiteral("<b>%1</b> %2").arg(coreText(op.name).toHtmlEscaped(), placeText(data, item.run).toHtmlEscaped()),
                      spanText(bar.start, bar.end),
                      QStringLiteral("%1 · %2").arg(coreText(labelOf(op.category)), coreText(labelOf(bar.light ? Phase::recompute : op.phase)))};
    if (item.slowed.value > 0.0)
        lines << TimelineText::tr("%1 longer because of communication under it").arg(seconds(item.slowed.value));
    if (bar.light)
        lines << TimelineText::tr("run again: the remat policy does not keep what it makes");
    return {lines.join(QStringLiteral("<br>")), Selected{Selected::Kind::op, operatorKey(op)}, {}};
}

ChartHit callHit(const TimelineData &data, const TimelineBar &bar)
{
    const LaneCall &call = data.call(bar);
    QStringList lines{QStringLiteral("<b>%1</b> %2").arg(qs(call.kind), qs(call.axis)), coreText(call.purpose).toHtmlEscaped(),
                      spanText(bar.start, bar.end)};
    lines << TimelineText::tr("lasts %1, of which the device waits %2").arg(seconds(call.total.value), seconds(call.exposed.value));
    if (call.run)
        lines << placeText(data, *call.run).toHtmlEscaped();
    if (call.payload.value > 0.0)
        lines << TimelineText::tr("payload %1").arg(quantityText(call.payload.value, Unit::bytes, 3));
    return {lines.join(QStringLiteral("<br>")), partOf(data, std::string("exposed.") + keyOf(call.cause)), {}};
}

} // namespace

QString barName(const TimelineData &data, const TimelineBar &bar)
{
    switch (bar.kind) {
    case BarKind::pass: return qs(passName(data.step.passes[bar.index].pass));
    case BarKind::tail:
        return bar.fill == static_cast<std::uint8_t>(PassFill::optimizer) ? TimelineText::tr("optimizer") : TimelineText::tr("overhead");
    case BarKind::op: return coreText(data.operatorOf(data.item(bar)).name);
    case BarKind::wait: return TimelineText::tr("wait %1").arg(qs(data.call(bar).axis));
    case BarKind::held: return TimelineText::tr("network busy");
    case BarKind::call: break;
    }
    return qs(data.call(bar).kind);
}

QString laneName(const TimelineData &data, std::size_t lane)
{
    if (!data.onePass)
        return TimelineText::tr("stage %1").arg(lane);
    if (lane == 0)
        return TimelineText::tr("compute");
    const NetworkLane &network = data.drawn->lanes.networks[lane - 1];
    return network.network == LaneNetwork::host ? coreText(labelOf(network.network))
                                                : QStringLiteral("%1 · %2").arg(qs(network.axis), QString::fromUtf8(keyOf(network.network)));
}

ChartHit barHit(const TimelineData &data, std::size_t, const TimelineBar &bar, bool interactive)
{
    switch (bar.kind) {
    case BarKind::pass: return passHit(data, bar, interactive);
    case BarKind::tail: return tailHit(data, bar);
    case BarKind::op: return operatorHit(data, bar);
    case BarKind::held:
        return {QStringLiteral("<b>%1</b><br>%2<br>%3")
                    .arg(barName(data, bar), spanText(bar.start, bar.end), TimelineText::tr("the work is done, but a network is not")),
                stepTime(data),
                {}};
    case BarKind::wait:
    case BarKind::call: break;
    }
    return callHit(data, bar);
}

std::optional<ChartHit> gapHit(const TimelineData &data, std::size_t lane, double time)
{
    if (data.onePass || time < 0.0 || time > data.end)
        return std::nullopt;
    const std::vector<TimelineBar> &bars = data.lanes[lane].bars;
    const auto next = std::ranges::upper_bound(bars, time, {}, &TimelineBar::start);
    const double start = next == bars.begin() ? 0.0 : (next - 1)->end, end = next == bars.end() ? data.end : next->start;
    QString why = TimelineText::tr("nothing left to do");
    if (next != bars.end() && next->kind == BarKind::pass && data.step.passes[next->index].waited)
        why = QStringLiteral("%1 %2").arg(barName(data, *next), waitText(data, data.step.passes[next->index]));
    return ChartHit{QStringLiteral("<b>%1</b><br>%2<br>%3").arg(TimelineText::tr("Stage %1 is idle").arg(lane), spanText(start, end), why),
                    partOf(data, "bubble"),
                    {}};
}

QString timelineTitle(const TimelineData &data)
{
    const QString level = data.level == Level::ideal ? TimelineText::tr("bound") : TimelineText::tr("expected");
    if (data.onePass)
        return TimelineText::tr("Time in the pass (ms): %1 of stage %2, %3, %4")
            .arg(qs(passName(data.step.passes[data.pass].pass)))
            .arg(data.stage)
            .arg(level, seconds(data.end));
    return TimelineText::tr("Time in the step (s): %1, stages %2, micro-batches %3, %4")
        .arg(QString::fromUtf8(keyOf(data.plan.schedule)))
        .arg(data.lanes.size())
        .arg(data.microBatches)
        .arg(level);
}

} // namespace headroom
