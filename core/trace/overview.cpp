#include "trace/overview.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(LaneKind)
{
    static constexpr EnumRow rows[] = {
        {"operators", CORE_TEXT("core", "operators")},     {"transfers", CORE_TEXT("core", "transfers")},
        {"modules", CORE_TEXT("core", "modules")},         {"steps", CORE_TEXT("core", "steps")},
        {"annotations", CORE_TEXT("core", "annotations")}, {"host", CORE_TEXT("core", "host")},
    };
    return rows;
}

TraceOverview overviewOf(const Trace &trace)
{
    std::vector<LaneTotal> totals(rowsOf(LaneKind{}).size());
    for (const TraceLane &lane : trace.lanes)
        ++totals[static_cast<std::size_t>(lane.kind)].lanes;
    TraceOverview out;
    std::int64_t last = 0;
    for (const TraceEvent &event : trace.events) {
        const auto kind = static_cast<std::size_t>(trace.lanes[event.lane].kind);
        ++totals[kind].events;
        // As double: the sum over many overlapping lanes may go beyond 64 bits.
        totals[kind].time += static_cast<double>(event.duration) * 1e-12;
        last = std::max(last, event.end());
    }
    for (std::size_t kind = 0; kind < totals.size(); ++kind) {
        if (totals[kind].lanes == 0)
            continue;
        totals[kind].kind = static_cast<LaneKind>(kind);
        out.kinds.push_back(totals[kind]);
    }
    out.events = static_cast<std::int64_t>(trace.events.size());
    out.span = static_cast<double>(last) * 1e-12;
    return out;
}

} // namespace headroom
