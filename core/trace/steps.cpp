#include "trace/steps.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace headroom {

std::span<const EnumRow> rowsOf(StepSource)
{
    static constexpr EnumRow rows[] = {
        {"marked", CORE_TEXT("core", "as the program marked them")},
        {"modules", CORE_TEXT("core", "runs of the longest module")},
        {"repetition", CORE_TEXT("core", "found by what repeats")},
        {"whole", CORE_TEXT("core", "none found: the whole record")},
    };
    return rows;
}

double quantile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    const double at = share * static_cast<double>(values.size() - 1);
    const std::size_t below = static_cast<std::size_t>(at), above = std::min(below + 1, values.size() - 1);
    return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

namespace {

struct Marker
{
    std::string name;
    Span span;
    std::uint32_t lane = 0;
};

// Markers of the device itself where there are some, else of the thread of the host that has most.
std::vector<Marker> markers(const Trace &trace, std::int32_t device, bool &ofHost)
{
    std::map<std::uint32_t, std::vector<Marker>> byLane;
    for (const TraceEvent &e : trace.events) {
        const TraceLane &lane = trace.lanes[e.lane];
        if ((lane.device == device || lane.device < 0) && lane.kind != LaneKind::operators && marksStep(trace, e))
            byLane[e.lane].push_back({trace.details[e.detail].name, {e.start, e.end()}, e.lane});
    }
    std::vector<Marker> best;
    ofHost = true;
    for (auto &[lane, found] : byLane) {
        const bool host = trace.lanes[lane].device < 0;
        if (best.empty() || (ofHost && !host) || (ofHost == host && found.size() > best.size())) {
            best = found;
            ofHost = host;
        }
    }
    return best;
}

std::int64_t endOf(const DeviceWork &work)
{
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (const Work &w : work.pieces)
        end = std::max(end, w.span.end);
    return end;
}

Spans workSpans(const DeviceWork &work)
{
    std::vector<Span> out;
    for (const Work &w : work.pieces)
        out.push_back(w.span);
    return unite(std::move(out));
}

// Each step lasts until the next begins; the last one as long as its marker.
std::vector<TraceStep> fromStarts(const std::vector<Marker> &marks)
{
    std::vector<TraceStep> out;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const bool last = i + 1 == marks.size();
        out.push_back({marks[i].name, {marks[i].span.start, last ? marks[i].span.end : marks[i + 1].span.start}});
    }
    std::erase_if(out, [](const TraceStep &s) { return s.span.length() <= 0; });
    return out;
}

// Markers of the host carried over to the device: from the first work launched under one to the end of the last. One of several lasts
// at least as long as its marker, for others last until the next begins.
std::vector<Marker> onDevice(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, std::vector<Marker> marks)
{
    std::vector<Span> reach(marks.size(), {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
    bool any = false;
    for (const Work &w : work.pieces) {
        const std::int64_t launch = classes.launches[w.event];
        if (launch < 0)
            continue;
        const std::int64_t at = trace.events[static_cast<std::size_t>(launch)].start;
        const auto after = std::ranges::upper_bound(marks, at, {}, [](const Marker &m) { return m.span.start; });
        if (after == marks.begin() || std::prev(after)->span.end <= at)
            continue;
        Span &r = reach[static_cast<std::size_t>(std::prev(after) - marks.begin())];
        r = {std::min(r.start, w.span.start), std::max(r.end, w.span.end)};
        any = true;
    }
    if (!any)
        return marks;
    std::vector<Marker> out;
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (reach[i].start < reach[i].end)
            out.push_back({marks[i].name, {reach[i].start, std::max(reach[i].end, reach[i].start + (marks.size() > 1 ? marks[i].span.length() : 0))}, marks[i].lane});
    return out;
}

std::vector<TraceStep> markedSteps(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work)
{
    bool ofHost = false;
    std::vector<Marker> marks = markers(trace, work.device, ofHost);
    if (ofHost)
        marks = onDevice(trace, classes, work, std::move(marks));
    return fromStarts(marks);
}

// Runs of the module that takes most time, if it runs at least twice.
std::vector<TraceStep> moduleSteps(const Trace &trace, const DeviceWork &work)
{
    std::map<std::uint32_t, std::pair<std::int64_t, std::vector<Marker>>> byName;
    for (const TraceEvent &e : trace.events) {
        const TraceLane &lane = trace.lanes[e.lane];
        if (lane.device != work.device || lane.kind != LaneKind::modules)
            continue;
        auto &[total, runs] = byName[e.detail];
        total += e.duration;
        runs.push_back({trace.details[e.detail].name + " #" + std::to_string(runs.size()), {e.start, e.end()}, e.lane});
    }
    std::erase_if(byName, [](const auto &entry) { return entry.second.second.size() < 2; });
    const auto longest = std::ranges::max_element(byName, {}, [](const auto &entry) { return entry.second.first; });
    return longest == byName.end() ? std::vector<TraceStep>() : fromStarts(longest->second.second);
}

// Positions of operators in the order of their start; the name of a kernel stands for the operator.
struct Sequence
{
    std::vector<std::uint32_t> names;
    std::vector<std::int64_t> starts;
};

Sequence sequenceOf(const Trace &trace, const DeviceWork &work)
{
    Sequence out;
    for (const Work &w : work.pieces)
        if (w.call && kindOf(w.eventClass) == TimeKind::compute) {
            out.names.push_back(trace.events[w.event].detail);
            out.starts.push_back(w.span.start);
        }
    return out;
}

// How evenly positions are spaced: the standard deviation of their distances over the mean.
double unevenness(const std::vector<std::size_t> &positions)
{
    double sum = 0.0, squares = 0.0;
    const double n = static_cast<double>(positions.size() - 1);
    for (std::size_t i = 1; i < positions.size(); ++i) {
        const double d = static_cast<double>(positions[i] - positions[i - 1]);
        sum += d;
        squares += d * d;
    }
    const double mean = sum / n;
    return std::sqrt(std::max(0.0, squares / n - mean * mean)) / mean;
}

// Whether few operators run less often than so many times, but for once at an end; else what repeats are layers of one step.
bool nearlyAllRepeat(const std::map<std::uint32_t, std::vector<std::size_t>> &positions, std::size_t times)
{
    constexpr std::size_t rarely = 10; // one in so many
    const auto fewer = std::ranges::count_if(positions, [times](const auto &entry) { return entry.second.size() + 1 < times; });
    return static_cast<std::size_t>(fewer) * rarely <= positions.size();
}

// What happens once a step (an optimizer, a loss) is what repeats least often: the smallest number of evenly spaced repetitions, of an
// operator that at least another shares.
std::vector<TraceStep> repeatedSteps(const Trace &trace, const DeviceWork &work, std::vector<LeftOutStep> &leftOut)
{
    constexpr double evenEnough = 0.02;
    constexpr std::size_t witnesses = 2, fewestRepetitions = 3;
    const Sequence sequence = sequenceOf(trace, work);
    std::map<std::uint32_t, std::vector<std::size_t>> positions;
    for (std::size_t i = 0; i < sequence.names.size(); ++i)
        positions[sequence.names[i]].push_back(i);
    std::map<std::size_t, std::vector<const std::vector<std::size_t> *>> byCount;
    for (const auto &[name, at] : positions)
        if (at.size() >= fewestRepetitions && unevenness(at) <= evenEnough)
            byCount[at.size()].push_back(&at);
    for (auto &[count, found] : byCount) {
        if (found.size() < witnesses || !nearlyAllRepeat(positions, count))
            continue;
        const auto first = std::ranges::min_element(found, {}, [](const std::vector<std::size_t> *p) { return p->front(); });
        std::vector<Marker> marks;
        for (const std::size_t position : **first)
            marks.push_back({std::to_string(marks.size()), {sequence.starts[position], 0}, 0});
        const std::size_t period = (**first)[1] - (**first)[0], left = sequence.names.size() - (*first)->back();
        marks.back().span.end = endOf(work);
        if (left + period / 50 < period) {
            leftOut.push_back({{marks.back().name, marks.back().span}, {CORE_TEXT("core", "the record ends within it"), {}}});
            marks.back().span.end = marks.back().span.start;
        }
        if ((**first).front() > 0)
            leftOut.push_back({{"-", {work.pieces.front().span.start, marks.front().span.start}}, {CORE_TEXT("core", "the record begins within it"), {}}});
        return fromStarts(marks);
    }
    return {};
}

// At the start, steps far above the median compile, allocate or fill caches.
void leaveOutWarmUp(TraceSteps &out)
{
    constexpr double warm = 1.5;
    if (out.steps.size() < 3)
        return;
    std::vector<double> all;
    for (const TraceStep &s : out.steps)
        all.push_back(s.seconds());
    const double median = quantile(all, 0.5);
    std::size_t first = 0;
    while (first + 1 < out.steps.size() && out.steps[first].seconds() > warm * median)
        ++first;
    for (std::size_t i = 0; i < first; ++i) {
        const std::string times = std::to_string(static_cast<int>(std::lround(100.0 * out.steps[i].seconds() / median)));
        out.leftOut.push_back({out.steps[i], {CORE_TEXT("core", "warm-up: {0} % of the median step"), {times}}});
    }
    out.steps.erase(out.steps.begin(), out.steps.begin() + static_cast<std::ptrdiff_t>(first));
}

void leaveOutIdle(TraceSteps &out, const DeviceWork &work)
{
    const Spans busy = workSpans(work);
    std::erase_if(out.steps, [&](const TraceStep &s) {
        if (length(intersect(busy, {s.span})) > 0)
            return false;
        out.leftOut.push_back({s, {CORE_TEXT("core", "no work of the device"), {}}});
        return true;
    });
}

// Of a record that holds nothing else: its first lane of steps as it stands.
std::vector<TraceStep> statedSteps(const Trace &trace)
{
    std::vector<TraceStep> out;
    const auto lane = std::ranges::find(trace.lanes, LaneKind::steps, &TraceLane::kind);
    for (const TraceEvent &e : trace.events)
        if (lane != trace.lanes.end() && e.lane == static_cast<std::uint32_t>(lane - trace.lanes.begin()))
            out.push_back({trace.details[e.detail].name, {e.start, e.end()}});
    return out;
}

} // namespace

TraceSteps traceSteps(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work)
{
    TraceSteps out;
    using Find = std::vector<TraceStep>();
    const std::pair<StepSource, std::function<Find>> ways[] = {
        {StepSource::marked, [&] { return markedSteps(trace, classes, work); }},
        {StepSource::modules, [&] { return moduleSteps(trace, work); }},
        {StepSource::repetition, [&] { return repeatedSteps(trace, work, out.leftOut); }},
        {StepSource::whole, [&] { return std::vector<TraceStep>{{"0", {work.pieces.front().span.start, endOf(work)}}}; }},
    };
    if (work.pieces.empty()) {
        out.source = StepSource::marked;
        out.steps = statedSteps(trace);
    }
    for (const auto &[source, find] : ways) {
        if (work.pieces.empty() || !out.steps.empty())
            break;
        out.source = source;
        out.steps = find();
        leaveOutIdle(out, work);
    }
    leaveOutWarmUp(out);
    std::vector<double> kept;
    for (const TraceStep &s : out.steps)
        kept.push_back(s.seconds());
    if (!kept.empty()) {
        out.median = quantile(kept, 0.5);
        out.p90 = quantile(kept, 0.9);
        out.p99 = quantile(kept, 0.99);
    }
    return out;
}

} // namespace headroom
