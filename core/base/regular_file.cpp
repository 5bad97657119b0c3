#include "base/regular_file.h"

#include <filesystem>

namespace headroom {

Result<void> checkRegularFile(const std::string &path)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return failure({}, {CORE_TEXT("core", "does not exist or cannot be reached"), {}}, path);
    if (std::filesystem::is_directory(status))
        return failure({}, {CORE_TEXT("core", "is a directory"), {}}, path);
    if (!std::filesystem::is_regular_file(status))
        return failure({}, {CORE_TEXT("core", "is not a regular file"), {}}, path);
    return {};
}

} // namespace headroom
