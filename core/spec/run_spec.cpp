#include "spec/run_spec.h"

#include "base/text.h"

#include <array>

namespace headroom {

std::span<const EnumRow> rowsOf(Convention)
{
    static constexpr std::array<EnumRow, 6> rows{{
        {"headroom", CORE_TEXT("core", "headroom"),
         CORE_TEXT("core", "Exact causal pairs, router counted, linear attention at its recurrent minimum.")},
        {"megatron", CORE_TEXT("core", "megatron"),
         CORE_TEXT("core", "As Megatron-LM counts: half the square of the length, no router.")},
        {"maxtext", CORE_TEXT("core", "maxtext"),
         CORE_TEXT("core", "As MaxText counts: half the square of the length, router counted.")},
        {"palm", CORE_TEXT("core", "palm"),
         CORE_TEXT("core", "As the PaLM paper counts: the whole square of the length, no router.")},
        {"full+router", CORE_TEXT("core", "full + router"), CORE_TEXT("core", "As palm, with the router.")},
        {"6N", CORE_TEXT("core", "6N"),
         CORE_TEXT("core", "Six FLOPs per active matrix parameter and token; attention pairs not counted.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(Fusion)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"none", CORE_TEXT("core", "none"), CORE_TEXT("core", "Residual adds are operators of their own.")},
        {"standard", CORE_TEXT("core", "standard"),
         CORE_TEXT("core", "Residual adds are fused into the norms; rotary embedding is separate.")},
        {"full", CORE_TEXT("core", "full"),
         CORE_TEXT("core", "No elementwise operator costs bytes: a limit no software passes.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(StateRecipe)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"mixed", CORE_TEXT("core", "mixed precision"),
         CORE_TEXT(
             "core",
             "bf16 weights, fp32 gradients, fp32 AdamW moments and master copy: 2 + 4 + 12 bytes per parameter.")},
        {"bf16 gradients", CORE_TEXT("core", "mixed, bf16 gradients"),
         CORE_TEXT("core", "As mixed with bf16 gradients: 2 + 2 + 12 bytes per parameter.")},
        {"maxtext fp32", CORE_TEXT("core", "fp32 (MaxText)"),
         CORE_TEXT("core", "fp32 weights, gradients and AdamW moments: 4 + 4 + 8 bytes per parameter.")},
    }};
    return rows;
}

// update: the optimizer reads gradient, master weight and both moments and writes the last three and the compute
// copy: 26 + gradient; without a separate master copy 4 + 4 + 8 read, 4 + 8 written.
const StateBytes &stateBytes(StateRecipe recipe)
{
    static constexpr std::array<StateBytes, 3> rows{{
        {.weight = 2.0, .gradient = 4.0, .optimizer = 12.0, .update = 30.0},
        {.weight = 2.0, .gradient = 2.0, .optimizer = 12.0, .update = 28.0},
        {.weight = 4.0, .gradient = 4.0, .optimizer = 8.0, .update = 28.0},
    }};
    return rows[static_cast<std::size_t>(recipe)];
}

double dispatchBytes(MatrixDtype dtype) { return dtype == MatrixDtype::fp8 ? 1.0 + 4.0 / 128.0 : computeBytes; }

} // namespace headroom
