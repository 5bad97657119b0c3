#pragma once
// Which blocks each pipeline stage holds: embedding first, head and MTP last, layers in order, the remainder of an
// uneven split on the middle stages. Stages that hold the same blocks share one composition.

#include "ops/layer_ops.h"

#include <vector>

namespace headroom {

struct StageLayout
{
    std::vector<Composition> compositions;
    std::vector<std::uint16_t> stages;     // per stage: index of its composition
    std::vector<std::uint16_t> first;      // per composition: the first stage that has it
    const Composition &blocksOf(std::size_t stage) const { return compositions[stages[stage]]; }
};
StageLayout stageLayout(const ModelBlocks &blocks, Count stages);

} // namespace headroom
