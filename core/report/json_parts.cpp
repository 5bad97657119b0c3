#include "report/json_parts.h"

namespace headroom {

namespace {

const char *severityKey(Severity severity)
{
    static constexpr const char *keys[] = {"note", "warning", "error"};
    return keys[static_cast<std::size_t>(severity)];
}

Json onChipJson(const OnChipPoint &point)
{
    Json out = Json::object();
    put(out, "bytes", point.bytes);
    put(out, "intensity", point.intensity);
    put(out, "attainable", point.attainable);
    put(out, "time", point.time);
    out["boundBy"] = keyOf(point.boundBy);
    return out;
}

Json operatorJson(const RooflineOperator &op)
{
    Json out{{"name", op.name}, {"group", op.group}, {"category", keyOf(op.category)}, {"phase", keyOf(op.phase)}};
    putCount(out, "count", op.count);
    put(out, "modelFlops", op.modelFlops);
    put(out, "executedFlops", op.executedFlops);
    put(out, "bytes", op.bytes);
    put(out, "intensity", op.intensity);
    put(out, "attainable", op.attainable);
    put(out, "time", op.time);
    put(out, "timeShare", op.timeShare);
    out["boundBy"] = keyOf(op.boundBy);
    if (op.stepGainIfTwiceAsFast)
        put(out, "stepGainIfTwiceAsFast", *op.stepGainIfTwiceAsFast);
    if (op.onChip)
        out["onChip"] = onChipJson(*op.onChip);
    return out;
}

} // namespace

Json rooflineJson(const RooflineEstimate &roofline)
{
    Json out = Json::object();
    put(out, "stepTime", roofline.stepTime);
    put(out, "mfu", roofline.mfu);
    if (roofline.onChip) {
        Json &level = out["onChip"] = Json{{"memory", roofline.onChip->memory}};
        put(level, "bandwidth", roofline.onChip->bandwidth);
        put(level, "ridge", roofline.onChip->ridge);
        put(level, "stepTime", roofline.onChip->stepTime);
    }
    Json &operators = out["operators"] = Json::array();
    for (const RooflineOperator &op : roofline.operators)
        operators.push_back(operatorJson(op));
    return out;
}

Json communicationJson(const std::vector<CommunicationRow> &rows)
{
    Json out = Json::array();
    for (const CommunicationRow &row : rows) {
        Json &call = out.emplace_back(Json{{"axis", row.axis}, {"kind", row.kind}, {"purpose", row.purpose}});
        put(call, "calls", row.calls);
        put(call, "payload", row.payload);
        put(call, "wire", row.wire);
        call["link"] = row.link;
        put(call, "total", row.total);
        put(call, "hidden", row.hidden);
        put(call, "exposed", row.exposed);
    }
    return out;
}

Json partsJson(const std::vector<StepPart> &parts)
{
    Json out = Json::array();
    for (const StepPart &part : parts) {
        Json &row = out.emplace_back(Json{{"id", part.id}, {"name", part.name}});
        put(row, "bound", part.bound);
        put(row, "expected", part.expected);
    }
    return out;
}

Json waterfallJson(const std::vector<WaterfallRow> &rows)
{
    Json out = Json::array();
    for (const WaterfallRow &row : rows) {
        const char *kind = row.kind == RowKind::anchor ? "anchor" : "loss";
        Json &entry = out.emplace_back(Json{{"id", row.id}, {"name", row.name}, {"kind", kind}});
        put(entry, "mfu", row.mfu);
        put(entry, "seconds", row.seconds);
    }
    return out;
}

Json calibrationJson(const Calibration &c)
{
    Json out{{"name", c.name}, {"chip", c.chip}};
    Json &laws = out["laws"] = Json::array();
    for (const MeasuredLaw &law : c.laws) {
        laws.push_back({{"class", keyOf(law.kind)}, {"dtype", law.dtype}, {"chip", law.chip}, {"source", law.source}});
        if (law.heldOut)
            laws.back()["medianError"] = law.heldOut->median;
    }
    return out;
}

Json issuesJson(const Issues &issues)
{
    Json out = Json::array();
    for (const Issue &issue : issues)
        out.push_back({{"severity", severityKey(issue.severity)}, {"field", issue.field}, {"message", text(issue.message)}});
    return out;
}

} // namespace headroom
