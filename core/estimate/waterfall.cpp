#include "estimate/waterfall.h"

#include "base/text.h"
#include "estimate/descent.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *memoryLossNames[categoryCount] = {
    CORE_TEXT("core", "Memory-bound attention projections"),
    CORE_TEXT("core", "Memory-bound attention core"),
    CORE_TEXT("core", "Memory-bound linear attention core"),
    CORE_TEXT("core", "Memory-bound dense feed-forward"),
    CORE_TEXT("core", "Memory-bound MoE experts and routing"),
    CORE_TEXT("core", "Memory-bound norms and elementwise"),
    CORE_TEXT("core", "Memory-bound embedding, head and loss"),
    CORE_TEXT("core", "Memory-bound optimizer"),
};

void toRoofline(Descent &d, const WaterfallInput &in, FlopsPerSecond peak)
{
    const double devices = static_cast<double>(in.scenario->run.devices), padding = in.scenario->run.paddingShare;
    const Flops model = in.roofline->modelFlops;
    const auto perDevice = [&](Flops f) { return f / (devices * peak); };
    d.anchor("peak", CORE_TEXT("core", "Peak"));
    const Flops difference = (1.0 - padding) * model - in.useful.value;
    if (std::abs(difference / model) > 1e-12)
        d.loss("convention", CORE_TEXT("core", "FLOPs the convention counts otherwise"), perDevice(difference));
    d.loss("padding", CORE_TEXT("core", "Padding tokens"), perDevice(padding * model));
    Seconds memory{};
    for (const Seconds loss : in.roofline->memoryLoss)
        memory += loss;
    const Seconds roofline = in.roofline->stepTime.value / devices;
    d.lossTo("kernel", CORE_TEXT("core", "FLOPs that kernels add"), roofline - (memory + in.roofline->precision) / devices);
    d.loss("precision", CORE_TEXT("core", "Products below the named peak's precision"), in.roofline->precision / devices);
    for (std::size_t c = 0; c < categoryCount; ++c)
        d.loss(std::string("memory.") + keyOf(static_cast<OpCategory>(c)), memoryLossNames[c], in.roofline->memoryLoss[c] / devices);
    d.anchor("roofline", CORE_TEXT("core", "Roofline bound"));
}

// From the roofline to the bound of a plan, by what a plan costs.
void toPlan(Descent &d, const PlanOutline &plan, Seconds roofline)
{
    d.loss("sharding", CORE_TEXT("core", "Smaller shards"), plan.meanCompute - roofline);
    d.loss("stageImbalance", CORE_TEXT("core", "Unequal stages"), plan.criticalCompute - plan.meanCompute);
    const std::span<const EnumRow> rows = rowsOf(StepPartId{});
    for (std::size_t p = categoryCount; p < stepPartCount; ++p)
        d.loss(rows[p].key, rows[p].label, plan.parts[p]);
}

// Calibrated losses, switched on one after the other.
void toExpected(Descent &d, const SystemBound &plan)
{
    struct Stage { const char *id; const char *name; Level LevelChoice::*level; };
    static constexpr Stage stages[] = {
        {"calibrated.operators", CORE_TEXT("core", "Operator efficiency"), &LevelChoice::operators},
        {"calibrated.links", CORE_TEXT("core", "Link efficiency"), &LevelChoice::links},
        {"calibrated.overlap", CORE_TEXT("core", "Overlap and contention"), &LevelChoice::overlap},
        {"calibrated.stragglers", CORE_TEXT("core", "Waiting for the slowest device"), &LevelChoice::stragglers},
    };
    Derivation off(false);
    LevelChoice choice;
    for (const Stage &s : stages) {
        choice.*s.level = Level::expected;
        d.lossTo(s.id, s.name, levelResult(off, plan.placed(), choice).headline.step.value);
    }
    d.lossTo("calibrated.overhead", CORE_TEXT("core", "Fixed overhead"), plan.expected.headline.step.value);
}

} // namespace

std::vector<WaterfallRow> waterfall(Derivation &why, const WaterfallInput &in)
{
    const Derived<FlopsPerSecond> peak = why.given("hardware.peak", in.roofline->estimate.peak);
    Descent d(why, in.useful, static_cast<double>(in.scenario->run.devices), peak);
    toRoofline(d, in, peak.value);
    const Seconds roofline = d.at();
    if (in.best) {
        toPlan(d, *in.best, roofline);
        d.anchor("system", CORE_TEXT("core", "System bound"));
    }
    if (!in.plan)
        return std::move(d).rows();
    if (in.best)
        d.lossTo("planChoice", CORE_TEXT("core", "Plan choice"), in.plan->ideal.headline.step.value);
    else
        toPlan(d, outlineOf(*in.plan), roofline);
    d.anchor("plan", CORE_TEXT("core", "This plan"));
    toExpected(d, *in.plan);
    d.anchor("expected", CORE_TEXT("core", "Expected"));
    if (in.scenario->run.measuredStepTime) {
        d.lossTo("unexplained", CORE_TEXT("core", "Unexplained"), *in.scenario->run.measuredStepTime);
        d.anchor("measured", CORE_TEXT("core", "Measured"));
    }
    return std::move(d).rows();
}

} // namespace headroom
