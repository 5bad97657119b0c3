#pragma once
// One operator of a block on one device in one pass: how much it computes, how much it moves. Plain values.

#include "base/derivation.h"
#include "base/enum_table.h"
#include "base/units.h"
#include "spec/kernels.h"
#include "spec/remat.h"

#include <optional>
#include <span>
#include <string>

namespace headroom {

// What a chart colours by and a waterfall groups by.
enum class OpCategory { projection, attention, linearAttention, feedForward, experts, elementwise, embeddingHead, optimizer };
std::span<const EnumRow> rowsOf(OpCategory);

// backwardInput and backwardWeight are the two products of a GEMM's backward; backward is everything else's.
enum class Phase { forward, recompute, backward, backwardInput, backwardWeight, optimizer };
std::span<const EnumRow> rowsOf(Phase);

enum class Engine { matrix, vector };
std::span<const EnumRow> rowsOf(Engine);

enum class BoundBy { compute, memory, onChip };
std::span<const EnumRow> rowsOf(BoundBy);

// The step of a block's forward that an operator belongs to, with its backward: what a remat policy runs again or not. Steps of a
// layer stand in the order in which they run.
enum class Step {
    outside, // of embedding, head, MTP entry: never run again
    attentionNorm, queryKeyValue, queryDown, queryLatentNorm, queryUp, kvDown, kvLatentNorm, indexQuery, indexKey, indexWeight,
    indexForm, indexScores, kvUp, keyConcatenation, gateLatents, decayProjection, convolution, queryKeyForm, decayGate, scores, softmax,
    core, coreNorm, gateProjection, gating, outProjection, attentionQuantisation, attentionEnd,
    mlpNorm, router, masks, dispatch, expertUp, expertActivation, expertDown, combine, mlpUp, mlpActivation, mlpDown, mlpQuantisation,
    mlpEnd
};
inline constexpr std::size_t stepCount = static_cast<std::size_t>(Step::mlpEnd) + 1;
using StepSet = Set<Step>;

// Which collective of a tensor-parallel part an operator's product may hide: of the input it takes, or of the output it makes.
enum class TensorSide { none, input, output };
// Parts of a block between whose input and output tensor ranks work apart.
enum class TensorPart { attention, feedForward, vocabulary };
TensorPart tensorPartOf(Step step);

// Executed FLOPs that the model's mathematics does not ask for, by reason; what is left beyond the model's is recomputed inside
// the kernel.
struct ExtraFlops
{
    Flops masked{};  // masked parts of attention tiles and of chunks
    Flops padding{}; // padded head dims, empty expert slots
    Flops form{};    // the kernel's way to compute: chunk-wise products, passes of higher precision, one-hot products
};

// Bytes of an operator that adds to a gradient: the first of m micro-batches moves others than those that follow.
struct Accumulation
{
    Bytes steady{}, once{};
    bool any() const { return once.value != 0.0; }
    Bytes at(double microBatches) const { return steady + once / microBatches; } // mean per micro-batch
};

// The sizes that set the speed of a fused softmax core: d = (dq + dv) / 2, mean keys per query, tiles of 128 queries over all
// sequences and heads.
struct AttentionShape
{
    Derived<double> headDim, keys, tiles;
    Derived<double> edgeKeys;   // further keys per query at a window's edge, where the FLOPs do not hold them; 0 without a window
    Derived<double> maskedKeys; // masked keys per query that the FLOPs hold
    bool latent = false;        // queries and keys wider than values
};

struct Op
{
    const char *name = "";   // CORE_TEXT, "query projection"
    OpCategory category = OpCategory::projection;
    Phase phase = Phase::forward;
    Engine engine = Engine::matrix;
    Step step = Step::outside;
    bool decodes = false;         // an attention core that streams a cache or a state
    bool expertCompute = false;   // runs between dispatch and combine: an expert all-to-all may hide under it
    TensorSide side = TensorSide::none;
    Derived<Flops> modelFlops;    // what the mathematics needs (headroom convention)
    Derived<Flops> executedFlops; // what the kernel issues
    Derived<Bytes> bytes;         // read and written, HBM
    Bytes weights{}, cache{};     // of the bytes of a pass that serves: stored weights, and caches or states
    Derived<Bytes> onChipBytes;   // through on-chip memory: what a tile meets again passes again; of the roofline alone
    ExtraFlops extra{};           // parts of executedFlops
    Accumulation accumulation{};  // of gradients that micro-batches add to: what `bytes` is made of
    std::optional<AttentionShape> attention{}; // of a fused softmax core
    MatrixDtype dtype = MatrixDtype::bf16; // of the matrix unit's operands: which peak it runs at
};

} // namespace headroom
