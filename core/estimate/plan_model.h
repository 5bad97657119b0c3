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

// Blocks, operators, parameters and calls of one shard shape: independent of dp, fsdp, remat and schedule.
struct ShapeWork
{
    PassShape shape;
    ModelBlocks blocks;
    std::vector<BlockParameters> parameters;
    std::vector<BlockCalls> calls;     // per block
};
PassShape passShape(const RunSpec &run, const Plan &plan);
PassShape oneChipShape(const RunSpec &run);
ShapeWork shapeWork(Derivation &why, const ModelSpec &model, const RunSpec &run, const Plan &plan);

// Which level each kind of loss is taken at: all ideal is the bound; switching them on one by one gives the waterfall.
struct LevelChoice
{
    Level operators = Level::ideal, links = Level::ideal, overlap = Level::ideal, overhead = Level::ideal;
    bool serial = false;
    static LevelChoice all(Level level) { return {level, level, level, level, false}; }
};

// A plan placed on the network.
struct PlacedPlan
{
    const Scenario *scenario = nullptr; // its plan is ignored
    Plan plan;
    const ShapeWork *work = nullptr;
    const StageLayout *layout = nullptr;
    AxisGroups axes;
    GroupLinks groups;
    std::vector<BlockMemory> memory;    // per block
};
void placePlan(PlacedPlan &out, const Scenario &scenario, const Plan &plan, const ShapeWork &work, const StageLayout &layout,
               const Slice &slice);

// Per level: what does not depend on the plan's placement.
struct LevelRates
{
    ChipRates chip;
    LinkRates links;
    Derived<Seconds> overhead;
};
LevelRates levelRates(Derivation &why, const Scenario &scenario, const LevelChoice &choice);

// Operator times of all blocks, and what a policy makes of them.
std::vector<OpTimes> allOpTimes(Derivation &why, const ShapeWork &work, const ChipRates &chip);
std::vector<BlockTimes> allBlockTimes(Derivation &why, const ShapeWork &work, const std::vector<OpTimes> &times, RematPolicy policy);
// Matrix FLOPs of all devices in a step, recompute included.
Flops executedFlops(const ShapeWork &work, const Plan &plan);

// Per stage composition, what a pass does apart from weight sharding: independent of fsdp and dp, which lie outside.
struct LocalLoads
{
    OverlapRates overlap;
    std::vector<PassLoad> forward, backward;
};
LocalLoads localLoads(Derivation &why, const PlacedPlan &placed, const std::vector<BlockTimes> &times, const LevelRates &rates,
                      const LevelChoice &choice);
HeadlineInput headlineInput(Derivation &why, const PlacedPlan &placed, const LocalLoads &local, const LevelRates &rates);
// A collective that a stage makes once a step, or in every backward pass.
struct StepCall
{
    enum class When { gather, reduction, everyPass };
    Purpose purpose{};
    Collective kind{};
    const AxisGroup AxisGroups::*group = nullptr;
    When when{};
    double parameters = 0.0; // of the stage on a rank, before weight sharding
    double bytesEach = 0.0;
    double shards = 1.0;
    Bytes payload() const { return Bytes(parameters * bytesEach / shards); }
};
// Gathering once under `keep`; gradients over replicas: all-reduced, or reduce-scattered and the updated weights gathered
// when the optimizer state is sharded. Sharded gradients are scattered in every backward pass.
std::vector<StepCall> stepCalls(const PlacedPlan &placed, const std::vector<double> &composition);

// The gradient of an embedding table that the last stage shares (tied head, MTP), exchanged with the first once a step.
struct TiedTransfer
{
    RankGroup pair;
    Bytes payload{};
};
std::optional<TiedTransfer> tiedTransfer(const PlacedPlan &placed);

LedgerInput ledgerInput(const PlacedPlan &placed);

// F / (N P T).
Derived<double> mfuOf(Derivation &why, const Derived<Flops> &useful, const Derived<double> &devices, const Derived<FlopsPerSecond> &peak,
                      const Derived<Seconds> &step);

} // namespace headroom
