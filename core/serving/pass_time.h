#pragma once
// How long a pass of a plan takes through all stages of its pipeline, and where the time goes.

#include "estimate/step_parts.h"
#include "serving/served_plan.h"

#include <array>

namespace headroom {

struct ServedTime
{
    Derived<Seconds> latency; // of one pass through all stages, transfers between them included
    Derived<Seconds> slowest; // the slowest stage: what another pass in flight adds
    Derived<Seconds> step;    // until all passes of a step are done, with the overhead of the host
    std::array<Derived<Seconds>, stepPartCount> parts; // of the step; they sum to it
    std::vector<BlockTimes> times; // per block, for the calls' rows
    LevelRates rates;
};

// A step: passes in flight one behind the other. A decode step returns when the first pass may start again; a prefill when the last
// is done.
enum class StepEnd { again, done };
struct StepShape
{
    double passes = 1.0;
    StepEnd end = StepEnd::again;
};
ServedTime servedTime(Derivation &why, const ServedPlan &plan, const ServedPass &pass, const LevelRates &rates, const StepShape &step);

// What chip, networks and software deliver at a level; the overhead of a step is the calibration's and the host's.
LevelRates servedRates(Derivation &why, const ServedPlan &plan, const LevelChoice &choice);
// The same if kernels started at once.
LevelRates withoutLaunches(Derivation &why, LevelRates rates);

// The busiest of matrix unit, HBM and networks at full rate, whatever depends on what.
Derived<Seconds> servedFloor(Derivation &why, const ServedPlan &plan, const ServedPass &pass, const ServedTime &ideal);

} // namespace headroom
