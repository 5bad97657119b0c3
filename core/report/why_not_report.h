#pragma once
// Why a named plan is not the one that a search proposes, as text and JSON:
//
//   dp 1, fsdp 2, tp 8, ep 1, pp 4, cp 1, micro-batch 1, remat none: rank 812 of 2310 feasible plans
//   MFU at the bound 41.2 %, the best plan 60.2 %: dp 1, fsdp 32, …
//
//   seconds lost to the best plan       this       best       lost
//   exposed, tp                       2.31 s     0.00 s    +2.31 s
//
// The parts of the step are those of the bound, or of the expected time where that is the objective.

#include "search/why_not.h"

#include <string>

namespace headroom {

std::string whyNotText(const WhyNot &why, const Scenario &scenario);
std::string whyNotJson(const WhyNot &why, const Scenario &scenario);

} // namespace headroom
