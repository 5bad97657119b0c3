#pragma once
// Bytes on a device of each pipeline stage, row by row, at the moment when most of them are alive together
// (model.md §6, §13).

#include "comm/weight_calls.h"
#include "schedule/stage_layout.h"
#include "spec/scenario.h"

#include <array>
#include <string>
#include <vector>

namespace headroom {

enum class MemoryClass {
    parameters, gradients, optimizer, activations, logits, gatheredWeights, recompute, communication, workspace,
    fragmentation, reserved
};
std::span<const EnumRow> rowsOf(MemoryClass);
inline constexpr std::size_t memoryClasses = 11;

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

// Micro-batches whose activations a stage holds under 1F1B: min(p - i, m).
double inFlight(Count stages, std::size_t stage, double microBatches);

// Per block and plan, independent of the stage: what memory and optimizer need to know.
struct BlockMemory
{
    BlockParameters parameters;
    Bytes keptAll{}, kept{};   // per micro-batch: under no remat, and under the policy
};
std::vector<BlockMemory> blockMemory(const ModelSpec &model, const RunSpec &run, const std::vector<Block> &blocks,
                                     const std::vector<BlockParameters> &parameters, const PassShape &shape, RematPolicy policy);

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
    Bytes reserved{};
};

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
    double gathered = 0.0; // what `keep` holds whole beside the shards
    double whole = 0.0;    // before any sharding
};
HeldParameters heldParameters(const StageWeights &stage, const ShardSizes &shards, StateSharding stateSharding);

// Records the rows of one stage and their sum; returns one term per row and, last, the total.
std::vector<TermId> recordStageMemory(Derivation &why, const LedgerInput &input, std::size_t stage, const StageMemory &memory);

} // namespace headroom
