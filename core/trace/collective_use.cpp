#include "trace/collective_use.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace headroom {

std::optional<double> busBytes(EventClass kind, double bytes, double g)
{
    switch (kind) {
    case EventClass::allReduce: return 2.0 * (g - 1.0) / g * bytes;
    case EventClass::allGather:
    case EventClass::reduceScatter:
    case EventClass::allToAll: return (g - 1.0) / g * bytes;
    case EventClass::sendRecv:
    case EventClass::broadcast: return bytes;
    default: return std::nullopt;
    }
}

std::optional<double> fullArray(EventClass kind, const TracedCollective &c)
{
    return kind == EventClass::allGather ? c.outBytes : c.inBytes ? c.inBytes : c.outBytes;
}

namespace {

struct Calls
{
    CollectiveUse use;
    std::vector<double> times;
};

using Key = std::tuple<EventClass, std::string, std::optional<std::int64_t>, std::optional<double>>;

// The calls of one step, added to those of the steps before.
void addStep(std::map<Key, Calls> &found, const Trace &trace, const std::vector<Work> &works)
{
    std::vector<Span> computing;
    for (const Work &w : works)
        if (kindOf(w.eventClass) == TimeKind::compute)
            computing.push_back(w.span);
    const Spans compute = unite(std::move(computing));
    for (const Work &w : works) {
        if (kindOf(w.eventClass) != TimeKind::communication)
            continue;
        const TraceEvent &event = trace.events[w.event];
        const TracedCollective c = trace.details[event.detail].collective.value_or(TracedCollective{});
        const std::optional<double> bytes = fullArray(w.eventClass, c);
        Calls &of = found[{w.eventClass, c.group, c.groupSize, bytes}];
        of.use.kind = w.eventClass;
        of.use.operation = c.operation;
        of.use.group = c.group;
        of.use.groupSize = c.groupSize;
        of.use.bytes = bytes;
        of.use.time += static_cast<double>(w.span.length()) * 1e-12;
        of.use.exposed += static_cast<double>(w.span.length() - length(within(compute, w.span))) * 1e-12;
        if (w.call)
            of.times.push_back(static_cast<double>(event.duration) * 1e-12);
    }
}

CollectiveUse finished(Calls &of)
{
    CollectiveUse use = std::move(of.use);
    use.calls = static_cast<std::int64_t>(of.times.size());
    if (!of.times.empty()) {
        use.shortest = *std::ranges::min_element(of.times);
        use.longest = *std::ranges::max_element(of.times);
        use.median = quantile(of.times, 0.5);
    }
    if (use.bytes && use.groupSize && *use.groupSize >= 1)
        use.busBytes = busBytes(use.kind, *use.bytes, static_cast<double>(*use.groupSize));
    if (use.busBytes && use.median > 0.0)
        use.busBandwidth = *use.busBytes / use.median;
    return use;
}

} // namespace

std::vector<CollectiveUse> collectiveUses(const Trace &trace, const DeviceWork &work, const std::vector<TraceStep> &steps)
{
    std::map<Key, Calls> found;
    for (const TraceStep &step : steps)
        addStep(found, trace, worksIn(work, step.span));
    std::vector<CollectiveUse> out;
    out.reserve(found.size());
    for (auto &[key, of] : found)
        out.push_back(finished(of));
    std::ranges::stable_sort(out, std::greater{}, &CollectiveUse::time);
    return out;
}

} // namespace headroom
