#pragma once
// Scenarios that several test programs start from, and seeded random ones.

#include "ops/layer_ops.h"
#include "spec/catalog.h"
#include "spec/scenario.h"

#include <random>
#include <string>

namespace headroom::testing {

// A catalog model with the MTP modules off, on a catalog chip, with the defaults of a new scenario. Throws when unknown.
Scenario scenarioOf(const std::string &model, const std::string &hardware);
// On so many chips, all of them fsdp.
Scenario onDevices(const std::string &model, const std::string &hardware, Count devices);

// Bytes that a block keeps per micro-batch on the device under a policy.
Bytes keptBytes(const Scenario &scenario, const Block &block, const PassShape &shape, RematPolicy policy);

// A random legal scenario: model, chip, devices, plan, batch, kernels and calibration drawn from `random`.
Scenario randomScenario(std::mt19937_64 &random);

} // namespace headroom::testing
