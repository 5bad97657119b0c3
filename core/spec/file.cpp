#include "spec/file.h"

#include "base/format.h"
#include "base/regular_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace headroom {

namespace {

Result<std::ifstream> openFile(const std::string &path)
{
    if (const Result<void> regular = checkRegularFile(path); !regular)
        return tl::unexpected(regular.error());
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return failure({}, {CORE_TEXT("core", "cannot be read"), {}}, path);
    return in;
}

} // namespace

Result<FileStart> readFileStart(const std::string &path, std::size_t bytes)
{
    Result<std::ifstream> in = openFile(path);
    if (!in)
        return tl::unexpected(in.error());
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    FileStart out;
    char buffer[65536];
    while (out.text.size() < bytes) {
        in->read(buffer, static_cast<std::streamsize>(std::min(sizeof buffer, bytes - out.text.size())));
        if (in->gcount() == 0)
            break;
        out.text.append(buffer, static_cast<std::size_t>(in->gcount()));
    }
    if (error || in->bad())
        return failure({}, {CORE_TEXT("core", "cannot be read"), {}}, path);
    out.fileSize = static_cast<std::int64_t>(size);
    return out;
}

Result<std::string> readFile(const std::string &path, std::size_t limit)
{
    Result<std::ifstream> in = openFile(path);
    if (!in)
        return tl::unexpected(in.error());
    // Read one byte beyond the limit rather than trust the size: the file may grow meanwhile.
    std::string text;
    char buffer[65536];
    while (text.size() <= limit && (in->read(buffer, sizeof buffer) || in->gcount() > 0))
        text.append(buffer, static_cast<std::size_t>(in->gcount()));
    if (in->bad())
        return failure({}, {CORE_TEXT("core", "cannot be read"), {}}, path);
    if (text.size() > limit)
        return failure(
            {}, {CORE_TEXT("core", "is larger than {0}"), {engineering(static_cast<double>(limit), Unit::bytes)}},
            path);
    return text;
}

} // namespace headroom
