#include "report/gap_report.h"

#include "report/json_value.h"

namespace headroom {

namespace {

template <class T, class F> Json list(const std::vector<T> &all, F one)
{
    Json out = Json::array();
    for (const T &t : all)
        out.push_back(one(t));
    return out;
}

Json waterfallRow(const WaterfallRow &row)
{
    Json out;
    out["id"] = row.id;
    out["name"] = row.name;
    out["kind"] = row.kind == RowKind::anchor ? "anchor" : "loss";
    put(out, "mfu", row.mfu);
    put(out, "seconds", row.seconds);
    return out;
}

Json gapRow(const GapRow &row)
{
    Json out;
    out["id"] = row.id;
    out["name"] = row.name;
    put(out, "measured", row.measured);
    put(out, "expected", row.expected);
    if (row.bound)
        put(out, "bound", *row.bound);
    put(out, "lost", row.lost());
    put(out, "mfu", row.mfu);
    out["cause"] = text(row.cause);
    return out;
}

Json efficiencyJson(const ClassEfficiency &c)
{
    Json out;
    out["class"] = keyOf(c.eventClass);
    putCount(out, "calls", c.calls);
    putCount(out, "modelledCalls", c.modelledCalls);
    put(out, "measured", c.measured);
    put(out, "expected", c.expected);
    put(out, "bound", c.bound);
    put(out, "share", c.share());
    return out;
}

Json linkJson(const LinkUse &l)
{
    Json out;
    out["class"] = keyOf(l.kind);
    out["link"] = l.link;
    putCount(out, "calls", l.calls);
    putCount(out, "modelledCalls", l.modelledCalls);
    put(out, "measured", l.measured);
    put(out, "bound", l.bound);
    put(out, "wire", l.wire);
    if (l.rate)
        put(out, "rate", *l.rate);
    return out;
}

Json dominantJson(const DominantCheck &d)
{
    Json out;
    out["predicted"] = keyOf(d.predicted);
    out["measured"] = keyOf(d.measured);
    out["differs"] = d.differs;
    out["suspects"] = list(d.suspects, [](const HostFinding &f) {
        Json one;
        one["name"] = f.name;
        one["class"] = keyOf(f.eventClass);
        one["calls"] = f.calls;
        put(one, "time", f.time);
        return one;
    });
    return out;
}

// `model`: the operators that matches refer to.
Json matchesJson(const Matches &m, const std::vector<ModelledOperator> &model)
{
    Json out;
    put(out, "matchedTime", m.matchedTime);
    put(out, "unmatchedTime", m.unmatchedTime);
    put(out, "unmatchedModelled", m.unmatchedModelled);
    out["matched"] = list(m.matched, [&](const OperatorMatch &match) {
        const ModelledOperator &op = model[match.modelled];
        Json one;
        one["modelled"] = op.id;
        one["traced"] = match.traced;
        one["reason"] = keyOf(match.reason);
        putCount(one, "calls", match.calls);
        putCount(one, "modelledCalls", op.calls);
        put(one, "measured", match.measured);
        put(one, "expected", op.calls * op.expected);
        put(one, "bound", op.calls * op.bound);
        return one;
    });
    out["traced"] = list(m.traced, [](const UnmatchedTraced &u) {
        Json one;
        one["name"] = u.name;
        one["class"] = keyOf(u.eventClass);
        putCount(one, "calls", u.calls);
        put(one, "time", u.time);
        if (u.byHand)
            one["reason"] = keyOf(MatchReason::byHand);
        return one;
    });
    out["modelled"] = list(m.modelled, [&](std::size_t op) {
        Json one;
        one["modelled"] = model[op].id;
        one["class"] = keyOf(model[op].eventClass);
        putCount(one, "calls", model[op].calls);
        put(one, "expected", model[op].calls * model[op].expected);
        return one;
    });
    return out;
}

// The fields of a calibration under their keys, as --set takes them, each with its source.
Json calibrationJson(const Calibration &calibration, Scenario scratch)
{
    Json out;
    out["name"] = calibration.name;
    scratch.calibration = calibration;
    for (const Field &field : fields()) {
        if (std::string_view(field.group) != "calibration")
            continue;
        Json &one = out[field.key];
        one["value"] = fieldJson(field.get(scratch));
        if (field.source != nullptr)
            one["source"] = field.source(scratch);
    }
    return out;
}

Json adviceJson(const Advice &a)
{
    Json out;
    out["term"] = a.term;
    out["setting"] = a.setting;
    out["reason"] = text(a.reason);
    put(out, "lost", a.lost);
    put(out, "gain", a.gain);
    put(out, "mfuGain", a.mfuGain);
    return out;
}

} // namespace

std::string gapJson(const GapAnalysis &gap, const std::vector<Advice> &advice)
{
    const Estimate &e = gap.estimate;
    Json out;
    out["schemaVersion"] = 1;
    out["convention"] = keyOf(e.scenario.run.convention);
    out["model"] = e.scenario.model.name;
    out["hardware"] = e.scenario.hardware.name;
    put(out, "peak", e.roofline.peak);
    Json &measured = out["measured"];
    put(measured, "stepTime", gap.measuredStep);
    put(measured, "mfu", gap.measuredMfu);
    put(measured, "hfu", gap.measuredHfu);
    Json &expected = out["expected"];
    put(expected, "bound", e.system.stepTime.bound);
    put(expected, "low", e.system.stepTime.low);
    put(expected, "expected", e.system.stepTime.expected);
    put(expected, "high", e.system.stepTime.high);
    put(expected, "mfu", e.system.expectedMfu);
    out["waterfall"] = list(e.waterfall, waterfallRow);
    out["rows"] = list(gap.rows, gapRow);
    out["efficiencies"] = list(gap.efficiencies, efficiencyJson);
    out["links"] = list(gap.links, linkJson);
    if (gap.overlap)
        put(out, "overlap", *gap.overlap);
    if (gap.expectedOverlap)
        put(out, "expectedOverlap", *gap.expectedOverlap);
    if (gap.dominant)
        out["dominant"] = dominantJson(*gap.dominant);
    if (gap.matches)
        out["matches"] = matchesJson(*gap.matches, gap.operators);
    if (gap.calibration)
        out["calibration"] = calibrationJson(*gap.calibration, e.scenario);
    out["advice"] = list(advice, adviceJson);
    out["flags"] = list(gap.flags, [](const Issue &i) { return text(i); });
    return dumped(out);
}

} // namespace headroom
