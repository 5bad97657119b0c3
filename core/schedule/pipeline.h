#pragma once
// Pipeline schedules, pass by pass: in which order every stage runs the passes of its micro-batches, and when each runs (model.md §8).

#include "schedule/in_flight.h"
#include "schedule/task_graph.h"
#include "spec/plan.h"

#include <optional>
#include <vector>

namespace headroom {

// One pass of a stage. forwardAndBackward: the forward of one micro-batch overlapped with the whole backward of another. gather and
// reduction: once-a-step communication that no pass hides, before a stage's first and after its last one.
enum class PassKind { forward, backward, inputGradient, weightGradient, forwardAndBackward, gather, reduction };
struct PipelinePass
{
    PassKind kind{};
    Count microBatch = 0;
    Count chunk = 0;                  // piece of the stage; in DualPipe piece 1 runs from the last stage to the first
    Count backwardMicroBatch = 0, backwardChunk = 0; // of forwardAndBackward
};
// Per stage, its passes in order. The schedule must run at that size (brokenScheduleRule).
std::vector<std::vector<PipelinePass>> pipelineOrder(Schedule schedule, const PipelineSize &size);

// Of one micro-batch on one piece of a stage.
struct PieceTimes
{
    Seconds forward{}, backward{};
    Seconds weightGradient{};     // part of backward
    Seconds overlapped{};         // DualPipe: this piece's forward and the stage's other piece's backward together
};
struct PipelineTimes
{
    std::vector<PieceTimes> pieces;  // stage * n + piece: n is v, 2 under DualPipe, else 1
    std::vector<Seconds> transfers;  // from each stage to the next; the last one's to the first (interleaved)
    std::vector<Seconds> gather, reduction; // per stage, once a step
};
// Pieces of a stage.
Count piecesPerStage(Schedule schedule, const PipelineSize &size);

// All passes as tasks, a resource per stage, with what each is.
struct PipelineGraph
{
    TaskGraph graph;
    std::vector<PipelinePass> passes; // per task
};
PipelineGraph pipelineGraph(Schedule schedule, const PipelineSize &size, const PipelineTimes &times);

} // namespace headroom
