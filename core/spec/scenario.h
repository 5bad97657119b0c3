#pragma once
// Everything a result depends on. Equal scenarios give equal results.

#include "base/result.h"
#include "spec/calibration.h"
#include "spec/hardware_spec.h"
#include "spec/model_spec.h"
#include "spec/plan.h"
#include "spec/run_spec.h"

namespace headroom {

struct Scenario
{
    ModelSpec model;
    HardwareSpec hardware;
    RunSpec run;
    Plan plan;
    Calibration calibration;

    bool operator==(const Scenario &) const = default;
};

// Ranges of every field and rules that make a scenario meaningless when broken: sizes positive, product of the plan's
// degrees = devices, slice dimensions that fit the devices. Errors name the field, rule and values.
// A plan that is merely illegal or does not fit is not an error: see legalPlan() in ops/legal_plan.h.
Issues checkScenario(const Scenario &scenario);
// A policy that keeps activations in the host's memory needs a stated hardware.hostBandwidth; `custom`: of the custom policy.
// That the product of the degrees is not the number of devices that the plan's axes share out.
Message wrongProduct(const RunSpec &run, const std::string &product);
Issues checkOffload(const HardwareSpec &hardware, RematPolicy policy, const KeptTensors &custom);

} // namespace headroom
