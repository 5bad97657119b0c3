#include "base/result.h"

#include <algorithm>

namespace headroom {

bool hasError(const Issues &issues)
{
    return std::ranges::any_of(issues, [](const Issue &i) { return i.severity == Severity::error; });
}

std::string text(const Issue &issue)
{
    std::string out;
    for (const std::string *part : {&issue.file, &issue.field})
        if (!part->empty())
            out += *part + ": ";
    return out + text(issue.message);
}

} // namespace headroom
