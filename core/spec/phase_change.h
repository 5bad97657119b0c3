#pragma once
// From training to serving and back, with a plan that the new phase can have.

#include "spec/scenario.h"

namespace headroom {

// The devices that share out the data go on doing so: what serves holds a copy of the model on each (dp takes fsdp and cp), what trains
// shards the weights over them (fsdp takes dp). Between phases that both serve the plan stays, but for
// the devices that compute prompts alone in one of them, which dp leaves or takes. A measured step time is of its phase and
// goes.
void changePhase(Scenario &scenario, RunPhase phase);

} // namespace headroom
