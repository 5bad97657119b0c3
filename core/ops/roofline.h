#pragma once
// The roofline of one operator: it lasts as long as the slower of its computation and its memory traffic. A calibration with
// measured laws times it by its class's law instead; the bound never does.

#include "ops/law_time.h"
#include "ops/op.h"
#include "spec/calibration.h"
#include "spec/hardware_spec.h"
#include "spec/run_spec.h"

#include <array>

namespace headroom {

// What the chip delivers at a level: datasheet rates and the calibration's share of them.
struct ChipRates
{
    Derived<FlopsPerSecond> peak; // the named one, of MFU and HFU
    std::array<Derived<FlopsPerSecond>, matrixDtypes> peaks; // by dtype; that of one no operator uses may be 0
    Derived<BytesPerSecond> hbm;
    Derived<double> matrixEfficiency, attentionEfficiency, hbmEfficiency;
    std::optional<KernelLaws> laws; // of the calibration, at other levels than ideal
};
ChipRates chipRates(Derivation &why, const HardwareSpec &hardware, const Calibration &calibration, const RunSpec &run, Level level);

struct OpBound
{
    Derived<Seconds> time;
    BoundBy boundBy = BoundBy::compute;
};
// max(F / (P e), B / (W f)): Williams et al., "Roofline", 2009, with efficiencies e and f (1 when ideal); or the law's time.
OpBound boundOp(Derivation &why, const Op &op, const ChipRates &rates);

} // namespace headroom
