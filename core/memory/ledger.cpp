#include "memory/ledger.h"

#include "base/text.h"
#include "ops/experts.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headroom {

std::span<const EnumRow> rowsOf(MemoryClass)
{
    static constexpr EnumRow rows[] = {
        {"parameters", CORE_TEXT("core", "Parameters")},
        {"quantisedWeights", CORE_TEXT("core", "fp8 copies of weights")},
        {"gradients", CORE_TEXT("core", "Gradients")},
        {"optimizer", CORE_TEXT("core", "Optimizer state")},
        {"activations", CORE_TEXT("core", "Activations")},
        {"logits", CORE_TEXT("core", "Logits")},
        {"gatheredWeights", CORE_TEXT("core", "Gathered weights and their gradient")},
        {"recompute", CORE_TEXT("core", "Recomputed activations of one layer")},
        {"communication", CORE_TEXT("core", "Communication buffers")},
        {"workspace", CORE_TEXT("core", "Workspace")},
        {"fragmentation", CORE_TEXT("core", "Fragmentation")},
        {"reserved", CORE_TEXT("core", "Reserved by the runtime")},
    };
    return rows;
}

MemoryClass StageMemory::largest() const
{
    return static_cast<MemoryClass>(std::ranges::max_element(parts) - parts.begin());
}

Fit fit(const StageMemory &memory, Bytes capacity)
{
    return {std::max(Bytes{}, memory.total - capacity), memory.largest()};
}

std::vector<BlockMemory> blockMemory(const std::vector<BlockParameters> &parameters, const std::vector<std::vector<KeptBytes>> &kept,
                                     std::size_t policy)
{
    std::vector<BlockMemory> out;
    out.reserve(parameters.size());
    for (std::size_t b = 0; b < parameters.size(); ++b) {
        const KeptBytes &bytes = kept[b][policy];
        out.push_back({parameters[b], bytes.needed, bytes.device, bytes.host});
    }
    return out;
}

HeldParameters heldParameters(const StageWeights &stage, const ShardSizes &shards, const Plan &plan)
{
    const bool stateSharded = plan.stateSharding != StateSharding::none;
    const bool gradientsSharded = plan.stateSharding == StateSharding::optimizerGradients;
    const bool whole = plan.regather == Regather::keep;
    const double dense = stage.dense.parameters, experts = stage.experts.parameters;
    const double held = dense / shards.dense + experts / shards.experts;
    const double state = dense / (shards.dense * shards.denseState) + experts / (shards.experts * shards.expertState);
    return {.weights = held, .gradients = gradientsSharded ? state : held, .optimizer = stateSharded ? state : held,
            .quantised = stage.quantisedDense / (whole ? 1.0 : shards.dense) + stage.quantisedExperts / (whole ? 1.0 : shards.experts),
            .gathered = (shards.dense > 1.0 ? dense : 0.0) + (shards.experts > 1.0 ? experts : 0.0), .whole = dense + experts};
}

namespace {

using Transient = StageRows::Transient;

// Weights gathered so often, and a gradient.
Bytes gatheredBytes(const LedgerInput &in, const GatheredParameters &p, double copies)
{
    return Bytes(copies * computeBytes * p.weights + stateBytes(in.run->stateRecipe).gradient * p.gradients);
}

// Tokens that a rank exchanges with the ranks of other experts, sent and received.
Bytes exchangeBytes(const LedgerInput &in, const FeedForwardSpec &f)
{
    if (in.plan->ep == 1 || f.kind != FeedForwardKind::moe)
        return {};
    return Bytes(in.shape.expertTokens() * routedRowsPerToken(f, *in.run) * static_cast<double>(in.model->hidden)
                 * (dispatchBytes(in.run->dispatchDtype) + computeBytes));
}

// A layer in backward: its weights gathered twice (running and prefetched) with its gradient, its recompute set, its exchange and what it
// prefetches from the host.
Transient layerMoment(const LedgerInput &in, std::size_t b)
{
    const BlockMemory &m = (*in.perBlock)[b];
    return {.gathered = gatheredBytes(in, gatheredParameters(in, m.parameters), 2.0), .recompute = std::max(Bytes{}, m.keptAll - m.kept),
            .exchange = exchangeBytes(in, in.blocks->blocks[b].layer.feedForward) + m.offloaded};
}

struct LargestLayer
{
    std::optional<std::size_t> block;
    Transient moment;
};
LargestLayer largestMoment(const LedgerInput &in, const Composition &composition)
{
    LargestLayer largest;
    for (const auto &[b, count] : composition) {
        const BlockKind kind = in.blocks->blocks[b].kind;
        if (kind != BlockKind::layer && kind != BlockKind::mtp)
            continue;
        if (const Transient moment = layerMoment(in, b); moment.total() > largest.moment.total())
            largest = {b, moment};
    }
    return largest;
}

// In forward the layer needs the weights and the exchange.
void layerMoments(StageRows &rows, const LedgerInput &in, const Composition &composition)
{
    const auto &[block, moment] = largestMoment(in, composition);
    if (!block)
        return;
    const double weights = gatheredParameters(in, (*in.perBlock)[*block].parameters).weights;
    rows.transient[static_cast<std::size_t>(Moment::backward)] = moment;
    rows.transient[static_cast<std::size_t>(Moment::forward)] = {.gathered = gatheredBytes(in, {weights, 0.0}, 2.0),
                                                                 .exchange = moment.exchange};
}

Bytes logitBytes(const LedgerInput &in)
{
    return Bytes(4.0 * logitTokens(in) * static_cast<double>(in.model->vocab) / static_cast<double>(in.plan->tp));
}

// Send and receive buffers of the stage boundary.
Bytes transferBytes(const LedgerInput &in)
{
    if (in.plan->pp == 1)
        return {};
    const double split = in.plan->sequenceParallel ? static_cast<double>(in.plan->tp) : 1.0;
    return Bytes(2.0 * in.shape.tokens() * static_cast<double>(in.model->hidden) * computeBytes / split);
}

bool holds(const Composition &composition, std::size_t block)
{
    return std::ranges::find(composition, block, &BlockCount::block) != composition.end();
}

void addStates(StageMemory &out, const RunSpec &run, const Plan &plan, const WeightPlan &weights)
{
    const HeldParameters held = heldParameters(weights.weights, shardSizes(plan), plan);
    const StateBytes &bytes = stateBytes(run.stateRecipe);
    out[MemoryClass::parameters] = Bytes(bytes.weight * held.weights);
    if (run.matmulDtype == MatrixDtype::fp8)
        out[MemoryClass::quantisedWeights] = Bytes(fp8Bytes * held.quantised);
    out[MemoryClass::gradients] = Bytes(bytes.gradient * held.gradients);
    out[MemoryClass::optimizer] = Bytes(bytes.optimizer * held.optimizer);
    if (plan.regather == Regather::keep) { // the whole stage gathered, its gradients unsharded
        out[MemoryClass::gatheredWeights] = Bytes(computeBytes * held.gathered);
        out[MemoryClass::gradients] = Bytes(bytes.gradient * held.whole);
    }
}

Bytes sumOf(const StageMemory &memory) { return std::accumulate(memory.parts.begin(), memory.parts.end(), Bytes{}); }

} // namespace

GatheredParameters gatheredParameters(const LedgerInput &in, const BlockParameters &p)
{
    if (in.plan->regather == Regather::keep)
        return {};
    const double dense = in.shards.dense > 1.0 ? p.gathered : 0.0, experts = in.shards.experts > 1.0 ? p.experts : 0.0;
    // Sharded gradients, too, are whole until they are scattered.
    const bool scattered = in.plan->stateSharding == StateSharding::optimizerGradients;
    return {dense + experts, scattered ? p.dense() + p.experts : dense + experts};
}

std::optional<std::size_t> largestLayer(const LedgerInput &in, const Composition &composition)
{
    return largestMoment(in, composition).block;
}

double logitTokens(const LedgerInput &in)
{
    const Kernels &k = in.run->kernels;
    return k.loss == LossKernel::logits ? in.shape.tokens() : std::min(in.shape.tokens(), static_cast<double>(k.lossChunk));
}

std::span<const EnumRow> rowsOf(Moment)
{
    static constexpr EnumRow rows[] = {
        {"idle", CORE_TEXT("core", "Between passes")},
        {"forward", CORE_TEXT("core", "Forward")},
        {"backward", CORE_TEXT("core", "Backward")},
        {"head", CORE_TEXT("core", "Head and loss")},
    };
    return rows;
}

StageRows stageRows(const LedgerInput &in, std::size_t stage)
{
    StageRows rows;
    addStates(rows.resident, *in.run, *in.plan, (*in.weights)[in.layout->stages[stage]]);
    rows.resident[MemoryClass::communication] = transferBytes(in);
    for (const auto &[b, count] : in.layout->blocksOf(stage))
        rows.kept += count * (*in.perBlock)[b].kept;
    layerMoments(rows, in, in.layout->blocksOf(stage));
    if (holds(in.layout->blocksOf(stage), in.blocks->head)) {
        const GatheredParameters head = gatheredParameters(in, (*in.perBlock)[in.blocks->head].parameters);
        rows.transient[static_cast<std::size_t>(Moment::head)] = {.gathered = gatheredBytes(in, head, 1.0), .logits = logitBytes(in)};
    }
    rows.reserved = in.reserved;
    rows.workspace = in.workspace;
    rows.fragmentation = in.fragmentation;
    return rows;
}

Bytes largestStates(const RunSpec &run, const Plan &plan, const StageLayout &layout, const std::vector<WeightPlan> &weights)
{
    Bytes largest{};
    for (std::size_t c = 0; c < weights.size() && layout.isOfStage(c); ++c) {
        StageMemory states;
        addStates(states, run, plan, weights[c]);
        largest = std::max(largest, sumOf(states));
    }
    return largest;
}

StageMemory aliveAt(const StageRows &rows, double held, Moment moment)
{
    const Transient &now = rows.transient[static_cast<std::size_t>(moment)];
    StageMemory out = rows.resident;
    out[MemoryClass::activations] = held * rows.kept;
    out[MemoryClass::gatheredWeights] += now.gathered;
    out[MemoryClass::recompute] = now.recompute;
    out[MemoryClass::communication] += now.exchange;
    out[MemoryClass::logits] = now.logits;
    out[MemoryClass::fragmentation] = rows.fragmentation * sumOf(out);
    out[MemoryClass::workspace] = rows.workspace;
    out[MemoryClass::reserved] = rows.reserved;
    out.total = sumOf(out);
    return out;
}

void pieceShares(std::vector<double> &shares, const LedgerInput &in, std::size_t stage)
{
    shares.clear();
    if (in.plan->schedule != Schedule::interleaved)
        return;
    double sum = 0.0;
    for (const std::uint16_t piece : in.layout->piecesOf(stage)) {
        Bytes kept{};
        for (const auto &[b, count] : in.layout->compositions[piece])
            kept += count * (*in.perBlock)[b].kept;
        shares.push_back(kept.value);
        sum += kept.value;
    }
    if (sum == 0.0 || std::ranges::adjacent_find(shares, std::not_equal_to<>()) == shares.end())
        return shares.clear();
    for (double &share : shares)
        share /= sum;
}

StageMemory stageMemory(const LedgerInput &in, std::size_t stage)
{
    const StageRows rows = stageRows(in, stage);
    const auto total = [&](Moment m) { return rows.transient[static_cast<std::size_t>(m)].total(); };
    thread_local std::vector<double> shares; // a search comes here for every plan
    pieceShares(shares, in, stage);
    Silent off;
    return aliveAt(rows, microBatchesInFlight(off, in.plan->schedule, in.pipeline(), static_cast<Count>(stage), shares).value,
                   total(Moment::head) > total(Moment::backward) ? Moment::head : Moment::backward);
}

PeakMemory peakMemory(const LedgerInput &in)
{
    PeakMemory peak;
    for (const std::size_t stage : in.layout->distinct) { // of equal stages the first one has most micro-batches in flight
        const StageMemory memory = stageMemory(in, stage);
        if (stage == 0 || memory.total > peak.memory.total)
            peak = {memory, stage};
    }
    return peak;
}

} // namespace headroom
