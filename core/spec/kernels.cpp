#include "spec/kernels.h"

#include "base/text.h"

#include <array>

namespace headroom {

std::span<const EnumRow> rowsOf(AttentionKernel)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"fused5", CORE_TEXT("core", "fused, 5-product backward"),
         CORE_TEXT("core", "One backward kernel computes the scores again once (FlashAttention).")},
        {"fused7", CORE_TEXT("core", "fused, 7-product backward"),
         CORE_TEXT("core", "Separate query and key-value kernels compute the scores twice (splash attention).")},
        {"unfused", CORE_TEXT("core", "unfused"),
         CORE_TEXT("core", "Scores, softmax and context are kernels of their own; all scores, masked ones too, go "
                           "through HBM and are kept for backward.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(LinearCoreKernel)
{
    static constexpr std::array<EnumRow, 4> rows{{
        {"twoKernelBf16", CORE_TEXT("core", "two kernels, bf16 states"),
         CORE_TEXT("core", "States between chunks go through HBM as bf16.")},
        {"twoKernelFp32", CORE_TEXT("core", "two kernels, fp32 states"),
         CORE_TEXT("core", "States between chunks are written as fp32 and read as bf16 operands.")},
        {"fused", CORE_TEXT("core", "fused"),
         CORE_TEXT("core", "States stay on the chip: a limit for chunk-wise kernels.")},
        {"fp32Highest", CORE_TEXT("core", "two kernels, fp32 products"),
         CORE_TEXT("core", "fp32 states both ways, and products at highest precision: six bf16 matrix passes each (Pallas).")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(LossKernel)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"logits", CORE_TEXT("core", "fp32 logits"), CORE_TEXT("core", "The logits of all tokens stand in HBM as fp32.")},
        {"chunked", CORE_TEXT("core", "chunked, gradient in forward"),
         CORE_TEXT("core", "Logits of one chunk of tokens at a time; their gradient is formed at once: 3 products.")},
        {"chunkedRecompute", CORE_TEXT("core", "chunked, logits again in backward"),
         CORE_TEXT("core", "Logits of one chunk of tokens at a time, computed again in backward: 4 products.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(DispatchKernel)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"sorted", CORE_TEXT("core", "sorted, dropless"),
         CORE_TEXT("core", "Tokens are sorted by expert into groups of any size; nothing is padded or dropped.")},
        {"capacity", CORE_TEXT("core", "capacity, one-hot products"),
         CORE_TEXT("core", "Products with one-hot masks move tokens into slots of fixed capacity; empty slots are computed.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(MatrixDtype)
{
    static constexpr std::array<EnumRow, matrixDtypes> rows{{
        {"bf16", CORE_TEXT("core", "bf16"), CORE_TEXT("core", "Two bytes an element.")},
        {"fp8", CORE_TEXT("core", "fp8"),
         CORE_TEXT("core", "One byte an element; operands are quantised first, results are bf16, sums fp32.")},
        {"int8", CORE_TEXT("core", "int8"), CORE_TEXT("core", "One byte an element; serving only.")},
        {"fp4", CORE_TEXT("core", "fp4"), CORE_TEXT("core", "Half a byte an element; serving only.")},
    }};
    return rows;
}

double operandBytes(MatrixDtype dtype)
{
    static constexpr std::array<double, matrixDtypes> rows{2.0, fp8Bytes, 1.0, 0.5};
    return rows[static_cast<std::size_t>(dtype)];
}

double matrixPasses(LinearCoreKernel kernel) { return kernel == LinearCoreKernel::fp32Highest ? 6.0 : 1.0; }

double stateBytesMoved(LinearCoreKernel kernel)
{
    static constexpr std::array<double, 4> rows{2.0 + 2.0, 4.0 + 2.0, 0.0, 4.0 + 4.0};
    return rows[static_cast<std::size_t>(kernel)];
}

} // namespace headroom
