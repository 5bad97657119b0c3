#pragma once
// The rules a plan must obey to be run at all (model.md §13 "Legal"). Breaking one is a result, not an error: the plan is
// reported as infeasible with the rule and both values.

#include "base/result.h"
#include "spec/scenario.h"

#include <optional>

namespace headroom {

struct BrokenRule
{
    const char *field;   // "plan.tp"
    const char *pattern; // CORE_TEXT with {0}, {1}
    Count first, second; // the two values
    Message message() const { return {pattern, {std::to_string(first), std::to_string(second)}}; }
};

std::optional<BrokenRule> brokenRule(const ModelSpec &model, const RunSpec &run, const Plan &plan);

// What a schedule asks of the pipeline: interleaved passes a multiple of p micro-batches and at least two virtual stages, DualPipe an
// even p and an even number of micro-batches, at least 2 p.
std::optional<BrokenRule> brokenScheduleRule(Schedule schedule, Count stages, Count virtualStages, Count microBatches);

} // namespace headroom
