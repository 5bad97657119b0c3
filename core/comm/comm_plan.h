#pragma once
// Which collective calls a block makes in each pass, on which axes, and what may hide them (model.md §7, §8).

#include "base/derivation.h"
#include "comm/collective.h"
#include "ops/layer_ops.h"
#include "spec/plan.h"

#include <array>
#include <optional>
#include <vector>

namespace headroom {

enum class Purpose {
    attentionActivations, feedForwardActivations, tensorWeightGradientInput, vocabulary, expertActivations,
    expertExchange, contextKeys, weightGather, gradientScatter,
    gradientReduction, stageTransfer, tiedEmbedding, mirroredGradients
};
std::span<const EnumRow> rowsOf(Purpose);

// What a call can run under: nothing (tp), the expert products of its block (ep), the attention core of the previous ring
// step (cp), or whatever the device computes meanwhile (the extra tp all-gather of the backward).
enum class Hide { nothing, experts, core, anything };

// The pass a call belongs to. recompute: repeated by a remat policy with a step that needs it, in front of the backward.
enum class Pass { forward, backward, recompute };

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
    AxisGroup pipeline;
};
AxisGroups axisGroups(const Plan &plan);

// One call per block, pass and micro-batch. `group` picks the axes.
struct BlockCall
{
    Purpose purpose{};
    Collective kind{};
    const AxisGroup AxisGroups::*group = nullptr;
    Pass pass{};
    Hide hide{};
    double count = 1.0;
    Derived<Bytes> payload;
    std::optional<ExpertRouting> routing{}; // of an expert exchange that sends a token once to each target
    StepSet steps{};      // of the recompute pass: repeated if one of them runs again,
    bool perStep = false; // or as many of the calls as of the steps
    double repeats(StepSet again) const;
};

// Parameters of one block that a rank holds before weight sharding.
struct BlockParameters
{
    double sharded = 0.0;    // tensor-parallel share
    double copied = 0.0;     // held whole by every tensor rank
    double experts = 0.0;    // local experts' share
    double gathered = 0.0;   // dense parameters that a pass gathers: own ones plus a tied head's table
    double quantisedDense = 0.0, quantisedExperts = 0.0; // of these, weights of products that may run in fp8
    double dense() const { return sharded + copied; }
    double all() const { return sharded + copied + experts; }
};
BlockParameters blockParameters(const ModelSpec &model, const Block &block, const PassShape &shape, bool lastStageApart);

// Calls of one block in one micro-batch: activations over the inner axes (tp, ep, cp). Weights travel over the outer ones,
// stage by stage; see weightCalls(). Calls of the recompute pass are those a policy may repeat; see BlockCall::repeats().
std::vector<BlockCall> blockCalls(Derivation &why, const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape);
} // namespace headroom
