#pragma once
// Which measured law times which operator, at which level.

#include "ops/kernel_laws.h"
#include "ops/op.h"

#include <optional>

namespace headroom {

// The laws of one calibration at one level, with what training adds: clocks under load, gradients 5 % less certain, the rate of
// attention's backward.
struct KernelLaws
{
    GemmLaw gemm, gemmGradient;
    AttentionLaw attention, attentionBackward, latent, latentBackward;
    StreamLaw elementwise;
    std::optional<StreamLaw> linear;         // absent: not measured, the plain roofline
    GemmLaw experts, expertsGradient;        // one grouped product
    StreamLaw expertElementwise;
};
// Empty when the calibration has no laws.
std::optional<KernelLaws> kernelLaws(Derivation &why, const Calibration &calibration, Level level);

// The class whose law times an operator.
LawClass lawClassOf(const Op &op);
// Absent where no law applies.
std::optional<Derived<Seconds>> lawTime(Derivation &why, const Op &op, const KernelWork &work, const KernelLaws &laws);

} // namespace headroom
