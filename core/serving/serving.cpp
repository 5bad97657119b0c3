#include "serving/serving.h"

#include "base/text.h"
#include "estimate/memory_estimate.h"
#include "serving/measured_step.h"
#include "serving/served_contract.h"
#include "serving/served_phase.h"
#include "spec/datasheet_question.h"

#include <algorithm>
#include <cmath>

namespace headroom {

const ServedStep *ServingEstimate::step(std::string_view id) const
{
    const auto found = std::ranges::find(steps, id, &ServedStep::id);
    return found == steps.end() ? nullptr : &*found;
}

namespace {

void fillMemory(Derivation &why, ServingEstimate &out, const ServedPhase &phase)
{
    const ServedMemory memory = phaseMemory(why, phase);
    for (std::size_t i = 0; i < servedMemoryClasses; ++i) {
        const ServedMemoryClass kind = static_cast<ServedMemoryClass>(i);
        if (memory.parts[i].value.value == 0.0)
            continue;
        out.memory.push_back({kind, memory.parts[i].value, memory.parts[i].term});
        why.name(std::string("memory.") + keyOf(kind), memory.parts[i].term);
    }
    out.memoryTotal = memory.total.value;
    out.memoryTerm = memory.total.term;
    out.memoryStage = memory.stage;
    out.memoryCapacity = out.scenario.hardware.hbmCapacity.value.expected;
    why.name("memory.total", memory.total.term);
    out.feasible = out.memoryTotal <= out.memoryCapacity;
    if (out.feasible)
        return;
    out.shortBy = out.memoryTotal - out.memoryCapacity;
    out.reasonField = "run.serving.batch";
    const auto largest = std::ranges::max_element(out.memory, {}, &ServedMemoryPart::bytes);
    out.reason = outOfMemory(out.memoryTotal, out.memoryCapacity, keyOf(largest->kind));
}

constexpr Count memoryPoints = 24;

// Equal steps of whole batches per replica; more shows what does not fit.
void fillMemoryOverBatch(ServingEstimate &out, const ServedPhase &phase)
{
    constexpr double beyond = 1.25;
    Derivation off(false);
    const Plan &plan = phase.plan.scenario.plan;
    const Count replicas = plan.dp * plan.ep;
    const double most = beyond * static_cast<double>(std::max({out.largestBatch, out.sequences, replicas})) / static_cast<double>(replicas);
    const Count last = std::max<Count>(2, static_cast<Count>(std::ceil(most)));
    Count before = 0;
    for (Count i = 0; i <= memoryPoints; ++i) {
        const Count ofReplica = 1 + (last - 1) * i / memoryPoints;
        if (ofReplica == before)
            continue;
        before = ofReplica;
        const ServedMemory memory = memoryOf(off, phase, ofReplica * replicas);
        ServedMemoryPoint point{ofReplica * replicas, {}, memory.total.value};
        for (std::size_t c = 0; c < servedMemoryClasses; ++c)
            point.parts[c] = memory.parts[c].value;
        out.memoryOverBatch.push_back(point);
    }
}

void fillPlan(ServingEstimate &out, const ServedPhase &phase)
{
    const TimedPhase timed = timedPhase(out.why, phase, [&](std::size_t i, const ServedPlan &plan, const StepRequest &request) {
        return addPlan(out.why, out.steps[i], plan, request);
    });
    out.latency = latencyOf(out.why, out.scenario.run, timed);
    fillMemory(out.why, out, phase);
    out.largestBatch = largestBatch(phase);
    const Plan &plan = phase.plan.scenario.plan;
    out.largestBatchTerm = memoryOf(out.why, phase, std::max(out.largestBatch, plan.dp * plan.ep)).total.term;
    out.why.name("serving.largestBatch", out.largestBatchTerm);
    fillMemoryOverBatch(out, phase);
    addMeasured(out);
}

// Doubtful results say so.
void addWarnings(ServingEstimate &out)
{
    for (Issue &doubt : datasheetDoubts(out.scenario.hardware))
        out.issues.push_back(std::move(doubt));
    const Plan &plan = out.scenario.plan;
    const Count replicas = plan.dp * plan.ep;
    if (out.legal && out.sequences < replicas)
        out.issues.push_back({Severity::warning, "run.serving.batch",
                              {CORE_TEXT("core", "{0} sequences leave some of the {1} replicas without one"), {std::to_string(out.sequences), std::to_string(replicas)}}, {}});
}

} // namespace

Result<ServingEstimate> evaluateServing(const Scenario &scenario)
{
    Issues issues = checkScenario(scenario);
    if (scenario.run.phase == RunPhase::training)
        issues.push_back({Severity::error, "run.phase", {CORE_TEXT("core", "must be a phase that serves, not {0}"), {keyOf(scenario.run.phase)}}, {}});
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    ServingEstimate out;
    out.scenario = scenario;
    out.issues = std::move(issues);
    out.parameters = countParameters(scenario.model);
    out.sequences = sequencesAtATime(scenario.run);
    if (const std::optional<BrokenRule> broken = brokenServingRule(scenario)) {
        out.reason = broken->message();
        out.reasonField = broken->field;
        const Scenario served = servedScenario(scenario);
        for (const StepRequest &request : stepsOf(served, out.sequences))
            out.steps.push_back(rooflineStep(out.why, served, request));
    } else {
        const Result<ServedPhase> phase = servedPhase(scenario, out.sequences);
        if (!phase)
            return tl::unexpected<Issues>(phase.error());
        out.legal = true;
        for (const StepRequest &request : phase->requests)
            out.steps.push_back(rooflineStep(out.why, phase->planOf(request).scenario, request));
        fillPlan(out, *phase);
    }
    addWarnings(out);
    out.contract = servingContract(out);
    return out;
}

} // namespace headroom
