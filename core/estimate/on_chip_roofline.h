#pragma once
// The roofline against on-chip memory (model.md §3): same operators, the bytes that tiles move, the chip's on-chip
// bandwidth. A view of the operators beside HBM; nothing else is computed from it.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"

namespace headroom {

// Adds the on-chip points of `blocks`' operators, in the order of `roofline.operators`, and the level itself. Does
// nothing when the chip states no on-chip bandwidth: effective values are absent, never guessed.
void addOnChip(Derivation &why, RooflineEstimate &roofline, const ModelBlocks &blocks, const HardwareSpec &hardware,
               const Derived<FlopsPerSecond> &peak);

// Why there is no on-chip roofline, for a disabled switch; nothing when there is one.
std::optional<Message> onChipMissing(const Estimate &estimate);

} // namespace headroom
