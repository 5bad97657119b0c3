// Rows of a search over plans that serve -> text, JSON, CSV.

#include "base/format.h"
#include "report/json_parts.h"
#include "report/report.h"
#include "report/serving_report.h"
#include "report/text_lines.h"

#include <algorithm>

namespace headroom {

namespace {

std::size_t shown(const ServingSearchResult &found, std::size_t top) { return top == 0 ? found.rows.size() : std::min(top, found.rows.size()); }

Json planJson(const Plan &plan)
{
    return {{"dp", plan.dp}, {"tp", plan.tp}, {"ep", plan.ep}, {"pp", plan.pp}, {"expertTensor", plan.expertTensor}};
}

Json rowJson(const ServingRow &row, std::size_t rank)
{
    Json out{{"rank", rank}, {"plan", planJson(row.plan)}, {"batch", row.batch}, {"feasible", row.fits()}, {"keepsLimits", row.keepsLimits}, {"pareto", row.pareto}};
    const auto add = [&](const char *key, const std::optional<ServedLevels> &time) {
        if (time)
            out[key] = levelsJson(*time);
    };
    add("ttft", row.latency.ttft);
    add("tpot", row.latency.tpot);
    out["tokensPerSecondPerChip"] = tokensJson(row.latency);
    put(out, "memory", row.memory);
    if (!row.fits())
        put(out, "shortBy", row.shortBy);
    return out;
}

std::string rateText(double value) { return significant(value, 4); }

} // namespace

std::string servingSearchJson(const ServingSearchResult &found, const Scenario &scenario, std::size_t top)
{
    Json out{{"schemaVersion", reportSchemaVersion}, {"phase", keyOf(scenario.run.phase)}, {"model", scenario.model.name},
             {"hardware", scenario.hardware.name}, {"devices", scenario.run.devices}, {"evaluated", found.evaluated}, {"feasible", found.feasible}};
    Json &rows = out["rows"] = Json::array();
    for (std::size_t i = 0; i < shown(found, top); ++i)
        rows.push_back(rowJson(found.rows[i], i + 1));
    return dumped(out);
}

std::string servingSearchCsv(const ServingSearchResult &found, std::size_t top)
{
    std::string out = "rank,dp,tp,ep,pp,expertTensor,batch,boundTokensPerSecondPerChip,expectedTokensPerSecondPerChip,boundTtft,boundTpot,expectedTtft,"
                      "expectedTpot,memory,feasible,keepsLimits,pareto\n";
    const auto seconds = [](const std::optional<ServedLevels> &time, Seconds ServedLevels::*level) {
        return time ? exactNumber(((*time).*level).value) : std::string();
    };
    for (std::size_t i = 0; i < shown(found, top); ++i) {
        const ServingRow &r = found.rows[i];
        const ServedLatency &l = r.latency;
        std::string line = std::to_string(i + 1);
        for (const Count n : {r.plan.dp, r.plan.tp, r.plan.ep, r.plan.pp, r.plan.expertTensor, r.batch})
            line += "," + std::to_string(n);
        for (const std::string &cell : {exactNumber(l.boundTokens), exactNumber(l.expectedTokens.expected), seconds(l.ttft, &ServedLevels::bound),
                                        seconds(l.tpot, &ServedLevels::bound), seconds(l.ttft, &ServedLevels::expected), seconds(l.tpot, &ServedLevels::expected),
                                        exactNumber(r.memory.value)})
            line += "," + cell;
        for (const bool flag : {r.fits(), r.keepsLimits, r.pareto})
            line += flag ? ",true" : ",false";
        out += line + "\n";
    }
    return out;
}

std::string servingSearchText(const ServingSearchResult &found, const Scenario &scenario, std::size_t top)
{
    std::string out = scenario.model.name + " on " + std::to_string(scenario.run.devices) + " x " + scenario.hardware.name + ", "
        + keyOf(scenario.run.phase) + ": " + std::to_string(found.evaluated) + " plans and batches, " + std::to_string(found.feasible) + " fit\n\n";
    out += rightAligned("rank", 4) + rightAligned("dp", 5) + rightAligned("tp", 5) + rightAligned("ep", 5) + rightAligned("pp", 5) + rightAligned("expert tp", 10)
        + rightAligned("batch", 8) + rightAligned("tokens/s/chip", 15) + rightAligned("expected", 10) + rightAligned("TTFT", 12) + rightAligned("TPOT", 12)
        + rightAligned("memory", 12) + "  notes\n";
    for (std::size_t i = 0; i < shown(found, top); ++i) {
        const ServingRow &r = found.rows[i];
        const auto seconds = [](const std::optional<ServedLevels> &time) { return time ? engineering(time->bound.value, Unit::seconds, 3) : std::string("-"); };
        out += rightAligned(std::to_string(i + 1), 4);
        for (const Count n : {r.plan.dp, r.plan.tp, r.plan.ep, r.plan.pp})
            out += rightAligned(std::to_string(n), 5);
        out += rightAligned(std::to_string(r.plan.expertTensor), 10) + rightAligned(std::to_string(r.batch), 8) + rightAligned(rateText(r.latency.boundTokens), 15)
            + rightAligned(rateText(r.latency.expectedTokens.expected), 10) + rightAligned(seconds(r.latency.ttft), 12)
            + rightAligned(seconds(r.latency.tpot), 12) + rightAligned(gib(r.memory), 12);
        out += std::string(!r.fits() ? "  short by " + gib(r.shortBy) : !r.keepsLimits ? "  beyond a limit" : "") + (r.pareto ? "  pareto" : "") + "\n";
    }
    return out;
}

} // namespace headroom
