#pragma once
// Which collective calls a block makes in each pass, on which axes, and what may hide them (model.md §7, §8).

#include "base/derivation.h"
#include "comm/axis_groups.h"
#include "comm/block_parameters.h"
#include "comm/collective.h"
#include "ops/layer_ops.h"
#include "spec/plan.h"

#include <optional>
#include <vector>

namespace headroom {

enum class Purpose {
    attentionActivations, feedForwardActivations, tensorWeightGradientInput, vocabulary, expertActivations,
    expertExchange, contextKeys, weightGather, gradientScatter,
    gradientReduction, stageTransfer, tiedEmbedding, mirroredGradients
};
std::span<const EnumRow> rowsOf(Purpose);

// What a call can run under: nothing, the products that take its output or make its input (asynchronous tp), the weight gradients of
// those products (the sum of their input's gradients, which no weight gradient waits for), the expert products of its block (ep), the
// attention core of the previous ring step (cp), or whatever the device computes meanwhile (the extra tp all-gather of the backward).
enum class Hide { nothing, products, weightGradients, experts, core, anything };

// The pass a call belongs to. recompute: repeated by a remat policy with a step that needs it, in front of the backward.
enum class Pass { forward, backward, recompute };

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
    TensorSide side = TensorSide::none; // of the products
    std::optional<ExpertRouting> routing{}; // of an expert exchange that sends a token once to each target
    StepSet steps{};      // of the recompute pass: repeated if one of them runs again,
    bool perStep = false; // or as many of the calls as of the steps
    double repeats(StepSet again) const;
};

// Calls of one block in one micro-batch: activations over the inner axes (tp, ep, cp). Weights travel over the outer ones,
// stage by stage; see weightCalls(). Calls of the recompute pass are those a policy may repeat; see BlockCall::repeats().
std::vector<BlockCall> blockCalls(Derivation &why, const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape);
// The part of a layer whose products a tensor-parallel call may hide under.
TensorPart productsOf(const BlockCall &call);

} // namespace headroom
