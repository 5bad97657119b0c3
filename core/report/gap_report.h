#pragma once
// A measured run against what was expected of it, as JSON (SI units, seconds) and as text:
//
//   Measured 10.1 s, MFU 43.8 % (HFU 51.2 %); expected 8.9 s - 9.9 s, bound 7.7 s
//
//   from Expected to Measured          MFU     time   measured   expected
//   Matrix products                 -3.2 %   690 ms     4.14 s     3.45 s  120 % of the expected time

#include "gap/advice.h"

namespace headroom {

std::string gapJson(const GapAnalysis &gap, const std::vector<Advice> &advice);
std::string gapText(const GapAnalysis &gap, const std::vector<Advice> &advice);

} // namespace headroom
