#include "support/variants.h"

#include "spec/field.h"
#include "support/support.h"

#include <stdexcept>

namespace headroom::testing {

Scenario with(Scenario scenario, std::initializer_list<const char *> settings)
{
    for (const char *setting : settings)
        if (const Issues issues = applySetting(scenario, setting); !issues.empty())
            throw std::runtime_error(setting + std::string(": ") + text(issues));
    return scenario;
}

Scenario memoryBound()
{
    Scenario s = with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=1", "plan.fsdp=1", "run.globalBatch=4", "hardware.peak=1 ZFLOP/s"});
    s.calibration = idealCalibration();
    return s;
}

Scenario eightChips() { return with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=8", "plan.fsdp=8", "plan.remat=full"}); }

std::stop_token stopped()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

} // namespace headroom::testing
