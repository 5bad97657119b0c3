// Estimate -> JSON. One function per object, in the order of the keys.

#include "report/json_parts.h"
#include "report/report.h"

#include <utility>

namespace headroom {

namespace {

Json modelJson(const Estimate &e)
{
    Json out{{"name", e.scenario.model.name}};
    putCount(out, "parameters", e.parameters.total);
    putCount(out, "activeParameters", e.parameters.active);
    if (e.parameters.mtp > 0.0)
        putCount(out, "mtpParameters", e.parameters.mtp);
    if (e.parameters.routerBias > 0.0)
        putCount(out, "otherParameters", e.parameters.routerBias);
    put(out, "modelFlopsPerToken", e.modelFlopsPerToken);
    put(out, "modelFlopsPerStep", e.modelFlopsPerStep);
    return out;
}

Json hardwareJson(const Estimate &e)
{
    Json out{{"name", e.scenario.hardware.name}, {"devices", e.scenario.run.devices}, {"dtype", peakDtype(e.scenario.run)}};
    put(out, "peak", e.roofline.peak);
    put(out, "hbmBandwidth", e.roofline.hbmBandwidth);
    put(out, "hbmCapacity", e.scenario.hardware.hbmCapacity.value.expected);
    put(out, "ridge", e.roofline.ridge);
    return out;
}

Json runJson(const Estimate &e)
{
    return {{"sequenceLength", e.scenario.run.sequenceLength}, {"globalBatch", e.scenario.run.globalBatch}};
}

Json hfuJson(const HfuSplit &hfu)
{
    Json out = Json::object();
    put(out, "total", hfu.total);
    put(out, "useful", hfu.useful);
    put(out, "recompute", hfu.recompute);
    put(out, "masked", hfu.masked);
    put(out, "padding", hfu.padding);
    put(out, "form", hfu.form);
    return out;
}

Json stepTimeJson(const StepTimes &times)
{
    Json out = Json::object();
    put(out, "floor", times.floor);
    put(out, "bound", times.bound);
    put(out, "low", times.low);
    put(out, "expected", times.expected);
    put(out, "high", times.high);
    put(out, "serial", times.serial);
    put(out, "documentMax", times.documentMax);
    put(out, "flopsOnly", times.flopsOnly);
    return out;
}

Json memoryJson(const MemoryEstimate &memory)
{
    Json out = Json::object();
    put(out, "total", memory.total);
    put(out, "capacity", memory.capacity);
    out["stage"] = memory.stage;
    Json &parts = out["parts"] = Json::array();
    for (const MemoryPart &part : memory.parts) {
        Json &row = parts.emplace_back(Json{{"class", keyOf(part.kind)}});
        put(row, "bytes", part.bytes);
        row["stage"] = memory.stage;
    }
    return out;
}

void putBudget(Json &out, const TrainingBudget &budget)
{
    put(out, "chipHours", budget.chipHours);
    put(out, "days", budget.days);
    put(out, "tokensPerParameter", budget.tokensPerParameter);
    put(out, "tokensPerActiveParameter", budget.tokensPerActiveParameter);
}

Json goodputJson(const TrainingGoodput &goodput)
{
    Json out;
    put(out, "share", goodput.goodput);
    put(out, "mtbf", goodput.mtbf);
    put(out, "checkpointInterval", goodput.checkpointInterval);
    out["bestInterval"] = goodput.bestInterval;
    put(out, "failuresPerDay", goodput.failuresPerDay);
    if (goodput.wallDays)
        put(out, "wallDays", *goodput.wallDays);
    if (goodput.wallChipHours)
        put(out, "wallChipHours", *goodput.wallChipHours);
    return out;
}

void putLegal(Json &out, const SystemEstimate &system)
{
    put(out, "boundMfu", system.boundMfu);
    put(out, "expectedMfu", system.expectedMfu);
    out["hfu"] = hfuJson(system.hfu);
    out["stepTime"] = stepTimeJson(system.stepTime);
    if (system.boundSimulation && system.expectedSimulation) {
        Json &simulated = out["simulated"] = Json::object();
        put(simulated, "bound", system.boundSimulation->step);
        put(simulated, "expected", system.expectedSimulation->step);
    }
    put(out, "compute", system.compute);
    put(out, "recompute", system.recompute);
    out["communication"] = communicationJson(system.communication);
    put(out, "bubble", system.bubble);
    put(out, "imbalance", system.imbalance);
    put(out, "optimizer", system.optimizer);
    put(out, "overhead", system.overhead);
    out["parts"] = partsJson(system.parts);
    out["dominant"] = system.dominant;
    out["criticalStage"] = system.criticalStage;
    put(out, "tokensPerSecondPerChip", system.tokensPerSecondPerChip);
    if (system.budget)
        putBudget(out, *system.budget);
    if (system.goodput)
        out["goodput"] = goodputJson(*system.goodput);
    out["memory"] = memoryJson(system.memory);
}

Json systemJson(const SystemEstimate &system)
{
    Json out{{"legal", system.legal}, {"feasible", system.feasible}};
    if (system.reason)
        out["reason"] = text(*system.reason);
    if (!system.reasonField.empty())
        out["reasonField"] = system.reasonField;
    if (system.legal && !system.feasible)
        put(out, "shortBy", system.shortBy);
    if (system.legal)
        putLegal(out, system);
    return out;
}

Json bestJson(Scenario &scratch, const BestPlan &best)
{
    Json out{{"plan", planJson(scratch, best.plan, scratch.run.globalBatch)}};
    put(out, "boundMfu", best.boundMfu);
    put(out, "expectedMfu", best.expectedMfu);
    return out;
}

} // namespace

std::string estimateJson(const Estimate &e)
{
    Scenario scratch = e.scenario;
    Json out{{"schemaVersion", reportSchemaVersion}, {"convention", keyOf(e.scenario.run.convention)}};
    out["model"] = modelJson(e);
    out["hardware"] = hardwareJson(e);
    out["run"] = runJson(e);
    out["calibration"] = calibrationJson(e.scenario.calibration);
    out["roofline"] = rooflineJson(e.roofline);
    out["plan"] = planJson(scratch, e.scenario.plan, e.scenario.run.globalBatch);
    out["system"] = systemJson(e.system);
    if (e.best)
        out["best"] = bestJson(scratch, *e.best);
    Json &contract = out["contract"] = Json::object();
    for (const ContractLine &line : e.contract)
        contract[line.id] = text(line.value);
    out["waterfall"] = waterfallJson(e.waterfall);
    out["issues"] = issuesJson(e.issues);
    return dumped(out);
}

} // namespace headroom
