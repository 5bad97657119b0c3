#include "estimate/system_bound.h"

#include "base/text.h"
#include "estimate/memory_estimate.h"
#include "ops/legal_plan.h"

#include <algorithm>
#include <numeric>

namespace headroom {

LevelResult levelResult(Derivation &why, const PlacedPlan &placed, const LevelChoice &choice)
{
    LevelResult out;
    out.rates = levelRates(why, *placed.scenario, placed.plan.epChunks, choice);
    out.shape = shapeTimes(why, *placed.work, out.rates.chip);
    out.blocks = blockLoads(why, out.shape, placed, out.rates);
    out.weights = weightLoads(why, placed, out.rates);
    out.stages = stageLoads(why, *placed.layout, out.blocks);
    fillHeadlineInput(out.input, why, placed, {out.stages, out.weights, transfers(why, placed, out.rates)}, out.rates);
    out.headline = headline(why, out.input);
    return out;
}

SystemBound systemBound(Derivation &why, const Scenario &scenario, const Plan &plan, const Slice &slice)
{
    SystemBound out;
    out.owned = ownedPlan(why, scenario, plan, slice);
    out.ideal = levelResult(why, out.placed(), LevelChoice::all(Level::ideal));
    out.low = levelResult(why, out.placed(), LevelChoice::all(Level::low));
    out.expected = levelResult(why, out.placed(), LevelChoice::all(Level::expected));
    out.high = levelResult(why, out.placed(), LevelChoice::all(Level::high));
    LevelChoice serial;
    serial.serial = true;
    out.serial = levelResult(why, out.placed(), serial);
    out.attribution = attribution(why, out.ideal.input, out.ideal.headline);
    out.boundParts = stepParts(why, out.ideal.input, out.attribution, out.ideal.criticalStage(out.placed().remat));
    out.expectedParts = stepParts(why, out.expected.input, attribution(why, out.expected.input, out.expected.headline),
                                  out.expected.criticalStage(out.placed().remat));
    return out;
}

void simulate(SystemBound &bound)
{
    const Count pieces = bound.placed().plan.virtualStages;
    bound.boundSimulation = simulateStep(bound.ideal.input, pieces);
    bound.expectedSimulation = simulateStep(bound.expected.input, pieces);
}

namespace {

// Forward and backward operators of one micro-batch of a stage.
Seconds stageCompute(const BlockLoad &stage) { return stage.forward.compute.value + stage.backward.compute.value; }

PlanOutline outline(const LevelResult &ideal, const StageLayout &layout, const std::array<Derived<Seconds>, stepPartCount> &parts)
{
    PlanOutline out{.step = ideal.headline.step.value};
    std::ranges::transform(parts, out.parts.begin(), [](const Derived<Seconds> &p) { return p.value; });
    const double m = ideal.input.microBatches.value;
    for (std::size_t s = 0; s < layout.stages.size(); ++s)
        out.meanCompute += m * stageCompute(ideal.stages[layout.stages[s]]) / static_cast<double>(layout.stages.size());
    out.criticalCompute = m * stageCompute(ideal.critical());
    return out;
}

} // namespace

PlanOutline outlineOf(const SystemBound &bound) { return outline(bound.ideal, bound.owned->layout, bound.boundParts); }

PlanOutline planOutline(const Scenario &scenario, const Plan &plan, const Slice &slice)
{
    Derivation off(false);
    const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, scenario, plan, slice);
    const LevelResult ideal = levelResult(off, owned->placed, LevelChoice::all(Level::ideal));
    const StepAttribution parts = attribution(off, ideal.input, ideal.headline);
    return outline(ideal, owned->layout, stepParts(off, ideal.input, parts, ideal.criticalStage(owned->placed.remat)));
}

namespace {

// Of all devices in a step, once: what a policy runs again is recompute, whatever it is.
ExtraFlops extraFlops(const ShapeWork &work, const Plan &plan)
{
    ExtraFlops sum;
    for (const Block &block : work.blocks.blocks)
        for (const Op &op : block.ops) {
            sum.masked += block.count * op.extra.masked;
            sum.padding += block.count * op.extra.padding;
            sum.form += block.count * op.extra.form;
        }
    const double passes = work.shape.microBatchCount * static_cast<double>(plan.product()) / static_cast<double>(plan.pp);
    return {passes * sum.masked, passes * sum.padding, passes * sum.form};
}

Flops executedInStep(const SystemBound &b)
{
    return executedFlops(b.owned->work).inStep(b.placed().plan, b.owned->work.shape.microBatchCount, b.placed().remat);
}

HfuSplit hfuSplit(const Scenario &s, const SystemBound &b, const Flops &modelFlops, FlopsPerSecond peak)
{
    const double whole = raw(static_cast<double>(b.placed().plan.product()) * peak * b.ideal.headline.step.value);
    const ExtraFlops extra = extraFlops(b.owned->work, b.placed().plan);
    const double padded = s.run.paddingShare * raw(modelFlops) / whole;
    HfuSplit out;
    out.total = raw(executedInStep(b)) / whole;
    out.masked = raw(extra.masked) / whole;
    out.padding = padded + raw(extra.padding) / whole;
    out.form = raw(extra.form) / whole;
    out.useful = raw(modelFlops) / whole - padded;
    out.recompute = out.total - out.useful - out.masked - out.padding - out.form;
    return out;
}

// The user document's rule: max(compute, exposed communication) + bubble + overhead. A reference, never an MFU's time.
Derived<Seconds> documentTime(Derivation &why, const SystemBound &b)
{
    static const Formula formula{"document.stepTime", CORE_TEXT("core", "Rule of thumb: max(compute, exposed communication) + bubble + overhead"),
                                 "max(m * (f + b) + x, e1 + e2 + e3 + e4 + e5 + e6) + u + h",
                                 {"m", "f", "b", "x", "e1", "e2", "e3", "e4", "e5", "e6", "u", "h"}, "performance framework document, step 5"};
    const std::size_t c = b.owned->layout.stages[b.ideal.headline.critical];
    const PassLoad &f = b.ideal.input.forward[c], &k = b.ideal.input.backward[c];
    const auto part = [&](StepPartId id) -> const Derived<Seconds> & { return b.boundParts[static_cast<std::size_t>(id)]; };
    const Derived<Seconds> &x = b.ideal.input.weights[c].optimizer, &m1 = part(StepPartId::exposedTensor), &m2 = part(StepPartId::exposedExpert),
                           &m3 = part(StepPartId::exposedContext), &m4 = part(StepPartId::exposedShard), &m5 = part(StepPartId::exposedData),
                           &m6 = part(StepPartId::exposedPipeline), &u = part(StepPartId::bubble), &h = part(StepPartId::overhead);
    const Derived<double> &m = b.ideal.input.microBatches;
    const Seconds compute = m.value * (f.compute.value + k.compute.value) + x.value;
    const Seconds exposed = m1.value + m2.value + m3.value + m4.value + m5.value + m6.value;
    return why.record(formula, std::max(compute, exposed) + u.value + h.value,
                      {m.term, f.compute.term, k.compute.term, x.term, m1.term, m2.term, m3.term, m4.term, m5.term, m6.term, u.term, h.term});
}

Derived<Seconds> flopsOnlyTime(Derivation &why, const SystemBound &b)
{
    static const Formula formula{"document.flopsOnly", CORE_TEXT("core", "Executed FLOPs over all peaks: a reference, never an MFU's time"),
                                 "F / (N * P)", {"F", "N", "P"}, "performance framework document, step 2"};
    const Derived<Flops> f = why.given("executed matrix FLOPs of the plan", executedInStep(b));
    const Derived<double> n = why.given("run.devices", static_cast<double>(b.placed().plan.product()));
    const Derived<FlopsPerSecond> &p = b.ideal.rates.chip.peak;
    return why.record(formula, f.value / (n.value * p.value), {f.term, n.term, p.term});
}

void fillTimes(Derivation &why, StepTimes &out, const SystemBound &b)
{
    const auto set = [&](const char *name, Seconds &value, TermId &term, const Derived<Seconds> &from) {
        value = from.value;
        term = from.term;
        why.name(name, term);
    };
    set("stepTime.floor", out.floor, out.floorTerm, floorTime(why, b.ideal.input));
    set("stepTime.bound", out.bound, out.boundTerm, b.ideal.headline.step);
    set("stepTime.low", out.low, out.lowTerm, b.low.headline.step);
    set("stepTime.expected", out.expected, out.expectedTerm, b.expected.headline.step);
    set("stepTime.high", out.high, out.highTerm, b.high.headline.step);
    set("stepTime.serial", out.serial, out.serialTerm, b.serial.headline.step);
    set("stepTime.documentMax", out.documentMax, out.documentMaxTerm, documentTime(why, b));
    set("stepTime.flopsOnly", out.flopsOnly, out.flopsOnlyTerm, flopsOnlyTime(why, b));
}

void fillParts(Derivation &why, SystemEstimate &out, const SystemBound &b)
{
    const std::span<const EnumRow> rows = rowsOf(StepPartId{});
    for (std::size_t p = 0; p < stepPartCount; ++p) {
        const Derived<Seconds> &bound = b.boundParts[p], &expected = b.expectedParts[p];
        if (bound.value.value == 0.0 && expected.value.value == 0.0)
            continue;
        out.parts.push_back({rows[p].key, rows[p].label, bound.value, expected.value, bound.term, expected.term});
        why.name(std::string("part.") + rows[p].key, bound.term);
    }
    const auto part = [&](StepPartId id) { return b.boundParts[static_cast<std::size_t>(id)].value; };
    for (std::size_t c = 0; c < categoryCount; ++c)
        out.compute += b.boundParts[c].value;
    out.recompute = part(StepPartId::recompute);
    out.bubble = part(StepPartId::bubble);
    out.imbalance = part(StepPartId::imbalance);
    out.optimizer = part(StepPartId::optimizer);
    out.overhead = part(StepPartId::overhead);
    out.dominant = keyOf(dominantPart(b.boundParts));
}

} // namespace

void fillSystem(Derivation &why, SystemEstimate &out, const Scenario &scenario, SystemBound &bound, const Derived<Flops> &useful,
                const Flops &modelFlops)
{
    const Derived<double> devices = why.given("run.devices", static_cast<double>(scenario.run.devices));
    const Derived<FlopsPerSecond> &peak = bound.ideal.rates.chip.peak;
    const auto mfu = [&](const char *name, const Derived<Seconds> &step, TermId &term) {
        const Derived<double> value = mfuOf(why, useful, devices, peak, step);
        term = value.term;
        why.name(name, term);
        return value.value;
    };
    fillTimes(why, out.stepTime, bound);
    out.boundMfu = mfu("system.boundMfu", bound.ideal.headline.step, out.boundMfuTerm);
    out.expectedMfu = {mfu("system.lowMfu", bound.high.headline.step, out.lowMfuTerm),
                       mfu("system.expectedMfu", bound.expected.headline.step, out.expectedMfuTerm),
                       mfu("system.highMfu", bound.low.headline.step, out.highMfuTerm)};
    out.hfu = hfuSplit(scenario, bound, modelFlops, peak.value);
    fillParts(why, out, bound);
    out.communication = communicationRows(why, bound);
    out.stageLayers = bound.owned->layout.layers;
    out.criticalStage = static_cast<Count>(bound.ideal.headline.critical);
    out.microBatchCount = bound.placed().plan.microBatchCount(scenario.run.globalBatch);
    fillMemory(why, out.memory, bound);
}

namespace {

// The ideal headline with every operator of one block as it is, but for what `faster` says.
Seconds stepWith(const SystemBound &bound, std::size_t block, const OpTimes &faster)
{
    Derivation off(false);
    const LevelResult &ideal = bound.ideal;
    std::vector<BlockLoad> loads = ideal.blocks;
    const Block &changed = bound.owned->work.blocks.blocks[block];
    loads[block] = blockLoad(off, blockTimes(steadySums(off, changed, faster), changed, faster), bound.owned->work.calls[block],
                             contextOf(bound.placed(), ideal.rates));
    HeadlineInput in;
    fillHeadlineInput(in, off, bound.placed(), {stageLoads(off, bound.owned->layout, loads), ideal.weights, ideal.input.transfers}, ideal.rates);
    return headline(off, in).step.value;
}

// The same when nothing hides under the operator: its time leaves the passes that run it, and only that changes.
Seconds stepWithout(const SystemBound &bound, std::size_t block, const Op &op, Seconds less)
{
    Derivation off(false);
    HeadlineInput in = bound.ideal.input;
    const bool forward = op.phase == Phase::forward, again = bound.owned->work.blocks.blocks[block].remats[bound.placed().remat].recomputes(op);
    for (std::size_t c = 0; c < in.forward.size(); ++c) {
        const Composition &held = bound.owned->layout.compositions[c];
        const auto found = std::ranges::find(held, block, &BlockCount::block);
        if (found == held.end())
            continue;
        const Seconds saved = found->count * less;
        if (forward)
            in.forward[c].compute.value -= saved;
        if (!forward || again)
            in.backward[c].compute.value -= saved;
    }
    return headline(off, in).step.value;
}

// Whether an operator's time reaches the step by more ways than its own pass.
bool reachesFurther(const Plan &plan, const Op &op)
{
    if (plan.schedule != Schedule::oneFOneB && plan.schedule != Schedule::gpipe)
        return true;
    const bool core = op.category == OpCategory::attention || op.category == OpCategory::linearAttention;
    const bool hides = plan.tp > 1 && (plan.asyncTensorParallel ? op.side != TensorSide::none
                                                                : op.phase == Phase::backwardWeight && op.side == TensorSide::input);
    return (op.expertCompute && plan.ep > 1) || (core && plan.cp > 1) || hides;
}

} // namespace

void fillStepGains(std::vector<RooflineOperator> &operators, const SystemBound &bound)
{
    std::size_t row = 0;
    const std::vector<Block> &blocks = bound.owned->work.blocks.blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::size_t o = 0; o < blocks[b].ops.size(); ++o, ++row) {
            const Seconds half = 0.5 * bound.ideal.shape.ops[b][o].value;
            OpTimes faster;
            if (reachesFurther(bound.placed().plan, blocks[b].ops[o]) || !bound.ideal.input.hostWaits.empty()) {
                faster = bound.ideal.shape.ops[b];
                faster[o].value = half;
            }
            const Seconds step = faster.empty() ? stepWithout(bound, b, blocks[b].ops[o], half) : stepWith(bound, b, faster);
            operators[row].stepGainIfTwiceAsFast = std::max(Seconds{}, bound.ideal.headline.step.value - step);
        }
}

} // namespace headroom
