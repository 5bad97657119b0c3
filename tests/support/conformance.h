#pragma once
// Whether the texts of a derivation say what the code does.

#include "base/derivation.h"

#include <string>
#include <vector>

namespace headroom::testing {

// One complaint per formula whose text is incomplete, cannot be evaluated, or gives another value (1e-12 relative) than
// the recorded one.
std::vector<std::string> checkDerivation(const Derivation &why);

} // namespace headroom::testing
