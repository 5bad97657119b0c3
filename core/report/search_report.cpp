// SearchResult -> JSON, CSV and text. The columns are one table that all three read.

#include "base/format.h"
#include "report/interval.h"
#include "report/json_value.h"
#include "report/report.h"
#include "report/text_lines.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

namespace headroom {

namespace {

std::size_t shown(const SearchResult &result, std::size_t top)
{
    return top == 0 ? result.rows.size() : std::min(top, result.rows.size());
}

std::string reason(const SearchRow &row)
{
    return "out of memory by " + gib(row.shortBy) + ", largest: " + keyOf(row.largest);
}

Json finite(double value)
{
    Json holder;
    put(holder, "value", value);
    return holder.empty() ? Json(nullptr) : holder["value"];
}

// A result of a row. A dot in the key makes an object in JSON; null is left out there and empty in CSV.
struct Column
{
    const char *key;
    Json (*value)(const SearchRow &);
};
constexpr Column columns[] = {
    {"globalBatch", [](const SearchRow &r) { return Json(r.globalBatch); }},
    {"feasible", [](const SearchRow &r) { return Json(r.feasible); }},
    {"boundMfu", [](const SearchRow &r) { return finite(r.boundMfu); }},
    {"expectedMfu.low", [](const SearchRow &r) { return finite(r.expectedMfu.low); }},
    {"expectedMfu.expected", [](const SearchRow &r) { return finite(r.expectedMfu.expected); }},
    {"expectedMfu.high", [](const SearchRow &r) { return finite(r.expectedMfu.high); }},
    {"hfu", [](const SearchRow &r) { return finite(r.hfu); }},
    {"stepTime.bound", [](const SearchRow &r) { return finite(r.bound.value); }},
    {"stepTime.low", [](const SearchRow &r) { return finite(r.low.value); }},
    {"stepTime.expected", [](const SearchRow &r) { return finite(r.expected.value); }},
    {"stepTime.high", [](const SearchRow &r) { return finite(r.high.value); }},
    {"stepTime.simulated", [](const SearchRow &r) { return r.simulated ? finite(r.simulated->value) : Json(nullptr); }},
    {"compute", [](const SearchRow &r) { return finite(r.compute.value); }},
    {"exposed", [](const SearchRow &r) { return finite(r.exposed.value); }},
    {"bubble", [](const SearchRow &r) { return finite(r.bubble.value); }},
    {"memory", [](const SearchRow &r) { return finite(r.memory.value); }},
    {"largest", [](const SearchRow &r) { return Json(keyOf(r.largest)); }},
    {"dominant", [](const SearchRow &r) { return Json(r.dominant); }},
    {"tokensPerSecondPerChip", [](const SearchRow &r) { return finite(r.tokensPerSecondPerChip); }},
    {"pareto", [](const SearchRow &r) { return Json(r.pareto); }},
    {"reason", [](const SearchRow &r) { return r.feasible ? Json(nullptr) : Json(reason(r)); }},
    {"shortBy", [](const SearchRow &r) { return r.feasible ? Json(nullptr) : finite(r.shortBy.value); }},
};

void putColumn(Json &row, const Column &column, const SearchRow &from)
{
    Json value = column.value(from);
    if (value.is_null())
        return;
    const std::string_view key = column.key;
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos)
        row[column.key] = std::move(value);
    else
        row[std::string(key.substr(0, dot))][std::string(key.substr(dot + 1))] = std::move(value);
}

} // namespace

std::string searchJson(const SearchResult &result, const Scenario &scenario, std::size_t top)
{
    Scenario scratch = scenario;
    Json out{{"schemaVersion", reportSchemaVersion},
             {"convention", keyOf(scenario.run.convention)},
             {"model", scenario.model.name},
             {"hardware", scenario.hardware.name},
             {"devices", scenario.run.devices},
             {"shapes", result.shapes},
             {"evaluated", result.evaluated},
             {"feasible", result.feasible},
             {"complete", result.complete},
             {"reranked", result.reranked}};
    put(out, "seconds", result.seconds);
    Json &rows = out["rows"] = Json::array();
    for (std::size_t i = 0; i < shown(result, top); ++i) {
        const SearchRow &from = result.rows[i];
        Json &row = rows.emplace_back(Json{{"rank", i + 1}});
        row.update(planJson(scratch, from.plan, from.globalBatch));
        for (const Column &column : columns)
            putColumn(row, column, from);
    }
    return dumped(out);
}

std::string searchCsv(const SearchResult &result, const Scenario &scenario, std::size_t top)
{
    Scenario scratch = scenario;
    std::string out = "rank";
    const Json planKeys = planJson(scratch, scenario.plan, scenario.run.globalBatch);
    for (const auto &[key, value] : planKeys.items())
        out += "," + key;
    for (const Column &column : columns)
        out += std::string(",") + column.key;
    out += "\n";
    for (std::size_t i = 0; i < shown(result, top); ++i) {
        const SearchRow &from = result.rows[i];
        const Json plan = planJson(scratch, from.plan, from.globalBatch);
        out += std::to_string(i + 1);
        for (const auto &[key, value] : planKeys.items())
            out += "," + csvCell(plan.value(key, Json(nullptr)));
        for (const Column &column : columns)
            out += "," + csvCell(column.value(from));
        out += "\n";
    }
    return out;
}

namespace {

struct TextColumn
{
    const char *title;
    std::size_t width;
    std::string (*text)(const SearchRow &);
};
constexpr TextColumn textColumns[] = {
    {"dp", 6, [](const SearchRow &r) { return std::to_string(r.plan.dp); }},
    {"fsdp", 6, [](const SearchRow &r) { return std::to_string(r.plan.fsdp); }},
    {"tp", 4, [](const SearchRow &r) { return std::to_string(r.plan.tp); }},
    {"ep", 5, [](const SearchRow &r) { return std::to_string(r.plan.ep); }},
    {"pp", 4, [](const SearchRow &r) { return std::to_string(r.plan.pp); }},
    {"cp", 4, [](const SearchRow &r) { return std::to_string(r.plan.cp); }},
    {"micro", 6, [](const SearchRow &r) { return std::to_string(r.plan.microBatch); }},
    {"batch", 7, [](const SearchRow &r) { return std::to_string(r.globalBatch); }},
    {"stages", 9, [](const SearchRow &r) { return std::string(r.plan.pp > 1 ? keyOf(r.plan.stageSplit) : "-"); }},
    {"remat", 21, [](const SearchRow &r) { return std::string(keyOf(r.plan.remat)); }},
    {"MFU", 8, [](const SearchRow &r) { return percent(r.boundMfu); }},
    {"expected", 13, [](const SearchRow &r) { return percentInterval(r.expectedMfu); }},
    {"step", 10, [](const SearchRow &r) { return engineering(r.bound.value, Unit::seconds); }},
    {"memory", 11, [](const SearchRow &r) { return gib(r.memory); }},
};
constexpr TextColumn simulatedColumn{"simulated", 11, [](const SearchRow &r) {
                                         return r.simulated ? engineering(r.simulated->value, Unit::seconds) : std::string("-");
                                     }};

// The simulated step is a column where rows are in its order.
std::vector<TextColumn> columnsOf(const SearchResult &result)
{
    std::vector<TextColumn> out(std::begin(textColumns), std::end(textColumns));
    if (result.reranked > 0)
        out.push_back(simulatedColumn);
    return out;
}

} // namespace

std::string searchText(const SearchResult &result, const Scenario &scenario, std::size_t top)
{
    std::string out = scenario.model.name + " on " + std::to_string(scenario.run.devices) + " x " + scenario.hardware.name + ": "
        + std::to_string(result.evaluated) + " legal plans of " + std::to_string(result.shapes) + " shapes, "
        + std::to_string(result.feasible) + " feasible" + (result.complete ? "" : " (stopped early)") + "\n\n"
        + rightAligned("rank", 5);
    const std::vector<TextColumn> shownColumns = columnsOf(result);
    for (const TextColumn &column : shownColumns)
        out += rightAligned(column.title, column.width);
    out += "  dominant, or why not\n";
    for (std::size_t i = 0; i < shown(result, top); ++i) {
        const SearchRow &row = result.rows[i];
        out += rightAligned(std::to_string(i + 1), 5);
        for (const TextColumn &column : shownColumns)
            out += " " + rightAligned(column.text(row), column.width - 1);
        out += "  " + (row.feasible ? std::string(row.dominant) : reason(row)) + "\n";
    }
    return out;
}

} // namespace headroom
