#pragma once
// What each event of a trace is, by the rules of trace_rules.h.

#include "trace/annotations.h"
#include "trace/trace_rules.h"

#include <vector>

namespace headroom {

// A name of a device's operators that no rule knows.
struct UnknownName
{
    std::string name;
    std::int64_t calls = 0, duration = 0; // picoseconds
};

struct ClassifiedTrace
{
    std::vector<EventClass> ofEvent; // as are the following: per event of the trace
    std::vector<bool> waits;         // the end of an asynchronous call
    std::vector<std::int64_t> launches;
    Annotations annotations;
    std::vector<UnknownName> unknown; // longest first
};
ClassifiedTrace classify(const Trace &trace, const TraceRules &rules);

} // namespace headroom
