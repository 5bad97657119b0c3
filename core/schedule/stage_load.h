#pragma once
// Block loads added up to the load of a stage.

#include "schedule/block_load.h"

#include <vector>

namespace headroom {

// Adds up the local loads of a composition's blocks, and adds their weight-sharding calls to that.
PassLoad stageLoad(Derivation &why, const std::vector<double> &blocks, const std::vector<BlockLoad> &loads, PassLoad BlockLoad::*pass);
PassLoad withShardCalls(Derivation &why, const PassLoad &local, const std::vector<double> &blocks, const std::vector<BlockLoad> &shards,
                        PassLoad BlockLoad::*pass);

// Adds communication that runs once a pass under anything, and ends when the pass does.
PassLoad withBackground(Derivation &why, const PassLoad &load, const LinkTime &work, const OverlapRates &overlap);

} // namespace headroom
