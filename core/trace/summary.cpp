#include "trace/summary.h"

#include "trace/operator_use.h"

#include <algorithm>

namespace headroom {

namespace {

std::int64_t busyOf(const DeviceWork &work)
{
    std::vector<Span> spans;
    for (const Work &w : work.pieces)
        spans.push_back(w.span);
    return length(unite(std::move(spans)));
}

// The step whose length is the median, or the one above.
const DeviceTime *typicalOf(const std::vector<DeviceTime> &times, std::int32_t device)
{
    std::vector<const DeviceTime *> own;
    for (const DeviceTime &t : times)
        if (t.device == device)
            own.push_back(&t);
    std::ranges::stable_sort(own, {}, [](const DeviceTime *t) { return t->step.span.length(); });
    return own.empty() ? nullptr : own[own.size() / 2];
}

std::vector<MemoryPeak> peaks(const Trace &trace)
{
    std::vector<MemoryPeak> out;
    for (const TraceCounter &c : trace.counters) {
        const auto most = std::ranges::max_element(c.samples, {}, &TraceCounter::Sample::value);
        if (most != c.samples.end())
            out.push_back({c.name, c.device, most->value});
    }
    return out;
}

void checkWork(TraceSummary &out)
{
    if (out.device < 0)
        out.issues.push_back({Severity::warning, "", {CORE_TEXT("core", "the record holds no work of a device: there is nothing to time"), {}}, out.file});
    for (const OperatorUse &op : out.operators) {
        const bool bandwidth = op.ofBandwidth.value_or(0.0) > 1.0;
        if (bandwidth || op.ofPeak.value_or(0.0) > 1.0)
            out.issues.push_back({Severity::warning, bandwidth ? "bandwidth" : "rate",
                                  {CORE_TEXT("core", "{0} passes what the device can do: its bytes or FLOPs are not what the chip moved or computed"), {op.name}},
                                  out.file});
    }
}

} // namespace

TraceSummary summarize(const Trace &trace, const ClassifiedTrace &classes)
{
    TraceSummary out;
    out.format = trace.format;
    out.file = trace.file;
    out.rank = trace.rank;
    out.worldSize = trace.worldSize;
    out.devices = trace.devices;
    out.overview = overviewOf(trace);
    out.counters = peaks(trace);
    out.unknown = classes.unknown;
    out.issues = trace.issues;
    const std::vector<DeviceWork> work = deviceWork(trace, classes);
    const auto busiest = std::ranges::max_element(work, {}, busyOf);
    if (busiest != work.end()) {
        out.device = busiest->device;
        out.steps = traceSteps(trace, classes, *busiest);
        const HostTime host = hostTime(trace, classes);
        for (const DeviceWork &w : work)
            for (const TraceStep &step : out.steps.steps)
                out.times.push_back(deviceTime(trace, classes, w, host, step));
        if (const DeviceTime *typical = typicalOf(out.times, out.device)) {
            out.typical = *typical;
            out.criticalPath = traceCriticalPath(trace, classes, *busiest, host, typical->step);
        }
        out.operators = operatorUses(trace, *busiest, out.steps.steps);
        out.collectives = collectiveUses(trace, *busiest, out.steps.steps);
        out.ranges = rangeUses(trace, classes, *busiest, out.steps.steps);
    } else {
        out.steps = traceSteps(trace, classes, {});
    }
    checkWork(out);
    return out;
}

} // namespace headroom
