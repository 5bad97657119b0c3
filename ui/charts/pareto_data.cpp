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

// What searches of either kind give alike; `fits` of a row, `pointOf` a row and its place.
template <class Found, class Fits, class PointOf> void addPlans(ParetoData &data, const Found &search, Fits fits, PointOf point)
{
    data.complete = search.complete;
    data.evaluated = search.evaluated;
    for (std::size_t i = 0; i < search.rows.size(); ++i) {
        if (!fits(search.rows[i]))
            continue;
        data.points.push_back(point(search.rows[i], i));
        if (search.rows[i].pareto)
            data.front.push_back(data.points.back());
    }
    std::ranges::sort(data.front, {}, &ParetoPoint::x);
    if (!data.points.empty())
        data.best = data.points.front();
}

} // namespace

ParetoData paretoData(const SearchResult *search, const Estimate &estimate)
{
    ParetoData data;
    data.limit = estimate.scenario.hardware.hbmCapacity.value.expected.value / memoryUnitBytes();
    if (!search)
        return data;
    data.byExpected = search->objective == Objective::expected;
    addPlans(data, *search, [](const SearchRow &row) { return row.feasible; }, [&](const SearchRow &row, std::size_t i) { return pointOf(row, i, search->objective); });
    addCurrent(data, *search, estimate);
    return data;
}

ParetoData servedParetoData(const ServingSearchResult *search, const ServingEstimate &estimate)
{
    ParetoData data;
    const RunSpec &run = estimate.scenario.run;
    if (run.phase == RunPhase::serving && run.serving.tpotLimit)
        data.limit = run.serving.tpotLimit->value;
    if (!search)
        return data;
    const ServingObjective objective = search->objective;
    data.byExpected = objective == ServingObjective::expected;
    const auto at = [&](const ServingRow &row, std::size_t i) { return ParetoPoint{row.delay(objective).value, row.tokens(objective), i}; };
    addPlans(data, *search, [](const ServingRow &row) { return row.fits(); }, at);
    if (!estimate.legal)
        return data;
    ServingRow now;
    now.latency = estimate.latency;
    data.current = at(now, 0);
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
