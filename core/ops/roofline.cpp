#include "ops/roofline.h"

#include "base/text.h"
#include "spec/run_spec.h"

#include <algorithm>

namespace headroom {

ChipRates chipRates(Derivation &why, const HardwareSpec &hardware, const Calibration &calibration, const RunSpec &run, Level level)
{
    const auto share = [&](const char *name, const CalibrationEntry &entry) {
        return level == Level::ideal ? why.given("ideal calibration", 1.0) : why.given(name, at(entry.value, level, Faster::larger));
    };
    const auto peakOf = [&](MatrixDtype dtype) {
        const Sourced<FlopsPerSecond> *peak = matrixPeak(hardware, keyOf(dtype));
        static constexpr std::array<const char *, matrixDtypes> names{"hardware.peak", "hardware.matrixPeaks fp8", "hardware.matrixPeaks int8",
                                                                      "hardware.matrixPeaks fp4"};
        return why.given(names[static_cast<std::size_t>(dtype)], peak ? at(peak->value, level, Faster::larger) : FlopsPerSecond{});
    };
    std::array<Derived<FlopsPerSecond>, matrixDtypes> peaks;
    peaks[0] = peakOf(MatrixDtype::bf16);
    const std::size_t own = static_cast<std::size_t>(run.matmulDtype);
    if (own != 0)
        peaks[own] = peakOf(run.matmulDtype);
    return {.peak = peaks[own],
            .peaks = peaks,
            .hbm = why.given("hardware.hbmBandwidth", at(hardware.hbmBandwidth.value, level, Faster::larger)),
            .matrixEfficiency = share("calibration.matrixEfficiency", calibration.matrixEfficiency),
            .attentionEfficiency = share("calibration.attentionEfficiency", calibration.attentionEfficiency),
            .hbmEfficiency = share("calibration.hbmEfficiency", calibration.hbmEfficiency),
            .laws = level == Level::ideal ? std::nullopt : kernelLaws(why, calibration, level)};
}

OpBound boundOp(Derivation &why, const Op &op, const ChipRates &rates)
{
    static const Formula formula{"roofline.time", CORE_TEXT("core", "Roofline time of an operator"), "max(F / (P * e), B / (W * f))",
                                 {"F", "P", "e", "B", "W", "f"}, "Williams, Waterman, Patterson: Roofline, CACM 2009"};
    const bool core = op.category == OpCategory::attention || op.category == OpCategory::linearAttention;
    const Derived<double> &efficiency = core ? rates.attentionEfficiency : rates.matrixEfficiency;
    const Derived<FlopsPerSecond> &peak = rates.peaks[static_cast<std::size_t>(op.dtype)];
    const Seconds compute = op.executedFlops.value / (peak.value * efficiency.value);
    const Seconds memory = op.bytes.value / (rates.hbm.value * rates.hbmEfficiency.value);
    const BoundBy boundBy = compute >= memory ? BoundBy::compute : BoundBy::memory;
    if (rates.laws)
        if (const auto time = lawTime(why, op, {op.executedFlops, op.bytes, peak, rates.hbm}, *rates.laws))
            return {*time, boundBy};
    return {why.record(formula, std::max(compute, memory),
                       {op.executedFlops.term, peak.term, efficiency.term, op.bytes.term, rates.hbm.term, rates.hbmEfficiency.term},
                       op.name),
            boundBy};
}

} // namespace headroom
