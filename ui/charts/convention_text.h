#pragma once
// What every picture and the window say about the numbers: dtype, dense peak, convention, what counts.

#include "estimate/estimate.h"

#include <QStringList>

namespace headroom {

// "bf16 · 459 TFLOP/s dense · headroom": the chip in the key-figure strip.
QString conventionShort(const Estimate &estimate);
// What every exported table and chart says below: model and devices, peak, convention, what counts, version and inputs.
QStringList conventionNotes(const Estimate &estimate);
// The same on one line, parts separated by " · ".
QString conventionFooter(const Estimate &estimate);
// Ten hex digits that name the inputs.
QString inputHash(const Scenario &scenario);

} // namespace headroom
