#pragma once
// From the peak down to the expected time of a step that serves: anchors and the losses between them.

#include "estimate/estimate.h"
#include "serving/pass_time.h"

namespace headroom {

struct LossInput
{
    Derived<Flops> useful;
    const ServedTime &bound, &expected;
    StepShape shape;
};
// Peak -> weights -> cache -> other bytes -> Roofline -> sharding -> communication -> pipeline -> bound -> kernels -> launches -> links
// -> Expected. Seconds telescope; MFU likewise.
std::vector<WaterfallRow> stepLosses(Derivation &why, const ServedPlan &plan, const ServedPass &oneChip, const ServedPass &pass, const LossInput &in);

} // namespace headroom
