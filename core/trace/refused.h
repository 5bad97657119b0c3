#pragma once
// Files that are known and of no use as a record: what they are, and what to do instead.

#include "base/result.h"

#include <optional>
#include <string_view>

namespace headroom {

class TraceInput;

// Nothing for a file that is none of them.
std::optional<Issue> refusedFile(const TraceInput &input);

} // namespace headroom
