#include "report/interval.h"

#include "base/format.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

// The power of ten of the leading digit.
int magnitude(double value) { return static_cast<int>(std::floor(std::log10(value))); }

} // namespace

std::string percentInterval(const Band<double> &ratio)
{
    const double width = 100.0 * (ratio.high - ratio.low);
    if (!(width >= 0.05))
        return percent(ratio.expected, 1);
    const int decimals = std::clamp(-magnitude(width), 0, 1);
    return fixed(100.0 * ratio.low, decimals) + "-" + fixed(100.0 * ratio.high, decimals) + " %";
}

std::string timeInterval(Seconds low, Seconds high)
{
    const double width = high.value - low.value;
    if (!(width >= 5e-4 * high.value))
        return engineering(high.value, Unit::seconds, 4);
    const int digits = std::clamp(magnitude(high.value) - magnitude(width) + 1, 2, 4);
    return engineering(low.value, Unit::seconds, digits) + " - " + engineering(high.value, Unit::seconds, digits);
}

} // namespace headroom
