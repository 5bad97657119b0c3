#pragma once
// Bytes on a device of each pipeline stage, row by row, at the moment when most of them are alive together
// (model.md §6, §13).

#include "comm/weight_calls.h"
#include "schedule/in_flight.h"
#include "schedule/stage_layout.h"
#include "spec/scenario.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

enum class MemoryClass {
    parameters, quantisedWeights, gradients, optimizer, activations, logits, gatheredWeights, recompute, communication, workspace,
    fragmentation, reserved
};
std::span<const EnumRow> rowsOf(MemoryClass);
inline constexpr std::size_t memoryClasses = 12;

// The rows of one stage at its peak; they sum to the total.
struct StageMemory
{
    std::array<Bytes, memoryClasses> parts{};
    Bytes total{};
    Bytes &operator[](MemoryClass c) { return parts[static_cast<std::size_t>(c)]; }
    Bytes operator[](MemoryClass c) const { return parts[static_cast<std::size_t>(c)]; }
    MemoryClass largest() const;
};

// What a capacity says to a ledger: how much too much, and the row to look at first.
struct Fit
{
    Bytes shortBy{};      // 0 when it fits
    MemoryClass largest{};
    bool fits() const { return shortBy.value <= 0.0; }
};
Fit fit(const StageMemory &memory, Bytes capacity);

// Per block and plan, independent of the stage: what memory and optimizer need to know.
struct BlockMemory
{
    BlockParameters parameters;
    Bytes keptAll{}, kept{};   // per micro-batch: all that backward needs, and what the policy keeps on the device
    Bytes offloaded{};         // and in the host's memory
};
// `kept`: per block and policy.
std::vector<BlockMemory> blockMemory(const std::vector<BlockParameters> &parameters, const std::vector<std::vector<KeptBytes>> &kept,
                                     std::size_t policy);

struct LedgerInput
{
    const ModelSpec *model = nullptr;
    const RunSpec *run = nullptr;
    const Plan *plan = nullptr;
    const ModelBlocks *blocks = nullptr;
    const StageLayout *layout = nullptr;
    const std::vector<BlockMemory> *perBlock = nullptr;
    const std::vector<WeightPlan> *weights = nullptr; // per composition
    ShardSizes shards;
    PassShape shape;
    Bytes reserved{}, workspace{};
    double fragmentation = 0.0; // of what the allocator gives out: all but reserved and workspace
    PipelineSize pipeline() const { return {plan->pp, static_cast<Count>(shape.microBatchCount), plan->virtualStages}; }
};

// What a stage is doing: between passes; in the layers of a pass; at the head and loss, between the last stage's two passes.
enum class Moment { idle, forward, backward, head };
std::span<const EnumRow> rowsOf(Moment);
inline constexpr std::size_t moments = 4;

// What a stage holds throughout, for each micro-batch in flight, and while it is at a moment.
struct StageRows
{
    StageMemory resident;
    Bytes kept{};
    struct Transient
    {
        Bytes gathered{}, recompute{}, exchange{}, logits{};
        Bytes total() const { return gathered + recompute + exchange + logits; }
    };
    std::array<Transient, moments> transient{};
    Bytes reserved{}, workspace{};
    double fragmentation = 0.0;
};
StageRows stageRows(const LedgerInput &input, std::size_t stage);
// Weights, gradients and optimizer state of the stage that holds most of them: no plan with these weights needs less.
Bytes largestStates(const RunSpec &run, const Plan &plan, const StageLayout &layout, const std::vector<WeightPlan> &weights);
// Parameters of a block that its passes gather, and those whose gradients are whole until they are scattered. None when weights
// are not sharded, or stay gathered.
struct GatheredParameters
{
    double weights = 0.0, gradients = 0.0;
};
GatheredParameters gatheredParameters(const LedgerInput &input, const BlockParameters &block);
// The block whose backward needs most at once; absent on a stage without layers, or where none needs anything.
std::optional<std::size_t> largestLayer(const LedgerInput &input, const Composition &composition);
// Tokens whose logits are there at once: of one chunk when the loss is chunked.
double logitTokens(const LedgerInput &input);
// What each piece of a stage keeps of a micro-batch, as a share of what the stage does: of interleaved pieces that differ, else none.
void pieceShares(std::vector<double> &shares, const LedgerInput &input, std::size_t stage);
// What is alive together with the activations of so many micro-batches.
StageMemory aliveAt(const StageRows &rows, double held, Moment moment);

// The most that is alive at once: all micro-batches that the schedule holds, and the larger of backward and head.
StageMemory stageMemory(const LedgerInput &input, std::size_t stage);
// The largest of all stages, and which.
struct PeakMemory
{
    StageMemory memory;
    std::size_t stage = 0;
};
PeakMemory peakMemory(const LedgerInput &input);

// Parameters of a stage on one rank after weight sharding (what weights and their gradients occupy), and after
// state sharding (what the optimizer holds and updates).
struct HeldParameters
{
    double weights = 0.0, gradients = 0.0, optimizer = 0.0;
    double quantised = 0.0; // weights with a copy in fp8, as long as they are held
    double gathered = 0.0; // what `keep` holds whole beside the shards
    double whole = 0.0;    // before any sharding
};
HeldParameters heldParameters(const StageWeights &stage, const ShardSizes &shards, const Plan &plan);

// Records the rows of one stage and their sum; returns one term per row and, last, the total.
std::vector<TermId> recordStageMemory(Derivation &why, const LedgerInput &input, std::size_t stage, const StageMemory &memory);

} // namespace headroom
