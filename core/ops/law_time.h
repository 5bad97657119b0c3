#pragma once
// Which measured law times which operator, at which level.

#include "ops/kernel_laws.h"
#include "ops/op.h"
#include "spec/run_spec.h"

#include <array>
#include <optional>

namespace headroom {

// The laws of one calibration at one level, with what training adds: clocks under load, gradients 5 % less certain, the rate of
// attention's backward.
struct KernelLaws
{
    struct Products
    {
        GemmLaw forward, gradient;
    };
    std::array<Products, matrixDtypes> gemm; // by dtype
    AttentionLaw attention, attentionBackward, latent, latentBackward;
    StreamLaw elementwise;
    std::optional<StreamLaw> linear;         // absent: not measured, the plain roofline
    std::optional<StreamLaw> decode;         // absent: not measured, as elementwise
    std::array<Products, matrixDtypes> experts; // one grouped product, by dtype
    StreamLaw expertElementwise;
};
// Empty when the calibration has no laws.
std::optional<KernelLaws> kernelLaws(Derivation &why, const Calibration &calibration, Level level);

// The class whose law times an operator.
LawClass lawClassOf(const Op &op);
// Absent where no law applies.
std::optional<Derived<Seconds>> lawTime(Derivation &why, const Op &op, const KernelWork &work, const KernelLaws &laws);

} // namespace headroom
