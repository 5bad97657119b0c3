#pragma once
// The sets of ranks that a plan's collectives span, axis by axis.

#include "comm/placement.h"

#include <array>
#include <span>
#include <string>

namespace headroom {

// A set of axes, or parts of them, that one collective spans.
struct AxisGroup
{
    std::array<AxisPart, 4> parts{};
    std::size_t count = 0;
    std::span<const AxisPart> span() const { return {parts.data(), count}; }
    Count ranks() const;
};
// The groups a plan uses: weights of dense and expert blocks are gathered over the shard groups; their gradients are
// reduced over the replica groups. The ranks that split an expert lie on the tensor axis, and beyond it on the batch axes.
struct AxisGroups
{
    AxisGroup tensor, context, expert, expertTensor, expertBeyond, denseShard, expertShard;
    AxisGroup denseReplicas, copiedReplicas, expertReplicas; // copied: weights that every tp rank holds
    AxisGroup keyValueCopies, keyValueReplicas;              // tensor ranks that share a key-value head; with its other replicas
    AxisGroup pipeline;
};
// `keyValueCopies`: neighbouring tensor ranks that hold the same key-value head.
AxisGroups axisGroups(const Plan &plan, Count keyValueCopies);
// "tp", "ep+dp"; "tp 2/4" where the group spans a part of an axis.
std::string axesText(const AxisGroup &group, const Plan &plan);

} // namespace headroom
