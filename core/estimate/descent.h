#pragma once
// The steps of a waterfall: each loss adds seconds, each anchor states where we are. Losses in MFU points are exact differences of
// F / (N P T), so they telescope.

#include "estimate/estimate.h"

#include <string>
#include <vector>

namespace headroom {

class Descent
{
public:
    // From the peak, F / (N P).
    Descent(Derivation &why, const Derived<Flops> &useful, double devices, const Derived<FlopsPerSecond> &peak);
    // From a step time that is known already.
    Descent(Derivation &why, const Derived<Flops> &useful, double devices, const Derived<FlopsPerSecond> &peak, const Derived<Seconds> &from);

    void anchor(const char *id, const char *name);
    // A loss of no time is left out.
    void loss(const std::string &id, const char *name, Seconds seconds);
    // A loss that ends at a known time, so that rounding cannot pile up.
    void lossTo(const std::string &id, const char *name, Seconds end) { loss(id, name, end - m_at.value); }
    Seconds at() const { return m_at.value; }
    std::vector<WaterfallRow> rows() && { return std::move(m_rows); }

private:
    Derivation &m_why;
    Derived<Flops> m_useful;
    Derived<double> m_devices;
    Derived<FlopsPerSecond> m_peak;
    Derived<Seconds> m_at;
    std::vector<WaterfallRow> m_rows;
};

} // namespace headroom
