#pragma once
// What a remat policy keeps of a layer and which forward steps it runs again, from the layer's table (model.md §5).

#include "ops/layer_table.h"
#include "spec/remat.h"

namespace headroom {

// Of one block under one policy.
struct BlockRemat
{
    StepSet again;      // forward steps that run again before the block's backward
    KeptTensors kept{}; // of those that the block has
    // Whether a forward operator runs again; backward ones never do.
    bool recomputes(const Op &op) const { return op.phase == Phase::forward && again.has(op.step); }
};

// A step runs again if backward needs what it makes and the policy does not keep it, or if another step that runs again reads it.
// To the layer's end: where something of the feed-forward is made again, so is what leads to the layer's output; of modules, what
// leads to their own end.
BlockRemat blockRemat(const LayerTable &table, const PolicyTensors &policy, RematMode mode);

} // namespace headroom
