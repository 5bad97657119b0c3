#pragma once
// How much of the datasheet real software reaches. Each number is a Band with a source. Ideal: all efficiencies 1,
// every overlap the dependencies allow, no contention, no overhead. A calibration may also hold laws measured on one chip:
// then they time the operators and collectives, with the efficiencies below as their main parameters.

#include "base/band.h"
#include "base/units.h"
#include "spec/measured_law.h"

#include <string>
#include <vector>

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
    CalibrationEntry pipelining;          // of a call over both networks: share of the shorter one's time under the longer's, [0, 1]
    CalibrationEntry overlap;             // share of what could hide that does hide, [0, 1]
    CalibrationEntry contention;          // slow-down of compute while communication runs under it, >= 1
    CalibrationEntry stragglers{{0.0, 0.0, 0.0}, {}}; // share by which a step lasts longer per doubling of its devices, >= 0
    CalibrationEntry overhead{{0.0, 0.0, 0.0}, {}};   // seconds a step outside all operators, >= 0

    CalibrationEntry workspace{{0.0, 0.0, 0.0}, {}};     // bytes of scratch memory that kernel libraries hold, >= 0
    CalibrationEntry fragmentation{{0.0, 0.0, 0.0}, {}}; // memory lost between blocks, as a share of what is allocated, >= 0

    std::string chip;              // whose laws these are: "H100 SXM", "generic GPU"; empty without laws
    std::vector<MeasuredLaw> laws; // empty: efficiencies alone

    bool operator==(const Calibration &) const = default;
};

Calibration idealCalibration();

} // namespace headroom
