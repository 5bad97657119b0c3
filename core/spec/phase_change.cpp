#include "spec/phase_change.h"

#include <utility>

namespace headroom {

void changePhase(Scenario &scenario, RunPhase phase)
{
    if (phase != scenario.run.phase)
        scenario.run.measuredStepTime.reset();
    const bool whole = scenario.plan.product() == scenario.run.plannedDevices();
    const bool trained = scenario.run.phase == RunPhase::training, trains = phase == RunPhase::training;
    scenario.run.phase = phase;
    Plan &plan = scenario.plan;
    if (!trained && trains)
        plan.fsdp *= std::exchange(plan.dp, 1);
    if (trained && !trains)
        plan.dp *= std::exchange(plan.fsdp, 1) * std::exchange(plan.cp, 1);
    Count &copies = trains ? plan.fsdp : plan.dp;
    const Count others = copies > 0 ? plan.product() / copies : 0, devices = scenario.run.plannedDevices();
    if (whole && others > 0 && devices > 0 && devices % others == 0)
        copies = devices / others;
}

} // namespace headroom
