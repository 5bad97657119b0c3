#include "validate/assumed_plans.h"

#include "ops/legal_plan.h"

#include <array>
#include <utility>

namespace headroom {

namespace {

constexpr std::array<Count, 4> usualMicroBatches{1, 2, 4, 8};

// Expert ranks that span tensor ranks divide the experts among them, and each sends the tokens of its own: a plan here has either
// both or neither. Times are of whole experts with own tokens, memory of divided ones.
Plan timedAs(Plan plan, const MeasuredRun &run)
{
    if (run.approximateMapping)
        plan.expertTensor = 1;
    return plan;
}

// What a chip without a known host link keeps on the device instead.
RematPolicy onDevice(RematPolicy policy, const HardwareSpec &hardware, std::vector<std::string> &flags)
{
    const bool offloaded = policy == RematPolicy::minimalOffloaded || policy == RematPolicy::qkvProjOffloaded;
    if (!offloaded || hardware.hostBandwidth)
        return policy;
    flags.push_back("host link not stated: nothing offloaded");
    return policy == RematPolicy::minimalOffloaded ? RematPolicy::minimal : RematPolicy::saveQkvProj;
}

// XLA runs nothing again that backward does not need.
RematMode modeOf(RematPolicy policy)
{
    return std::string_view(keyOf(policy)).starts_with("maxtext.") ? RematMode::needed : RematMode::wholeLayer;
}

// Stages whose layers do not divide: Megatron-LM counts embedding and head as a layer each where that makes them divide; else the
// launcher is taken to balance them.
void splitUnevenly(Plan &plan, const MeasuredRun &run)
{
    const Count pieces = plan.pp * plan.virtualStages, layers = layerCount(*run.model);
    plan.stageSplit = StageSplit::balanced;
    if ((layers + 2) % pieces != 0 || run.style != "megatron")
        return;
    std::vector<Count> listed(static_cast<std::size_t>(pieces), (layers + 2) / pieces);
    --listed.front();
    --listed.back();
    plan.stageSplit = StageSplit::listed;
    plan.stageLayers = stageLayersText(listed);
}

// The plan with its virtual stages, where they can be interleaved so, and its layers on the stages.
Plan staged(Plan plan, const MeasuredRun &run)
{
    if (plan.pp == 1)
        return plan;
    Plan interleaved = plan;
    interleaved.virtualStages = run.virtualStages.value_or(1);
    interleaved.schedule = Schedule::interleaved;
    for (Plan *p : {&plan, &interleaved})
        if (run.unevenStages && run.style != "nanotron") // which leaves the remainder to stages in the middle
            splitUnevenly(*p, run);
    RunSpec batch;
    batch.globalBatch = run.globalBatch;
    batch.sequenceLength = run.sequenceLength;
    return run.virtualStages.value_or(1) > 1 && !brokenRule(*run.model, batch, interleaved) ? interleaved : plan;
}

// What may have been recomputed: what the row says, else what launchers offer, from nothing to everything.
std::vector<RematChoice> remats(const MeasuredRun &run, const HardwareSpec &hardware, std::vector<std::string> &flags)
{
    constexpr RecomputeModules cheap{RecomputeModule::layerNorm, RecomputeModule::expertActivation, RecomputeModule::latentUpProjection};
    if (run.remat)
        return {{onDevice(*run.remat, hardware, flags), modeOf(*run.remat), {}, run.recomputed}};
    flags.push_back("remat " + run.rematText + ": not one of the policies");
    std::vector<RematChoice> all{{RematPolicy::none, {}, {}, {}}, {RematPolicy::selective, {}, {}, RecomputeModule::coreAttention}};
    if (run.style == "megatron")
        all.push_back({RematPolicy::selective, {}, {}, cheap});
    all.push_back({RematPolicy::saveDotExceptMlp, {}, {}, {}});
    all.push_back({RematPolicy::full, {}, {}, {}});
    return all;
}

} // namespace

std::vector<Plan> assumedPlans(const MeasuredRun &run, const HardwareSpec &hardware, std::vector<std::string> &flags)
{
    std::vector<Count> microBatches{run.microBatch.value_or(1)};
    if (!run.microBatch) {
        microBatches.assign(usualMicroBatches.begin(), usualMicroBatches.end());
        flags.push_back("micro-batch not known");
    }
    std::vector<Plan> plans;
    for (const RematChoice &remat : remats(run, hardware, flags))
        for (const Count microBatch : microBatches) {
            Plan plan = timedAs(*run.plan, run);
            plan.microBatch = microBatch;
            plan.remat = remat.policy;
            plan.rematMode = remat.mode;
            plan.recomputeModules = remat.modules;
            plans.push_back(staged(std::move(plan), run));
        }
    return plans;
}

Plan heldAs(Plan plan, const MeasuredRun &run)
{
    if (run.approximateMapping)
        plan.expertTensor = plan.tp;
    return plan;
}

} // namespace headroom
