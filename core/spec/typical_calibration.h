#pragma once
// The typical calibration: laws measured on public kernel and collective tables, chip by chip. A chip that was not measured gets
// the medians of the others.

#include "spec/calibration.h"
#include "spec/hardware_spec.h"

#include <map>

namespace headroom {

// Laws of one measured chip, or of none in particular ("generic GPU", "generic TPU"). Efficiencies are shares of `peaks`.
struct ChipLaws
{
    std::string chip;   // name in the catalog: "H100 SXM"
    std::string key;    // of its points in the source: "h100_sxm"
    std::vector<std::string> sameDie; // other catalog names with the same processor: other memory or links
    std::string family; // chips with one interconnect share its laws: "hopper"
    std::map<std::string, double, std::less<>> peaks; // by dtype, "hbm", "link"; SI units per second
    std::vector<MeasuredLaw> laws;
};
// All chips of the built-in file; generic ones last.
const std::vector<ChipLaws> &measuredChips();
const ChipLaws &genericLaws(const HardwareSpec &hardware); // TPU for tori, else GPU

// The laws of a chip by its name, or of a chip of the same die; classes without measurement, and chips without any, take the generic
// ones, links no faster than PCIe those measured on PCIe. A chip's own efficiencies are rescaled where the hardware states another peak
// than the fit used, never above 1; another chip's stay shares.
Calibration typicalCalibration(const HardwareSpec &hardware);

} // namespace headroom
