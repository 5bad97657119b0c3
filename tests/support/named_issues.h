#pragma once
// What every complaint of a reader owes its reader: the file and a key, or a place in the file.

#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace headroom::testing {

// The rules about a file as a whole speak of the file alone.
inline bool isNamed(const Issue &issue)
{
    const std::string &pattern = issue.message.pattern;
    const auto says = [&](const char *words) { return pattern.find(words) != std::string::npos; };
    const bool whole = says("line {0}, column {1}") || says("is larger than") || says("is not text")
                       || says("not valid JSON") || says("must hold a JSON object") || says("safetensors file")
                       || says("inside its header") || says("bytes of data");
    return !issue.file.empty() && (!issue.field.empty() || whole) && !issue.message.pattern.empty();
}

// Stops the fuzzer at an issue that names nothing.
inline void requireNamed(const Issues &issues)
{
    for (const Issue &issue : issues)
        if (!isNamed(issue)) {
            std::fprintf(stderr, "names nothing: %s\n", text(issue).c_str());
            std::abort();
        }
    if (issues.empty())
        std::abort(); // refused without a word
}

} // namespace headroom::testing
