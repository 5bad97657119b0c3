#pragma once
// Results and complaints.

#include "base/result.h"

#include <string>

namespace headroom {

// To the standard output for "-", else to a file that is either complete or as it was.
Result<void> writeOutput(const std::string &path, const std::string &content);

// Prints issues on the standard error, one on a line.
void complain(const Issues &issues);

} // namespace headroom
