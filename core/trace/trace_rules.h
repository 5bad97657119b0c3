#pragma once
// Which events belong to which class, as rows of a file: the first row that fits decides. A file of the user's stands before the
// built-in one (resources/traces/rules.json):
//
//   {"rules": [{"lane": "device", "in": "name", "pattern": "nccl*AllReduce|^all-reduce", "class": "allReduce", "source": "NCCL 2.19 device/common.h"}]}
//
// A pattern holds alternatives between '|'. Each is searched for anywhere, whatever its case; '^' and '$' tie it to the start and
// the end, '*' stands for any text.

#include "base/result.h"
#include "trace/event_class.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// Where a rule looks. annotation: the ranges of the program around the event, outermost first, joined by " > ".
enum class RulePlace : std::uint8_t { name, category, scope, operation, annotation };
std::span<const EnumRow> rowsOf(RulePlace);

enum class RuleLane : std::uint8_t { any, device, host };
std::span<const EnumRow> rowsOf(RuleLane);

struct TraceRule
{
    RuleLane lane = RuleLane::any;
    RulePlace place = RulePlace::name;
    std::vector<std::string> alternatives; // lower case
    std::vector<std::string> names{};      // "name": a pattern that the name fits as well; none: any name
    EventClass eventClass{};
    bool waits = false;  // the end of an asynchronous call: time that it still took, not a call of its own
    std::string source;  // why
    bool matches(std::string_view lowerCase) const;
    bool matchesName(std::string_view lowerCase) const;
};
using TraceRules = std::vector<TraceRule>;

// Errors name the file, the row and the key.
Result<TraceRules> readTraceRules(std::string_view json, const std::string &file);
const TraceRules &builtInTraceRules();
// The user's rows before the built-in ones.
TraceRules withBuiltIn(TraceRules own);

// The alternatives of a pattern, in lower case.
std::vector<std::string> alternativesOf(std::string_view pattern);
std::string lowerCase(std::string_view text);

} // namespace headroom
