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
    const double mfu = data.objective == Objective::expected ? estimate.system.expectedMfu.expected : estimate.system.boundMfu;
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
    data.capacity = estimate.scenario.hardware.hbmCapacity.value.expected.value / memoryUnitBytes();
    if (!search)
        return data;
    data.objective = search->objective;
    data.complete = search->complete;
    data.evaluated = search->evaluated;
    for (std::size_t i = 0; i < search->rows.size(); ++i) {
        const SearchRow &row = search->rows[i];
        if (!row.feasible)
            continue;
        data.points.push_back(pointOf(row, i, data.objective));
        if (row.pareto)
            data.front.push_back(data.points.back());
    }
    std::ranges::sort(data.front, {}, &ParetoPoint::memory);
    if (!data.points.empty())
        data.best = data.points.front();
    addCurrent(data, *search, estimate);
    return data;
}

double ParetoData::highestMfu() const
{
    const double found = points.empty() ? 0.0 : std::ranges::max(points, {}, &ParetoPoint::mfu).mfu;
    return std::max(found, current ? current->mfu : 0.0);
}

double ParetoData::mostMemory() const
{
    return std::max(capacity, current ? current->memory : 0.0);
}

} // namespace headroom
