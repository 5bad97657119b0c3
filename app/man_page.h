#pragma once
// The manual page headroom(1), from the tables of commands and options.

#include <string>
#include <vector>

namespace headroom {

struct ManCommand
{
    const char *name;
    const char *arguments;
    const char *summary;
    std::vector<const char *> options; // names of rows of the option table
    const char *more;                  // or null
};

// In the language of man(7).
std::string manPage(const std::vector<ManCommand> &commands);

} // namespace headroom
