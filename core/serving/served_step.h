#pragma once
// One kind of pass, on one chip and on a plan, at every level.

#include "serving/pass_time.h"
#include "serving/serving.h"

namespace headroom {

// The times of a step, to be made into latencies; empty without a plan.
struct TimedStep
{
    Derived<Seconds> bound, low, expected, high;
};

struct StepRequest
{
    const char *id = "";          // "prefill", "decode", "mixed"
    GenerationPass all, onRank;   // all sequences, and those of a rank and pass
    StepShape shape;
};

// Roofline and the document's terms of all sequences.
ServedStep rooflineStep(Derivation &why, const Scenario &served, const StepRequest &request);
// The times of its steps alone.
TimedStep timedStep(Derivation &why, const ServedPlan &plan, const StepRequest &request);
// Adds what the plan makes of it.
TimedStep addPlan(Derivation &why, ServedStep &step, const ServedPlan &plan, const StepRequest &request);

} // namespace headroom
