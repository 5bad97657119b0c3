#include "search/search_space.h"

#include <algorithm>
#include <charconv>

namespace headroom {

std::vector<Count> divisors(Count n)
{
    std::vector<Count> low, high;
    for (Count d = 1; d * d <= n; ++d)
        if (n % d == 0) {
            low.push_back(d);
            if (d != n / d)
                high.push_back(n / d);
        }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

std::vector<std::array<Count, axisCount>> factorisations(Count n)
{
    std::vector<std::array<Count, axisCount>> out;
    std::array<Count, axisCount> degrees{};
    const auto fill = [&](auto &&self, std::size_t axis, Count left) -> void {
        if (axis + 1 == axisCount) {
            degrees[axis] = left;
            out.push_back(degrees);
            return;
        }
        for (const Count d : divisors(left)) {
            degrees[axis] = d;
            self(self, axis + 1, left / d);
        }
    };
    fill(fill, 0, n);
    return out;
}

namespace {

bool allowed(const SearchSpace &space, Axis axis, Count degree)
{
    return space.limit(axis).allow(degree);
}

} // namespace

std::vector<ShardDegrees> shardDegrees(Count devices, const SearchSpace &space)
{
    std::vector<ShardDegrees> out;
    for (const Count tp : divisors(devices))
        for (const Count cp : allowed(space, Axis::tensor, tp) ? divisors(devices / tp) : std::vector<Count>{})
            for (const Count ep : allowed(space, Axis::context, cp) ? divisors(devices / tp / cp) : std::vector<Count>{})
                if (allowed(space, Axis::expert, ep))
                    out.push_back({tp, cp, ep, devices / tp / cp / ep});
    return out;
}

Plan planOf(const Plan &base, const ShardDegrees &d, Count pp, const ScheduleChoice &schedule, StageSplit split)
{
    Plan plan = base;
    plan.tp = d.tp;
    plan.cp = d.cp;
    plan.ep = d.ep;
    plan.pp = pp;
    plan.schedule = schedule.schedule;
    plan.virtualStages = schedule.virtualStages;
    plan.stageSplit = split;
    plan.stageLayers.clear();
    plan.fsdp = d.rest / pp;
    plan.dp = 1;
    plan.microBatch = 1;
    plan.remat = RematPolicy::none;
    plan.expertTensor = 1;
    return plan;
}

std::vector<ScheduleChoice> schedulesFor(const SearchSpace &space, const Plan &base, Count stages)
{
    if (stages == 1)
        return {ScheduleChoice{}};
    return space.schedules.empty() ? std::vector<ScheduleChoice>{{base.schedule, base.virtualStages}} : space.schedules;
}

std::vector<ScheduleChoice> allSchedules()
{
    return {{Schedule::gpipe, 1},       {Schedule::oneFOneB, 1}, {Schedule::interleaved, 2},
            {Schedule::interleaved, 4}, {Schedule::zbH1, 1},     {Schedule::dualPipe, 1}};
}

std::optional<ScheduleChoice> parseSchedule(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::optional<Schedule> schedule = fromKey<Schedule>(text.substr(0, colon));
    if (!schedule)
        return std::nullopt;
    const bool interleaved = *schedule == Schedule::interleaved;
    if (colon == std::string_view::npos)
        return ScheduleChoice{*schedule, interleaved ? Count{2} : Count{1}};
    const std::string_view number = text.substr(colon + 1);
    Count stages = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), stages);
    if (!interleaved || error != std::errc() || end != number.data() + number.size() || stages < 2)
        return std::nullopt;
    return ScheduleChoice{*schedule, stages};
}

std::string scheduleText(const ScheduleChoice &choice)
{
    const std::string key = keyOf(choice.schedule);
    return choice.schedule == Schedule::interleaved ? key + ":" + std::to_string(choice.virtualStages) : key;
}

std::vector<Count> expertTensors(const ModelSpec &model, Count tp)
{
    return hasExperts(model) && tp > 1 ? std::vector<Count>{1, tp} : std::vector<Count>{1};
}

bool withinLimits(const SearchSpace &space, const Plan &plan)
{
    return allowed(space, Axis::fsdp, plan.fsdp) && allowed(space, Axis::data, plan.dp) && allowed(space, Axis::pipeline, plan.pp);
}

} // namespace headroom
