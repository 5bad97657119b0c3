#include "schedule/stage_layout.h"

#include "ops/legal_plan.h"

#include <algorithm>

namespace headroom {

StageLayout stageLayout(const ModelBlocks &blocks, Count stages)
{
    StageLayout layout;
    std::size_t layer = 0;
    const Count layers = static_cast<Count>(blocks.order.size());
    for (Count stage = 0; stage < stages; ++stage) {
        std::vector<double> held(blocks.blocks.size(), 0.0);
        if (stage == 0)
            held[blocks.embedding] = 1.0;
        for (Count n = layersOnStage(layers, stages, stage); n > 0; --n)
            held[blocks.order[layer++]] += 1.0;
        if (stage == stages - 1) {
            held[blocks.head] = 1.0;
            if (blocks.mtp)
                held[*blocks.mtp] = blocks.blocks[*blocks.mtp].count;
        }
        Composition composition;
        for (std::size_t b = 0; b < held.size(); ++b)
            if (held[b] > 0.0)
                composition.push_back({b, held[b]});
        auto same = std::ranges::find(layout.compositions, composition);
        if (same == layout.compositions.end()) {
            layout.compositions.push_back(std::move(composition));
            layout.first.push_back(static_cast<std::uint16_t>(stage));
            same = layout.compositions.end() - 1;
        }
        layout.stages.push_back(static_cast<std::uint16_t>(same - layout.compositions.begin()));
    }
    return layout;
}

} // namespace headroom
