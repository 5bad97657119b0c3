#pragma once
// The best rows of a finished search in the order of their simulated steps: the closed form leaves out what stages of unequal passes and
// transfers in the steady state cost, the simulation pays for it. The headlines stay what they are.

#include "search/search.h"

namespace headroom {

// Simulates the first `count` feasible rows as expected and puts them in the order of their MFU over the simulated step; those of too
// many passes to be simulated come after, as they stood. `progress` is told how many are done and of how many. Stopped: the order stays,
// rows simulated so far keep their times.
void rerank(SearchResult &found, const Scenario &scenario, std::size_t count, const std::stop_token &stop = {},
            const std::function<void(std::size_t done, std::size_t total)> &progress = {});

} // namespace headroom
