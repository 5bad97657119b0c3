#include "trace/annotations.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>

namespace headroom {

namespace {

constexpr const char *separator = " > ";

}

bool isDeviceWork(const TraceLane &lane)
{
    return lane.device >= 0 && (lane.kind == LaneKind::operators || lane.kind == LaneKind::transfers);
}

bool marksStep(const Trace &trace, const TraceEvent &event)
{
    return trace.lanes[event.lane].kind == LaneKind::steps || trace.details[event.detail].name.starts_with("ProfilerStep#");
}

std::vector<std::int64_t> launchesOf(const Trace &trace)
{
    std::unordered_map<std::uint64_t, std::int64_t> byCorrelation;
    for (std::size_t e = 0; e < trace.events.size(); ++e)
        if (trace.events[e].correlation != 0 && trace.lanes[trace.events[e].lane].kind == LaneKind::host)
            byCorrelation.emplace(trace.events[e].correlation, static_cast<std::int64_t>(e));
    std::vector<std::int64_t> out(trace.events.size(), -1);
    for (std::size_t e = 0; e < trace.events.size(); ++e) {
        const TraceEvent &event = trace.events[e];
        if (event.correlation == 0 || !isDeviceWork(trace.lanes[event.lane]))
            continue;
        if (const auto found = byCorrelation.find(event.correlation); found != byCorrelation.end())
            out[e] = found->second;
    }
    return out;
}

std::string innermost(const std::string &path)
{
    const std::size_t last = path.rfind(separator);
    return last == std::string::npos ? path : path.substr(last + std::string_view(separator).size());
}

namespace {

struct Moment
{
    std::int64_t at = 0;
    std::uint32_t path = 0; // from `at` to the next moment
};

// What is open on a lane of nested ranges at any time.
class RangeTimeline
{
public:
    void add(std::int64_t start, std::int64_t end, const std::string &name) { m_ranges.push_back({start, end, name}); }

    void build(std::vector<std::string> &paths, std::unordered_map<std::string, std::uint32_t> &known)
    {
        std::ranges::stable_sort(m_ranges, [](const Range &a, const Range &b) { return a.start != b.start ? a.start < b.start : a.end > b.end; });
        std::vector<std::pair<std::int64_t, std::uint32_t>> open; // end, path
        const auto closeUntil = [&](std::int64_t t) {
            while (!open.empty() && open.back().first <= t) {
                const std::int64_t end = open.back().first;
                open.pop_back();
                m_moments.push_back({end, open.empty() ? 0U : open.back().second});
            }
        };
        for (const Range &r : m_ranges) {
            closeUntil(r.start);
            const std::string path = open.empty() ? r.name : paths[open.back().second] + separator + r.name;
            const auto [found, fresh] = known.emplace(path, static_cast<std::uint32_t>(paths.size()));
            if (fresh)
                paths.push_back(path);
            open.emplace_back(open.empty() ? r.end : std::min(r.end, open.back().first), found->second);
            m_moments.push_back({r.start, found->second});
        }
        closeUntil(std::numeric_limits<std::int64_t>::max());
    }
    std::uint32_t at(std::int64_t t) const
    {
        const auto after = std::ranges::upper_bound(m_moments, t, {}, &Moment::at);
        return after == m_moments.begin() ? 0U : std::prev(after)->path;
    }

private:
    struct Range { std::int64_t start, end; std::string name; };
    std::vector<Range> m_ranges;
    std::vector<Moment> m_moments;
};

using Threads = std::map<std::pair<std::string, std::string>, RangeTimeline>; // by process and thread

// Of a thread without ranges of its own (that of a backward pass), the ranges that another thread of the process is in.
std::uint32_t pathAt(const Threads &threads, const TraceLane &lane, std::int64_t t)
{
    if (const auto own = threads.find({lane.process, lane.thread}); own != threads.end())
        return own->second.at(t);
    for (auto i = threads.lower_bound({lane.process, ""}); i != threads.end() && i->first.first == lane.process; ++i)
        if (const std::uint32_t path = i->second.at(t); path != 0)
            return path;
    return 0;
}

} // namespace

Annotations annotationsOf(const Trace &trace, const std::vector<std::int64_t> &launches)
{
    Threads threads;
    std::map<std::int32_t, RangeTimeline> devices;
    for (const TraceEvent &event : trace.events) {
        const TraceLane &lane = trace.lanes[event.lane];
        if (lane.kind != LaneKind::annotations || marksStep(trace, event))
            continue;
        RangeTimeline &of = lane.device < 0 ? threads[{lane.process, lane.thread}] : devices[lane.device];
        of.add(event.start, event.end(), trace.details[event.detail].name);
    }
    Annotations out;
    std::unordered_map<std::string, std::uint32_t> known;
    for (auto &[thread, timeline] : threads)
        timeline.build(out.paths, known);
    for (auto &[device, timeline] : devices)
        timeline.build(out.paths, known);
    out.ofEvent.assign(trace.events.size(), 0);
    for (std::size_t e = 0; e < trace.events.size(); ++e) {
        const TraceLane &lane = trace.lanes[trace.events[e].lane];
        if (!isDeviceWork(lane))
            continue;
        if (launches[e] >= 0) {
            const TraceEvent &launch = trace.events[static_cast<std::size_t>(launches[e])];
            const TraceLane &host = trace.lanes[launch.lane];
            out.ofEvent[e] = pathAt(threads, host, launch.start);
        }
        if (const auto found = devices.find(lane.device); out.ofEvent[e] == 0 && found != devices.end())
            out.ofEvent[e] = found->second.at(trace.events[e].start);
    }
    return out;
}

} // namespace headroom
