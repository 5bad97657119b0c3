#pragma once
// A profiler's record of a run that the window compares the scenario with.

#include "trace/classify.h"
#include "trace/summary.h"

#include <memory>

namespace headroom {

struct MeasuredTrace
{
    Trace trace;
    ClassifiedTrace classes;
    TraceSummary summary;
};
using MeasuredTracePtr = std::shared_ptr<const MeasuredTrace>;

} // namespace headroom
