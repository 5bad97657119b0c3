#pragma once
// What the test programs share: test data files and readable failure texts.

#include "base/result.h"

#include <string>

namespace headroom::testing {

// The text of a file below tests/, e.g. "core/spec/data/parameter_counts.json".
std::string testData(const std::string &path);
// All issues on one line each.
std::string text(const Issues &issues);

} // namespace headroom::testing
