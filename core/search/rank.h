#pragma once
// The order of a search's rows: feasible first, then MFU of the objective in steps of 1e-9, then less memory, then the plan.

#include "search/search.h"

namespace headroom {

bool ranksBefore(const SearchRow &a, const SearchRow &b, Objective objective);
// Whether a row of this MFU comes after one of that MFU whatever else they are, both feasible or neither.
bool surelyBelow(double mfu, double other);

} // namespace headroom
