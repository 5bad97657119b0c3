#pragma once
// Headroom without a window:
//
//   headroom evaluate|search|explain|list|export …
//
// Results go to the standard output and messages to the standard error; exit codes are those of app/commands.h.

#include <string>
#include <vector>

namespace headroom {

// Whether the first word asks for this rather than for the window.
bool isHeadless(const std::vector<std::string> &words);

// Runs a command; the result is the exit code of the program.
int runHeadless(const std::vector<std::string> &words);

} // namespace headroom
