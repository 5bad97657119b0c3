#include "report/validation_report.h"

#include "base/format.h"
#include "report/json_value.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

Json memoryJson(const MemoryComparison &m)
{
    Json out;
    put(out, "predicted", m.predicted);
    put(out, "capacity", m.capacity);
    if (m.measured)
        put(out, "measured", *m.measured);
    out["oomPredicted"] = m.oomPredicted();
    out["oomMeasured"] = m.oomMeasured;
    return out;
}

Json planOf(const Comparison &c)
{
    Json out;
    for (const Axis axis : innermostFirst)
        out[keyOf(axis)] = c.plan.degree(axis);
    out["microBatch"] = c.plan.microBatch;
    out["microBatchCount"] = c.microBatchCount;
    out["remat"] = keyOf(c.plan.remat);
    return out;
}

Json partsJson(const Comparison &c)
{
    Json out = Json::object();
    const std::span<const EnumRow> rows = rowsOf(StepPartId{});
    for (std::size_t p = 0; p < stepPartCount; ++p)
        if (c.parts[p].value > 0.0)
            put(out, rows[p].key, c.parts[p]);
    return out;
}

Json rowJson(const Comparison &c)
{
    Json out;
    out["id"] = c.run.id;
    out["line"] = c.run.line;
    out["sweep"] = c.run.sweep;
    out["model"] = c.run.modelName;
    out["chip"] = c.run.chip;
    out["scored"] = c.scored();
    if (!c.scored())
        out["reason"] = c.reason;
    if (c.timed) {
        put(out, "bound", c.bound);
        put(out, "low", c.low);
        put(out, "expected", c.expected);
        put(out, "high", c.high);
        out["plan"] = planOf(c);
        out["parts"] = partsJson(c);
    }
    if (c.run.stepTime)
        put(out, "measured", *c.run.stepTime);
    if (c.timed && c.run.stepTime) {
        put(out, "ratio", c.ratio());
        out["inside"] = c.inside();
        out["aboveBound"] = c.aboveBound();
    }
    if (c.memory)
        out["memory"] = memoryJson(*c.memory);
    out["flags"] = c.flags;
    if (!c.suspected.empty())
        out["suspected"] = c.suspected;
    return out;
}

Json errorJson(const ErrorSummary &e)
{
    Json out;
    out["name"] = e.name;
    out["rows"] = e.rows;
    put(out, "meanError", e.meanError);
    put(out, "medianRatio", e.medianRatio);
    put(out, "insideShare", e.insideShare);
    put(out, "medianWidth", e.medianWidth);
    out["aboveBound"] = e.aboveBound;
    put(out, "bestOfBound", e.bestOfBound);
    out["rankedRows"] = e.rankedRows;
    if (e.rankedRows > 0)
        put(out, "spearman", e.spearman);
    return out;
}

Json errorsJson(const std::vector<ErrorSummary> &all)
{
    Json out = Json::array();
    for (const ErrorSummary &e : all)
        out.push_back(errorJson(e));
    return out;
}

Json memorySummaryJson(const MemorySummary &m)
{
    Json out;
    out["peaks"] = m.peaks;
    put(out, "medianError", m.medianError);
    put(out, "medianRatio", m.medianRatio);
    out["decisions"] = m.decisions;
    out["right"] = m.right;
    out["missedOutOfMemory"] = m.missed;
    put(out, "rightShare", m.rightShare());
    return out;
}

Json summaryJson(const Summary &s)
{
    Json out = errorJson(s.all);
    out["bySource"] = errorsJson(s.bySource);
    out["byModel"] = errorsJson(s.byModel);
    out["byChip"] = errorsJson(s.byChip);
    for (const RankCorrelation &r : s.sweeps) {
        Json sweep;
        sweep["sweep"] = r.sweep;
        sweep["rows"] = r.rows;
        put(sweep, "spearman", r.spearman);
        out["sweeps"].push_back(sweep);
    }
    out["memory"] = memorySummaryJson(s.memory);
    for (const auto &[reason, rows] : s.left) {
        Json left;
        left["reason"] = reason;
        left["rows"] = rows;
        out["notScored"].push_back(left);
    }
    return out;
}

std::string errorLine(const ErrorSummary &e)
{
    return "| " + e.name + " | " + std::to_string(e.rows) + " | " + percent(e.meanError) + " | " + fixed(e.medianRatio, 2) + " | "
        + percent(e.insideShare, 0) + " | " + fixed(e.medianWidth, 1) + " | " + std::to_string(e.aboveBound) + " | " + fixed(e.bestOfBound, 2)
        + " | " + (e.rankedRows > 0 ? fixed(e.spearman, 2) : "") + " |\n";
}

std::string errorTable(const std::string &of, const std::vector<ErrorSummary> &groups)
{
    std::string out = "| " + of + " | rows | mean error | ours / measured | inside | high / low | above bound | best of bound | rank |\n"
                      "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for (const ErrorSummary &e : groups)
        out += errorLine(e);
    return out + "\n";
}

std::string memoryLines(const MemorySummary &m)
{
    if (m.decisions == 0)
        return {};
    std::string out = "Memory: ";
    if (m.peaks > 0)
        out += "peak off by " + percent(m.medianError) + " (median of " + std::to_string(m.peaks) + "; ours / measured " + fixed(m.medianRatio, 2) + "), ";
    return out + "fits or not: right in " + std::to_string(m.right) + " of " + std::to_string(m.decisions) + " (" + percent(m.rightShare())
        + "), " + std::to_string(m.missed) + " that ran out were said to fit\n\n";
}

std::string missLines(const std::vector<Comparison> &rows, std::size_t most)
{
    std::vector<const Comparison *> outside;
    for (const Comparison &c : rows)
        if (c.scored() && !c.inside())
            outside.push_back(&c);
    std::ranges::stable_sort(outside, std::greater{}, [](const Comparison *c) { return std::abs(std::log(c->ratio())); });
    std::string out;
    for (std::size_t i = 0; i < outside.size() && (most == 0 || i < most); ++i) {
        const Comparison &c = *outside[i];
        out += c.run.id + " (" + c.run.modelName + ", " + std::to_string(c.run.devices) + " x " + c.run.chip + "): measured "
            + engineering(c.run.stepTime->value, Unit::seconds) + ", ours " + engineering(c.low.value, Unit::seconds) + " - "
            + engineering(c.high.value, Unit::seconds) + "; " + c.suspected + "\n";
    }
    if (!outside.empty())
        out = std::to_string(outside.size()) + " rows outside their interval, the worst first:\n" + out + "\n";
    return out;
}

} // namespace

std::string validationJson(const std::vector<Comparison> &rows, const Summary &summary, const Issues &issues)
{
    Json out;
    out["schemaVersion"] = 1;
    out["summary"] = summaryJson(summary);
    out["rows"] = Json::array();
    for (const Comparison &c : rows)
        out["rows"].push_back(rowJson(c));
    out["issues"] = Json::array();
    for (const Issue &issue : issues)
        out["issues"].push_back(text(issue));
    return dumped(out);
}

std::string validationText(const std::vector<Comparison> &rows, const Summary &s, std::size_t misses)
{
    std::string out = errorTable("published by", s.bySource) + errorTable("chip", s.byChip) + errorTable("all", {s.all});
    out += memoryLines(s.memory) + missLines(rows, misses);
    for (const auto &[reason, count] : s.left)
        out += std::to_string(count) + " not scored: " + reason + "\n";
    return out;
}

} // namespace headroom
