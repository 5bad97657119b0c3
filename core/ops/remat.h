#pragma once
// Which parts of a layer a policy runs again in backward: one row per policy (model.md §5, whole-layer mode).

#include "ops/op.h"
#include "spec/plan.h"

#include <array>

namespace headroom {

// The parts that a policy re-runs or keeps as a whole; what lies outside layers never runs again.
inline constexpr std::array<LayerPart, 3> rematParts{LayerPart::attentionMatrix, LayerPart::attentionVector, LayerPart::feedForward};

// Whether `policy` re-runs the forward operators and collectives of a part before the layer's backward.
bool reruns(RematPolicy policy, LayerPart part);
// The same for an operator: false for backward ones.
bool recomputes(RematPolicy policy, const Op &op);

} // namespace headroom
