#pragma once
// The closed form of a training step: how long each pass of each stage lasts, and the step as the longest way through the pipeline
// under its schedule (model.md §8). Never above what the same passes take when simulated. Search and evaluate share this function.

#include "schedule/stage_layout.h"
#include "schedule/stage_load.h"

#include <vector>

namespace headroom {

// Activations sent from stage to stage: neighbours lie in one scale-up domain or in two.
struct Transfers
{
    Count together = 1;        // stages that a scale-up domain holds
    LinkTime inside, outside;  // of one piece's activations
    LinkTime insidePass, outsidePass; // of all pieces of a stage
    bool wraps = false;        // the last stage sends to the first, for all pieces but the last
    LinkTime around, aroundPass; // that way: of one piece, of all that go it
    // Between stage `boundary` and the next: of one piece, and of a stage's whole pass.
    const LinkTime &over(std::size_t boundary) const { return near(boundary) ? inside : outside; }
    const LinkTime &inPass(std::size_t boundary) const { return near(boundary) ? insidePass : outsidePass; }
    bool near(std::size_t boundary) const { return together > 1 && static_cast<Count>(boundary + 1) % together != 0; }
};

// A pass whose compute holds a wait for the host link, the operators alone, and how long the link is busy.
struct HostWait
{
    Derived<Seconds> wait, operators, busy;
};

struct HeadlineInput
{
    const StageLayout *layout = nullptr;
    Schedule schedule = Schedule::oneFOneB;
    std::vector<PassLoad> forward, backward;  // per composition, background included
    std::vector<std::array<HostWait, 2>> hostWaits; // per composition, forward and backward, part of their compute; none: nothing offloaded
    std::vector<PassLoad> overlapped;         // per composition under DualPipe: both passes together; else empty
    PassLoad nothing;                         // what follows overlapped passes
    std::vector<Derived<Seconds>> weightGradient; // per composition: the part of backward that ZB-H1 and DualPipe put off
    std::vector<WeightLoad> weights;          // per composition
    LinkTime tiedReduction;                   // first and last stage, tied embeddings
    Transfers transfers;
    Derived<double> microBatches;
    OverlapRates overlap;
    Derived<double> stragglers, doublings; // share by which the step grows per doubling of the devices; log2 of their number
    Derived<Seconds> overhead;
};

// One pass of one stage: its work and waits, or the busier network if that takes longer.
struct PassTime
{
    Derived<Seconds> total, contention, busyUp, busyOut;
};
struct StageTime
{
    PassTime forward, backward;           // while micro-batches follow one another; under DualPipe both together, and nothing
    Derived<Seconds> firstUp, lastDown;   // of the first piece, for a single micro-batch: its transfer follows the pass
    Derived<Seconds> weightGradient;      // of the first piece
    Derived<Seconds> forwardWork, backwardWork; // ZB-H1: but for busy networks
    Derived<Seconds> gather, late;        // once-a-step communication that outlasts its pass
};
// The longest way through the pipeline: through which stage, and what it consists of besides that stage's passes.
struct Headline
{
    Derived<Seconds> step;
    std::size_t critical = 0;     // stage
    StageTime times;
    Derived<Seconds> bubble;      // passes of other stages while this one has nothing to do
    Derived<Seconds> transfers;   // from stage to stage on that way
    Derived<Seconds> gather, late; // once-a-step communication that nothing on the way hides
    Derived<Seconds> path;        // all of it with m passes each way
    Derived<Seconds> optimizer;   // the slowest stage's
    Derived<Seconds> stragglers;  // until the slowest device is done
};
// All devices wait for the slowest of them, once a step; in measured series of equal work per device that grows with log2 of their number.
inline Seconds stragglersTime(const HeadlineInput &in, Seconds work) { return in.stragglers.value * in.doublings.value * work; }

// Why: Derivation or Silent; the numbers are the same.
template <class Why> Headline headline(Why &why, const HeadlineInput &input);

// Where the critical stage's step goes; the parts sum to the step.
struct StepAttribution
{
    Derived<Seconds> compute;                           // operators of all micro-batches, recompute included
    std::array<Derived<Seconds>, waitCauses> waits;     // exposed communication by axis
    // A pass that a busy link makes longer than its work: shared out by what hides on the link.
    std::array<Derived<Seconds>, waitCauses> linkExcess;
    Derived<Seconds> transferExcess;
    Derived<Seconds> contention, transfer, gather, reduction, bubble, imbalance, optimizer, stragglers, overhead;
};

template <class Why> StepAttribution attribution(Why &why, const HeadlineInput &input, const Headline &headline);

// Per stage.
std::vector<StageTime> stageTimes(const HeadlineInput &input);

// The busiest resource of any stage at efficiency 1, dependencies ignored.
Derived<Seconds> floorTime(Derivation &why, const HeadlineInput &ideal);

} // namespace headroom
