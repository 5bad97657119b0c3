#pragma once
// What every reader of traces owes, whatever it is given.

#include "support/named_issues.h"
#include "trace/import.h"

#include <cstdint>
#include <cstdlib>

namespace headroom::testing {

inline void readAnything(const std::uint8_t *data, std::size_t size)
{
    TraceReadOptions options;
    options.largestEvents = 1'000'000;
    options.largestText = 64u << 20;
    const auto trace = readTraceBytes({reinterpret_cast<const char *>(data), size}, "f", options);
    if (!trace) {
        requireNamed(trace.error());
        return;
    }
    for (std::size_t i = 0; i < trace->events.size(); ++i) {
        const TraceEvent &e = trace->events[i];
        if (e.lane >= trace->lanes.size() || e.detail >= trace->details.size() || e.start < 0 || e.duration < 0)
            std::abort();
        const TraceEvent *before = i == 0 ? nullptr : &trace->events[i - 1];
        if (before != nullptr && (before->lane > e.lane || (before->lane == e.lane && before->start > e.start)))
            std::abort();
    }
}

} // namespace headroom::testing
