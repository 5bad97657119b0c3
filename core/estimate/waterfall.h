#pragma once
// From the peak down to the measured step: anchors and the losses between them (model.md §10). Losses in MFU points are
// exact differences of F / (N P T), so they telescope.

#include "estimate/system_bound.h"

namespace headroom {

struct WaterfallInput
{
    const Scenario *scenario = nullptr;
    const RooflineBound *roofline = nullptr;
    Derived<Flops> useful;
    const SystemBound *plan = nullptr;          // null: the plan is illegal
    std::optional<PlanOutline> best;            // the System anchor, when a search has found it
    Slice slice;
};
std::vector<WaterfallRow> waterfall(Derivation &why, const WaterfallInput &input);

} // namespace headroom
