#include "ops/kernel_laws.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom {

namespace {

constexpr const char *fitSource = "Headroom calibration §1: fit to ai-dynamo/aiconfigurator@095f58a51c4c";

double cube(double x) { return x * x * x; }

// The cube root of a sum of cubes: near the larger, 26 % above it where both are equal.
Seconds softMaximum(Seconds a, Seconds b) { return Seconds(std::cbrt(cube(a.value) + cube(b.value))); }

Seconds productTime(const KernelWork &w, const GemmLaw &l)
{
    return softMaximum(w.flops.value / (w.peak.value * l.compute.value), w.bytes.value / (w.hbm.value * l.memory.value));
}

} // namespace

Derived<Seconds> gemmTime(Derivation &why, const KernelWork &w, const GemmLaw &l, Subject subject)
{
    static const Formula formula{"kernel.gemm", CORE_TEXT("core", "Measured law of matrix products"),
                                 "l + ((F / (P * e)) ^ 3 + (B / (W * f)) ^ 3) ^ (1 / 3)", {"l", "F", "P", "e", "B", "W", "f"}, fitSource};
    return why.record(formula, l.launch.value + productTime(w, l),
                      {l.launch.term, w.flops.term, w.peak.term, l.compute.term, w.bytes.term, w.hbm.term, l.memory.term}, subject);
}

Derived<Seconds> quantisedGemmTime(Derivation &why, const KernelWork &w, const GemmLaw &l, Derived<Bytes> quantised,
                                   Derived<double> quantise, Subject subject)
{
    static const Formula formula{"kernel.quantisedGemm", CORE_TEXT("core", "Measured law of matrix products with quantised activations"),
                                 "l + ((F / (P * e)) ^ 3 + (B / (W * f)) ^ 3) ^ (1 / 3) + q / (W * g)",
                                 {"l", "F", "P", "e", "B", "W", "f", "q", "g"}, fitSource};
    const Seconds quantisation = quantised.value / (w.hbm.value * quantise.value);
    return why.record(formula, l.launch.value + productTime(w, l) + quantisation,
                      {l.launch.term, w.flops.term, w.peak.term, l.compute.term, w.bytes.term, w.hbm.term, l.memory.term, quantised.term,
                       quantise.term}, subject);
}

Derived<Seconds> attentionTime(Derivation &why, const KernelWork &w, const AttentionShape &s, const AttentionLaw &l, Subject subject)
{
    static const Formula formula{
        "kernel.attention", CORE_TEXT("core", "Measured law of fused attention"),
        "max(l + F * (k + w) / k / (P * e) * (1 + (x / d) ^ 3) ^ (1 / 3) * (1 + max(0, h - m) / (k + w)) * (1 + u / n), B / W)",
        {"l", "F", "k", "w", "P", "e", "x", "d", "h", "m", "u", "n", "B", "W"}, fitSource};
    const double exponentials = std::cbrt(1.0 + cube(l.exponentials.value / s.headDim.value));
    const double keys = s.keys.value + s.edgeKeys.value;
    const double start = (1.0 + std::max(0.0, l.keysHalf.value - s.maskedKeys.value) / keys) * (1.0 + l.tilesHalf.value / s.tiles.value);
    const Seconds compute = w.flops.value * keys / s.keys.value / (w.peak.value * l.compute.value) * exponentials * start;
    return why.record(formula, std::max(l.launch.value + compute, w.bytes.value / w.hbm.value),
                      {l.launch.term, w.flops.term, s.keys.term, s.edgeKeys.term, w.peak.term, l.compute.term, l.exponentials.term,
                       s.headDim.term, l.keysHalf.term, s.maskedKeys.term, l.tilesHalf.term, s.tiles.term, w.bytes.term, w.hbm.term}, subject);
}

Derived<Seconds> streamTime(Derivation &why, const KernelWork &w, const StreamLaw &l, Subject subject)
{
    static const Formula formula{"kernel.stream", CORE_TEXT("core", "Measured law of kernels that move bytes"),
                                 "max(l + B / (W * f), F / P)", {"l", "B", "W", "f", "F", "P"}, fitSource};
    return why.record(formula, std::max(l.launch.value + w.bytes.value / (w.hbm.value * l.memory.value), w.flops.value / w.peak.value),
                      {l.launch.term, w.bytes.term, w.hbm.term, l.memory.term, w.flops.term, w.peak.term}, subject);
}

Derived<Seconds> expertsTime(Derivation &why, const KernelWork &w, Derived<Bytes> elementwise, const ExpertsLaw &l, Subject subject)
{
    static const Formula formula{"kernel.experts", CORE_TEXT("core", "Measured law of a layer's routed experts"),
                                 "l + ((F / (P * e)) ^ 3 + (B / (W * f)) ^ 3) ^ (1 / 3) + b / (W * g)",
                                 {"l", "F", "P", "e", "B", "W", "f", "b", "g"}, fitSource};
    const GemmLaw &p = l.products;
    const Seconds rest = elementwise.value / (w.hbm.value * l.elementwise.value);
    return why.record(formula, p.launch.value + productTime(w, p) + rest,
                      {p.launch.term, w.flops.term, w.peak.term, p.compute.term, w.bytes.term, w.hbm.term, p.memory.term, elementwise.term,
                       l.elementwise.term}, subject);
}

namespace {

double valueAt(const MeasuredLaw &law, LawParameter parameter, Level level)
{
    const Band<double> *band = law.find(parameter);
    return band ? at(*band, level, fasterOf(parameter)) : 0.0;
}

std::string nameOf(const MeasuredLaw &law, LawParameter parameter)
{
    return std::string("calibration.") + keyOf(law.kind) + "." + law.dtype + "." + keyOf(parameter) + " (" + law.chip + ")";
}

} // namespace

Derived<double> lawShare(Derivation &why, const MeasuredLaw &law, LawParameter parameter, Level level)
{
    const double value = valueAt(law, parameter, level);
    return why.recording() ? why.given(nameOf(law, parameter), value) : Derived<double>{value, {}};
}

Derived<Seconds> lawSeconds(Derivation &why, const MeasuredLaw &law, LawParameter parameter, Level level)
{
    const Seconds value(valueAt(law, parameter, level));
    return why.recording() ? why.given(nameOf(law, parameter), value) : Derived<Seconds>{value, {}};
}

} // namespace headroom
