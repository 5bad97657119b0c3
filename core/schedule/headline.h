#pragma once
// The closed form of a training step under 1F1B: how long each pass of each stage lasts, and the step as the longest way
// through the pipeline (model.md §8). Search and evaluate share this function.

#include "schedule/pipeline.h"
#include "schedule/stage_layout.h"
#include "schedule/stage_load.h"

#include <vector>

namespace headroom {

// Activations sent from stage to stage: neighbours lie in one scale-up domain or in two.
struct Transfers
{
    Count together = 1;        // stages that a scale-up domain holds
    LinkTime inside, outside;
    // Between stage `boundary` and the next.
    const LinkTime &over(std::size_t boundary) const
    {
        return together > 1 && static_cast<Count>(boundary + 1) % together != 0 ? inside : outside;
    }
};

// A pass whose compute holds a wait for the host link, and the operators alone.
struct HostWait
{
    Derived<Seconds> wait, operators;
};

struct HeadlineInput
{
    const StageLayout *layout = nullptr;
    std::vector<PassLoad> forward, backward;  // per composition, background included
    std::vector<std::array<HostWait, 2>> hostWaits; // per composition, forward and backward, part of their compute; none: nothing offloaded
    std::vector<WeightLoad> weights;          // per composition
    LinkTime tiedReduction;                   // first and last stage, tied embeddings
    Transfers transfers;
    Derived<double> microBatches;
    OverlapRates overlap;
    Derived<Seconds> overhead;
};

// One pass of one stage: its work and waits, or the busier network if that takes longer.
struct PassTime
{
    Derived<Seconds> total, contention, busyUp, busyOut;
};
struct StageTime
{
    PassTime forward, backward;           // while micro-batches follow one another
    Derived<Seconds> firstUp, lastDown;   // a single micro-batch's: its transfer follows the pass
    Derived<Seconds> gather, late;        // once-a-step communication that outlasts its pass
};
// What lies ahead of a stage on the way down and back up the pipeline.
struct Ahead
{
    Derived<Seconds> passes;    // sum of earlier stages' forward and backward
    Derived<Seconds> transfers; // twice the boundary transfers
    Derived<Seconds> arriving;  // earlier stages' forward and transfers: time before the stage's first pass
    Derived<Seconds> returning; // earlier stages' backward and transfers: time in which the stage's reductions go on
};
// The longest way through the pipeline: through which stage, and what it consists of.
struct Headline
{
    Derived<Seconds> step;
    std::size_t critical = 0;     // stage
    StageTime times;
    Ahead ahead;
    Derived<Seconds> gather, late, path;
    Derived<Seconds> optimizer;   // the slowest stage's
};
Headline headline(Derivation &why, const HeadlineInput &input);

// Where the critical stage's step goes; the parts sum to the step.
struct StepAttribution
{
    Derived<Seconds> compute;                           // operators of all micro-batches, recompute included
    std::array<Derived<Seconds>, waitCauses> waits;     // exposed communication by axis
    // A pass that a busy link makes longer than its work: shared out by what hides on the link.
    std::array<Derived<Seconds>, waitCauses> linkExcess;
    Derived<Seconds> transferExcess;
    Derived<Seconds> contention, transfer, gather, reduction, bubble, imbalance, optimizer, overhead;
};

StepAttribution attribution(Derivation &why, const HeadlineInput &input, const Headline &headline);

// Times of every stage's passes, and the mean transfer between neighbours: what the pipeline graph is made of.
std::vector<StagePasses> stagePasses(const HeadlineInput &input);
Seconds meanTransfer(const HeadlineInput &input);

// The busiest resource of any stage at efficiency 1, dependencies ignored.
Derived<Seconds> floorTime(Derivation &why, const HeadlineInput &ideal);

} // namespace headroom
