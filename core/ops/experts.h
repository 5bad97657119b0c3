#pragma once
// Routed experts of a mixture, by dispatch kernel (operators.md §5).

#include "ops/op_builder.h"

namespace headroom {

// Dispatch, the experts' products over the local experts, combine.
void routedExpertOps(OpBuilder &ops, const FeedForwardSpec &feedForward);

// Expected number of local experts that at least one token of the expert-parallel group reaches:
// E_local (1 - (1 - k/E)^tokens).
double expertsHit(const FeedForwardSpec &feedForward, Count ep, double tokens);

// Slots of one expert for each sequence, rounded up: f S k / E.
double expertCapacity(const FeedForwardSpec &feedForward, const RunSpec &run);
// Rows that one routed token takes in the experts: k sorted; E capacity / S with slots of fixed capacity.
double routedRowsPerToken(const FeedForwardSpec &feedForward, const RunSpec &run);
// Elements that an unrolled mask has per routed token: E capacity of each of two masks; none when sorted.
double dispatchMaskWidth(const FeedForwardSpec &feedForward, const RunSpec &run);

} // namespace headroom
