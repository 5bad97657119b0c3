#pragma once
// The steps of a phase on the devices that run them: all of them, or a pool for prompts and one for answers.

#include "serving/latency.h"

#include <functional>
#include <vector>

namespace headroom {

struct ServedPhase
{
    ServedPlan plan;                       // of the devices that decode, or of all
    std::optional<ServedPlan> prefillPool; // of those that compute prompts alone
    Count sequences = 1;                   // at a time, over all replicas of `plan`
    std::vector<StepRequest> requests;
    std::optional<StepRequest> plain;      // a decode step without the draft that the run has
    const ServedPlan &planOf(const StepRequest &request) const;
};
// `scenario` must be legal (brokenServingRule). Errors: of slices that the pools do not make.
Result<ServedPhase> servedPhase(const Scenario &scenario, Count sequences);
// The steps of a phase, whatever its plan.
std::vector<StepRequest> stepsOf(const Scenario &served, Count sequences);

// `time` says how long a step takes, in the order of the requests.
using StepTimer = std::function<TimedStep(std::size_t, const ServedPlan &, const StepRequest &)>;
TimedPhase timedPhase(Derivation &why, const ServedPhase &phase, const StepTimer &time);

// Memory of the fullest rank, of whichever pool.
ServedMemory phaseMemory(Derivation &why, const ServedPhase &phase);
// Memory of the fullest rank that decodes, or does all, with so many sequences.
ServedMemory memoryOf(Derivation &why, const ServedPhase &phase, Count sequences);
// Sequences over all replicas that fit, at most 2^24; 0 when not even one for each does.
Count largestBatch(const ServedPhase &phase);

} // namespace headroom
