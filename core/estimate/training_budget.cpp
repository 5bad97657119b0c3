#include "estimate/training_budget.h"

#include "base/text.h"

namespace headroom {

Derived<double> tokensPerSecondPerChip(Derivation &why, const RunSpec &run, const Derived<Seconds> &step)
{
    static const Formula formula{"system.tokensPerSecond", CORE_TEXT("core", "Tokens per second and chip"), "B * S * (1 - z) / (N * T)",
                                 {"B", "S", "z", "N", "T"}, "Headroom model §8"};
    const Derived<double> batch = why.given("run.globalBatch", static_cast<double>(run.globalBatch));
    const Derived<double> length = why.given("run.sequenceLength", static_cast<double>(run.sequenceLength));
    const Derived<double> padding = why.given("run.paddingShare", run.paddingShare);
    const Derived<double> devices = why.given("run.devices", static_cast<double>(run.devices));
    return why.record(formula, batch.value * length.value * (1.0 - padding.value) / (devices.value * step.value.value),
                      {batch.term, length.term, padding.term, devices.term, step.term});
}

} // namespace headroom
