#pragma once
// What was measured on the cluster, at the end of the waterfall of the step that it is about.

#include "serving/serving.h"

namespace headroom {

// run.measuredStepTime is of the last step: of a decode or mixed step, of a prefill where there is no other. A time below the bound is
// a warning.
void addMeasured(ServingEstimate &estimate);

} // namespace headroom
