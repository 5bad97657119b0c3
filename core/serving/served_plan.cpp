#include "serving/served_plan.h"

#include "base/text.h"

#include <algorithm>

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

std::optional<BrokenRule> brokenServingRule(const Scenario &scenario)
{
    const Plan &plan = scenario.plan;
    if (plan.fsdp != 1)
        return BrokenRule{"plan.fsdp", CORE_TEXT("core", "serving keeps whole weights: fsdp must be {1}, not {0}"), plan.fsdp, 1};
    if (plan.cp != 1)
        return BrokenRule{"plan.cp", CORE_TEXT("core", "serving keeps whole sequences: cp must be {1}, not {0}"), plan.cp, 1};
    const Count replica = plan.tp * plan.pp * plan.ep, apart = scenario.run.phase == RunPhase::serving ? scenario.run.serving.prefillDevices : 0;
    if (apart % replica != 0)
        return BrokenRule{"run.serving.prefillDevices", CORE_TEXT("core", "{0} devices for prefill are no multiple of tp · pp · ep = {1}"), apart, replica};
    if (apart >= scenario.run.devices)
        return BrokenRule{"run.serving.prefillDevices", CORE_TEXT("core", "{0} devices for prefill leave none of the {1} devices to decode"), apart,
                          scenario.run.devices};
    const Scenario served = servedScenario(scenario);
    return brokenRule(served.model, served.run, served.plan);
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
    out.layout = stageLayout(blocks, plan.pp);
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
