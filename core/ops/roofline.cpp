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
        return why.given(dtype == MatrixDtype::bf16 ? "hardware.peak" : "hardware.matrixPeaks fp8",
                         peak ? at(peak->value, level, Faster::larger) : FlopsPerSecond{});
    };
    const Derived<FlopsPerSecond> bf16 = peakOf(MatrixDtype::bf16);
    const Derived<FlopsPerSecond> fp8 = run.matmulDtype == MatrixDtype::fp8 ? peakOf(MatrixDtype::fp8) : Derived<FlopsPerSecond>{};
    return {.peak = run.matmulDtype == MatrixDtype::fp8 ? fp8 : bf16,
            .peaks = {bf16, fp8},
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
