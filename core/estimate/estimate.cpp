#include "estimate/estimate.h"

#include "base/format.h"
#include "base/text.h"
#include "estimate/calibration_use.h"
#include "estimate/contract.h"
#include "estimate/flop_convention.h"
#include "estimate/memory_estimate.h"
#include "estimate/remat_costs.h"
#include "estimate/roofline_bound.h"
#include "estimate/system_bound.h"
#include "estimate/training_budget.h"
#include "estimate/waterfall.h"
#include "ops/legal_plan.h"
#include "spec/datasheet_question.h"

#include <algorithm>

namespace headroom {

MemoryClass MemoryEstimate::largest() const
{
    return std::ranges::max_element(parts, {}, &MemoryPart::bytes)->kind;
}

namespace {

void fillTokens(Estimate &e)
{
    const Derived<Seconds> step{e.system.stepTime.expected, e.system.stepTime.expectedTerm};
    const Derived<double> perChip = tokensPerSecondPerChip(e.why, e.scenario.run, step);
    e.system.tokensPerSecondPerChip = perChip.value;
    e.system.tokensTerm = perChip.term;
    e.why.name("system.tokensPerSecondPerChip", perChip.term);
    e.system.budget = trainingBudget(e.why, e.scenario.run, e.parameters, step);
    e.system.goodput = trainingGoodput(e.why, e.scenario.run, step, e.system.budget);
}

void judgeMemory(SystemEstimate &s)
{
    s.feasible = s.memory.fits();
    if (s.feasible)
        return;
    s.shortBy = s.memory.shortBy();
    s.reasonField = "plan";
    s.reason = outOfMemory(s.memory.total, s.memory.capacity, keyOf(s.memory.largest()));
}

Issue warning(const char *field, Message message) { return {Severity::warning, field, std::move(message), {}}; }

// Doubtful results say so.
void addWarnings(Estimate &e)
{
    const Flops executed = [&] {
        Flops sum{};
        for (const RooflineOperator &op : e.roofline.operators)
            sum += op.executedFlops;
        return sum;
    }();
    if (e.modelFlopsPerStep > executed)
        e.issues.push_back(warning("run.convention", {CORE_TEXT("core", "the convention {0} counts more FLOPs than the operators execute: its MFU is inflated"),
                                                      {keyOf(e.scenario.run.convention)}}));
    for (Issue &doubt : datasheetDoubts(e.scenario.hardware))
        e.issues.push_back(std::move(doubt));
    if (e.scenario.plan.remat == RematPolicy::custom)
        absentTensors(e.scenario).each([&](Tensor t) {
            e.issues.push_back(warning("plan.keptTensors", {CORE_TEXT("core", "names {0}, which no layer of this model has"), {keyOf(t)}}));
        });
    if (e.scenario.plan.remat == RematPolicy::selective)
        absentModules(e.scenario).each([&](RecomputeModule m) {
            e.issues.push_back(warning("plan.recomputeModules", {CORE_TEXT("core", "names {0}, which no layer of this model has"), {keyOf(m)}}));
        });
    if (!e.system.legal)
        return;
    const HardwareSpec &h = e.scenario.hardware;
    const MemoryEstimate &memory = e.system.memory;
    if (memory.fits() && memory.highTotal > memory.capacity)
        e.issues.push_back(warning("calibration.fragmentation",
                                   {CORE_TEXT("core", "the plan fits with {0} to spare, but with the most that workspace, fragmentation and runtime may take it is short by {1}"),
                                    {engineering((memory.capacity - memory.total).value, Unit::bytes),
                                     engineering((memory.highTotal - memory.capacity).value, Unit::bytes)}}));
    const bool torus = h.scaleUp == ScaleUpKind::torus;
    const bool measuredStart = !torus && !e.scenario.calibration.laws.empty(); // laws of collectives have their own
    if (e.scenario.run.devices > 1 && !measuredStart && (!(torus ? h.linkLatency : h.scaleUpLatency) || !h.scaleOutLatency))
        e.issues.push_back({Severity::note, torus ? "hardware.linkLatency" : "hardware.scaleUpLatency",
                            {CORE_TEXT("core", "the hardware states no link latency: 0 is used, so small messages look too fast"), {}}, {}});
    const std::optional<Seconds> measured = e.scenario.run.measuredStepTime;
    if (measured && *measured < e.system.stepTime.bound)
        e.issues.push_back(warning("run.measuredStepTime",
                                   {CORE_TEXT("core", "measured {0} is faster than this plan's bound {1}: check the peak (sparse?), the FLOP convention, the batch and what was timed"),
                                    {engineering(measured->value, Unit::seconds), engineering(e.system.stepTime.bound.value, Unit::seconds)}}));
}

} // namespace

Result<Estimate> evaluate(const Scenario &scenario, const std::optional<BestPlan> &best, Detail detail)
{
    Issues issues = checkScenario(scenario);
    if (scenario.run.phase != RunPhase::training)
        issues.push_back({Severity::error, "run.phase", {CORE_TEXT("core", "must be training for a training step, not {0}"), {keyOf(scenario.run.phase)}}, {}});
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    const Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!slice)
        return tl::unexpected<Issues>(slice.error());

    Estimate e;
    e.scenario = scenario;
    e.issues = std::move(issues);
    e.best = best;
    e.parameters = countParameters(scenario.model);
    const Derived<Flops> useful = usefulFlops(e.why, scenario.model, scenario.run);
    e.modelFlopsPerStep = useful.value;
    e.modelFlopsPerStepTerm = useful.term;
    e.modelFlopsPerToken = useful.value
        / (static_cast<double>(scenario.run.globalBatch) * static_cast<double>(scenario.run.sequenceLength) * (1.0 - scenario.run.paddingShare));
    e.why.name("model.flopsPerStep", useful.term);
    const RooflineBound roofline = rooflineBound(e.why, scenario, useful);
    e.roofline = roofline.estimate;

    std::optional<SystemBound> plan;
    if (const std::optional<BrokenRule> broken = brokenRule(scenario.model, scenario.run, scenario.plan)) {
        e.system.reason = broken->message();
        e.system.reasonField = broken->field;
    } else {
        plan = systemBound(e.why, scenario, scenario.plan, *slice);
        if (detail == Detail::simulated)
            simulate(*plan);
        e.system.legal = true;
        fillSystem(e.why, e.system, scenario, *plan, useful, roofline.modelFlops);
        fillTokens(e);
        judgeMemory(e.system);
        fillStepGains(e.roofline.operators, *plan);
        e.system.boundSimulation = std::move(plan->boundSimulation);
        e.system.expectedSimulation = std::move(plan->expectedSimulation);
    }
    WaterfallInput in{&scenario, &roofline, useful, plan ? &*plan : nullptr, std::nullopt, *slice};
    // A search need not have looked at this plan: a list of layers, another policy.
    if (e.best && e.system.legal && e.system.feasible && e.system.boundMfu > e.best->boundMfu)
        e.best = BestPlan{scenario.plan, e.system.boundMfu, e.system.expectedMfu};
    if (e.best && !brokenRule(scenario.model, scenario.run, e.best->plan))
        in.best = planOutline(scenario, e.best->plan, *slice);
    e.waterfall = waterfall(e.why, in);
    addWarnings(e);
    if (plan) {
        const Issues doubts = calibrationIssues(scenario, *plan);
        e.issues.insert(e.issues.end(), doubts.begin(), doubts.end());
    }
    e.contract = contractOf(e);
    return e;
}

} // namespace headroom
