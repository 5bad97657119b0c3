#pragma once
// The collectives that move a stage's weights and gradients over the outer axes (model.md §7, §13): in every pass, or once a
// step. They depend on the stage's parameters and on the plan's degrees, not on its micro-batch or remat policy.

#include "comm/comm_plan.h"
#include "spec/run_spec.h"

namespace headroom {

// Ranks over which a plan divides weights, and further ranks over which it may divide the optimizer state.
struct ShardSizes
{
    double dense = 1.0, experts = 1.0;
    double denseState = 1.0, expertState = 1.0;
};
ShardSizes shardSizes(const Plan &plan);

// Parameters of a stage on one rank before weight sharding, by how collectives treat them, each with the blocks they lie in:
// a collective moves one block's at a time.
struct StageWeights
{
    struct Part
    {
        double parameters = 0.0, blocks = 0.0;
    };
    Part gathered;    // dense, for a forward pass: with a tied head's table
    Part regathered;  // dense, again for a backward pass: all of that but the lookup table
    Part dense;       // all three of the following
    Part sharded;     // divided among tensor ranks: gradients of their own
    Part keyValues;   // heads that some tensor ranks share: gradients reduced over them too
    Part copied;      // held whole by every tensor rank: gradients reduced over them too
    Part experts;
    double quantisedDense = 0.0, quantisedExperts = 0.0; // weights of products that may run in fp8
    Count keyValueCopies = 1; // tensor ranks that share a key-value head
    StageWeights times(double copies) const;
};
// `blocks` and `parameters`: of the model.
StageWeights stageWeights(const Composition &composition, const std::vector<Block> &blocks,
                          const std::vector<BlockParameters> &parameters);

// `calls` equal collectives of a stage.
struct WeightCall
{
    // Under a pass, in every micro-batch; or once a step, before the first forward or after the last backward.
    enum class When { forward, backward, gather, reduction };
    Purpose purpose{};
    Collective kind{};
    const AxisGroup AxisGroups::*group = nullptr;
    When when{};
    StageWeights::Part part;
    double bytesEach = 0.0;
    double shards = 1.0;    // ranks that share each weight already
    Bytes payload() const { return Bytes(part.parameters * bytesEach / shards / part.blocks); } // of each
};
// Weight sharding: gathered for each pass and gradients scattered in every backward, or each once a step under `keep`.
// Replicas: gradients all-reduced once a step; or, when the optimizer state is sharded, reduce-scattered and the updated weights
// gathered before the next forward; sharded gradients are scattered in every backward. Tensor ranks that hold the same weights keep a
// state each: their gradients are all-reduced first. Calls over a single rank and empty ones are left out.
// `weights`: of the blocks that run for one micro-batch; `copies` times as many are held, and moved once a step.
std::vector<WeightCall> weightCalls(const RunSpec &run, const Plan &plan, const StageWeights &weights, double copies = 1.0);

// What a stage's weights ask of a plan.
struct WeightPlan
{
    StageWeights weights;
    std::vector<WeightCall> calls;
};

} // namespace headroom
