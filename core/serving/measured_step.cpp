#include "serving/measured_step.h"

#include "base/format.h"
#include "base/text.h"

namespace headroom {

namespace {

constexpr const char *design = "Headroom model §10";

void addRows(Derivation &why, ServedStep &step, Seconds measured)
{
    static const Formula reached{"served.measuredMfu", CORE_TEXT("core", "MFU of the measured step"), "f * t / u", {"f", "t", "u"}, design};
    static const Formula lost{"served.unexplained", CORE_TEXT("core", "MFU lost to what is not explained"), "f - g", {"f", "g"}, design};
    const double expected = step.expectedMfu.expected;
    const Derived<Seconds> time = why.given("run.measuredStepTime", measured);
    const Derived<double> mfu = why.record(reached, expected * (step.time.expected / time.value), {step.expectedMfuTerm, step.time.expectedTerm, time.term});
    const Derived<double> loss = why.record(lost, expected - mfu.value, {step.expectedMfuTerm, mfu.term});
    step.waterfall.push_back({"unexplained", CORE_TEXT("core", "Unexplained"), RowKind::loss, loss.value, measured - step.time.expected, loss.term});
    step.waterfall.push_back({"measured", CORE_TEXT("core", "Measured"), RowKind::anchor, mfu.value, measured, mfu.term});
}

} // namespace

void addMeasured(ServingEstimate &e)
{
    const std::optional<Seconds> &measured = e.scenario.run.measuredStepTime;
    if (!measured)
        return;
    ServedStep &step = e.steps.back();
    addRows(e.why, step, *measured);
    if (*measured < step.time.bound)
        e.issues.push_back({Severity::warning, "run.measuredStepTime",
                            {CORE_TEXT("core", "a step of {0} is faster than the bound of {1}: check time, devices, batch, lengths and formats"),
                             {engineering(measured->value, Unit::seconds), engineering(step.time.bound.value, Unit::seconds)}}, {}});
}

} // namespace headroom
