#pragma once
// What a result of serving holds fixed: printed with every report.

#include "serving/serving.h"

namespace headroom {

std::vector<ContractLine> servingContract(const ServingEstimate &estimate);

} // namespace headroom
