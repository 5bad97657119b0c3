#pragma once
// What a step time means for a whole training.

#include "base/derivation.h"
#include "spec/run_spec.h"

namespace headroom {

// Tokens that are not padding, of a device in a second.
Derived<double> tokensPerSecondPerChip(Derivation &why, const RunSpec &run, const Derived<Seconds> &step);

} // namespace headroom
