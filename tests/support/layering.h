#pragma once
// Whether a source tree keeps to the architecture: what may include what, how long files are, what lies at the top.

#include <string>
#include <string_view>
#include <vector>

namespace headroom::testing {

// Complaints about one file, "core/ops/op.h:3: includes search/search.h, which lies above ops". `path` is relative
// to the root of the tree and decides the layer.
std::vector<std::string> checkSource(std::string_view path, std::string_view content);

// Complaints about names at the top level that have no place there.
std::vector<std::string> checkTopLevel(const std::vector<std::string> &names);

} // namespace headroom::testing
