#pragma once
// Small traces made by hand: lanes and events by name, times in microseconds.

#include "trace/trace.h"

#include <string>

namespace headroom::testing {

class MadeTrace
{
public:
    std::uint32_t lane(const std::string &thread, std::int32_t device, LaneKind kind = LaneKind::operators, const std::string &process = "p");
    // Details that are equal are kept once. `correlation` 0: none.
    void add(std::uint32_t lane, const TraceDetail &detail, double start, double duration, std::uint64_t correlation = 0);
    void add(std::uint32_t lane, const std::string &name, double start, double duration, std::uint64_t correlation = 0);
    // In the order that a Trace promises.
    Trace trace() const;
    Trace head; // devices, rank, counters, …

private:
    std::vector<TraceLane> m_lanes;
    std::vector<TraceDetail> m_details;
    std::vector<TraceEvent> m_events;
};

TraceDetail collective(const std::string &name, const std::string &operation, double inBytes, double outBytes, std::int64_t ranks,
                       const std::string &group = "g");

} // namespace headroom::testing
