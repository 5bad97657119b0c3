#include "memory/ledger.h"

#include "base/text.h"
#include "ops/experts.h"

#include <algorithm>
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

// Gathered weights of a pass, and unsharded gradients; nothing when weights are not sharded, or stay gathered.
struct Gathered
{
    Bytes weights{}, gradients{};
};
Gathered gatheredBytes(const LedgerInput &in, const BlockParameters &p)
{
    if (in.plan->regather == Regather::keep)
        return {};
    const double dense = in.shards.dense > 1.0 ? p.gathered : 0.0, experts = in.shards.experts > 1.0 ? p.experts : 0.0;
    // Sharded gradients, too, are whole until they are scattered.
    const bool scattered = in.plan->stateSharding == StateSharding::optimizerGradients;
    const double whole = scattered ? p.dense() + p.experts : dense + experts;
    return {Bytes(computeBytes * (dense + experts)), Bytes(stateBytes(in.run->stateRecipe).gradient * whole)};
}

// Tokens that a rank exchanges with the ranks of other experts, sent and received.
Bytes exchangeBytes(const LedgerInput &in, const FeedForwardSpec &f)
{
    if (in.plan->ep == 1 || f.kind != FeedForwardKind::moe)
        return {};
    const double rows = in.plan->expertTensor == 1 ? in.shape.tokens() / static_cast<double>(in.plan->tp) : in.shape.tokens();
    return Bytes(rows * routedRowsPerToken(f, *in.run) * static_cast<double>(in.model->hidden)
                 * (dispatchBytes(in.run->dispatchDtype) + computeBytes));
}

// The layer that needs most at once in backward: its weights gathered twice (running and prefetched) with its gradient, its
// recompute set, its exchange and what it prefetches from the host. In forward it needs the weights and the exchange.
void layerMoments(StageRows &rows, const LedgerInput &in, const Composition &composition)
{
    Transient &backward = rows.transient[static_cast<std::size_t>(Moment::backward)];
    for (const auto &[b, count] : composition) {
        const Block &block = in.blocks->blocks[b];
        if (block.kind != BlockKind::layer && block.kind != BlockKind::mtp)
            continue;
        const BlockMemory &m = (*in.perBlock)[b];
        const Gathered gathered = gatheredBytes(in, m.parameters);
        const Transient moment{.gathered = 2.0 * gathered.weights + gathered.gradients, .recompute = std::max(Bytes{}, m.keptAll - m.kept),
                               .exchange = exchangeBytes(in, block.layer.feedForward) + m.offloaded};
        if (moment.total() > backward.total()) {
            backward = moment;
            rows.transient[static_cast<std::size_t>(Moment::forward)] = {.gathered = 2.0 * gathered.weights, .exchange = moment.exchange};
        }
    }
}

Bytes logitBytes(const LedgerInput &in)
{
    // Of one chunk of tokens when the loss is chunked.
    const Kernels &k = in.run->kernels;
    const double rows = k.loss == LossKernel::logits ? in.shape.tokens() : std::min(in.shape.tokens(), static_cast<double>(k.lossChunk));
    return Bytes(4.0 * rows * static_cast<double>(in.model->vocab) / static_cast<double>(in.plan->tp));
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

void addStates(StageMemory &out, const LedgerInput &in, std::size_t composition)
{
    const HeldParameters held = heldParameters((*in.weights)[composition].weights, in.shards, *in.plan);
    const StateBytes &bytes = stateBytes(in.run->stateRecipe);
    out[MemoryClass::parameters] = Bytes(bytes.weight * held.weights);
    if (in.run->matmulDtype == MatrixDtype::fp8)
        out[MemoryClass::quantisedWeights] = Bytes(fp8Bytes * held.quantised);
    out[MemoryClass::gradients] = Bytes(bytes.gradient * held.gradients);
    out[MemoryClass::optimizer] = Bytes(bytes.optimizer * held.optimizer);
    if (in.plan->regather == Regather::keep) { // the whole stage gathered, its gradients unsharded
        out[MemoryClass::gatheredWeights] = Bytes(computeBytes * held.gathered);
        out[MemoryClass::gradients] = Bytes(bytes.gradient * held.whole);
    }
}

} // namespace

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
    addStates(rows.resident, in, in.layout->stages[stage]);
    rows.resident[MemoryClass::communication] = transferBytes(in);
    for (const auto &[b, count] : in.layout->blocksOf(stage))
        rows.kept += count * (*in.perBlock)[b].kept;
    layerMoments(rows, in, in.layout->blocksOf(stage));
    if (holds(in.layout->blocksOf(stage), in.blocks->head)) {
        const Gathered head = gatheredBytes(in, (*in.perBlock)[in.blocks->head].parameters);
        rows.transient[static_cast<std::size_t>(Moment::head)] = {.gathered = head.weights + head.gradients, .logits = logitBytes(in)};
    }
    rows.reserved = in.reserved;
    rows.workspace = in.workspace;
    rows.fragmentation = in.fragmentation;
    return rows;
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
    out[MemoryClass::fragmentation] = rows.fragmentation * std::accumulate(out.parts.begin(), out.parts.end(), Bytes{});
    out[MemoryClass::workspace] = rows.workspace;
    out[MemoryClass::reserved] = rows.reserved;
    out.total = std::accumulate(out.parts.begin(), out.parts.end(), Bytes{});
    return out;
}

StageMemory stageMemory(const LedgerInput &in, std::size_t stage)
{
    const StageRows rows = stageRows(in, stage);
    const auto total = [&](Moment m) { return rows.transient[static_cast<std::size_t>(m)].total(); };
    Silent off;
    return aliveAt(rows, microBatchesInFlight(off, in.plan->schedule, in.pipeline(), static_cast<Count>(stage)).value,
                   total(Moment::head) > total(Moment::backward) ? Moment::head : Moment::backward);
}

PeakMemory peakMemory(const LedgerInput &in)
{
    PeakMemory peak;
    for (const std::size_t stage : in.layout->first) { // of equal stages the first one has most micro-batches in flight
        const StageMemory memory = stageMemory(in, stage);
        if (stage == 0 || memory.total > peak.memory.total)
            peak = {memory, stage};
    }
    return peak;
}

} // namespace headroom
