#pragma once
// What every picture and the window say about the numbers: dtype, dense peak, convention, what counts.

#include "estimate/estimate.h"

#include <QString>

namespace headroom {

// "bf16 · 459 TFLOP/s dense · headroom": the chip in the key-figure strip.
QString conventionShort(const Estimate &estimate);
// The footer of exported charts, in full sentences' worth of facts, parts separated by " · ".
QString conventionFooter(const Estimate &estimate);
// Ten hex digits that name the inputs.
QString inputHash(const Scenario &scenario);

} // namespace headroom
