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
    contention, exposedTensor, exposedExpert, exposedContext, exposedShard, exposedData, exposedHost, exposedPipeline, bubble, imbalance,
    optimizer, stragglers, overhead
};
std::span<const EnumRow> rowsOf(StepPartId); // keys "compute.projection", "recompute", "exposed.tp", "bubble", …
inline constexpr std::size_t stepPartCount = 22;

// A headline's critical stage: its composition, what that does, and which of its remat policies is the plan's.
struct CriticalStage
{
    std::size_t composition;
    const BlockLoad &load;
    std::size_t policy;
};
// The parts of a headline. They sum to the step. Why: Derivation or Silent.
template <class Why>
std::array<Derived<Seconds>, stepPartCount> stepParts(Why &why, const HeadlineInput &input, const StepAttribution &attribution,
                                                      const CriticalStage &critical);
StepPartId dominantPart(const std::array<Derived<Seconds>, stepPartCount> &parts);

} // namespace headroom
