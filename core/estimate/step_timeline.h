#pragma once
// The passes of an estimate's simulated step, one by one: what stage and kind they are, and the lanes of any of them.

#include "estimate/estimate.h"
#include "schedule/pass_lanes.h"
#include "schedule/pass_name.h"

#include <string_view>

namespace headroom {

// The simulation at the bound (Level::ideal) or as expected; null when there is none.
const StepSimulation *simulationAt(const Estimate &estimate, Level level);

// A pass of a stage by its name ("F3"), or the first of a kind by its letter ("F"). Absent: the stage runs no such pass.
std::optional<std::size_t> findPass(const StepSimulation &step, std::size_t stage, std::string_view name);

// The lanes of a pass with what its operators are called by.
struct EstimatePass
{
    PassLanes lanes;
    std::vector<std::size_t> firstOperator; // per block: its first operator in the roofline's
    const RooflineOperator &operatorOf(const Estimate &estimate, const LaneItem &item) const
    {
        return estimate.roofline.operators[firstOperator[lanes.runs[item.run].block] + item.op];
    }
};
// Works the plan out anew at that level. `pass`: index into the simulation's passes. Absent without a simulation or such a pass.
std::optional<EstimatePass> passOf(const Estimate &estimate, Level level, std::size_t pass);

// The scenario's step pass by pass at a level, and nothing else of it: as evaluate() has it. Absent for an illegal plan, and for too many
// passes.
std::optional<Seconds> simulatedStep(const Scenario &scenario, Level level);

} // namespace headroom
