#include "gap/gap_rows.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr int rounds = 12;

void set(CalibrationEntry &entry, double value, double least, double most, const std::string &source)
{
    value = std::clamp(value, least, most);
    entry = {{value, value, value}, source};
}

// Classes that an efficiency times.
struct Share
{
    CalibrationEntry Calibration::*entry;
    std::initializer_list<EventClass> classes;
};

const Share shares[] = {
    {&Calibration::matrixEfficiency, {EventClass::matmul, EventClass::experts}},
    {&Calibration::attentionEfficiency, {EventClass::attention, EventClass::linearAttention}},
    {&Calibration::hbmEfficiency, {EventClass::elementwise, EventClass::embedding, EventClass::optimizer}},
};

std::optional<ModelledStep> modelledUnder(const Scenario &scenario)
{
    const Result<Estimate> estimate = evaluate(scenario);
    return estimate && estimate->system.legal ? std::optional(modelledStep(*estimate)) : std::nullopt;
}

// Until the classes take what they took: an efficiency scales the time of what it binds, so a few rounds of proportion do.
void fitShares(Scenario &s, const DeviceTime &t, const std::string &source)
{
    for (int round = 0; round < rounds; ++round) {
        const std::optional<ModelledStep> model = modelledUnder(s);
        for (const Share &share : shares) {
            double measured = 0.0, expected = 0.0;
            for (const EventClass c : share.classes) {
                measured += static_cast<double>(t.of(c).share) * 1e-12;
                expected += model ? model->expected[static_cast<std::size_t>(c)].value : 0.0;
            }
            if (measured > 0.0 && expected > 0.0)
                set(s.calibration.*share.entry, (s.calibration.*share.entry).value.expected * expected / measured, 1e-3, 1.0, source);
        }
    }
}

// Ideal time of the calls on one network over what they took.
void fitLink(Calibration &c, const std::vector<LinkUse> &links, CalibrationEntry Calibration::*entry, const char *link, const std::string &source)
{
    Seconds bound{}, measured{};
    for (const LinkUse &use : links)
        if (use.link == link && use.calls > 0.0 && use.modelledCalls > 0.0) {
            bound += use.bound;
            measured += use.measured;
        }
    if (bound.value > 0.0 && measured.value > 0.0)
        set(c.*entry, bound / measured, 1e-3, 1.0, source);
}

// A value between two ends under which so much communication is exposed, by halves: `change` sets it, a larger one exposes less.
template <class Change> void fitExposed(Scenario &s, Seconds exposed, double least, double most, Change change)
{
    for (int round = 0; round < rounds; ++round) {
        const double half = 0.5 * (least + most);
        change(half);
        const std::optional<ModelledStep> model = modelledUnder(s);
        (model && model->exposedCommunication > exposed ? least : most) = half;
    }
}

// So much overlap that as much communication is exposed; where even all or none of it does not do, links that are so fast.
void fitOverlap(Scenario &s, Seconds exposed, const std::string &source)
{
    constexpr double nearlyNone = 0.01, factor = 6.0; // e^6 = 400
    Calibration &c = s.calibration;
    fitExposed(s, exposed, 0.0, 1.0, [&](double overlap) { set(c.overlap, overlap, 0.0, 1.0, source); });
    const double overlap = c.overlap.value.expected;
    if (overlap > nearlyNone && overlap < 1.0 - nearlyNone)
        return;
    const Calibration before = c;
    fitExposed(s, exposed, -factor, factor, [&](double power) {
        set(c.scaleUpEfficiency, before.scaleUpEfficiency.value.expected * std::exp(power), 1e-3, 1.0, source);
        set(c.scaleOutEfficiency, before.scaleOutEfficiency.value.expected * std::exp(power), 1e-3, 1.0, source);
    });
}

} // namespace

Calibration measuredCalibration(const Estimate &estimate, const GapAnalysis &gap, const DeviceTime &t, const std::string &provenance)
{
    Scenario s = estimate.scenario;
    Calibration &c = s.calibration;
    c.name = provenance;
    // Laws that no efficiency of the calibration steers: what was measured takes their place.
    std::erase_if(c.laws, [](const MeasuredLaw &law) {
        return law.kind == LawClass::linearAttention || law.kind == LawClass::attentionForwardMla || law.kind >= LawClass::allGather;
    });
    Seconds idle{}, exposed{};
    for (const GapRow &row : gap.rows) {
        const bool explained = row.bound || isCommunication(row) || row.id == "gap.copies";
        exposed += isCommunication(row) ? row.measured : Seconds{};
        idle += explained ? Seconds{} : row.measured;
    }
    set(c.contention, 1.0, 1.0, 1.0, provenance + "; what contention costs is part of the measured times");
    set(c.stragglers, 0.0, 0.0, 0.0, provenance + "; the wait for the slowest device is part of the measured times");
    fitLink(c, gap.links, &Calibration::scaleUpEfficiency, "scale-up", provenance);
    fitLink(c, gap.links, &Calibration::scaleOutEfficiency, "scale-out", provenance);
    fitShares(s, t, provenance);
    if (!estimate.system.communication.empty() && t.communication > 0)
        fitOverlap(s, exposed, provenance);
    const std::optional<ModelledStep> model = modelledUnder(s); // whose pipeline waits as its stages now need
    set(c.overhead, (idle - (model ? model->waits : Seconds{})).value, 0.0, gap.measuredStep.value, provenance);
    return c;
}

} // namespace headroom
