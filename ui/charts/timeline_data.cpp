#include "ui/charts/timeline_data.h"

#include <algorithm>

namespace headroom {

namespace {

PassFill fillOf(PassKind kind)
{
    switch (kind) {
    case PassKind::forward: return PassFill::forward;
    case PassKind::backward:
    case PassKind::inputGradient: return PassFill::backward;
    case PassKind::weightGradient: return PassFill::weightGradient;
    case PassKind::forwardAndBackward: return PassFill::both;
    case PassKind::gather:
    case PassKind::reduction: break;
    }
    return PassFill::once;
}

TimelineBar passBar(PassFill fill, BarKind kind, Seconds start, Seconds end, std::size_t index)
{
    return {start.value, end.value, kind, static_cast<std::uint8_t>(fill), false, static_cast<std::uint32_t>(index)};
}

void addPipeline(TimelineData &data)
{
    const StepSimulation &step = data.step;
    data.lanes.resize(step.optimizer.size());
    for (std::size_t p = 0; p < step.passes.size(); ++p)
        data.lanes[step.passes[p].stage].bars.push_back(
            passBar(fillOf(step.passes[p].pass.kind), BarKind::pass, step.passes[p].time.start, step.passes[p].time.end, p));
    for (std::size_t s = 0; s < data.lanes.size(); ++s) {
        data.lanes[s].number = s;
        if (step.optimizer[s].value > 0.0)
            data.lanes[s].bars.push_back(passBar(PassFill::optimizer, BarKind::tail, step.pipeline, step.pipeline + step.optimizer[s], s));
        if (step.overhead.value > 0.0)
            data.lanes[s].bars.push_back(passBar(PassFill::overhead, BarKind::tail, step.step - step.overhead, step.step, s));
    }
    data.end = step.step.value;
}

TimelineBar itemBar(const TimelineData &data, std::size_t index)
{
    const LaneItem &item = data.drawn->lanes.compute[index];
    TimelineBar bar{item.start.value, item.end.value, BarKind::op, 0, item.kind == LaneItemKind::again, static_cast<std::uint32_t>(index)};
    if (item.kind == LaneItemKind::wait) {
        bar.kind = BarKind::wait;
        bar.fill = static_cast<std::uint8_t>(data.drawn->lanes.calls[item.call].cause);
    } else if (item.kind == LaneItemKind::held) {
        bar.kind = BarKind::held;
    } else {
        bar.fill = static_cast<std::uint8_t>(data.operatorOf(item).category);
    }
    return bar;
}

void addLanes(TimelineData &data)
{
    const PassLanes &lanes = data.drawn->lanes;
    TimelineLane compute;
    for (std::size_t i = 0; i < lanes.compute.size(); ++i)
        compute.bars.push_back(itemBar(data, i));
    data.lanes.push_back(std::move(compute));
    for (std::size_t n = 0; n < lanes.networks.size(); ++n) {
        TimelineLane lane{.number = n + 1, .bars = {}};
        for (const LaneSpan &span : lanes.networks[n].spans)
            lane.bars.push_back({span.start.value, span.end.value, BarKind::call, static_cast<std::uint8_t>(lanes.calls[span.call].cause), !span.exposed,
                                 static_cast<std::uint32_t>(span.call)});
        data.lanes.push_back(std::move(lane));
    }
    data.end = lanes.total.value;
}

} // namespace

const LaneCall &TimelineData::call(const TimelineBar &bar) const
{
    return drawn->lanes.calls[bar.kind == BarKind::wait ? item(bar).call : bar.index];
}

const TimelineBar *TimelineData::barAt(std::size_t lane, double time) const
{
    const std::vector<TimelineBar> &bars = lanes[lane].bars;
    const auto after = std::ranges::upper_bound(bars, time, {}, &TimelineBar::start);
    if (after == bars.begin() || (after - 1)->end < time)
        return nullptr;
    return &*(after - 1);
}

std::optional<TimelineData> timelineData(const Estimate &estimate, const ChartChoice &choice)
{
    if (!estimate.system.legal)
        return std::nullopt;
    TimelineData data;
    data.onePass = choice.onePass;
    data.level = choice.times;
    data.plan = estimate.scenario.plan;
    data.microBatches = estimate.system.microBatchCount;
    for (const StepPart &part : estimate.system.parts)
        data.parts.push_back(part.id);
    const StepSimulation *step = simulationAt(estimate, choice.times);
    if (!step)
        return data;
    data.step = *step;
    const bool known = choice.stage && *choice.stage >= 0 && *choice.stage < static_cast<Count>(step->optimizer.size());
    data.stage = static_cast<std::size_t>(known ? *choice.stage : estimate.system.criticalStage);
    const auto first = std::ranges::find(step->passes, data.stage, &SimulatedPass::stage) - step->passes.begin();
    data.pass = findPass(*step, data.stage, choice.pass).value_or(static_cast<std::size_t>(first));
    if (!data.onePass) {
        addPipeline(data);
        return data;
    }
    data.drawn = passOf(estimate, choice.times, data.pass);
    data.operators = estimate.roofline.operators;
    addLanes(data);
    return data;
}

} // namespace headroom
