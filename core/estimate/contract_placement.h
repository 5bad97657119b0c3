#pragma once
// The part of the contract that a plan decides: where every weight tensor lies and how often, over which network each
// collective runs and what bandwidth that makes.

#include "estimate/estimate.h"

namespace headroom {

// Adds a line per kind of weight and per collective, and as details a line per tensor. Nothing for an illegal plan.
void addPlacement(std::vector<ContractLine> &lines, const Estimate &estimate);

} // namespace headroom
