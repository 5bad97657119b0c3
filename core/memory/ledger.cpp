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

double inFlight(Count stages, std::size_t stage, double microBatches)
{
    return std::min(static_cast<double>(stages) - static_cast<double>(stage), microBatches);
}

std::vector<BlockMemory> blockMemory(const ModelSpec &model, const RunSpec &run, const std::vector<Block> &blocks,
                                     const std::vector<BlockParameters> &parameters, const PassShape &shape, RematPolicy policy)
{
    std::vector<BlockMemory> out;
    out.reserve(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b)
        out.push_back({parameters[b], keptBytes(model, run, blocks[b], shape, RematPolicy::none), keptBytes(model, run, blocks[b], shape, policy)});
    return out;
}

HeldParameters heldParameters(const StageWeights &stage, const ShardSizes &shards, StateSharding stateSharding)
{
    const bool stateSharded = stateSharding != StateSharding::none;
    const bool gradientsSharded = stateSharding == StateSharding::optimizerGradients;
    const double dense = stage.dense.parameters, experts = stage.experts.parameters;
    const double held = dense / shards.dense + experts / shards.experts;
    const double state = dense / (shards.dense * shards.denseState) + experts / (shards.experts * shards.expertState);
    return {.weights = held, .gradients = gradientsSharded ? state : held, .optimizer = stateSharded ? state : held,
            .gathered = (shards.dense > 1.0 ? dense : 0.0) + (shards.experts > 1.0 ? experts : 0.0), .whole = dense + experts};
}

namespace {

// The layer that needs most at once: gathered twice (running and prefetched) with its gradient, and its recompute set.
struct LayerMoment
{
    Bytes gathered{}, recompute{}, exchange{};
    Bytes total() const { return gathered + recompute + exchange; }
};

// Two copies of the gathered weights and one unsharded gradient; nothing when weights are not sharded, or stay gathered.
Bytes gatheredBytes(const LedgerInput &in, const BlockParameters &p, double copies)
{
    if (in.plan->regather == Regather::keep)
        return {};
    const double dense = in.shards.dense > 1.0 ? p.gathered : 0.0, experts = in.shards.experts > 1.0 ? p.experts : 0.0;
    // Sharded gradients, too, are whole until they are scattered.
    const bool scattered = in.plan->stateSharding == StateSharding::optimizerGradients;
    const double whole = scattered ? p.dense() + p.experts : dense + experts;
    return Bytes(copies * computeBytes * (dense + experts) + stateBytes(in.run->stateRecipe).gradient * whole);
}

LayerMoment layerMoment(const LedgerInput &in, const Composition &composition)
{
    LayerMoment worst;
    for (const auto &[b, count] : composition) {
        const Block &block = in.blocks->blocks[b];
        if (block.kind != BlockKind::layer && block.kind != BlockKind::mtp)
            continue;
        const BlockMemory &m = (*in.perBlock)[b];
        LayerMoment moment{gatheredBytes(in, m.parameters, 2.0), m.keptAll - m.kept, {}};
        const FeedForwardSpec &f = block.layer.feedForward;
        if (in.plan->ep > 1 && f.kind == FeedForwardKind::moe) {
            const double rows = in.plan->expertTensor == 1 ? in.shape.tokens() / static_cast<double>(in.plan->tp) : in.shape.tokens();
            moment.exchange = Bytes(rows * routedRowsPerToken(f, *in.run) * static_cast<double>(in.model->hidden)
                                    * (dispatchBytes(in.run->dispatchDtype) + computeBytes));
        }
        if (moment.total() > worst.total())
            worst = moment;
    }
    return worst;
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

void addStates(StageMemory &out, const LedgerInput &in, std::size_t stage)
{
    const std::size_t c = in.layout->stages[stage];
    const HeldParameters held = heldParameters((*in.weights)[c].weights, in.shards, in.plan->stateSharding);
    const StateBytes &bytes = stateBytes(in.run->stateRecipe);
    out[MemoryClass::parameters] = Bytes(bytes.weight * held.weights);
    out[MemoryClass::gradients] = Bytes(bytes.gradient * held.gradients);
    out[MemoryClass::optimizer] = Bytes(bytes.optimizer * held.optimizer);
    if (in.plan->regather == Regather::keep) { // the whole stage gathered, its gradients unsharded
        out[MemoryClass::gatheredWeights] = Bytes(computeBytes * held.gathered);
        out[MemoryClass::gradients] = Bytes(bytes.gradient * held.whole);
    }
    for (const auto &[b, count] : in.layout->compositions[c])
        out[MemoryClass::activations] += count * (*in.perBlock)[b].kept;
    out[MemoryClass::activations] *= inFlight(in.plan->pp, stage, in.shape.microBatchCount);
}

} // namespace

StageMemory stageMemory(const LedgerInput &in, std::size_t stage)
{
    StageMemory out;
    addStates(out, in, stage);
    const LayerMoment layer = layerMoment(in, in.layout->blocksOf(stage));
    const bool last = stage + 1 == in.layout->stages.size();
    const Bytes head = last ? gatheredBytes(in, (*in.perBlock)[in.blocks->head].parameters, 1.0) : Bytes{};
    const Bytes logits = last ? logitBytes(in) : Bytes{};
    if (head + logits > layer.total()) {
        out[MemoryClass::gatheredWeights] += head;
        out[MemoryClass::logits] = logits;
    } else {
        out[MemoryClass::gatheredWeights] += layer.gathered;
        out[MemoryClass::recompute] = layer.recompute;
        out[MemoryClass::communication] = layer.exchange;
    }
    out[MemoryClass::communication] += transferBytes(in);
    out[MemoryClass::reserved] = in.reserved;
    out.total = std::accumulate(out.parts.begin(), out.parts.end(), Bytes{});
    return out;
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
