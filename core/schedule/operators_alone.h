#pragma once
// A pipeline of operators alone, for which any plan that runs them has to take at least as long.

#include "schedule/headline.h"

namespace headroom {

// The pipeline in which nothing communicates, nothing runs again and nothing is fixed overhead. Times are per block of the model. `out`
// is filled anew, in the memory that it has.
void fillOperatorsAlone(HeadlineInput &out, const StageLayout &layout, Schedule schedule, const std::vector<BlockTimes> &blocks,
                        double microBatches, const OverlapRates &overlap);

} // namespace headroom
