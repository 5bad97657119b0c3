#include "support/made_trace.h"

#include <algorithm>
#include <cmath>

namespace headroom::testing {

std::uint32_t MadeTrace::lane(const std::string &thread, std::int32_t device, LaneKind kind, const std::string &process)
{
    m_lanes.push_back({process, thread, device, kind});
    return static_cast<std::uint32_t>(m_lanes.size() - 1);
}

void MadeTrace::add(std::uint32_t lane, const TraceDetail &detail, double start, double duration, std::uint64_t correlation)
{
    const auto known = std::ranges::find(m_details, detail);
    const auto index = static_cast<std::uint32_t>(known - m_details.begin());
    if (known == m_details.end())
        m_details.push_back(detail);
    const auto picoseconds = [](double us) { return std::llround(us * 1e6); };
    m_events.push_back({picoseconds(start), picoseconds(start + duration) - picoseconds(start), lane, index, correlation});
}

void MadeTrace::add(std::uint32_t lane, const std::string &name, double start, double duration, std::uint64_t correlation)
{
    TraceDetail detail;
    detail.name = name;
    add(lane, detail, start, duration, correlation);
}

Trace MadeTrace::trace() const
{
    Trace out = head;
    out.lanes = m_lanes;
    out.details = m_details;
    out.events = m_events;
    std::ranges::stable_sort(out.events, [](const TraceEvent &a, const TraceEvent &b) {
        if (a.lane != b.lane)
            return a.lane < b.lane;
        return a.start != b.start ? a.start < b.start : a.duration > b.duration;
    });
    return out;
}

TraceDetail collective(const std::string &name, const std::string &operation, double inBytes, double outBytes, std::int64_t ranks,
                       const std::string &group)
{
    TraceDetail out;
    out.name = name;
    out.category = "kernel";
    out.collective = TracedCollective{operation, inBytes, outBytes, "BFloat16", ranks, group};
    return out;
}

} // namespace headroom::testing
