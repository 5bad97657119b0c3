#pragma once
// Rules across the fields of serving.

#include "base/result.h"
#include "spec/scenario.h"

namespace headroom {

// Number formats that go together: training computes in bf16 or fp8; stored weights are no wider than the operands they become.
void checkServing(const Scenario &scenario, Issues &issues);

} // namespace headroom
