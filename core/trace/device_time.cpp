#include "trace/device_time.h"

#include <algorithm>

namespace headroom {

namespace {

// Of the host's classes, in the order in which they explain an idle device.
constexpr EventClass hostCauses[] = {EventClass::dataInput, EventClass::compile, EventClass::allocator, EventClass::syncWait, EventClass::hostLaunch};

// Idle gaps that end with work whose launch came late: until then the device had nothing to do. A gap that begins while the host waits for
// the device is the wait's doing, for the host could not launch ahead.
void addLateLaunches(std::array<Spans, eventClasses> &host, const Trace &trace, const ClassifiedTrace &classes, const std::vector<Work> &works,
                     const Spans &idle)
{
    std::vector<Span> late, waited;
    const Spans &waits = host[static_cast<std::size_t>(EventClass::syncWait)];
    for (const Span &gap : idle) {
        const auto next = std::ranges::lower_bound(works, gap.end, {}, [](const Work &w) { return w.span.start; });
        if (next == works.end() || next->span.start != gap.end || classes.launches[next->event] < 0)
            continue;
        const std::int64_t launched = std::min(gap.end, trace.events[static_cast<std::size_t>(classes.launches[next->event])].end());
        const bool afterWait = !within(waits, {gap.start, gap.start + 1}).empty();
        if (launched > gap.start)
            (afterWait ? waited : late).push_back({gap.start, launched});
    }
    Spans &launch = host[static_cast<std::size_t>(EventClass::hostLaunch)], &wait = host[static_cast<std::size_t>(EventClass::syncWait)];
    launch = unite(launch, unite(std::move(late)));
    wait = unite(std::move(waited)); // a wait of the host alone does not hold the device up
}

struct IdleContext
{
    const Trace &trace;
    const ClassifiedTrace &classes;
    const std::vector<Work> &works;
    const HostTime &host;
};

// Shares idle time out over what the host did.
void shareIdle(DeviceTime &out, Spans idle, const IdleContext &in)
{
    out.idle = length(idle);
    std::array<Spans, eventClasses> causes;
    for (const EventClass cause : hostCauses)
        causes[static_cast<std::size_t>(cause)] = within(in.host.spans[static_cast<std::size_t>(cause)], out.step.span);
    addLateLaunches(causes, in.trace, in.classes, in.works, idle);
    for (const EventClass cause : hostCauses) {
        const Spans &spans = causes[static_cast<std::size_t>(cause)];
        out.classes[static_cast<std::size_t>(cause)].share = length(intersect(idle, spans));
        idle = subtract(idle, spans);
    }
    out.idleUnknown = length(idle);
}

} // namespace

HostTime hostTime(const Trace &trace, const ClassifiedTrace &classes)
{
    std::array<std::vector<Span>, eventClasses> ranges;
    for (std::size_t e = 0; e < trace.events.size(); ++e)
        if (kindOf(classes.ofEvent[e]) == TimeKind::host && classes.ofEvent[e] != EventClass::hostWork)
            ranges[static_cast<std::size_t>(classes.ofEvent[e])].push_back({trace.events[e].start, trace.events[e].end()});
    HostTime out;
    for (std::size_t c = 0; c < eventClasses; ++c)
        out.spans[c] = unite(std::move(ranges[c]));
    return out;
}

std::vector<Work> worksIn(const DeviceWork &work, const Span &span)
{
    std::vector<Work> out;
    auto first = std::ranges::lower_bound(work.pieces, span.start - work.longest, {}, [](const Work &w) { return w.span.start; });
    for (; first != work.pieces.end() && first->span.start < span.end; ++first) {
        Work w = *first;
        const bool inside = w.span.start >= span.start;
        if (!inside && w.span.end <= span.start)
            continue;
        w.span = {std::max(w.span.start, span.start), std::min(w.span.end, span.end)};
        w.call = w.call && inside;
        out.push_back(w);
    }
    return out;
}

DeviceTime deviceTime(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, const HostTime &host, const TraceStep &step)
{
    DeviceTime out;
    out.device = work.device;
    out.step = step;
    const std::vector<Work> works = worksIn(work, step.span);
    std::array<std::vector<Span>, eventClasses> ranges;
    for (const Work &w : works) {
        ClassTime &c = out.classes[static_cast<std::size_t>(w.eventClass)];
        c.calls += w.call ? 1 : 0;
        c.time += w.span.length();
        ranges[static_cast<std::size_t>(w.eventClass)].push_back(w.span);
    }
    Spans covered;
    std::array<Spans, 3> byKind;
    for (std::size_t c = 0; c < eventClasses; ++c) {
        const TimeKind kind = kindOf(static_cast<EventClass>(c));
        if (kind == TimeKind::host || kind == TimeKind::none)
            break;
        const Spans of = unite(std::move(ranges[c]));
        out.classes[c].share = length(subtract(of, covered));
        covered = unite(covered, of);
        Spans &all = byKind[static_cast<std::size_t>(kind)];
        all = unite(all, of);
    }
    const auto &[compute, communication, copies] = byKind;
    out.busy = length(covered);
    out.compute = length(compute);
    out.communication = length(communication);
    out.exposedCommunication = length(subtract(communication, compute));
    out.exposedCopies = out.busy - out.compute - out.exposedCommunication;
    shareIdle(out, subtract({step.span}, covered), {trace, classes, works, host});
    return out;
}

} // namespace headroom
