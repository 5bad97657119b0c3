#include "app/output.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace headroom {

namespace {

namespace fs = std::filesystem;

bool writeTo(const fs::path &path, const std::string &content)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << content;
    file.close();
    return !file.fail();
}

Result<void> notWritten(const std::string &path)
{
    return failure("", {CORE_TEXT("core", "the file cannot be written"), {}}, path);
}

} // namespace

Result<void> writeOutput(const std::string &path, const std::string &content)
{
    if (path == "-") {
        const bool whole = std::fwrite(content.data(), 1, content.size(), stdout) == content.size() && std::fflush(stdout) == 0;
        return whole ? Result<void>() : notWritten("standard output");
    }
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    // A device or pipe cannot be replaced by a new file.
    if (fs::exists(status) && !fs::is_regular_file(status))
        return !fs::is_directory(status) && writeTo(path, content) ? Result<void>() : notWritten(path);
    const fs::path target = fs::exists(status) ? fs::canonical(path, error) : fs::path(path);
    const fs::path draft = target.string() + "." + std::to_string(getpid()) + ".part";
    if (writeTo(draft, content))
        fs::rename(draft, target, error);
    else
        error = std::make_error_code(std::errc::io_error);
    if (!error)
        return {};
    std::error_code ignored;
    fs::remove(draft, ignored);
    return notWritten(path);
}

void complain(const Issues &issues)
{
    for (const Issue &issue : issues)
        std::fprintf(stderr, "headroom: %s\n", text(issue).c_str());
}

} // namespace headroom
