#pragma once
// The Roofline bound: one chip, unlimited memory, the whole global batch in one pass, nothing recomputed (model.md §3).

#include "estimate/estimate.h"
#include "estimate/plan_model.h"

namespace headroom {

struct RooflineBound
{
    RooflineEstimate estimate;
    Derived<Seconds> stepTime;   // T_ideal
    Flops modelFlops{};          // of all operators
    Seconds compute{};           // executed FLOPs over each operator's peak
    Seconds precision{};         // of it, what peaks below the named one add
    std::array<Seconds, categoryCount> memoryLoss{}; // time beyond compute, by category
};
RooflineBound rooflineBound(Derivation &why, const Scenario &scenario, const Derived<Flops> &useful);
// The same over any blocks of one chip; their terms' names begin with `name` ("roofline", "decode.roofline").
RooflineBound rooflineOver(Derivation &why, const Scenario &scenario, const ModelBlocks &blocks, const Derived<Flops> &useful,
                           const std::string &name);

// The stable name of an operator's terms: "roofline.mla+moe.query up-projection.forward".
std::string operatorTermName(const RooflineOperator &op, const std::string &name = "roofline");

} // namespace headroom
