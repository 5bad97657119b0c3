#include "estimate/descent.h"

#include "base/text.h"
#include "estimate/plan_model.h"

namespace headroom {

namespace {

const char *design = "Headroom model §10";

} // namespace

Descent::Descent(Derivation &why, const Derived<Flops> &useful, double devices, const Derived<FlopsPerSecond> &peak)
    : m_why(why), m_useful(useful), m_devices(why.given("run.devices", devices)), m_peak(peak)
{
    static const Formula formula{"waterfall.peak", CORE_TEXT("core", "Step time at the peak"), "F / (N * P)", {"F", "N", "P"}, design};
    m_at = why.record(formula, useful.value / (m_devices.value * peak.value), {useful.term, m_devices.term, peak.term});
}

Descent::Descent(Derivation &why, const Derived<Flops> &useful, double devices, const Derived<FlopsPerSecond> &peak, const Derived<Seconds> &from)
    : m_why(why), m_useful(useful), m_devices(why.given("run.devices", devices)), m_peak(peak), m_at(from)
{
}

void Descent::anchor(const char *id, const char *name)
{
    const Derived<double> mfu = mfuOf(m_why, m_useful, m_devices, m_peak, m_at);
    m_rows.push_back({id, name, RowKind::anchor, mfu.value, m_at.value, mfu.term});
    m_why.name(std::string("waterfall.") + id, mfu.term);
}

void Descent::loss(const std::string &id, const char *name, Seconds seconds)
{
    static const Formula after{"waterfall.cumulative", CORE_TEXT("core", "Step time with this loss"), "t + d", {"t", "d"}, design};
    static const Formula points{"waterfall.points", CORE_TEXT("core", "MFU points lost"), "F / (N * P) * (1 / t - 1 / u)",
                                {"F", "N", "P", "t", "u"}, design};
    if (seconds.value == 0.0)
        return;
    const Derived<Seconds> d = m_why.given(id, seconds);
    const Derived<Seconds> next = m_why.record(after, m_at.value + seconds, {m_at.term, d.term});
    const double whole = m_useful.value / (m_devices.value * m_peak.value) / Seconds(1.0);
    const Derived<double> lost = m_why.record(points, whole * (1.0 / m_at.value.value - 1.0 / next.value.value),
                                              {m_useful.term, m_devices.term, m_peak.term, m_at.term, next.term});
    m_rows.push_back({id, name, RowKind::loss, lost.value, seconds, lost.term});
    m_why.name("waterfall." + id, lost.term);
    m_at = next;
}

} // namespace headroom
