#pragma once
// The plan of a scenario on real chips: memory, step times at every level, where the step goes.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "estimate/roofline_bound.h"
#include "estimate/step_parts.h"

#include <array>

namespace headroom {

// A headline at one level with what it was made from.
struct LevelResult
{
    LevelRates rates;
    ShapeTimes shape;
    std::vector<BlockLoad> blocks;
    std::vector<BlockLoad> stages; // per composition
    WeightLoads weights;
    const BlockLoad &critical() const { return stages[criticalComposition()]; }
    std::size_t criticalComposition() const { return input.layout->stages[headline.critical]; }
    CriticalStage criticalStage(std::size_t policy) const { return {criticalComposition(), critical(), policy}; }
    HeadlineInput input;
    Headline headline;
};
LevelResult levelResult(Derivation &why, const PlacedPlan &placed, const LevelChoice &choice);

// A plan with everything evaluate() shows of it.
struct SystemBound
{
    std::unique_ptr<OwnedPlan> owned;
    const PlacedPlan &placed() const { return owned->placed; }
    LevelResult ideal, low, expected, high, serial;
    StepAttribution attribution; // of the ideal headline
    std::array<Derived<Seconds>, stepPartCount> boundParts, expectedParts;
    std::optional<StepSimulation> boundSimulation, expectedSimulation;
};
// `plan` must be legal.
SystemBound systemBound(Derivation &why, const Scenario &scenario, const Plan &plan, const Slice &slice);

// Adds the simulations, where the step has not too many passes.
void simulate(SystemBound &bound);

// The ideal headline and its parts alone, for a plan that is only compared with.
struct PlanOutline
{
    Seconds step{};
    std::array<Seconds, stepPartCount> parts{};
    Seconds meanCompute{}, criticalCompute{}; // forward and backward operators per step: mean of the stages, critical stage
};
PlanOutline planOutline(const Scenario &scenario, const Plan &plan, const Slice &slice);
PlanOutline outlineOf(const SystemBound &bound);

// Fills the estimate's system part; `roofline` gives the HFU's useful FLOPs.
void fillSystem(Derivation &why, SystemEstimate &out, const Scenario &scenario, SystemBound &bound, const Derived<Flops> &useful,
                const Flops &modelFlops);

// What the bound loses if an operator of a block took half its time, for every operator of the roofline.
void fillStepGains(std::vector<RooflineOperator> &operators, const SystemBound &bound);

std::vector<CommunicationRow> communicationRows(Derivation &why, const SystemBound &bound);

} // namespace headroom
