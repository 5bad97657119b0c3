#pragma once
// How much of the datasheet real software reaches. Each number is a Band with a source. Ideal: all efficiencies 1,
// every overlap the dependencies allow, no contention, no overhead.

#include "base/band.h"
#include "base/units.h"

#include <string>

namespace headroom {

struct CalibrationEntry
{
    Band<double> value{1.0, 1.0, 1.0};
    std::string source;
    bool operator==(const CalibrationEntry &) const = default;
};

struct Calibration
{
    std::string name = "ideal";
    CalibrationEntry matrixEfficiency;    // share of the dense peak in GEMMs, (0, 1]
    CalibrationEntry attentionEfficiency; // share of the dense peak in attention cores, (0, 1]
    CalibrationEntry hbmEfficiency;       // share of the HBM bandwidth, (0, 1]
    CalibrationEntry scaleUpEfficiency;   // share of the scale-up bandwidth, (0, 1]
    CalibrationEntry scaleOutEfficiency;  // share of the scale-out bandwidth, (0, 1]
    CalibrationEntry overlap;             // share of what could hide that does hide, [0, 1]
    CalibrationEntry contention;          // slow-down of compute while communication runs under it, >= 1
    CalibrationEntry overhead{{0.0, 0.0, 0.0}, {}}; // seconds a step outside all operators, >= 0

    bool operator==(const Calibration &) const = default;
};

Calibration idealCalibration();

} // namespace headroom
