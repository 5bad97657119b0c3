#include "report/trace_report.h"

#include "base/format.h"
#include "report/text_lines.h"

#include <algorithm>

namespace headroom {

namespace {

std::string time(double seconds) { return engineering(seconds, Unit::seconds); }
std::string time(std::int64_t picoseconds) { return time(static_cast<double>(picoseconds) * 1e-12); }

std::string shortened(const std::string &name, std::size_t width)
{
    return padded(name.size() > width ? name.substr(0, width - 3) + "..." : name, width);
}

std::size_t first(std::size_t count, std::size_t top) { return top == 0 ? count : std::min(count, top); }

std::string heading(const TraceSummary &s)
{
    std::string out = s.file + ": " + s.format;
    if (s.rank)
        out += ", rank " + std::to_string(*s.rank) + (s.worldSize ? " of " + std::to_string(*s.worldSize) : "");
    const auto device = std::ranges::find(s.devices, s.device, &TracedDevice::index);
    if (s.device >= 0)
        out += ", device " + std::to_string(s.device) + (device == s.devices.end() ? "" : " " + device->name);
    return out + "\n";
}

std::string laneLine(const TraceOverview &o)
{
    std::string out;
    for (const LaneTotal &t : o.kinds)
        out += std::string(labelOf(t.kind)) + " " + std::to_string(t.lanes) + (t.lanes == 1 ? " lane, " : " lanes, ") + std::to_string(t.events) + " events, "
            + time(t.time) + "; ";
    return out + time(o.span) + " from first to last\n";
}

std::string stepLines(const TraceSteps &s)
{
    std::string out = std::to_string(s.steps.size()) + " steps, " + labelOf(s.source) + ": p50 " + time(s.median) + ", p90 " + time(s.p90) + ", p99 "
        + time(s.p99) + "\n";
    for (const LeftOutStep &l : s.leftOut)
        out += "  left out: " + l.step.name + ", " + time(l.step.seconds()) + ": " + text(l.reason) + "\n";
    return out;
}

std::string timeLines(const DeviceTime &t)
{
    std::string out = "step of median length (" + t.step.name + "): " + time(t.step.span.length()) + " = compute " + time(t.compute)
        + " + exposed communication " + time(t.exposedCommunication) + " + copies " + time(t.exposedCopies) + " + idle " + time(t.idle)
        + "; communication " + time(t.communication) + " in all\n\n";
    out += "  " + padded("class", 34) + rightAligned("calls", 8) + rightAligned("time", 12) + rightAligned("of the step", 14) + "\n";
    const double step = static_cast<double>(t.step.span.length());
    const auto line = [&](const std::string &name, const std::string &calls, const std::string &all, std::int64_t share) {
        out += "  " + padded(name, 34) + rightAligned(calls, 8) + rightAligned(all, 12)
            + rightAligned(percent(static_cast<double>(share) / step), 14) + "\n";
    };
    for (std::size_t c = 0; c < eventClasses; ++c) {
        const ClassTime &of = t.classes[c];
        if (of.calls == 0 && of.share == 0)
            continue;
        const bool host = kindOf(static_cast<EventClass>(c)) == TimeKind::host;
        line(std::string(host ? "idle: " : "") + labelOf(static_cast<EventClass>(c)), host ? "" : std::to_string(of.calls),
             time(host ? of.share : of.time), of.share);
    }
    line("idle: of no known cause", "", time(t.idleUnknown), t.idleUnknown);
    return out + "\n";
}

std::string pathLines(const TraceCriticalPath &p)
{
    const bool waiting = p.dominant() == EventClass::hostWork;
    const std::int64_t most = waiting ? p.waiting : p.byClass[static_cast<std::size_t>(p.dominant())];
    return std::string("critical path: mostly ") + (waiting ? "waits of no known cause" : labelOf(p.dominant())) + ", " + time(most) + " of "
        + time(p.length()) + "\n";
}

std::string operatorLines(const TraceSummary &s, std::size_t top)
{
    std::string out = "\n  " + padded("operator, all steps", 60) + rightAligned("calls", 8) + rightAligned("time", 12) + rightAligned("rate", 16)
        + rightAligned("bandwidth", 14) + "\n";
    for (std::size_t i = 0; i < first(s.operators.size(), top); ++i) {
        const OperatorUse &op = s.operators[i];
        const bool above = op.ofBandwidth.value_or(0.0) > 1.0 || op.ofPeak.value_or(0.0) > 1.0;
        out += "  " + shortened(op.name, 60) + rightAligned(std::to_string(op.calls), 8) + rightAligned(time(op.time), 12)
            + rightAligned(op.rate ? engineering(*op.rate, Unit::flopsPerSecond) : "", 16)
            + rightAligned(op.bandwidth ? engineering(*op.bandwidth, Unit::bytesPerSecond) : "", 14) + (above ? "  above what the device can do" : "") + "\n";
    }
    return out;
}

std::string collectiveLines(const TraceSummary &s, std::size_t top)
{
    if (s.collectives.empty())
        return {};
    std::string out = "\n  " + padded("collective", 30) + rightAligned("ranks", 7) + rightAligned("bytes", 12) + rightAligned("calls", 7)
        + rightAligned("time", 12) + rightAligned("exposed", 12) + rightAligned("bus bytes", 12) + rightAligned("bus rate", 14) + "\n";
    for (std::size_t i = 0; i < first(s.collectives.size(), top); ++i) {
        const CollectiveUse &c = s.collectives[i];
        out += "  " + padded(labelOf(c.kind), 30) + rightAligned(c.groupSize ? std::to_string(*c.groupSize) : "", 7)
            + rightAligned(c.bytes ? engineering(*c.bytes, Unit::bytes) : "", 12) + rightAligned(std::to_string(c.calls), 7)
            + rightAligned(time(c.time), 12) + rightAligned(time(c.exposed), 12)
            + rightAligned(c.busBytes ? engineering(*c.busBytes, Unit::bytes) : "", 12)
            + rightAligned(c.busBandwidth ? engineering(*c.busBandwidth, Unit::bytesPerSecond) : "", 14) + "\n";
    }
    return out;
}

std::string rangeLines(const TraceSummary &s, std::size_t top)
{
    if (s.ranges.empty())
        return {};
    std::string out = "\n  " + padded("range of the program", 40) + rightAligned("calls", 8) + rightAligned("busy", 12) + rightAligned("compute", 12)
        + rightAligned("comm.", 12) + rightAligned("hidden", 10) + "  lanes\n";
    for (std::size_t i = 0; i < first(s.ranges.size(), top); ++i) {
        const RangeUse &r = s.ranges[i];
        out += "  " + shortened(r.name, 40) + rightAligned(std::to_string(r.calls), 8) + rightAligned(time(r.span), 12)
            + rightAligned(time(r.compute), 12) + rightAligned(time(r.communication), 12)
            + rightAligned(r.communication > 0.0 ? percent(r.hidden / r.communication) : "", 10) + " ";
        for (const std::string &lane : r.lanes)
            out += " " + lane;
        out += "\n";
    }
    return out;
}

std::string restLines(const TraceSummary &s, std::size_t top)
{
    std::string out;
    for (const MemoryPeak &m : s.counters)
        out += "counter " + m.counter + ": at most " + significant(m.value, 6) + "\n";
    for (std::size_t i = 0; i < first(s.unknown.size(), top); ++i)
        out += "no rule knows: " + s.unknown[i].name + ", " + std::to_string(s.unknown[i].calls) + " calls, " + time(s.unknown[i].duration) + "\n";
    return out.empty() ? out : "\n" + out;
}

std::string callText(const std::optional<OrderedCall> &call)
{
    if (!call)
        return "no further call";
    return std::string(labelOf(call->kind)) + (call->bytes ? " of " + exactNumber(*call->bytes) + " B" : "") + (call->dtype.empty() ? "" : " " + call->dtype);
}

std::string orderLines(const OrderCheck &o)
{
    std::string out = "collectives across ranks: " + std::to_string(o.calls) + " calls in " + std::to_string(o.groups) + " groups compared, "
        + (o.mismatches.empty() ? "all alike" : std::to_string(o.mismatches.size()) + " ranks differ") + "\n";
    for (const OrderMismatch &m : o.mismatches)
        out += "  group " + m.group + ", call " + std::to_string(m.position + 1) + ": rank " + m.first + " " + callText(m.ofFirst) + "; rank "
            + m.second + " " + callText(m.ofSecond) + "\n";
    return out;
}

std::string differenceLines(const TracedRun &run)
{
    if (run.differences.empty())
        return {};
    std::string out = "\n  " + padded("across ranks, the step of median length", 42) + rightAligned("least", 12) + "  " + padded("rank", 20) + rightAligned("most", 12) + "  rank\n";
    for (const RankDifference &d : run.differences)
        out += "  " + padded(d.name, 42) + rightAligned(time(d.least), 12) + "  " + shortened(run.ranks[d.leastRank].name, 20)
            + rightAligned(time(d.most), 12) + "  " + run.ranks[d.mostRank].name + "\n";
    return out;
}

} // namespace

std::string traceText(const TracedRun &run, std::size_t top)
{
    std::string out;
    for (const TracedRank &rank : run.ranks) {
        const TraceSummary &s = rank.summary;
        out += (out.empty() ? "" : "\n") + heading(s) + laneLine(s.overview);
        if (!s.typical && !s.steps.steps.empty())
            out += stepLines(s.steps);
        if (s.typical)
            out += stepLines(s.steps) + timeLines(*s.typical) + (s.criticalPath ? pathLines(*s.criticalPath) : "") + operatorLines(s, top)
                + collectiveLines(s, top) + rangeLines(s, top);
        out += restLines(s, top);
    }
    if (run.order)
        out += "\n" + orderLines(*run.order);
    return out + differenceLines(run);
}

} // namespace headroom
