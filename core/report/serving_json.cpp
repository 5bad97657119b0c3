// ServingEstimate -> JSON. Keys in SI base units:
//
//   phase, model {name, parameters, activeParameters}, hardware {…}, serving {the fields of run.serving}, plan {…},
//   legal, feasible, reason, shortBy, sequences, largestBatch,
//   steps [{id, sequences, tokens, modelFlops, document [{id, name, flops}], roofline {…}, time {floor, bound, low, expected, high, serial},
//           boundMfu, expectedMfu, parts, dominant, communication, bytes {weights, cache, all}, waterfall}],
//   latency {ttft, tpot, endToEndP50, endToEndP99 {bound, low, expected, high}, tokensPerSecondPerChip {bound, low, expected, high}},
//   memory {total, capacity, stage, parts}, contract, issues

#include "report/json_parts.h"
#include "report/report.h"
#include "report/serving_report.h"

#include <string_view>

namespace headroom {

Json levelsJson(const ServedLevels &levels)
{
    Json out = Json::object();
    put(out, "bound", levels.bound);
    put(out, "low", levels.low);
    put(out, "expected", levels.expected);
    put(out, "high", levels.high);
    return out;
}

Json tokensJson(const ServedLatency &latency)
{
    Json out = Json::object();
    put(out, "bound", latency.boundTokens);
    put(out, "low", latency.expectedTokens.low);
    put(out, "expected", latency.expectedTokens.expected);
    put(out, "high", latency.expectedTokens.high);
    if (latency.boundGoodput)
        put(out, "boundGoodput", *latency.boundGoodput);
    if (latency.expectedGoodput)
        put(out, "expectedGoodput", *latency.expectedGoodput);
    return out;
}

namespace {

// The fields of run.serving that apply.
Json loadJson(const Scenario &scenario)
{
    constexpr std::string_view prefix = "serving.";
    Json out = Json::object();
    for (const Field &field : fields())
        if (std::string_view(field.group) == "run" && std::string_view(field.key).starts_with(prefix) && field.appliesTo(scenario))
            out[field.key + prefix.size()] = fieldJson(field.get(scenario));
    return out;
}

Json planOf(const Scenario &scenario)
{
    Json out = Json::object();
    for (const Field &field : fields())
        if (std::string_view(field.group) == "plan" && field.appliesTo(scenario))
            out[field.key] = fieldJson(field.get(scenario));
    return out;
}

Json stepJson(const ServedStep &step, bool legal)
{
    Json out{{"id", step.id}};
    put(out, "sequences", step.sequences);
    put(out, "tokens", step.tokens);
    put(out, "modelFlops", step.modelFlops);
    if (!step.document.empty()) {
        Json &document = out["document"] = Json::array();
        for (const DocumentTerm &term : step.document) {
            document.push_back({{"id", term.id}, {"name", term.name}});
            put(document.back(), "flops", term.flops);
        }
    }
    out["roofline"] = rooflineJson(step.roofline);
    if (!legal)
        return out;
    Json &time = out["time"] = levelsJson(step.time);
    put(time, "floor", step.floor);
    put(time, "serial", step.serial);
    put(out, "boundMfu", step.boundMfu);
    put(out, "expectedMfu", step.expectedMfu);
    out["parts"] = partsJson(step.parts);
    out["dominant"] = step.dominant;
    out["communication"] = communicationJson(step.communication);
    Json &bytes = out["bytes"] = Json::object();
    put(bytes, "weights", step.weightsRead);
    put(bytes, "cache", step.cacheRead);
    put(bytes, "all", step.bytesMoved);
    out["waterfall"] = waterfallJson(step.waterfall);
    return out;
}

Json latencyJson(const ServedLatency &latency)
{
    Json out = Json::object();
    const auto add = [&](const char *key, const std::optional<ServedLevels> &levels) {
        if (levels)
            out[key] = levelsJson(*levels);
    };
    add("ttft", latency.ttft);
    add("tpot", latency.tpot);
    add("endToEndP50", latency.endToEndP50);
    add("endToEndP99", latency.endToEndP99);
    out["tokensPerSecondPerChip"] = tokensJson(latency);
    return out;
}

Json memoryJson(const ServingEstimate &e)
{
    Json out = Json::object();
    put(out, "total", e.memoryTotal);
    put(out, "capacity", e.memoryCapacity);
    out["stage"] = e.memoryStage;
    Json &parts = out["parts"] = Json::array();
    for (const ServedMemoryPart &part : e.memory) {
        parts.push_back({{"class", keyOf(part.kind)}});
        put(parts.back(), "bytes", part.bytes);
    }
    return out;
}

Json hardwareJson(const ServingEstimate &e)
{
    const RooflineEstimate &r = e.steps.front().roofline;
    Json out{{"name", e.scenario.hardware.name}, {"devices", e.scenario.run.devices}, {"dtype", peakDtype(e.scenario.run)}};
    put(out, "peak", r.peak);
    put(out, "hbmBandwidth", r.hbmBandwidth);
    put(out, "hbmCapacity", e.scenario.hardware.hbmCapacity.value.expected);
    put(out, "ridge", r.ridge);
    return out;
}

} // namespace

std::string servingJson(const ServingEstimate &e)
{
    Json out{{"schemaVersion", reportSchemaVersion}, {"phase", keyOf(e.scenario.run.phase)}};
    Json &model = out["model"] = Json{{"name", e.scenario.model.name}};
    putCount(model, "parameters", e.parameters.total);
    putCount(model, "activeParameters", e.parameters.active);
    out["hardware"] = hardwareJson(e);
    out["serving"] = loadJson(e.scenario);
    out["calibration"] = calibrationJson(e.scenario.calibration);
    out["plan"] = planOf(e.scenario);
    out["legal"] = e.legal;
    out["feasible"] = e.feasible;
    if (e.reason)
        out["reason"] = text(*e.reason);
    if (!e.reasonField.empty())
        out["reasonField"] = e.reasonField;
    if (e.legal && !e.feasible)
        put(out, "shortBy", e.shortBy);
    out["sequences"] = e.sequences;
    if (e.legal)
        out["largestBatch"] = e.largestBatch;
    Json &steps = out["steps"] = Json::array();
    for (const ServedStep &step : e.steps)
        steps.push_back(stepJson(step, e.legal));
    if (e.legal) {
        out["latency"] = latencyJson(e.latency);
        out["memory"] = memoryJson(e);
    }
    Json &contract = out["contract"] = Json::object();
    for (const ContractLine &line : e.contract)
        contract[line.id] = text(line.value);
    out["issues"] = issuesJson(e.issues);
    return dumped(out);
}

} // namespace headroom
