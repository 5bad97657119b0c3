#pragma once
// Failure as data: a Result holds a value, or the issues that explain why there is none. Each issue names the field
// it is about, so the command line can print it and the window can link to the editor.

#include "base/text.h"

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace headroom {

enum class Severity { note, warning, error };

struct Issue
{
    Severity severity = Severity::error;
    std::string field; // stable key as in `list fields` ("plan.tp"), a config key ("num_experts"), or empty
    Message message;   // states the rule and the offending value
    std::string file;  // the file the value came from, if any

    bool operator==(const Issue &) const = default;
};
using Issues = std::vector<Issue>;

template <class T> using Result = tl::expected<T, Issues>;

inline tl::unexpected<Issues> failure(Issue issue) { return tl::unexpected<Issues>(Issues{std::move(issue)}); }
inline tl::unexpected<Issues> failure(std::string field, Message message, std::string file = {})
{
    return failure(Issue{Severity::error, std::move(field), std::move(message), std::move(file)});
}
bool hasError(const Issues &issues);
// "file: field: message", without the parts that are empty.
std::string text(const Issue &issue);

} // namespace headroom
