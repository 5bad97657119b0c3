#pragma once
// What is alive on each stage while it runs the passes of a step, in the order of its schedule: the ledger's rows over time
// (model.md §6, §8). The largest moment of a stage is what the ledger calls its peak.
//
//   0.000 s forward 0 held | 0.412 s forward 1 held | 0.412 s backward 1 held | 1.305 s backward 0 held | 1.305 s between passes …

#include "memory/ledger.h"
#include "schedule/pipeline.h"

namespace headroom {

// From one point to the next what is held changes in proportion to time; a step is two points at the same time.
struct MemoryPoint
{
    Seconds time{};
    double held = 0.0; // micro-batches whose activations are alive, a started pass in part
    Moment moment{};
};
struct StageTimeline
{
    StageRows rows;
    std::vector<MemoryPoint> points;
    StageMemory at(const MemoryPoint &point) const { return aliveAt(rows, point.held, point.moment); }
    // The first of the points where most is alive.
    std::size_t peak() const;
};

struct TimelineInput
{
    PipelineSchedule schedule{};
    PipelineSize size;
    std::vector<StagePasses> passes; // per stage
    Seconds transfer{};              // from one stage to the next
    double headForward = 0.0, headBackward = 0.0; // share of the last stage's passes at head and loss
    Seconds after{};                 // reductions and optimizer behind the last pass
};
// More passes than this are not drawn one by one.
inline constexpr double mostTimelinePasses = 65536.0;

// Per stage; empty when there are too many passes.
std::vector<StageTimeline> memoryTimeline(const LedgerInput &ledger, const TimelineInput &input);

} // namespace headroom
