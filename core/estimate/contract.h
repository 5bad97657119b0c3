#pragma once
// What every output states beside its numbers: what was counted, at which peak, under which assumptions (model.md §0).

#include "estimate/estimate.h"

namespace headroom {

std::vector<ContractLine> contractOf(const Estimate &estimate);

} // namespace headroom
