#include "search/rerank.h"

#include "estimate/step_timeline.h"

#include <algorithm>

namespace headroom {

namespace {

// Expected MFU over the simulated step; 0 without one.
double simulatedMfu(const SearchRow &row)
{
    return row.simulated ? row.expectedMfu.expected * (row.expected / *row.simulated) : 0.0;
}

} // namespace

void rerank(SearchResult &found, const Scenario &scenario, std::size_t count, const std::stop_token &stop,
            const std::function<void(std::size_t, std::size_t)> &progress)
{
    const auto first = found.rows.begin(), end = std::ranges::find(found.rows, false, &SearchRow::feasible);
    const std::size_t total = std::min(count, static_cast<std::size_t>(end - first));
    Scenario each = scenario;
    for (std::size_t i = 0; i < total; ++i) {
        if (stop.stop_requested())
            return;
        SearchRow &row = found.rows[i];
        each.plan = row.plan;
        each.run.globalBatch = row.globalBatch;
        row.simulated = simulatedStep(each, Level::expected);
        if (progress)
            progress(i + 1, total);
    }
    std::ranges::stable_sort(first, first + static_cast<std::ptrdiff_t>(total), std::ranges::greater{}, simulatedMfu);
    found.reranked = total;
}

} // namespace headroom
