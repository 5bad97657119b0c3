#pragma once
// The load of a stage: its blocks' added up, and the collectives that move its weights.

#include "comm/weight_calls.h"
#include "schedule/block_load.h"

#include <vector>

namespace headroom {

// Adds up the loads of a composition's blocks.
BlockLoad stageLoad(Derivation &why, const Composition &blocks, const std::vector<BlockLoad> &loads);
// Why: Derivation or Silent, here and below.
// A stage's backward with what one of its policies runs again in front of it.
template <class Why> PassLoad backwardUnder(Why &why, const BlockLoad &stage, std::size_t policy);

// Communication that runs under a pass of a stage, whatever that computes.
struct Background
{
    Derived<Seconds> wait, hidden;
    Derived<Seconds> busyUp, busyOut;
};

// What a stage does for its weights.
struct WeightLoad
{
    Background forward, backward; // gathered, and gradients scattered, in every micro-batch
    LinkTime gather;              // weights gathered once a step (regather keep)
    LinkTime reduction;           // gradients reduced over replicas (and scattered once, under keep)
    Derived<Seconds> optimizer;
};
// All but the optimizer.
WeightLoad weightLoad(Derivation &why, const std::vector<WeightCall> &calls, const GroupLinks &groups, const LinkRates &links,
                      const OverlapRates &overlap);

// A pass with its background.
template <class Why> PassLoad withBackground(Why &why, const PassLoad &load, const Background &background);

} // namespace headroom
