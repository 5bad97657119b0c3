#pragma once
// Which kernel runs each class of operators. A kernel decides executed FLOPs and bytes, never model FLOPs, and never depends on
// how a plan shards the operator.

#include "base/enum_table.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace headroom {

// Softmax attention. Fused: scores stay on the chip, and backward takes five matrix products (flash) or seven (separate dq and
// dkv kernels). Unfused: all S x S scores go through HBM, masked ones too.
enum class AttentionKernel { fused5, fused7, unfused };
std::span<const EnumRow> rowsOf(AttentionKernel);

// Chunk-wise linear attention: states between chunks in HBM as bf16 or fp32 (two kernels), or never (ideal fused). In fp32 at
// highest precision every product is six bf16 passes.
enum class LinearCoreKernel { twoKernelBf16, twoKernelFp32, fused, fp32Highest };
std::span<const EnumRow> rowsOf(LinearCoreKernel);

// Cross-entropy: fp32 logits of all tokens, or of one chunk of tokens after the other. Then their gradient is formed at once in
// forward, or the logits are computed again in backward.
enum class LossKernel { logits, chunked, chunkedRecompute };
std::span<const EnumRow> rowsOf(LossKernel);

// How tokens reach their experts: sorted into ragged groups, or by products with one-hot masks into slots of fixed capacity.
enum class DispatchKernel { sorted, capacity };
std::span<const EnumRow> rowsOf(DispatchKernel);

// Number format of a class of matrix products, or of tokens on their way to the experts. int8 and fp4 serve, they do not train.
enum class MatrixDtype { bf16, fp8, int8, fp4 };
std::span<const EnumRow> rowsOf(MatrixDtype);
inline constexpr std::size_t matrixDtypes = 4;
inline constexpr double fp8Bytes = 1.0; // of an element, without its scales
double operandBytes(MatrixDtype dtype); // likewise

struct Kernels
{
    AttentionKernel attention = AttentionKernel::fused5;
    std::int64_t headDimMultiple = 1; // attention computes with head dims padded up to a multiple of it
    std::int64_t attentionTile = 1;   // rows and columns of a fused kernel's tiles; those on the diagonal are computed whole
    LinearCoreKernel linearCore = LinearCoreKernel::twoKernelBf16;
    LossKernel loss = LossKernel::logits;
    std::int64_t lossChunk = 1024;    // tokens whose logits exist at a time
    DispatchKernel dispatch = DispatchKernel::sorted;
    std::int64_t tileM = 128;         // rows and columns of a matrix product's output tile, and queries of an attention
    std::int64_t tileN = 256;         // tile: what on-chip traffic depends on, and nothing else
    double capacityFactor = 1.25;     // slots of an expert over the tokens it expects; at least 1, so that none is dropped

    bool operator==(const Kernels &) const = default;
};

// bf16 matrix passes of one product of the linear core.
double matrixPasses(LinearCoreKernel kernel);
// Bytes per element of the states between chunks, written and read together. With fp32 states the second kernel takes them as
// bf16 operands (Headroom model §2: 3,072 B at dk = dv = 128, C = 64); fp32 products take them as they are.
double stateBytesMoved(LinearCoreKernel kernel);

} // namespace headroom
