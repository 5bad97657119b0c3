#pragma once
// Whether a path can be read as a file.

#include "base/result.h"

namespace headroom {

// Errors: missing, a directory, or no regular file: a pipe or device could block for ever or never end.
Result<void> checkRegularFile(const std::string &path);

} // namespace headroom
