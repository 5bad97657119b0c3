#include "trace/operator_use.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace headroom {

namespace {

double seconds(std::int64_t picoseconds) { return static_cast<double>(picoseconds) * 1e-12; }

// A sum of what every call states; nothing as soon as one does not.
struct StatedSum
{
    double sum = 0.0;
    bool all = true;
    void add(const std::optional<double> &value)
    {
        all = all && value;
        sum += value.value_or(0.0);
    }
    std::optional<double> value() const { return all && sum > 0.0 ? std::optional(sum) : std::nullopt; }
};

void rate(OperatorUse &use, const Trace &trace, std::int32_t device)
{
    const auto chip = std::ranges::find(trace.devices, device, &TracedDevice::index);
    // The start of an asynchronous copy lasts as long as giving the order.
    if (use.time <= 0.0 || (kindOf(use.eventClass) != TimeKind::compute && use.name.find("-start") != std::string::npos))
        return;
    if (use.bytes)
        use.bandwidth = *use.bytes / use.time;
    if (use.flops)
        use.rate = *use.flops / use.time;
    if (chip == trace.devices.end())
        return;
    if (use.bandwidth && chip->bytesPerSecond)
        use.ofBandwidth = *use.bandwidth / *chip->bytesPerSecond;
    if (use.rate && chip->peakFlopsPerSecond)
        use.ofPeak = *use.rate / *chip->peakFlopsPerSecond;
}

} // namespace

std::vector<OperatorUse> operatorUses(const Trace &trace, const DeviceWork &work, const std::vector<TraceStep> &steps)
{
    struct Sums { OperatorUse use; StatedSum flops, bytes; };
    std::map<std::tuple<std::string, EventClass, std::string>, Sums> found;
    for (const TraceStep &step : steps)
        for (const Work &w : worksIn(work, step.span)) {
            const TraceDetail &detail = trace.details[trace.events[w.event].detail];
            Sums &of = found[{detail.name, w.eventClass, detail.shapes}];
            of.use.name = detail.name;
            of.use.shapes = detail.shapes;
            of.use.eventClass = w.eventClass;
            of.use.time += seconds(w.span.length());
            if (w.call) {
                ++of.use.calls;
                of.flops.add(detail.flops);
                of.bytes.add(detail.bytes);
            }
        }
    std::vector<OperatorUse> out;
    for (auto &[key, of] : found) {
        of.use.flops = of.flops.value();
        of.use.bytes = of.bytes.value();
        rate(of.use, trace, work.device);
        out.push_back(std::move(of.use));
    }
    std::ranges::stable_sort(out, std::greater{}, &OperatorUse::time);
    return out;
}

std::vector<RangeUse> rangeUses(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, const std::vector<TraceStep> &steps)
{
    struct Found { RangeUse use; std::vector<Span> compute, communication, all; std::set<std::string> lanes; };
    std::map<std::string, Found> found;
    std::vector<Span> computing;
    for (const TraceStep &step : steps)
        for (const Work &w : worksIn(work, step.span)) {
            const bool compute = kindOf(w.eventClass) == TimeKind::compute;
            if (compute)
                computing.push_back(w.span);
            const std::string &path = classes.annotations.path(w.event);
            if (path.empty())
                continue;
            Found &of = found[innermost(path)];
            of.use.calls += w.call ? 1 : 0;
            of.use.time += seconds(w.span.length());
            of.all.push_back(w.span);
            if (compute)
                of.compute.push_back(w.span);
            if (kindOf(w.eventClass) == TimeKind::communication)
                of.communication.push_back(w.span);
            of.lanes.insert(trace.lanes[trace.events[w.event].lane].thread);
        }
    const Spans compute = unite(std::move(computing));
    std::vector<RangeUse> out;
    for (auto &[name, of] : found) {
        const Spans communication = unite(std::move(of.communication));
        of.use.name = name;
        of.use.span = seconds(length(unite(std::move(of.all))));
        of.use.compute = seconds(length(unite(std::move(of.compute))));
        of.use.communication = seconds(length(communication));
        of.use.hidden = seconds(length(intersect(communication, compute)));
        of.use.lanes.assign(of.lanes.begin(), of.lanes.end());
        out.push_back(std::move(of.use));
    }
    std::ranges::stable_sort(out, std::greater{}, &RangeUse::time);
    return out;
}

} // namespace headroom
