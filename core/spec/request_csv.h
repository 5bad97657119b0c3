#pragma once
// Lengths of requests from a table: "prompt,output" or "prompt,output,count" on each line, a first line of names allowed.

#include "base/result.h"

#include <string>
#include <string_view>

namespace headroom {

// As the text of run.serving.requests, equal requests together. Errors name file, line and value.
Result<std::string> requestsFromCsv(std::string_view csv, const std::string &file);

} // namespace headroom
