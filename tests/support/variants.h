#pragma once
// Scenarios that studies of variants start from.

#include "support/scenarios.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <stop_token>

namespace headroom::testing {

inline bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

// Settings as --set takes them. Throws when one is wrong.
Scenario with(Scenario scenario, std::initializer_list<const char *> settings);
// One chip whose step is a sum of HBM times alone: every operator is memory-bound, nothing else takes time.
Scenario memoryBound();
// 8 H100, weights sharded over all.
Scenario eightChips();
// A stop that has been asked for.
std::stop_token stopped();

} // namespace headroom::testing
