#include "report/trace_report.h"

#include "report/json_value.h"

namespace headroom {

namespace {

double seconds(std::int64_t picoseconds) { return static_cast<double>(picoseconds) * 1e-12; }

template <class T> void putStated(Json &object, const char *key, const std::optional<T> &value)
{
    if (value)
        object[key] = *value;
}

Json stepsJson(const TraceSteps &s)
{
    Json out;
    out["source"] = keyOf(s.source);
    out["count"] = s.steps.size();
    put(out, "median", s.median);
    put(out, "p90", s.p90);
    put(out, "p99", s.p99);
    const auto step = [](const TraceStep &t) {
        Json one;
        one["name"] = t.name;
        put(one, "start", seconds(t.span.start));
        put(one, "duration", t.seconds());
        return one;
    };
    out["kept"] = out["leftOut"] = Json::array();
    for (const TraceStep &t : s.steps)
        out["kept"].push_back(step(t));
    for (const LeftOutStep &t : s.leftOut) {
        out["leftOut"].push_back(step(t.step));
        out["leftOut"].back()["reason"] = text(t.reason);
    }
    return out;
}

Json timeJson(const DeviceTime &t)
{
    Json out;
    out["device"] = t.device;
    out["step"] = t.step.name;
    put(out, "duration", t.step.seconds());
    put(out, "busy", seconds(t.busy));
    put(out, "compute", seconds(t.compute));
    put(out, "communication", seconds(t.communication));
    put(out, "exposedCommunication", seconds(t.exposedCommunication));
    put(out, "exposedCopies", seconds(t.exposedCopies));
    put(out, "idle", seconds(t.idle));
    put(out, "idleUnknown", seconds(t.idleUnknown));
    out["classes"] = Json::object();
    for (std::size_t c = 0; c < eventClasses; ++c) {
        const ClassTime &of = t.classes[c];
        if (of.calls == 0 && of.share == 0 && of.time == 0)
            continue;
        Json &one = out["classes"][keyOf(static_cast<EventClass>(c))];
        one["calls"] = of.calls;
        put(one, "time", seconds(of.time));
        put(one, "share", seconds(of.share));
    }
    return out;
}

Json pathJson(const TraceCriticalPath &p)
{
    Json out;
    out["dominant"] = keyOf(p.dominant());
    put(out, "length", seconds(p.length()));
    put(out, "waiting", seconds(p.waiting));
    out["classes"] = Json::object();
    for (std::size_t c = 0; c < eventClasses; ++c)
        if (p.byClass[c] > 0)
            put(out["classes"], keyOf(static_cast<EventClass>(c)), seconds(p.byClass[c]));
    out["operators"] = Json::array();
    for (const PathOperator &op : p.operators) {
        Json one;
        one["name"] = op.name;
        one["class"] = keyOf(op.eventClass);
        one["calls"] = op.calls;
        put(one, "time", seconds(op.time));
        out["operators"].push_back(std::move(one));
    }
    return out;
}

Json operatorJson(const OperatorUse &op)
{
    Json out;
    out["name"] = op.name;
    out["class"] = keyOf(op.eventClass);
    if (!op.shapes.empty())
        out["shapes"] = op.shapes;
    out["calls"] = op.calls;
    put(out, "time", op.time);
    putStated(out, "flops", op.flops);
    putStated(out, "bytes", op.bytes);
    putStated(out, "rate", op.rate);
    putStated(out, "bandwidth", op.bandwidth);
    putStated(out, "ofPeak", op.ofPeak);
    putStated(out, "ofBandwidth", op.ofBandwidth);
    return out;
}

Json collectiveJson(const CollectiveUse &c)
{
    Json out;
    out["class"] = keyOf(c.kind);
    out["operation"] = c.operation;
    out["group"] = c.group;
    putStated(out, "groupSize", c.groupSize);
    putStated(out, "bytes", c.bytes);
    out["calls"] = c.calls;
    put(out, "time", c.time);
    put(out, "exposed", c.exposed);
    put(out, "shortest", c.shortest);
    put(out, "median", c.median);
    put(out, "longest", c.longest);
    putStated(out, "busBytes", c.busBytes);
    putStated(out, "busBandwidth", c.busBandwidth);
    return out;
}

Json rangeJson(const RangeUse &r)
{
    Json out;
    out["name"] = r.name;
    out["calls"] = r.calls;
    put(out, "time", r.time);
    put(out, "span", r.span);
    put(out, "compute", r.compute);
    put(out, "communication", r.communication);
    put(out, "hidden", r.hidden);
    out["lanes"] = r.lanes;
    return out;
}

Json deviceJson(const TracedDevice &d)
{
    Json out;
    out["index"] = d.index;
    out["name"] = d.name;
    putStated(out, "memory", d.memoryBytes);
    putStated(out, "peak", d.peakFlopsPerSecond);
    putStated(out, "bandwidth", d.bytesPerSecond);
    return out;
}

template <class T, class F> Json list(const std::vector<T> &all, F one)
{
    Json out = Json::array();
    for (const T &t : all)
        out.push_back(one(t));
    return out;
}

Json memoryJson(const MemoryPeak &m)
{
    Json out;
    out["counter"] = m.counter;
    out["device"] = m.device;
    put(out, "peak", m.value);
    return out;
}

Json unknownJson(const UnknownName &u)
{
    Json out;
    out["name"] = u.name;
    out["calls"] = u.calls;
    put(out, "time", seconds(u.duration));
    return out;
}

Json summaryJson(const TraceSummary &s)
{
    Json out;
    out["file"] = s.file;
    out["format"] = s.format;
    putStated(out, "rank", s.rank);
    putStated(out, "worldSize", s.worldSize);
    out["devices"] = list(s.devices, deviceJson);
    out["events"] = s.overview.events;
    out["span"] = s.overview.span;
    Json &lanes = out["lanes"] = Json::object();
    for (const LaneTotal &total : s.overview.kinds)
        lanes[keyOf(total.kind)] = Json{{"lanes", total.lanes}, {"events", total.events}, {"time", total.time}};
    out["steps"] = stepsJson(s.steps);
    if (s.device >= 0)
        out["device"] = s.device;
    if (s.typical)
        out["typical"] = timeJson(*s.typical);
    out["times"] = list(s.times, timeJson);
    if (s.criticalPath)
        out["criticalPath"] = pathJson(*s.criticalPath);
    out["operators"] = list(s.operators, operatorJson);
    out["collectives"] = list(s.collectives, collectiveJson);
    out["ranges"] = list(s.ranges, rangeJson);
    out["memory"] = list(s.counters, memoryJson);
    out["unknown"] = list(s.unknown, unknownJson);
    out["issues"] = list(s.issues, [](const Issue &i) { return text(i); });
    return out;
}

Json callJson(const std::optional<OrderedCall> &call)
{
    if (!call)
        return nullptr;
    Json out;
    out["class"] = keyOf(call->kind);
    putStated(out, "bytes", call->bytes);
    out["dtype"] = call->dtype;
    return out;
}

Json orderJson(const OrderCheck &o)
{
    Json out;
    out["groups"] = o.groups;
    out["calls"] = o.calls;
    out["mismatches"] = list(o.mismatches, [](const OrderMismatch &m) {
        Json one;
        one["group"] = m.group;
        one["position"] = m.position;
        one["ranks"] = {m.first, m.second};
        one["first"] = callJson(m.ofFirst);
        one["second"] = callJson(m.ofSecond);
        return one;
    });
    return out;
}

Json differenceJson(const TracedRun &run, const RankDifference &d)
{
    Json out;
    out["term"] = d.id;
    put(out, "least", d.least);
    put(out, "most", d.most);
    out["leastRank"] = run.ranks[d.leastRank].name;
    out["mostRank"] = run.ranks[d.mostRank].name;
    return out;
}

} // namespace

std::string traceJson(const TracedRun &run)
{
    Json out;
    out["schemaVersion"] = 1;
    out["traces"] = list(run.ranks, [](const TracedRank &rank) { return summaryJson(rank.summary); });
    out["refused"] = list(run.refused, [](const Issue &i) { return Json{{"file", i.file}, {"field", i.field}, {"message", text(i.message)}}; });
    if (run.order)
        out["order"] = orderJson(*run.order);
    if (!run.differences.empty())
        out["differences"] = list(run.differences, [&](const RankDifference &d) { return differenceJson(run, d); });
    return dumped(out);
}

} // namespace headroom
