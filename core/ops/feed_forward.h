#pragma once
// Feed-forward operators: dense blocks and mixtures of experts (operators.md §5).

#include "ops/attention.h"
#include "ops/op_builder.h"

namespace headroom {

// Norm 2, the whole feed-forward of one layer and, with post-norms, a norm after it.
void feedForwardOps(OpBuilder &ops, const LayerSpec &layer);

// Elements the feed-forward keeps for backward; nothing under policies that re-run it.
KeptElements feedForwardKept(const ModelSpec &model, const RunSpec &run, const FeedForwardSpec &feedForward, const PassShape &shape,
                             RematPolicy policy);

} // namespace headroom
