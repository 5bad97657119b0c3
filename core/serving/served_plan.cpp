#include "serving/served_plan.h"

#include "base/text.h"
#include "estimate/stage_split.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace headroom {

namespace {

Count divided(Count n, Count parts) { return (n + parts - 1) / parts; }

// Options that only steps of training have.
Plan servedAxes(const Plan &plan)
{
    Plan out;
    for (const Axis axis : innermostFirst)
        out.setDegree(axis, plan.degree(axis));
    out.expertTensor = plan.expertTensor;
    out.epChunks = plan.epChunks;
    out.axisOrder = plan.axisOrder;
    out.torusAxes = plan.torusAxes;
    out.sequenceParallel = false; // a decode step has too few tokens to share out
    return out;
}

} // namespace

Scenario servedScenario(const Scenario &scenario)
{
    Scenario out = scenario;
    out.model.mtpDepth = 0;
    out.plan = servedAxes(scenario.plan);
    const Kernels kernels = scenario.run.kernels;
    RunSpec run;
    run.phase = scenario.run.phase;
    run.devices = scenario.run.devices;
    run.globalBatch = out.plan.dp * out.plan.ep; // a sequence for each replica, whatever the batch: it need not divide
    run.sequenceLength = 1;
    run.fusion = scenario.run.fusion;
    run.kernels.linearCore = kernels.linearCore;
    run.kernels.tileM = kernels.tileM;
    run.kernels.tileN = kernels.tileN;
    run.matmulDtype = scenario.run.matmulDtype;
    run.dispatchDtype = scenario.run.dispatchDtype;
    run.serving = scenario.run.serving;
    out.run = run;
    return out;
}

Scenario decodingPool(const Scenario &scenario)
{
    Scenario out = scenario;
    out.run.devices = scenario.run.plannedDevices();
    return out;
}

Scenario prefillingPool(const Scenario &scenario)
{
    const ServingSpec &serving = scenario.run.serving;
    Scenario out = scenario;
    out.run.devices = serving.prefillDevices;
    for (const auto &[axis, own] : {std::pair(Axis::tensor, serving.prefillTensor), std::pair(Axis::expert, serving.prefillExpert),
                                    std::pair(Axis::pipeline, serving.prefillPipeline)})
        if (own > 0)
            out.plan.setDegree(axis, own);
    if (scenario.plan.expertTensor > 1 && scenario.plan.expertTensor == scenario.plan.tp) // experts over the tensor ranks stay so
        out.plan.expertTensor = out.plan.tp;
    out.plan.dp = std::max<Count>(1, out.run.devices / (out.plan.tp * out.plan.pp * out.plan.ep));
    return out;
}

namespace {

// Of the devices that compute prompts alone.
std::optional<BrokenRule> brokenPrefillRule(const Scenario &scenario)
{
    const Scenario pool = prefillingPool(scenario);
    const Count replica = pool.plan.tp * pool.plan.pp * pool.plan.ep;
    if (pool.run.devices % replica != 0)
        return BrokenRule{"run.serving.prefillDevices", CORE_TEXT("core", "{0} devices for prefill are no multiple of their tp · pp · ep = {1}"), pool.run.devices,
                          replica};
    const Scenario served = servedScenario(pool);
    std::optional<BrokenRule> broken = brokenRule(served.model, served.run, served.plan);
    if (!broken)
        return std::nullopt;
    const ServingSpec &serving = scenario.run.serving;
    for (const auto &[field, own, asked] : {std::tuple("plan.tp", "run.serving.prefillTensor", serving.prefillTensor),
                                            std::tuple("plan.ep", "run.serving.prefillExpert", serving.prefillExpert),
                                            std::tuple("plan.pp", "run.serving.prefillPipeline", serving.prefillPipeline)})
        if (asked > 0 && std::string_view(broken->field) == field)
            broken->field = own;
    return broken;
}

} // namespace

std::optional<BrokenRule> brokenServingRule(const Scenario &scenario)
{
    const Plan &plan = scenario.plan;
    if (plan.fsdp != 1)
        return BrokenRule{"plan.fsdp", CORE_TEXT("core", "serving keeps whole weights: fsdp must be {1}, not {0}"), plan.fsdp, 1};
    if (plan.cp != 1)
        return BrokenRule{"plan.cp", CORE_TEXT("core", "serving keeps whole sequences: cp must be {1}, not {0}"), plan.cp, 1};
    const Count apart = scenario.run.devicesApart();
    if (apart >= scenario.run.devices)
        return BrokenRule{"run.serving.prefillDevices", CORE_TEXT("core", "{0} devices for prefill leave none of the {1} devices to decode"), apart,
                          scenario.run.devices};
    const Scenario served = servedScenario(decodingPool(scenario));
    const std::optional<BrokenRule> broken = brokenRule(served.model, served.run, served.plan);
    return broken || apart == 0 ? broken : brokenPrefillRule(scenario);
}

BatchShare batchShare(const Plan &plan, Count batch)
{
    BatchShare out;
    out.perReplica = divided(batch, plan.dp * plan.ep);
    out.perPass = divided(out.perReplica, plan.pp);
    out.passes = divided(out.perReplica, out.perPass);
    return out;
}

ServedPlan servedPlan(const Scenario &scenario, const Slice &slice)
{
    ServedPlan out;
    out.scenario = servedScenario(scenario);
    const Plan &plan = out.scenario.plan;
    out.shape = {.tp = plan.tp, .ep = plan.ep, .expertTensor = plan.expertTensor, .sequenceParallel = false};
    const ModelBlocks blocks = blockStructure(out.scenario.model);
    out.parameters = allParameters(out.scenario.model, blocks.blocks, out.shape, plan.pp);
    out.layout = stageLayout(blocks, evenLayers(static_cast<Count>(blocks.order.size()), plan.pp));
    out.links = planLinks(out.scenario.hardware, slice, plan, keyValueCopies(out.parameters));
    return out;
}

namespace {

std::unique_ptr<ServedPass> passOf(Derivation &why, const Scenario &served, const PassShape &shape, GenerationPass sequences)
{
    auto out = std::make_unique<ServedPass>();
    out->sequences = std::move(sequences);
    out->shape = shape;
    out->shape.generation = &out->sequences;
    out->blocks = blockStructure(served.model);
    buildOps(out->blocks, why, served.model, served.run, out->shape);
    return out;
}

} // namespace

std::unique_ptr<ServedPass> servedPass(Derivation &why, const ServedPlan &plan, GenerationPass sequences)
{
    auto out = passOf(why, plan.scenario, plan.shape, std::move(sequences));
    for (const Block &block : out->blocks.blocks)
        out->calls.push_back(blockCalls(why, plan.scenario.model, plan.scenario.run, block, out->shape));
    return out;
}

std::unique_ptr<ServedPass> oneChipPass(Derivation &why, const Scenario &served, GenerationPass sequences)
{
    return passOf(why, served, {}, std::move(sequences));
}

} // namespace headroom
