#pragma once
// The timeline as lanes of bars: a lane per stage with its passes, or of one pass its operators and what each network carries.

#include "estimate/step_timeline.h"
#include "ui/charts/chart.h"

#include <vector>

namespace headroom {

// pass, tail: of the pipeline, what follows it. op, wait, held: of the compute lane. call: of a network.
enum class BarKind : std::uint8_t { pass, tail, op, wait, held, call };
struct TimelineBar
{
    double start = 0.0, end = 0.0; // s
    BarKind kind{};
    std::uint8_t fill = 0;         // PassFill of pass and tail, OpCategory of op, LaneCause of wait and call
    bool light = false;            // op: run again; call: nothing waits for it
    std::uint32_t index = 0;       // of the pass, the compute item, the call
};
struct TimelineLane
{
    std::size_t number = 0; // stage; of one pass 0 is compute, then networks
    std::vector<TimelineBar> bars; // in order of time
};

struct TimelineData
{
    bool onePass = false;
    Level level = Level::expected;
    std::size_t stage = 0, pass = 0; // chosen
    double end = 0.0;                // s
    std::vector<TimelineLane> lanes; // none: the step has too many passes to be simulated
    StepSimulation step;
    std::optional<EstimatePass> drawn;       // of one pass
    std::vector<RooflineOperator> operators; // that it refers to
    std::vector<std::string> parts;          // ids of the step's parts
    Plan plan;
    Count microBatches = 0;

    const LaneItem &item(const TimelineBar &bar) const { return drawn->lanes.compute[bar.index]; }
    const LaneCall &call(const TimelineBar &bar) const;
    const RooflineOperator &operatorOf(const LaneItem &item) const
    {
        return operators[drawn->firstOperator[drawn->lanes.runs[item.run].block] + item.op];
    }
    // The bar of a lane at a time, and the nearest one that ends before.
    const TimelineBar *barAt(std::size_t lane, double time) const;
};

// The chosen stage and pass if they exist, else the critical stage and its first pass. Absent for an illegal plan.
std::optional<TimelineData> timelineData(const Estimate &estimate, const ChartChoice &choice);

// "F3", "query projection", "all-gather".
QString barName(const TimelineData &data, const TimelineBar &bar);
// "stage 2"; "compute", "tp · scale-up".
QString laneName(const TimelineData &data, std::size_t lane);
// Name, start, end, duration and why; what a click selects.
ChartHit barHit(const TimelineData &data, std::size_t lane, const TimelineBar &bar, bool interactive);
// Of a stage that waits at a time; absent where no lane waits.
std::optional<ChartHit> gapHit(const TimelineData &data, std::size_t lane, double time);
// What the picture shows, for the axis.
QString timelineTitle(const TimelineData &data);

} // namespace headroom
