#pragma once
// The remat policies of a scenario as text: what each keeps on the device and in the host's memory, what it runs again.

#include "spec/scenario.h"

#include <string>
#include <vector>

namespace headroom {

// A head and one row per policy: name, bytes kept on the device and by the host per micro-batch, matrix FLOPs run again and their share
// of the layers' forward, tensors kept, meaning.
std::vector<std::vector<std::string>> rematTable(const Scenario &scenario);

} // namespace headroom
