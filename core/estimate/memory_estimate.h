#pragma once
// The memory of a plan: every stage's rows at its peak, and what is alive over the step.

#include "estimate/system_bound.h"

namespace headroom {

// Why a plan does not fit; `largest` is the key of what takes most.
Message outOfMemory(Bytes needed, Bytes capacity, const char *largest);

void fillMemory(Derivation &why, MemoryEstimate &out, const SystemBound &bound);

} // namespace headroom
