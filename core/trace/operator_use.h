#pragma once
// Operators by name and ranges of the program, in the steps of one device.

#include "trace/summary.h"

namespace headroom {

std::vector<OperatorUse> operatorUses(const Trace &trace, const DeviceWork &work, const std::vector<TraceStep> &steps);
std::vector<RangeUse> rangeUses(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, const std::vector<TraceStep> &steps);

} // namespace headroom
