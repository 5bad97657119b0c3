#include "estimate/step_timeline.h"

#include "estimate/system_bound.h"
#include "ops/legal_plan.h"

#include <algorithm>

namespace headroom {

const StepSimulation *simulationAt(const Estimate &estimate, Level level)
{
    const std::optional<StepSimulation> &simulation = level == Level::ideal ? estimate.system.boundSimulation : estimate.system.expectedSimulation;
    return simulation ? &*simulation : nullptr;
}

std::optional<std::size_t> findPass(const StepSimulation &step, std::size_t stage, std::string_view name)
{
    const auto found = std::ranges::find_if(step.passes, [&](const SimulatedPass &p) {
        return p.stage == stage && (name == passLetter(p.pass.kind) || name == passName(p.pass));
    });
    if (found == step.passes.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - step.passes.begin());
}

std::optional<EstimatePass> passOf(const Estimate &estimate, Level level, std::size_t pass)
{
    const StepSimulation *simulation = simulationAt(estimate, level);
    const Scenario &scenario = estimate.scenario;
    const Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!simulation || pass >= simulation->passes.size() || !slice)
        return std::nullopt;
    Derivation off(false);
    const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, scenario, scenario.plan, *slice);
    const PlacedPlan &placed = owned->placed;
    const LevelResult at = levelResult(off, placed, LevelChoice::all(level == Level::ideal ? Level::ideal : Level::expected));
    const LaneInput input{&placed.plan, &owned->work.blocks, placed.remat, &owned->work.calls, &at.shape.ops, &at.shape.blocks,
                          contextOf(placed, at.rates), &owned->links.axes, &owned->weights, &at.input};
    const SimulatedPass &chosen = simulation->passes[pass];
    EstimatePass out{passLanes(input, chosen.stage, chosen.pass), {}};
    std::size_t first = 0;
    for (const Block &block : owned->work.blocks.blocks) {
        out.firstOperator.push_back(first);
        first += block.ops.size();
    }
    return out;
}

std::optional<Seconds> simulatedStep(const Scenario &scenario, Level level)
{
    const Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!slice || brokenRule(scenario.model, scenario.run, scenario.plan))
        return std::nullopt;
    Derivation off(false);
    const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, scenario, scenario.plan, *slice);
    const LevelResult at = levelResult(off, owned->placed, LevelChoice::all(level));
    const std::optional<StepSimulation> step = simulateStep(at.input, scenario.plan.virtualStages);
    if (!step)
        return std::nullopt;
    return step->step;
}

} // namespace headroom
