#pragma once
// A plan on its hardware, ready to be timed at any level. What depends on fewer axes is built once and shared by many
// plans (ShapeWork); evaluate and search both come through here, so their headlines are the same numbers.

#include "comm/placement.h"
#include "memory/ledger.h"
#include "schedule/headline.h"
#include "spec/scenario.h"

#include <memory>
#include <optional>

namespace headroom {

// Blocks, operators and calls of one shard shape: independent of dp, fsdp and schedule. The blocks have what they keep and run again
// under each of the remat policies in question.
struct ShapeWork
{
    PassShape shape;
    ModelBlocks blocks;
    std::vector<std::vector<BlockCall>> calls; // per block
    std::vector<std::vector<KeptBytes>> kept;  // per block and policy
};
PassShape passShape(const RunSpec &run, const Plan &plan);
PassShape oneChipShape(const RunSpec &run);
// `work.blocks` holds the model's structure; fills in what memory needs of a plan's shape, then operators and calls.
void fillKept(ShapeWork &work, const ModelSpec &model, const RunSpec &run, const Plan &plan);
void fillOps(ShapeWork &work, Derivation &why, const ModelSpec &model, const RunSpec &run);
// The same shape for another number of micro-batches.
void setMicroBatches(ShapeWork &work, double microBatches);
// Of every block; depends on tp, ep, expertTensor and on whether the pipeline has several stages.
std::vector<BlockParameters> allParameters(const ModelSpec &model, const std::vector<Block> &blocks, const PassShape &shape, Count pp);

// Where a plan's collectives run: independent of micro-batch and remat.
struct PlanLinks
{
    AxisGroups axes;
    GroupLinks groups;
};
PlanLinks planLinks(const HardwareSpec &hardware, const Slice &slice, const Plan &plan, Count keyValueCopies);
// Per composition of a layout, what weights need of a plan, independent of micro-batch and remat: what is held, then the calls that move it.
std::vector<WeightPlan> heldWeights(const StageLayout &layout, const std::vector<Block> &blocks, const std::vector<BlockParameters> &parameters);
void fillCalls(std::vector<WeightPlan> &weights, const RunSpec &run, const Plan &plan, const StageLayout &layout, const std::vector<Block> &blocks,
               const std::vector<BlockParameters> &parameters);

// Which level each kind of loss is taken at: all ideal is the bound; switching them on one by one gives the waterfall.
struct LevelChoice
{
    Level operators = Level::ideal, links = Level::ideal, overlap = Level::ideal, stragglers = Level::ideal, overhead = Level::ideal;
    bool serial = false;
    static LevelChoice all(Level level) { return {level, level, level, level, level, false}; }
};

// A plan with everything that its times and memory are made of; nothing is owned. The scenario's own plan is ignored.
struct PlacedPlan
{
    Plan plan;
    const Scenario *scenario = nullptr;
    const ShapeWork *work = nullptr;
    const StageLayout *layout = nullptr;
    const PlanLinks *links = nullptr;
    const std::vector<WeightPlan> *weights = nullptr;
    const std::vector<BlockMemory> *memory = nullptr;
    std::size_t remat = 0; // which of the blocks' policies is the plan's
};
// The same with its parts, for a plan on its own.
struct OwnedPlan
{
    ShapeWork work;
    StageLayout layout;
    PlanLinks links;
    std::vector<WeightPlan> weights;
    std::vector<BlockMemory> memory;
    PlacedPlan placed;
};
// `plan` must be legal.
std::unique_ptr<OwnedPlan> ownedPlan(Derivation &why, const Scenario &scenario, const Plan &plan, const Slice &slice);

// What chip, networks and software deliver at a level.
struct LevelRates
{
    ChipRates chip;
    LinkRates links;
    OverlapRates overlap;
    Derived<double> stragglers; // share of the step per doubling of the devices
    Derived<Seconds> overhead;
    std::optional<Derived<BytesPerSecond>> host; // link to the host's memory, where the hardware states it
};
LevelRates levelRates(Derivation &why, const Scenario &scenario, Count epChunks, const LevelChoice &choice);

// What a plan's calls run on at a level.
CallContext contextOf(const PlacedPlan &placed, const LevelRates &rates);

// Times of a shape's operators at a level: independent of remat, and of where ranks lie.
struct ShapeTimes
{
    std::vector<OpTimes> ops;
    std::vector<TimeSums> steady;
    std::vector<BlockTimes> blocks;
};
ShapeTimes shapeTimes(Derivation &why, const ShapeWork &work, const ChipRates &chip);
// After setMicroBatches(): what that changes.
void renew(ShapeTimes &times, Derivation &why, const ShapeWork &work, const ChipRates &chip);
// Loads of a shape's blocks: independent of remat, and of pipeline, fsdp and dp as long as those lie outside of tp, cp and ep. When only
// the number of micro-batches has changed since, renewing them is enough.
std::vector<BlockLoad> blockLoads(Derivation &why, const ShapeTimes &times, const PlacedPlan &placed, const LevelRates &rates);
void renew(std::vector<BlockLoad> &loads, Derivation &why, const ShapeTimes &times, const PlacedPlan &placed, const LevelRates &rates);

// Matrix FLOPs of a rank in a micro-batch, over all blocks of the model.
struct ExecutedFlops
{
    Flops once{};
    std::vector<Flops> again; // per policy
    // Of all devices in a step, with what a policy runs again.
    Flops inStep(const Plan &plan, double microBatches, std::size_t policy) const;
};
ExecutedFlops executedFlops(const ShapeWork &work);

// Per stage composition, what passes do apart from their weights' collectives.
std::vector<BlockLoad> stageLoads(Derivation &why, const StageLayout &layout, const std::vector<BlockLoad> &blocks);
// What weights cost, per stage composition and in the tied table: independent of micro-batch and remat.
struct WeightLoads
{
    std::vector<WeightLoad> stages;
    LinkTime tied;
};
WeightLoads weightLoads(Derivation &why, const PlacedPlan &placed, const LevelRates &rates);
// From stage to stage: independent of remat and of the number of micro-batches.
Transfers transfers(Derivation &why, const PlacedPlan &placed, const LevelRates &rates);
// What a plan's stages and links are loaded with at a level.
struct PlanLoads
{
    const std::vector<BlockLoad> &stages;
    const WeightLoads &weights;
    const Transfers &transfers;
};
// Why: Derivation or Silent.
template <class Why> void fillHeadlineInput(HeadlineInput &out, Why &why, const PlacedPlan &placed, const PlanLoads &loads, const LevelRates &rates);

// Gradients that two stages exchange once a step because both hold the weights.
struct PairTransfer
{
    RankGroup pair;
    Bytes payload{};
};
// Of an embedding table that the last stage shares with the first (tied head, MTP).
std::optional<PairTransfer> tiedTransfer(const PlacedPlan &placed);
// Of all weights of a stage under DualPipe, with its mirror image in the pipeline.
std::optional<PairTransfer> mirrorTransfer(const PlacedPlan &placed, const WeightPlan &weights);

// At the high level, what the runtime takes for itself is the most that hardware and calibration say.
LedgerInput ledgerInput(const PlacedPlan &placed, Level level = Level::expected);

// F / (N P T).
Derived<double> mfuOf(Derivation &why, const Derived<Flops> &useful, const Derived<double> &devices, const Derived<FlopsPerSecond> &peak,
                      const Derived<Seconds> &step);

} // namespace headroom
