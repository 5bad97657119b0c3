#pragma once
// The memory of a plan: every stage's rows at its peak, and what is alive over the step.

#include "estimate/system_bound.h"

namespace headroom {

void fillMemory(Derivation &why, MemoryEstimate &out, const SystemBound &bound);

} // namespace headroom
