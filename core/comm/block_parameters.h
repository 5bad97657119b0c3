#pragma once
// Parameters of a model's blocks on one rank, by how collectives treat them.

#include "ops/layer_ops.h"

#include <vector>

namespace headroom {

// Parameters of one block that a rank holds before weight sharding.
struct BlockParameters
{
    double sharded = 0.0;    // tensor-parallel share, whole key-value heads that others hold too apart
    double keyValues = 0.0;  // those, where tp exceeds the heads
    Count keyValueCopies = 1;
    double copied = 0.0;     // held whole by every tensor rank
    double experts = 0.0;    // local experts' share
    double gathered = 0.0;   // dense parameters that a pass gathers: own ones plus a tied head's table
    double quantisedDense = 0.0, quantisedExperts = 0.0; // of these, weights of products that may run in fp8
    double dense() const { return sharded + keyValues + copied; }
    double all() const { return dense() + experts; }
};
BlockParameters blockParameters(const ModelSpec &model, const Block &block, const PassShape &shape, bool lastStageApart);
// Tensor ranks that share a key-value head, in the blocks where the fewest do.
Count keyValueCopies(const std::vector<BlockParameters> &blocks);

} // namespace headroom
