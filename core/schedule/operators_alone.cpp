#include "schedule/operators_alone.h"

#include "schedule/pass_time.h"

namespace headroom {

namespace {

// One time of every block of a composition, added up.
Derived<Seconds> over(const Composition &composition, const std::vector<BlockTimes> &blocks, Derived<Seconds> BlockTimes::*time)
{
    Seconds sum{};
    for (const auto &[b, count] : composition)
        sum += count * (blocks[b].*time).value;
    return {sum, {}};
}

} // namespace

void fillOperatorsAlone(HeadlineInput &out, const StageLayout &layout, Schedule schedule, const std::vector<BlockTimes> &blocks,
                        double microBatches, const OverlapRates &overlap)
{
    Silent off;
    for (std::vector<PassLoad> *passes : {&out.forward, &out.backward, &out.overlapped})
        passes->clear();
    out.weightGradient.clear();
    out.layout = &layout;
    out.schedule = schedule;
    const bool both = schedule == Schedule::dualPipe, putOff = both || schedule == Schedule::zbH1;
    for (const Composition &composition : layout.compositions) {
        out.forward.push_back(silentPass(off, over(composition, blocks, &BlockTimes::forward)));
        out.backward.push_back(silentPass(off, over(composition, blocks, &BlockTimes::backward)));
        if (putOff)
            out.weightGradient.push_back(over(composition, blocks, &BlockTimes::weightGradient));
        if (both)
            out.overlapped.push_back(overlappedPasses(off, out.forward.back(), out.backward.back(), overlap));
    }
    out.weights.assign(layout.compositions.size(), {});
    out.microBatches.value = microBatches;
    out.overlap = overlap;
}

} // namespace headroom
