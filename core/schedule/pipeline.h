#pragma once
// Pipeline schedules: in which order every stage runs the passes of its micro-batches, how many micro-batches it then holds, and
// how long the stages idle when they are equal (model.md §8).

#include "schedule/task_graph.h"
#include "spec/plan.h"

#include <optional>
#include <vector>

namespace headroom {

enum class PipelineSchedule { gpipe, oneFOneB, interleaved, zbH1, dualPipe };
std::span<const EnumRow> rowsOf(PipelineSchedule); // keys GPipe, 1F1B, interleaved, ZB-H1, DualPipe

// The size of a pipeline.
struct PipelineSize
{
    Count stages = 1;       // p
    Count microBatches = 1; // m
    Count chunks = 1;       // v, virtual stages per stage: 1 but for interleaved
};
// Why a schedule cannot run at that size: interleaved needs m % p = 0 and v >= 2, DualPipe p and m even and m >= 2 p. Absent: it can.
std::optional<const char *> unfit(PipelineSchedule schedule, const PipelineSize &size);

// One pass of a stage. forwardAndBackward: the forward of one micro-batch overlapped with the whole backward of another.
enum class PassKind { forward, backward, inputGradient, weightGradient, forwardAndBackward };
struct PipelinePass
{
    PassKind kind{};
    Count microBatch = 0;
    Count chunk = 0;                  // virtual stage, or direction in DualPipe: 1 runs from the last stage to the first
    Count backwardMicroBatch = 0, backwardChunk = 0; // of forwardAndBackward
};
// Per stage, its passes in order. `size` must fit.
std::vector<std::vector<PipelinePass>> pipelineOrder(PipelineSchedule schedule, const PipelineSize &size);

// Of one micro-batch on a stage, all its chunks together.
struct StagePasses
{
    Seconds forward{}, backward{};
    Seconds weightGradient{};     // part of backward
    Seconds overlapped{};         // forward and backward run together; without overlap their sum
};
// The passes of all stages as tasks, a resource per stage; `transfer` passes between one stage's end and the next one's start.
TaskGraph pipelineGraph(PipelineSchedule schedule, const PipelineSize &size, const std::vector<StagePasses> &stages, Seconds transfer);

// How long a step of equal stages takes without transfers. Exact for GPipe, 1F1B, interleaved; for ZB-H1 if m >= p and
// w <= f, w <= b - w; for DualPipe if overlapped = f + b and b - w >= f >= w; otherwise a lower bound.
Seconds equalStagesTime(PipelineSchedule schedule, const PipelineSize &size, const StagePasses &stage);

// Micro-batches whose activations a stage holds at most, counted in chunks of the whole stage: what its order holds between a
// forward and the end of its backward.
double heldMicroBatches(PipelineSchedule schedule, const PipelineSize &size, Count stage);

} // namespace headroom
