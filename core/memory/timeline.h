#pragma once
// What is alive on each stage while it runs the passes of a step, in the order of its schedule: the ledger's rows over time
// (model.md §6, §8). The largest moment of a stage is what the ledger calls its peak.
//
//   0.000 s forward 0 held | 0.412 s forward 1 held | 0.412 s backward 1 held | 1.305 s backward 0 held | 1.305 s between passes …

#include "memory/ledger.h"
#include "schedule/simulation.h"

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

// Shares of the passes with the head that head and loss take.
struct HeadShare
{
    double forward = 0.0, backward = 0.0;
};
// Per stage. `step` is a simulation of the ledger's plan.
std::vector<StageTimeline> memoryTimeline(const LedgerInput &ledger, const StepSimulation &step, const HeadShare &head);

} // namespace headroom
