#include "trace/device_work.h"

#include <algorithm>
#include <limits>
#include <map>

namespace headroom {

namespace {

// Cuts the events of one lane into pieces where one lies within another: each instant belongs to the innermost. Events that overlap
// in part (kernels that start before the one before them is done) are both work.
class LaneCutter
{
public:
    LaneCutter(const ClassifiedTrace &classes, std::vector<Work> &out) : m_classes(classes), m_out(out) {}

    void add(const TraceEvent &event, std::uint32_t index)
    {
        closeUntil(event.start);
        while (!m_open.empty() && m_open.back().end < event.end()) {
            emit(m_open.back(), m_open.back().end);
            m_open.pop_back();
        }
        if (!m_open.empty())
            emit(m_open.back(), event.start);
        m_open.push_back({index, event.start, event.end(), true});
        if (event.duration == 0)
            closeUntil(event.start);
    }
    void finish() { closeUntil(std::numeric_limits<std::int64_t>::max()); }

private:
    struct Open
    {
        std::uint32_t event;
        std::int64_t from, end;
        bool first;
    };
    void emit(Open &open, std::int64_t until)
    {
        const std::int64_t end = std::min(until, open.end);
        if (end > open.from || (open.first && end == open.from && open.end == open.from)) {
            const EventClass c = m_classes.ofEvent[open.event];
            m_out.push_back({{open.from, std::max(open.from, end)}, open.event, c, open.first && !m_classes.waits[open.event]});
            open.first = false;
        }
        open.from = std::max(open.from, end);
    }
    void closeUntil(std::int64_t t)
    {
        while (!m_open.empty() && m_open.back().end <= t) {
            emit(m_open.back(), m_open.back().end);
            const std::int64_t end = m_open.back().end;
            m_open.pop_back();
            if (!m_open.empty())
                m_open.back().from = std::max(m_open.back().from, end);
        }
    }

    const ClassifiedTrace &m_classes;
    std::vector<Work> &m_out;
    std::vector<Open> m_open;
};

} // namespace

std::vector<DeviceWork> deviceWork(const Trace &trace, const ClassifiedTrace &classes)
{
    std::map<std::int32_t, DeviceWork> devices;
    for (std::size_t first = 0; first < trace.events.size();) {
        const std::uint32_t lane = trace.events[first].lane;
        std::size_t end = first;
        while (end < trace.events.size() && trace.events[end].lane == lane)
            ++end;
        if (isDeviceWork(trace.lanes[lane])) {
            DeviceWork &of = devices[trace.lanes[lane].device];
            of.device = trace.lanes[lane].device;
            LaneCutter cutter(classes, of.pieces);
            for (std::size_t e = first; e < end; ++e)
                cutter.add(trace.events[e], static_cast<std::uint32_t>(e));
            cutter.finish();
        }
        first = end;
    }
    std::vector<DeviceWork> out;
    for (auto &[device, work] : devices) {
        std::erase_if(work.pieces, [](const Work &w) { return kindOf(w.eventClass) == TimeKind::none || kindOf(w.eventClass) == TimeKind::host; });
        std::ranges::stable_sort(work.pieces, {}, [](const Work &w) { return w.span.start; });
        for (const Work &w : work.pieces)
            work.longest = std::max(work.longest, w.span.length());
        out.push_back(std::move(work));
    }
    return out;
}

} // namespace headroom
