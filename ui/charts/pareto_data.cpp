#include "ui/charts/pareto_data.h"

#include "ui/memory_unit.h"

#include <algorithm>

namespace headroom {

namespace {

ParetoPoint pointOf(const SearchRow &row, std::size_t index, Objective objective)
{
    return {row.memory.value / memoryUnitBytes(), 100.0 * objectiveMfu(row, objective), index};
}

void addCurrent(ParetoData &data, const SearchResult &search, const Estimate &estimate)
{
    if (!estimate.system.legal)
        return;
    const double mfu = data.byExpected ? estimate.system.expectedMfu.expected : estimate.system.boundMfu;
    data.current = ParetoPoint{estimate.system.memory.total.value / memoryUnitBytes(), 100.0 * mfu, 0};
    const Scenario &scenario = estimate.scenario;
    const auto row = std::ranges::find_if(search.rows, [&](const SearchRow &r) {
        return r.globalBatch == scenario.run.globalBatch && r.plan == scenario.plan;
    });
    data.currentKnown = row != search.rows.end();
    if (data.currentKnown)
        data.current->row = static_cast<std::size_t>(row - search.rows.begin());
}

} // namespace

ParetoData paretoData(const SearchResult *search, const Estimate &estimate)
{
    ParetoData data;
    data.limit = estimate.scenario.hardware.hbmCapacity.value.expected.value / memoryUnitBytes();
    if (!search)
        return data;
    data.byExpected = search->objective == Objective::expected;
    data.complete = search->complete;
    data.evaluated = search->evaluated;
    for (std::size_t i = 0; i < search->rows.size(); ++i) {
        const SearchRow &row = search->rows[i];
        if (!row.feasible)
            continue;
        data.points.push_back(pointOf(row, i, search->objective));
        if (row.pareto)
            data.front.push_back(data.points.back());
    }
    std::ranges::sort(data.front, {}, &ParetoPoint::x);
    if (!data.points.empty())
        data.best = data.points.front();
    addCurrent(data, *search, estimate);
    return data;
}

ParetoData servedParetoData(const ServingSearchResult *search, const ServingEstimate &estimate)
{
    ParetoData data;
    const ServingSpec &serving = estimate.scenario.run.serving;
    const bool prefill = estimate.scenario.run.phase == RunPhase::prefill;
    if (const std::optional<Seconds> &limit = prefill ? serving.ttftLimit : serving.tpotLimit; limit && estimate.scenario.run.phase == RunPhase::serving)
        data.limit = limit->value;
    if (!search)
        return data;
    const ServingObjective objective = search->objective;
    data.byExpected = objective == ServingObjective::expected;
    data.complete = search->complete;
    data.evaluated = search->evaluated;
    for (std::size_t i = 0; i < search->rows.size(); ++i) {
        const ServingRow &row = search->rows[i];
        if (!row.fits())
            continue;
        data.points.push_back({row.delay(objective).value, row.tokens(objective), i});
        if (row.pareto)
            data.front.push_back(data.points.back());
    }
    std::ranges::sort(data.front, {}, &ParetoPoint::x);
    if (!data.points.empty())
        data.best = data.points.front();
    if (!estimate.legal)
        return data;
    ServingRow now;
    now.latency = estimate.latency;
    data.current = ParetoPoint{now.delay(objective).value, now.tokens(objective), 0};
    const auto row = std::ranges::find_if(search->rows, [&](const ServingRow &r) { return r.batch == estimate.sequences && r.plan == estimate.scenario.plan; });
    data.currentKnown = row != search->rows.end();
    if (data.currentKnown)
        data.current->row = static_cast<std::size_t>(row - search->rows.begin());
    return data;
}

double ParetoData::highest() const
{
    const double found = points.empty() ? 0.0 : std::ranges::max(points, {}, &ParetoPoint::y).y;
    return std::max(found, current ? current->y : 0.0);
}

double ParetoData::farthest() const
{
    return std::max(limit.value_or(0.0), current ? current->x : 0.0);
}

} // namespace headroom
