#pragma once
// What each policy keeps of a scenario's layers and runs again, and what each tensor takes and spares: for lists and for choosing.

#include "spec/scenario.h"

#include <vector>

namespace headroom {

// Of one device (mean of the stages) and micro-batch; FLOPs are matrix FLOPs of its layers.
struct RematCost
{
    Bytes device{}, host{};
    Flops again{}, forward{};
};

struct PolicyCost
{
    RematPolicy policy{};
    KeptTensors kept{}; // of those that the model's layers have
    RematCost cost{};
};
// The scenario's plan under every policy, in the plan's mode.
std::vector<PolicyCost> policyCosts(const Scenario &scenario);

struct TensorCost
{
    Tensor tensor{};
    Bytes bytes{};
    Flops again{}; // run again if it were dropped and all else stayed as chosen, but not if it is kept
};
// Every tensor that the model's layers have, beside the present choice of the custom policy.
std::vector<TensorCost> tensorCosts(const Scenario &scenario);

struct ModuleCost
{
    RecomputeModule module{};
    Bytes spared{}; // not kept where it runs again, and nothing else does
    Flops again{};  // run again for it
};
// Every module that the model's layers have and that spares anything.
std::vector<ModuleCost> moduleCosts(const Scenario &scenario);

// Chosen modules that no layer of the model has: they change nothing.
RecomputeModules absentModules(const Scenario &scenario);
// Names in a custom choice that no layer of the model has: they change nothing.
TensorSet absentTensors(const Scenario &scenario);

} // namespace headroom
