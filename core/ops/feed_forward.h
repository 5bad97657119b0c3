#pragma once
// Feed-forward operators: dense blocks and mixtures of experts (operators.md §5).

#include "ops/attention.h"
#include "ops/op_builder.h"

namespace headroom {

// Norm 2, the whole feed-forward of one layer and, with post-norms, a norm after it.
void feedForwardOps(OpBuilder &ops, const LayerSpec &layer);

// The activations of a layer's feed-forward, after those of its attention.
void feedForwardTable(LayerTable &table, const ModelSpec &model, const RunSpec &run, const LayerSpec &layer, const PassShape &shape);

} // namespace headroom
