#include "spec/phase_change.h"

#include <utility>

namespace headroom {

void changePhase(Scenario &scenario, RunPhase phase)
{
    if (phase != scenario.run.phase)
        scenario.run.measuredStepTime.reset();
    const bool trained = scenario.run.phase == RunPhase::training, trains = phase == RunPhase::training;
    scenario.run.phase = phase;
    if (trained == trains)
        return;
    Plan &plan = scenario.plan;
    if (trains)
        plan.fsdp *= std::exchange(plan.dp, 1);
    else
        plan.dp *= std::exchange(plan.fsdp, 1) * std::exchange(plan.cp, 1);
}

} // namespace headroom
