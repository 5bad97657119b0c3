#pragma once
// How throughput grows with the number of devices: the efficiency of each count against the smallest one.

#include "explore/figures.h"
#include "search/search.h"

#include <functional>
#include <stop_token>
#include <vector>

namespace headroom {

// strong: the same global batch on more devices. weak: a batch that grows with them.
enum class ScalingKind { strong, weak };
std::span<const EnumRow> rowsOf(ScalingKind);
// plan: the scenario's plan, its data axes taking the devices. best: the best plan that a search finds for each count.
enum class ScalingPlan { plan, best };
std::span<const EnumRow> rowsOf(ScalingPlan);

struct ScalingOptions
{
    ScalingKind kind = ScalingKind::strong;
    ScalingPlan plan = ScalingPlan::plan;
    std::vector<Count> devices; // ascending; empty: a quarter, a half, the present number, two, four, eight and sixteen times it
    SearchSpace space{};        // of the best plans; batches are the scaling's
};

struct ScalingPoint
{
    Count devices = 1;
    Plan plan;
    Count globalBatch = 0;
    Figures figures;         // not legal: with the reason
    double speedup = 0.0;    // tokens per second over those of the first point that runs
    double efficiency = 0.0; // the same per device
    bool runs() const { return figures.legal; }
};

struct Scaling
{
    ScalingKind kind{};
    ScalingPlan plan{};
    std::vector<ScalingPoint> points;
    bool complete = true;
};
// For phases that train. Errors: the scenario's own, a phase that serves, a count out of range.
Result<Scaling> scaling(const Scenario &scenario, const ScalingOptions &options, const std::stop_token &stop = {},
                        const std::function<void(std::size_t done, std::size_t total)> &progress = {});
// The counts that an empty list stands for.
std::vector<Count> scalingCounts(Count devices);

} // namespace headroom
