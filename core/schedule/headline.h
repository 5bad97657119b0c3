#pragma once
// The closed form of a training step under 1F1B: how long each pass of each stage lasts, and the step as the longest way
// through the pipeline (model.md §8). Search and evaluate share this function.

#include "schedule/block_load.h"
#include "schedule/stage_layout.h"

#include <vector>

namespace headroom {

// Once-a-step work of a stage composition.
struct StepLoad
{
    LinkTime gather;             // weights gathered once a step (regather keep)
    LinkTime reduction;          // gradients reduced over replicas (and scattered once, under keep)
    LinkTime everyPass;          // gradients scattered in every backward pass (sharded gradients)
    Derived<Seconds> optimizer;
};

struct HeadlineInput
{
    const StageLayout *layout = nullptr;
    std::vector<PassLoad> forward, backward;  // per composition
    std::vector<StepLoad> step;               // per composition
    LinkTime tiedReduction;                   // first and last stage, tied embeddings
    std::vector<LinkTime> transfers;          // per boundary: stage i to i + 1
    Derived<double> microBatches;
    OverlapRates overlap;
    Derived<Seconds> overhead;
};

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

struct Headline
{
    Derived<Seconds> step;
    std::size_t critical = 0;     // stage
    StepAttribution parts;
};
Headline headline(Derivation &why, const HeadlineInput &input);

// The busiest resource of any stage at efficiency 1, dependencies ignored.
Derived<Seconds> floorTime(Derivation &why, const HeadlineInput &ideal);

} // namespace headroom
