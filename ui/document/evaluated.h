#pragma once
// What evaluating a scenario gives, whatever its phase: an estimate of a training step, or everything about serving with its steps in the
// form that charts and tables take.

#include "estimate/estimate.h"
#include "serving/roof_trail.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct ServedResult
{
    ServingEstimate estimate;
    std::vector<std::shared_ptr<const Estimate>> views; // of its steps, in their order
    // Of the step with this view; computed when asked: few look at it. Empty when `view` is none of the steps'.
    std::vector<OperatorTrail> trail(const Estimate *view, TrailOver over) const;
};

struct Evaluated
{
    std::shared_ptr<const Estimate> estimate;   // of a training step
    std::shared_ptr<const ServedResult> served; // of a phase that serves
    Issues issues;                              // errors alone when there is neither
    explicit operator bool() const { return estimate || served; }
    // The view of the step of this name; of another the last one: what users wait for longest.
    std::shared_ptr<const Estimate> shown(const std::string &step) const;
};

// `best`, `detail`: of a training step.
Evaluated evaluatePhase(const Scenario &scenario, const std::optional<BestPlan> &best = std::nullopt, Detail detail = Detail::numbers);

} // namespace headroom
