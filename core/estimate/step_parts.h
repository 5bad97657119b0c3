#pragma once
// The categories that every second of a step belongs to.

#include "base/enum_table.h"
#include "ops/op.h"
#include "schedule/headline.h"

#include <array>

namespace headroom {

// The first eight are the operator categories, in their order.
enum class StepPartId {
    projection, attention, linearAttention, feedForward, experts, elementwise, embeddingHead, optimizerCompute, recompute,
    contention, exposedTensor, exposedExpert, exposedContext, exposedShard, exposedData, exposedPipeline, bubble, imbalance,
    optimizer, overhead
};
std::span<const EnumRow> rowsOf(StepPartId); // keys "compute.projection", "recompute", "exposed.tp", "bubble", …
inline constexpr std::size_t stepPartCount = 20;

// The parts of a headline whose critical stage has this load. They sum to the step.
std::array<Derived<Seconds>, stepPartCount> stepParts(Derivation &why, const HeadlineInput &input, const StepAttribution &attribution,
                                                      const BlockLoad &critical, RematPolicy remat);
StepPartId dominantPart(const std::array<Derived<Seconds>, stepPartCount> &parts);

} // namespace headroom
