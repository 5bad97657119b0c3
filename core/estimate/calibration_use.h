#pragma once
// What an estimate says of its calibration: which laws timed it, and where they were used outside what they were fitted on.

#include "base/result.h"
#include "estimate/system_bound.h"

namespace headroom {

// For the contract: "typical: laws measured on H100 SXM, …".
Message calibrationLine(const Calibration &calibration);

// Notes on laws borrowed from other chips, warnings where a size of the plan lies outside a law's fitted range. Each names the
// entry. Nothing for a calibration without laws.
Issues calibrationIssues(const Scenario &scenario, const SystemBound &plan);

} // namespace headroom
