#pragma once
// Models that serve, for tests.

#include "serving/serving.h"

#include <string>
#include <vector>

namespace headroom::testing {

// The default scenario with settings as --set takes them, and "calibration=NAME".
Scenario servedBy(const std::string &model, const std::string &chip, const std::vector<std::string> &settings);
ServingEstimate servingEstimateOf(const Scenario &scenario);

} // namespace headroom::testing
