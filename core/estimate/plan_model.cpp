#include "estimate/plan_model.h"

#include "base/sum.h"
#include "base/text.h"
#include "schedule/stage_load.h"

#include <algorithm>
#include <cmath>

namespace headroom {

PassShape passShape(const RunSpec &run, const Plan &plan)
{
    return {.tp = plan.tp, .cp = plan.cp, .ep = plan.ep, .expertTensor = plan.expertTensor,
            .sequenceParallel = plan.sequenceParallel, .sequences = plan.microBatch, .sequenceLength = run.sequenceLength,
            .microBatchCount = static_cast<double>(plan.microBatchCount(run.globalBatch))};
}

PassShape oneChipShape(const RunSpec &run)
{
    return {.sequences = run.globalBatch, .sequenceLength = run.sequenceLength, .microBatchCount = 1.0};
}

ShapeWork shapeWork(Derivation &why, const ModelSpec &model, const RunSpec &run, const Plan &plan)
{
    ShapeWork work{.shape = passShape(run, plan), .blocks = blockStructure(model), .parameters = {}, .calls = {}};
    buildOps(work.blocks, why, model, run, work.shape);
    for (const Block &block : work.blocks.blocks) {
        work.parameters.push_back(blockParameters(model, block, work.shape, plan.pp > 1));
        work.calls.push_back(blockCalls(why, model, run, block, work.parameters.back(), work.shape, plan.regather));
    }
    return work;
}

void placePlan(PlacedPlan &out, const Scenario &scenario, const Plan &plan, const ShapeWork &work, const StageLayout &layout,
               const Slice &slice)
{
    out.scenario = &scenario;
    out.plan = plan;
    out.work = &work;
    out.layout = &layout;
    out.axes = axisGroups(plan);
    out.groups = groupLinks(out.axes, placeAxes(scenario.hardware, slice, plan));
    out.memory.resize(work.blocks.blocks.size());
    for (std::size_t b = 0; b < out.memory.size(); ++b) {
        const Block &block = work.blocks.blocks[b];
        out.memory[b] = {work.parameters[b], keptBytes(scenario.model, scenario.run, block, work.shape, RematPolicy::none),
                         keptBytes(scenario.model, scenario.run, block, work.shape, plan.remat)};
    }
}

LevelRates levelRates(Derivation &why, const Scenario &scenario, const LevelChoice &choice)
{
    const Calibration &c = scenario.calibration;
    return {chipRates(why, scenario.hardware, c, choice.operators), linkRates(why, scenario.hardware, c, choice.links),
            choice.overhead == Level::ideal ? why.given("ideal calibration", Seconds{})
                                            : why.given("calibration.overhead", Seconds(at(c.overhead.value, choice.overhead, Faster::smaller)))};
}

std::vector<OpTimes> allOpTimes(Derivation &why, const ShapeWork &work, const ChipRates &chip)
{
    std::vector<OpTimes> out;
    out.reserve(work.blocks.blocks.size());
    for (const Block &block : work.blocks.blocks)
        out.push_back(opTimes(why, block, chip));
    return out;
}

std::vector<BlockTimes> allBlockTimes(Derivation &why, const ShapeWork &work, const std::vector<OpTimes> &times, RematPolicy policy)
{
    std::vector<BlockTimes> out;
    out.reserve(times.size());
    for (std::size_t b = 0; b < times.size(); ++b)
        out.push_back(blockTimes(why, work.blocks.blocks[b], times[b], policy));
    return out;
}

Flops executedFlops(const ShapeWork &work, const Plan &plan)
{
    Flops sum{};
    for (const Block &block : work.blocks.blocks)
        for (const Op &op : block.ops)
            sum += block.count * op.executedFlops.value * (recomputes(plan.remat, op) ? 2.0 : 1.0);
    // Every block runs on the ranks of its stage, in every micro-batch.
    const double ranks = static_cast<double>(plan.product()) / static_cast<double>(plan.pp);
    return work.shape.microBatchCount * ranks * sum;
}

namespace {

Derived<Bytes> payloadOf(Derivation &why, const StepCall &call)
{
    static const Formula formula{"payload.gradients", CORE_TEXT("core", "Weights or gradients of a rank"), "n * g / p", {"n", "g", "p"},
                                 "Headroom model §7"};
    const Derived<double> n = why.given("parameters of the stage on a rank", call.parameters), g = why.given("bytes each", call.bytesEach),
                          p = why.given("ranks that share each weight", call.shards);
    return why.record(formula, call.payload(), {n.term, g.term, p.term});
}

// Parameters of a composition, by how their gradients are reduced.
BlockParameters stageParameters(const std::vector<double> &composition, const std::vector<BlockParameters> &blocks)
{
    BlockParameters out;
    for (std::size_t b = 0; b < composition.size(); ++b) {
        out.sharded += composition[b] * blocks[b].sharded;
        out.copied += composition[b] * blocks[b].copied;
        out.experts += composition[b] * blocks[b].experts;
    }
    return out;
}

// Adds up calls that run one after the other on both networks.
class LinkSum
{
public:
    explicit LinkSum(Derivation &why) : m_why(why), m_up(why), m_out(why) {}
    void add(Collective kind, const RankGroup &group, const Derived<Bytes> &payload, const LinkRates &links)
    {
        if (group.size() <= 1.0 || payload.value.value == 0.0)
            return;
        const LinkTime time = collectiveTime(m_why, kind, group, payload, 1.0, links);
        m_up.add(time.up);
        m_out.add(time.out);
    }
    LinkTime total() const
    {
        static const Formula formula{"step.links", CORE_TEXT("core", "Once-a-step busy time of a network"), "sum(t)", {"t"}, "Headroom model §8"};
        return {m_up.total(formula), m_out.total(formula)};
    }

private:
    Derivation &m_why;
    Sum<Seconds> m_up, m_out;
};

Derived<Seconds> optimizerTime(Derivation &why, const PlacedPlan &placed, const std::vector<double> &composition, const ChipRates &chip)
{
    static const Formula formula{"optimizer.time", CORE_TEXT("core", "Optimizer step: states read and written"), "u * n / (W * f)",
                                 {"u", "n", "W", "f"}, "Headroom model §13"};
    const double held = heldParameters(composition, placed.memory, placed.plan).optimizer;
    const Derived<double> u = why.given("run.stateRecipe update", stateBytes(placed.scenario->run.stateRecipe).update),
                          n = why.given("parameters the rank updates", held);
    return why.record(formula, Bytes(u.value * held) / (chip.hbm.value * chip.hbmEfficiency.value),
                      {u.term, n.term, chip.hbm.term, chip.hbmEfficiency.term});
}

StepLoad stepLoad(Derivation &why, const PlacedPlan &placed, const std::vector<double> &composition, const LevelRates &rates)
{
    std::array<LinkSum, 3> sums{LinkSum(why), LinkSum(why), LinkSum(why)}; // by StepCall::When
    for (const StepCall &call : stepCalls(placed, composition))
        if (placed.groups.of(call.group).size() > 1.0 && call.parameters > 0.0)
            sums[static_cast<std::size_t>(call.when)].add(call.kind, placed.groups.of(call.group), payloadOf(why, call), rates.links);
    return {sums[0].total(), sums[1].total(), sums[2].total(), optimizerTime(why, placed, composition, rates.chip)};
}

// Two ranks that talk over scale-up, and two that talk over scale-out.
RankGroup neighbours(const RankGroup &pipeline, bool inside)
{
    RankGroup pair = pipeline;
    pair.inside = inside ? 2.0 : 1.0;
    pair.outside = inside ? 1.0 : 2.0;
    return pair;
}

bool staysInside(const RankGroup &pipeline, std::size_t boundary)
{
    const double together = std::floor(pipeline.inside);
    return together >= 2.0 && std::fmod(static_cast<double>(boundary + 1), together) != 0.0;
}

std::vector<LinkTime> transfers(Derivation &why, const PlacedPlan &placed, const LevelRates &rates)
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
    const RankGroup &group = placed.groups.pipeline;
    const LinkTime inside = collectiveTime(why, Collective::sendRecv, neighbours(group, true), payload, 1.0, rates.links);
    const LinkTime outside = collectiveTime(why, Collective::sendRecv, neighbours(group, false), payload, 1.0, rates.links);
    std::vector<LinkTime> out;
    for (std::size_t b = 0; b + 1 < static_cast<std::size_t>(placed.plan.pp); ++b)
        out.push_back(staysInside(group, b) ? inside : outside);
    return out;
}

LinkTime tiedReduction(Derivation &why, const PlacedPlan &placed, const LevelRates &rates)
{
    LinkSum sum(why);
    if (const std::optional<TiedTransfer> tied = tiedTransfer(placed))
        sum.add(Collective::sendRecv, tied->pair, why.given("gradient of the tied table", tied->payload), rates.links);
    return sum.total();
}

} // namespace

std::vector<StepCall> stepCalls(const PlacedPlan &placed, const std::vector<double> &composition)
{
    const BlockParameters p = stageParameters(composition, placed.work->parameters);
    const ShardSizes shards = shardSizes(placed.plan);
    const double g = stateBytes(placed.scenario->run.stateRecipe).gradient;
    using When = StepCall::When;
    std::vector<StepCall> calls;
    if (placed.plan.regather == Regather::keep)
        calls = {{Purpose::weightGather, Collective::allGather, &AxisGroups::denseShard, When::gather, p.dense(), computeBytes},
                 {Purpose::weightGather, Collective::allGather, &AxisGroups::expertShard, When::gather, p.experts, computeBytes},
                 {Purpose::gradientScatter, Collective::reduceScatter, &AxisGroups::denseShard, When::reduction, p.dense(), g},
                 {Purpose::gradientScatter, Collective::reduceScatter, &AxisGroups::expertShard, When::reduction, p.experts, g}};
    const struct { const AxisGroup AxisGroups::*group; double parameters, shards; } replicas[] = {
        {&AxisGroups::denseReplicas, p.sharded, shards.dense},
        {&AxisGroups::copiedReplicas, p.copied, shards.dense},
        {&AxisGroups::expertReplicas, p.experts, shards.experts}};
    for (const auto &r : replicas) {
        if (placed.plan.stateSharding == StateSharding::none) {
            calls.push_back({Purpose::gradientReduction, Collective::allReduce, r.group, When::reduction, r.parameters, g, r.shards});
            continue;
        }
        const bool every = placed.plan.stateSharding == StateSharding::optimizerGradients;
        calls.push_back({Purpose::gradientReduction, Collective::reduceScatter, r.group, every ? When::everyPass : When::reduction,
                         r.parameters, g, r.shards});
        calls.push_back({Purpose::weightGather, Collective::allGather, r.group, When::reduction, r.parameters, computeBytes, r.shards});
    }
    return calls;
}

std::optional<TiedTransfer> tiedTransfer(const PlacedPlan &placed)
{
    const ModelSpec &model = placed.scenario->model;
    if ((!model.tiedEmbeddings && model.mtpDepth == 0) || placed.plan.pp == 1)
        return std::nullopt;
    const double table = static_cast<double>(model.vocab) * static_cast<double>(model.hidden) / static_cast<double>(placed.plan.tp);
    const double bytes = table * stateBytes(placed.scenario->run.stateRecipe).gradient / shardSizes(placed.plan).dense;
    return TiedTransfer{neighbours(placed.groups.pipeline, placed.groups.pipeline.outside <= 1.0), Bytes(bytes)};
}

LocalLoads localLoads(Derivation &why, const PlacedPlan &placed, const std::vector<BlockTimes> &times, const LevelRates &rates,
                      const LevelChoice &choice)
{
    LocalLoads out;
    out.overlap = choice.serial ? serialRates(why)
                                : overlapRates(why, placed.scenario->calibration, placed.plan.epChunks, choice.overlap);
    std::vector<BlockLoad> loads;
    loads.reserve(times.size());
    for (std::size_t b = 0; b < times.size(); ++b)
        loads.push_back(localLoad(why, times[b], placed.work->calls[b], placed.plan.remat, placed.groups, rates.links, out.overlap,
                                  placed.plan.cp));
    for (const std::vector<double> &composition : placed.layout->compositions) {
        out.forward.push_back(stageLoad(why, composition, loads, &BlockLoad::forward));
        out.backward.push_back(stageLoad(why, composition, loads, &BlockLoad::backward));
    }
    return out;
}

HeadlineInput headlineInput(Derivation &why, const PlacedPlan &placed, const LocalLoads &local, const LevelRates &rates)
{
    HeadlineInput in;
    in.layout = placed.layout;
    in.overlap = local.overlap;
    std::vector<BlockLoad> shards;
    shards.reserve(placed.work->calls.size());
    for (const BlockCalls &calls : placed.work->calls)
        shards.push_back(shardLoad(why, calls, placed.groups, rates.links, local.overlap));
    for (std::size_t c = 0; c < local.forward.size(); ++c) {
        const std::vector<double> &composition = placed.layout->compositions[c];
        in.forward.push_back(withShardCalls(why, local.forward[c], composition, shards, &BlockLoad::forward));
        in.step.push_back(stepLoad(why, placed, composition, rates));
        in.backward.push_back(withBackground(why, withShardCalls(why, local.backward[c], composition, shards, &BlockLoad::backward),
                                             in.step.back().everyPass, local.overlap));
    }
    in.tiedReduction = tiedReduction(why, placed, rates);
    in.transfers = transfers(why, placed, rates);
    in.microBatches = why.given("micro-batches per step", placed.work->shape.microBatchCount);
    in.overhead = rates.overhead;
    return in;
}

LedgerInput ledgerInput(const PlacedPlan &placed)
{
    return {&placed.scenario->model, &placed.scenario->run, &placed.plan, &placed.work->blocks, placed.layout, &placed.memory,
            placed.work->shape, placed.scenario->hardware.reserved.expected};
}

Derived<double> mfuOf(Derivation &why, const Derived<Flops> &useful, const Derived<double> &devices, const Derived<FlopsPerSecond> &peak,
                      const Derived<Seconds> &step)
{
    static const Formula formula{"mfu", CORE_TEXT("core", "Model FLOPs utilisation"), "F / (N * P * T)", {"F", "N", "P", "T"},
                                 "Chowdhery et al. 2022 (PaLM), with the printed convention"};
    return why.record(formula, useful.value / (devices.value * peak.value * step.value), {useful.term, devices.term, peak.term, step.term});
}

} // namespace headroom
