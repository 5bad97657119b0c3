#pragma once
// Intervals as text, with no digit finer than the interval: 44-51 %, 5.4 s - 6.3 s; a point as 47.1 %.

#include "base/band.h"
#include "base/units.h"

#include <string>

namespace headroom {

// Of a ratio: "44-51 %".
std::string percentInterval(const Band<double> &ratio);
// "5.4 s - 6.3 s".
std::string timeInterval(Seconds low, Seconds high);

} // namespace headroom
