#pragma once
// A plan that serves: every rank holds whole weights of its share of the model, sequences lie on the data and expert ranks.

#include "estimate/plan_model.h"
#include "ops/generation.h"
#include "ops/legal_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace headroom {

// The scenario as its passes see it: what concerns training alone at its defaults, the model without its MTP modules.
Scenario servedScenario(const Scenario &scenario);
// The devices that decode, with the plan; of a scenario without devices apart all of them.
Scenario decodingPool(const Scenario &scenario);
// Of one with devices apart, those that compute prompts, with their own degrees and as many replicas as they hold.
Scenario prefillingPool(const Scenario &scenario);
// As brokenRule() for training; serving splits neither weights over fsdp nor sequences over cp, and
// pools hold whole replicas.
std::optional<BrokenRule> brokenServingRule(const Scenario &scenario);

// How a batch lies on the ranks: replicas dp x ep take equal shares, a pipeline as many passes as it has stages or sequences.
struct BatchShare
{
    Count perReplica = 1; // sequences of the fullest replica
    Count perPass = 1;    // of the fullest pass
    Count passes = 1;     // in flight in the pipeline
};
BatchShare batchShare(const Plan &plan, Count batch);

// A plan on its network. `scenario` must be legal and outlive it.
struct ServedPlan
{
    Scenario scenario; // servedScenario()
    StageLayout layout;
    std::vector<BlockParameters> parameters; // per block
    PlanLinks links;
    PassShape shape;   // without sequences
};
ServedPlan servedPlan(const Scenario &scenario, const Slice &slice);

// Operators and collectives of one pass on one rank, or on one chip that serves all sequences.
struct ServedPass
{
    GenerationPass sequences;
    PassShape shape;
    ModelBlocks blocks;
    std::vector<std::vector<BlockCall>> calls;
};
std::unique_ptr<ServedPass> servedPass(Derivation &why, const ServedPlan &plan, GenerationPass sequences);
// One chip without a plan.
std::unique_ptr<ServedPass> oneChipPass(Derivation &why, const Scenario &served, GenerationPass sequences);

} // namespace headroom
