#pragma once
// Reading files a user names: size-limited, never blocking on devices.

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace headroom {

// The whole file, at most `limit` bytes. Errors name the file and what is wrong (missing, unreadable, a directory, too large).
Result<std::string> readFile(const std::string &path, std::size_t limit = 16u << 20);

struct FileStart
{
    std::string text;
    std::int64_t fileSize = 0;
};
// The first `bytes` of a file of any size, or all of a shorter one. The same errors.
Result<FileStart> readFileStart(const std::string &path, std::size_t bytes);

} // namespace headroom
