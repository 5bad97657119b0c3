#pragma once
// "Did you mean": the known names that look most like a mistyped one.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// Equal but for ASCII case.
bool sameName(std::string_view a, std::string_view b);
// At most three names, the nearest first, joined by ", "; all of them when nothing is near and there are few.
std::string nearestNames(std::string_view name, const std::vector<std::string> &known);

} // namespace headroom
