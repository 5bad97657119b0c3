#pragma once
// A training step simulated pass by pass under its schedule: what the closed form bounds from below, and what the timeline and memory
// over the step draw.

#include "schedule/headline.h"
#include "schedule/pipeline.h"

#include <optional>

namespace headroom {

struct SimulatedPass
{
    PipelinePass pass;
    std::size_t stage = 0;
    TaskTime time;
};
struct StepSimulation
{
    std::vector<SimulatedPass> passes; // stage after stage, each in its order
    Seconds pipeline{};                // end of the last one
    Seconds step{};                    // with optimizer and fixed overhead
};
// Steps of more passes are not simulated.
inline constexpr double mostSimulatedPasses = 65536.0;

// Passes last as long as in the steady state, with their transfers on the networks; a transfer also passes between the end of a pass and
// the start of the one that waits for it. Absent when there are too many passes.
std::optional<StepSimulation> simulateStep(const HeadlineInput &input, Count virtualStages);

} // namespace headroom
