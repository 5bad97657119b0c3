#pragma once
// What a record holds, before anything is made of it: its lanes by kind, how many events, and how long it goes on.

#include "base/enum_table.h"
#include "trace/trace.h"

#include <vector>

namespace headroom {

std::span<const EnumRow> rowsOf(LaneKind);

struct LaneTotal
{
    LaneKind kind = LaneKind::host;
    std::int64_t lanes = 0, events = 0;
    double time = 0.0; // seconds of all events added up, also where they overlap

    bool operator==(const LaneTotal &) const = default;
};

struct TraceOverview
{
    std::vector<LaneTotal> kinds; // those that occur, in the order of LaneKind
    std::int64_t events = 0;
    double span = 0.0; // seconds from the first start to the last end
};
TraceOverview overviewOf(const Trace &trace);

} // namespace headroom
