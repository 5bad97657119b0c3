#pragma once
// A training step simulated pass by pass under its schedule: what the closed form bounds from below, and what the timeline and memory
// over the step draw.

#include "schedule/headline.h"
#include "schedule/pipeline.h"

#include <optional>

namespace headroom {

// What a pass waits for once its stage is free: the end of another pass, and the transfer from there.
struct PassWait
{
    std::size_t pass = 0; // index into StepSimulation::passes
    Seconds transfer{};
};
struct SimulatedPass
{
    PipelinePass pass;
    std::size_t stage = 0;
    TaskTime time;
    std::optional<PassWait> waited{}; // absent where it starts as soon as its stage is free
};
struct StepSimulation
{
    std::vector<SimulatedPass> passes; // stage after stage, each in its order
    Seconds pipeline{};                // end of the last one
    Seconds step{};                    // with optimizer, stragglers and fixed overhead
    std::vector<Seconds> optimizer{};  // of each stage, after the pipeline; the slowest one's is part of the step
    Seconds overhead{};                // after the slowest optimizer: stragglers and fixed overhead
};
// Steps of more passes are not simulated.
inline constexpr double mostSimulatedPasses = 65536.0;

// Passes last as long as in the steady state, with their transfers on the networks; a transfer also passes between the end of a pass and
// the start of the one that waits for it. Absent when there are too many passes.
std::optional<StepSimulation> simulateStep(const HeadlineInput &input, Count virtualStages);

// One pass of a piece of a stage as it is simulated: what it does, what the stage sends meanwhile, how long it lasts.
struct PassDetail
{
    PassLoad load;
    std::optional<LinkTime> sent;
    PassTime time;
};
// `kind`: forward, backward with its weight gradients, or, under DualPipe, both together: the forward of `piece`, the backward of the
// stage's other one.
PassDetail passDetail(const HeadlineInput &input, std::size_t stage, Count piece, PassKind kind);

} // namespace headroom
