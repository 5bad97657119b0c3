#pragma once
// Reading files a user names: size-limited, never blocking on devices.

#include "base/result.h"

#include <cstddef>
#include <string>

namespace headroom {

// The whole file, at most `limit` bytes. Errors name the file and what is wrong (missing, unreadable, a directory, too large).
Result<std::string> readFile(const std::string &path, std::size_t limit = 16u << 20);

} // namespace headroom
