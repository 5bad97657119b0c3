#include "spec/file.h"

#include "base/format.h"

#include <filesystem>
#include <fstream>

namespace headroom {

Result<std::string> readFile(const std::string &path, std::size_t limit)
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        return failure({}, {CORE_TEXT("core", "does not exist or cannot be reached"), {}}, path);
    if (std::filesystem::is_directory(status))
        return failure({}, {CORE_TEXT("core", "is a directory"), {}}, path);
    // A pipe or device could block for ever or never end.
    if (!std::filesystem::is_regular_file(status))
        return failure({}, {CORE_TEXT("core", "is not a regular file"), {}}, path);
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return failure({}, {CORE_TEXT("core", "cannot be read"), {}}, path);
    // Read one byte beyond the limit rather than trust the size: the file may grow meanwhile.
    std::string text;
    char buffer[65536];
    while (text.size() <= limit && (in.read(buffer, sizeof buffer) || in.gcount() > 0))
        text.append(buffer, static_cast<std::size_t>(in.gcount()));
    if (in.bad())
        return failure({}, {CORE_TEXT("core", "cannot be read"), {}}, path);
    if (text.size() > limit)
        return failure(
            {}, {CORE_TEXT("core", "is larger than {0}"), {engineering(static_cast<double>(limit), Unit::bytes)}},
            path);
    return text;
}

} // namespace headroom
