#pragma once
// Text that a person will read. Core writes English patterns; the window translates the pattern and then fills in
// the arguments, so one pattern serves both languages and the command line.

#include <string>
#include <vector>

// Marks a literal for translation (context "core") and yields it unchanged; the translation tools know the name.
#define CORE_TEXT(context, text) text

namespace headroom {

// A pattern with {0}, {1}, … and what stands there, already formatted (numbers and identifiers, never prose).
struct Message
{
    std::string pattern;
    std::vector<std::string> arguments;

    bool operator==(const Message &) const = default;
};

// `pattern` with every {i} replaced by arguments[i]; an index without an argument stays as it is.
std::string fill(const std::string &pattern, const std::vector<std::string> &arguments);
inline std::string text(const Message &m) { return fill(m.pattern, m.arguments); }

} // namespace headroom
