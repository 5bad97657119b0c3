#pragma once
// Which forward operators a policy runs again in backward: one row per policy (model.md §5, whole-layer mode).

#include "ops/op.h"
#include "spec/plan.h"

namespace headroom {

// Whether `policy` re-runs this forward operator before the layer's backward.
bool recomputes(RematPolicy policy, const Op &op);

// Collectives that a policy repeats: tensor-parallel pairs per layer and expert all-to-alls.
struct RepeatedCommunication
{
    bool attentionTensor, feedForwardTensor, expert, context;
};
RepeatedCommunication repeatedCommunication(RematPolicy policy);

} // namespace headroom
