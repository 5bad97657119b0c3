#pragma once
// What a user says by hand about a measured run: which operators of its record are which of the model.
//
//   {"matches": [{"pattern": "^my_kernel$", "modelled": "head.loss.forward"}, {"pattern": "debug*", "modelled": null}]}

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// Operators of a trace whose name holds a pattern (as in trace/trace_rules.h). The first that fits a name decides.
struct MatchCorrection
{
    std::string pattern;
    std::string modelled; // ModelledOperator::id; empty: none of the model's
    bool operator==(const MatchCorrection &) const = default;
};

// Errors name the file, the row and the key.
Result<std::vector<MatchCorrection>> readCorrections(std::string_view json, const std::string &file);
// Reads back the same.
std::string writeCorrections(const std::vector<MatchCorrection> &corrections);

} // namespace headroom
