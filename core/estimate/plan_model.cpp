#include "estimate/plan_model.h"

#include "base/text.h"
#include "estimate/stage_split.h"
#include "schedule/offload.h"
#include "schedule/pass_time.h"
#include "schedule/stage_load.h"

#include <algorithm>
#include <cmath>

namespace headroom {

PassShape passShape(const RunSpec &run, const Plan &plan)
{
    return {.tp = plan.tp, .cp = plan.cp, .ep = plan.ep, .expertTensor = plan.expertTensor,
            .sequenceParallel = plan.sequenceParallel, .asyncTensorParallel = plan.asyncTensorParallel,
            .contextParallel = plan.contextParallel, .sequences = plan.microBatch, .sequenceLength = run.sequenceLength,
            .microBatchCount = static_cast<double>(plan.microBatchCount(run.globalBatch))};
}

PassShape oneChipShape(const RunSpec &run)
{
    return {.sequences = run.globalBatch, .sequenceLength = run.sequenceLength, .microBatchCount = 1.0};
}

void fillKept(ShapeWork &work, const ModelSpec &model, const RunSpec &run, const Plan &plan)
{
    work.shape = passShape(run, plan);
    work.kept.clear();
    for (const Block &block : work.blocks.blocks)
        work.kept.push_back(keptBytes(model, run, block, work.shape));
}

void fillOps(ShapeWork &work, Derivation &why, const ModelSpec &model, const RunSpec &run)
{
    buildOps(work.blocks, why, model, run, work.shape);
    work.calls.clear();
    for (const Block &block : work.blocks.blocks)
        work.calls.push_back(blockCalls(why, model, run, block, work.shape));
}

void setMicroBatches(ShapeWork &work, double microBatches)
{
    work.shape.microBatchCount = microBatches;
    for (Block &block : work.blocks.blocks)
        for (Op &op : block.ops)
            if (op.accumulation.any())
                op.bytes.value = op.accumulation.at(microBatches);
}

std::vector<BlockParameters> allParameters(const ModelSpec &model, const std::vector<Block> &blocks, const PassShape &shape, Count pp)
{
    std::vector<BlockParameters> out;
    out.reserve(blocks.size());
    for (const Block &block : blocks)
        out.push_back(blockParameters(model, block, shape, pp > 1));
    return out;
}

PlanLinks planLinks(const HardwareSpec &hardware, const Slice &slice, const Plan &plan, Count keyValueCopies)
{
    const AxisGroups axes = axisGroups(plan, keyValueCopies);
    return {axes, groupLinks(axes, placeAxes(hardware, slice, plan))};
}

namespace {

double copiesOf(const StageLayout &layout, std::size_t composition) { return layout.isOfStage(composition) ? layout.copies : 1.0; }

} // namespace

std::vector<WeightPlan> heldWeights(const StageLayout &layout, const std::vector<Block> &blocks, const std::vector<BlockParameters> &parameters)
{
    std::vector<WeightPlan> out;
    out.reserve(layout.compositions.size());
    for (const Composition &composition : layout.compositions)
        out.push_back({stageWeights(composition, blocks, parameters).times(copiesOf(layout, out.size())), {}});
    return out;
}

void fillCalls(std::vector<WeightPlan> &weights, const RunSpec &run, const Plan &plan, const StageLayout &layout, const std::vector<Block> &blocks,
               const std::vector<BlockParameters> &parameters)
{
    for (std::size_t c = 0; c < weights.size(); ++c)
        weights[c].calls = weightCalls(run, plan, stageWeights(layout.compositions[c], blocks, parameters), copiesOf(layout, c));
}

std::unique_ptr<OwnedPlan> ownedPlan(Derivation &why, const Scenario &scenario, const Plan &plan, const Slice &slice)
{
    auto out = std::make_unique<OwnedPlan>();
    out->work.blocks = blockStructure(scenario.model);
    const RematChoice choice = plan.rematChoice();
    setRemats(out->work.blocks, scenario.model, scenario.run, {&choice, 1});
    fillKept(out->work, scenario.model, scenario.run, plan);
    fillOps(out->work, why, scenario.model, scenario.run);
    const std::vector<Block> &blocks = out->work.blocks.blocks;
    const std::vector<BlockParameters> parameters = allParameters(scenario.model, blocks, out->work.shape, plan.pp);
    out->layout = stageLayout(out->work.blocks, layersOfPieces(out->work.blocks, scenario.model, scenario.run, scenario.hardware, plan), plan.schedule,
                              plan.virtualStages);
    out->links = planLinks(scenario.hardware, slice, plan, keyValueCopies(parameters));
    out->weights = heldWeights(out->layout, blocks, parameters);
    fillCalls(out->weights, scenario.run, plan, out->layout, blocks, parameters);
    out->memory = blockMemory(parameters, out->work.kept, 0);
    out->placed = {plan, &scenario, &out->work, &out->layout, &out->links, &out->weights, &out->memory};
    return out;
}

namespace {

std::optional<Derived<BytesPerSecond>> hostRate(Derivation &why, const HardwareSpec &hardware, Level level)
{
    if (!hardware.hostBandwidth)
        return std::nullopt;
    return why.given("hardware.hostBandwidth", at(hardware.hostBandwidth->value, level, Faster::larger));
}

} // namespace

LevelRates levelRates(Derivation &why, const Scenario &scenario, Count epChunks, const LevelChoice &choice)
{
    const Calibration &c = scenario.calibration;
    return {chipRates(why, scenario.hardware, c, scenario.run, choice.operators), linkRates(why, scenario.hardware, c, choice.links),
            choice.serial ? serialRates(why) : overlapRates(why, c, epChunks, choice.overlap),
            choice.stragglers == Level::ideal
                ? why.given("ideal calibration", 0.0)
                : why.given("calibration.stragglers", at(c.stragglers.value, choice.stragglers, Faster::smaller)),
            choice.overhead == Level::ideal ? why.given("ideal calibration", Seconds{})
                                            : why.given("calibration.overhead", Seconds(at(c.overhead.value, choice.overhead, Faster::smaller))),
            hostRate(why, scenario.hardware, choice.links)};
}

CallContext contextOf(const PlacedPlan &placed, const LevelRates &rates)
{
    return {placed.links->groups, rates.links, rates.overlap, placed.plan.cp, placed.plan.tp};
}

ShapeTimes shapeTimes(Derivation &why, const ShapeWork &work, const ChipRates &chip)
{
    ShapeTimes out;
    const std::size_t count = work.blocks.blocks.size();
    out.ops.reserve(count);
    out.steady.reserve(count);
    out.blocks.reserve(count);
    for (const Block &block : work.blocks.blocks) {
        out.ops.push_back(opTimes(why, block, chip));
        out.steady.push_back(steadySums(why, block, out.ops.back()));
        out.blocks.push_back(blockTimes(out.steady.back(), block, out.ops.back()));
    }
    return out;
}

void renew(ShapeTimes &times, Derivation &why, const ShapeWork &work, const ChipRates &chip)
{
    for (std::size_t b = 0; b < work.blocks.blocks.size(); ++b) {
        const Block &block = work.blocks.blocks[b];
        renewTimes(times.ops[b], why, block, chip);
        times.blocks[b] = blockTimes(times.steady[b], block, times.ops[b]);
    }
}

std::vector<BlockLoad> blockLoads(Derivation &why, const ShapeTimes &times, const PlacedPlan &placed, const LevelRates &rates)
{
    std::vector<BlockLoad> out;
    out.reserve(times.blocks.size());
    for (std::size_t b = 0; b < times.blocks.size(); ++b)
        out.push_back(blockLoad(why, times.blocks[b], placed.work->calls[b], contextOf(placed, rates)));
    return out;
}

void renew(std::vector<BlockLoad> &loads, Derivation &why, const ShapeTimes &times, const PlacedPlan &placed, const LevelRates &rates)
{
    for (std::size_t b = 0; b < times.blocks.size(); ++b)
        renewBackward(loads[b], why, times.blocks[b], placed.work->calls[b], contextOf(placed, rates));
}

ExecutedFlops executedFlops(const ShapeWork &work)
{
    ExecutedFlops out;
    out.again.resize(work.blocks.blocks.front().remats.size());
    for (const Block &block : work.blocks.blocks)
        for (const Op &op : block.ops) {
            const Flops flops = block.count * op.executedFlops.value;
            out.once += flops;
            for (std::size_t p = 0; p < out.again.size(); ++p)
                if (block.remats[p].recomputes(op))
                    out.again[p] += flops;
        }
    return out;
}

Flops ExecutedFlops::inStep(const Plan &plan, double microBatches, std::size_t policy) const
{
    const Flops sum = once + again[policy];
    // Every block runs on the ranks of its stage, in every micro-batch.
    return microBatches * (static_cast<double>(plan.product()) / static_cast<double>(plan.pp)) * sum;
}

namespace {

Derived<Seconds> optimizerTime(Derivation &why, const PlacedPlan &placed, const StageWeights &weights, const ChipRates &chip)
{
    static const Formula formula{"optimizer.time", CORE_TEXT("core", "Optimizer step: states read and written"), "u * n / (W * f)",
                                 {"u", "n", "W", "f"}, "Headroom model §13"};
    const double held = heldParameters(weights, shardSizes(placed.plan), placed.plan).optimizer;
    const Derived<double> u = why.given("run.stateRecipe update", stateBytes(placed.scenario->run.stateRecipe).update),
                          n = why.given("parameters the rank updates", held);
    return why.record(formula, Bytes(u.value * held) / (chip.hbm.value * chip.hbmEfficiency.value),
                      {u.term, n.term, chip.hbm.term, chip.hbmEfficiency.term});
}

// Two ranks that talk over scale-up, and two that talk over scale-out.
RankGroup neighbours(const RankGroup &pipeline, bool inside)
{
    RankGroup pair = pipeline;
    pair.inside = inside ? 2.0 : 1.0;
    pair.outside = inside ? 1.0 : 2.0;
    return pair;
}

// Activations that `crossings` pieces of a stage send to the next stage, or to the first.
LinkTime crossing(Derivation &why, const PlacedPlan &placed, const LevelRates &rates, const Derived<Bytes> &payload, bool inside, Count crossings)
{
    return collectiveTime(why, Collective::sendRecv, neighbours(placed.links->groups.pipeline, inside), payload,
                          static_cast<double>(crossings), rates.links);
}

// Two stages far apart: within a domain only if it holds the whole pipeline.
RankGroup distantPair(const PlacedPlan &placed)
{
    const RankGroup &pipeline = placed.links->groups.pipeline;
    return neighbours(pipeline, pipeline.outside <= 1.0);
}

LinkTime tiedReduction(Derivation &why, const PlacedPlan &placed, const LevelRates &rates)
{
    const std::optional<PairTransfer> tied = tiedTransfer(placed);
    if (!tied) {
        const Derived<Seconds> none = why.given("no table is shared by two stages", Seconds{});
        return {none, none};
    }
    return collectiveTime(why, Collective::sendRecv, tied->pair, why.given("gradient of the tied table", tied->payload), 1.0, rates.links);
}

} // namespace

Transfers transfers(Derivation &why, const PlacedPlan &placed, const LevelRates &rates)
{
    static const Formula formula{"payload.transfer", CORE_TEXT("core", "Activations of a micro-batch between stages"), "t * H * s / p",
                                 {"t", "H", "s", "p"}, "Headroom model §7"};
    if (placed.plan.pp == 1)
        return {};
    const double split = placed.plan.sequenceParallel ? static_cast<double>(placed.plan.tp) : 1.0;
    const Derived<double> t = why.given("tokens per device and pass", placed.work->shape.tokens()),
                          h = why.given("model.hidden", static_cast<double>(placed.scenario->model.hidden)),
                          s = why.given("bf16 element", computeBytes), p = why.given("tensor ranks that share them", split);
    const Derived<Bytes> payload = why.record(formula, Bytes(t.value * h.value * s.value / split), {t.term, h.term, s.term, p.term});
    const RankGroup &group = placed.links->groups.pipeline;
    const Count pieces = placed.plan.virtualStages;
    const auto over = [&](bool inside, Count crossings) { return crossing(why, placed, rates, payload, inside, crossings); };
    Transfers out{.together = static_cast<Count>(group.inside), .inside = over(true, 1), .outside = over(false, 1), .insidePass = {}, .outsidePass = {},
                  .wraps = pieces > 1, .around = {}, .aroundPass = {}};
    out.insidePass = pieces > 1 ? over(true, pieces) : out.inside;
    out.outsidePass = pieces > 1 ? over(false, pieces) : out.outside;
    if (out.wraps) {
        out.around = over(group.outside <= 1.0, 1);
        out.aroundPass = over(group.outside <= 1.0, pieces - 1);
    }
    return out;
}

std::optional<PairTransfer> tiedTransfer(const PlacedPlan &placed)
{
    const ModelSpec &model = placed.scenario->model;
    if ((!model.tiedEmbeddings && model.mtpDepth == 0) || placed.plan.pp == 1 || placed.layout->copies > 1.0)
        return std::nullopt; // under DualPipe the first stage holds the last one's weights as well
    const double table = static_cast<double>(model.vocab) * static_cast<double>(model.hidden) / static_cast<double>(placed.plan.tp);
    const double bytes = table * stateBytes(placed.scenario->run.stateRecipe).gradient / shardSizes(placed.plan).dense;
    return PairTransfer{distantPair(placed), Bytes(bytes)};
}

std::optional<PairTransfer> mirrorTransfer(const PlacedPlan &placed, const WeightPlan &weights)
{
    if (placed.layout->copies <= 1.0 || placed.plan.pp == 1)
        return std::nullopt;
    const double held = heldParameters(weights.weights, shardSizes(placed.plan), placed.plan).gradients;
    return PairTransfer{distantPair(placed), Bytes(stateBytes(placed.scenario->run.stateRecipe).gradient * held)};
}

std::vector<BlockLoad> stageLoads(Derivation &why, const StageLayout &layout, const std::vector<BlockLoad> &blocks)
{
    std::vector<BlockLoad> out;
    out.reserve(layout.compositions.size());
    for (const Composition &composition : layout.compositions)
        out.push_back(stageLoad(why, composition, blocks));
    return out;
}

WeightLoads weightLoads(Derivation &why, const PlacedPlan &placed, const LevelRates &rates)
{
    WeightLoads out;
    for (const WeightPlan &w : *placed.weights) {
        out.stages.push_back(weightLoad(why, w.calls, placed.links->groups, rates.links, rates.overlap));
        WeightLoad &load = out.stages.back();
        load.optimizer = optimizerTime(why, placed, w.weights, rates.chip);
        if (const std::optional<PairTransfer> mirrored = mirrorTransfer(placed, w))
            load.reduction = plus(why, load.reduction,
                                  collectiveTime(why, Collective::sendRecv, mirrored->pair,
                                                 why.given("gradients of weights that two stages hold", mirrored->payload), 1.0, rates.links));
    }
    out.tied = tiedReduction(why, placed, rates);
    return out;
}

namespace {

// What a stage keeps in the host's memory adds to its passes.
template <class Why> void addHostWaits(HeadlineInput &out, Why &why, const PlacedPlan &placed, const LevelRates &rates)
{
    out.hostWaits.clear();
    const std::vector<BlockMemory> &memory = *placed.memory;
    if (!rates.host || std::ranges::none_of(memory, [](const BlockMemory &m) { return m.offloaded.value > 0.0; }))
        return;
    for (std::size_t c = 0; c < out.forward.size(); ++c) {
        Bytes moved{};
        for (const auto &[b, count] : placed.layout->compositions[c])
            moved += count * memory[b].offloaded;
        const Derived<Seconds> busy = hostBusy(why, moved, *rates.host);
        const auto waiting = [&](PassLoad &pass) {
            const HostWait wait{hostWait(why, pass, busy, rates.overlap), pass.compute, busy};
            pass = withHostWait(why, pass, wait.wait);
            return wait;
        };
        if (!out.weightGradient.empty())
            out.weightGradient[c] = putOffUnderHost(why, out.backward[c], busy, rates.overlap, out.weightGradient[c]);
        const HostWait forward = waiting(out.forward[c]), backward = waiting(out.backward[c]);
        out.hostWaits.push_back({forward, backward});
    }
}

} // namespace

template <class Why> void fillHeadlineInput(HeadlineInput &out, Why &why, const PlacedPlan &placed, const PlanLoads &loads, const LevelRates &rates)
{
    const auto &[stages, weights, transfers] = loads;
    out.layout = placed.layout;
    out.schedule = placed.plan.schedule;
    out.forward.resize(stages.size());
    out.backward.resize(stages.size());
    out.overlapped.clear();
    out.weightGradient.clear();
    const bool both = out.schedule == Schedule::dualPipe, putOff = both || out.schedule == Schedule::zbH1;
    for (std::size_t c = 0; c < stages.size(); ++c) {
        out.forward[c] = withBackground(why, stages[c].forward, weights.stages[c].forward);
        out.backward[c] = withBackground(why, backwardUnder(why, stages[c], placed.remat), weights.stages[c].backward);
        if (putOff)
            out.weightGradient.push_back(stages[c].weightGradient);
    }
    addHostWaits(out, why, placed, rates);
    for (std::size_t c = 0; both && c < stages.size(); ++c)
        out.overlapped.push_back(overlappedPasses(why, out.forward[c], out.backward[c], rates.overlap));
    if (both)
        out.nothing = silentPass(why, why.given("nothing follows overlapped passes", Seconds{}));
    out.weights = weights.stages;
    out.tiedReduction = weights.tied;
    out.transfers = transfers;
    out.microBatches = why.given("micro-batches per step", placed.work->shape.microBatchCount);
    out.overlap = rates.overlap;
    out.stragglers = rates.stragglers;
    out.doublings = why.given("log2 of run.devices", std::log2(static_cast<double>(placed.plan.product())));
    out.overhead = rates.overhead;
}

template void fillHeadlineInput(HeadlineInput &, Derivation &, const PlacedPlan &, const PlanLoads &, const LevelRates &);
template void fillHeadlineInput(HeadlineInput &, Silent &, const PlacedPlan &, const PlanLoads &, const LevelRates &);

LedgerInput ledgerInput(const PlacedPlan &placed, Level level)
{
    const Calibration &c = placed.scenario->calibration;
    return {&placed.scenario->model, &placed.scenario->run, &placed.plan, &placed.work->blocks, placed.layout, placed.memory,
            placed.weights, shardSizes(placed.plan), placed.work->shape, at(placed.scenario->hardware.reserved, level, Faster::smaller),
            Bytes(at(c.workspace.value, level, Faster::smaller)), at(c.fragmentation.value, level, Faster::smaller)};
}

Derived<double> mfuOf(Derivation &why, const Derived<Flops> &useful, const Derived<double> &devices, const Derived<FlopsPerSecond> &peak,
                      const Derived<Seconds> &step)
{
    static const Formula formula{"mfu", CORE_TEXT("core", "Model FLOPs utilisation"), "F / (N * P * T)", {"F", "N", "P", "T"},
                                 "Chowdhery et al. 2022 (PaLM), with the printed convention"};
    return why.record(formula, useful.value / (devices.value * peak.value * step.value), {useful.term, devices.term, peak.term, step.term});
}

} // namespace headroom
