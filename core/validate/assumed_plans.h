#pragma once
// The plans that a measured row may have run: what it leaves open is filled in with what launchers do.

#include "spec/hardware_spec.h"
#include "validate/measured_run.h"

namespace headroom {

// One plan where the row says all of it; else one for each micro-batch and each remat that may have been. `flags`: what was assumed.
std::vector<Plan> assumedPlans(const MeasuredRun &run, const HardwareSpec &hardware, std::vector<std::string> &flags);

// Expert ranks that span tensor ranks divide the experts among them, and each sends the tokens of its own: a plan here has either
// both or neither. Times are of whole experts with own tokens, which is how assumedPlans() has them, memory of divided ones.
Plan heldAs(Plan plan, const MeasuredRun &run);

} // namespace headroom
