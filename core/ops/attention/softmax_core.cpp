// The softmax attention core by kernel (operators.md §2): fused with 5 or 7 backward products, or unfused as three kernels.

#include "ops/attention.h"

#include "base/text.h"

#include <cmath>

namespace headroom {

namespace {

// Products of one pass as multiples of 2 A t keys dq (scores and what has their shape) and of 2 A t keys dv.
struct Products
{
    double query, value;
};

// What a core computes: all queries and keys of its tiles, and head dims as its matrix unit takes them.
struct Computed
{
    Dim keys, query, value;
};

Dim padded(OpBuilder &ops, Dim dim)
{
    static const Formula formula{"attention.paddedDim", CORE_TEXT("core", "Head dim as the matrix unit takes it"), "p * ceil(d / p)",
                                 {"p", "d"}, "operators §0: head-dim padding is executed, not model, FLOPs"};
    const Count multiple = ops.run().kernels.headDimMultiple;
    if (multiple == 1)
        return dim;
    const Dim p = ops.field("run.kernels.headDimMultiple", multiple);
    return ops.why().record(formula, p.value * std::ceil(dim.value / p.value), {p.term, dim.term});
}

double flopsOf(const CoreShape &c, const Products &p, double keys, double query, double value)
{
    return 2.0 * c.heads.value * c.rows.value * keys * (p.query * query + p.value * value);
}

// Masked keys at the model's head dims, then what padding adds to all keys.
ExtraFlops extraOf(const CoreShape &c, const Products &p, const Computed &x)
{
    const double exact = flopsOf(c, p, c.keys.value, c.queryDim.value, c.valueDim.value);
    const double tiled = flopsOf(c, p, x.keys.value, c.queryDim.value, c.valueDim.value);
    return {.masked = Flops(tiled - exact), .padding = Flops(flopsOf(c, p, x.keys.value, x.query.value, x.value.value) - tiled)};
}

const Formula forwardFormula{"attention.flops", CORE_TEXT("core", "FLOPs of the attention core"), "2 * A * t * k * (q + v)",
                             {"A", "t", "k", "q", "v"}, "Headroom model §2"};
const Formula backwardFormula{"attention.backwardModelFlops", CORE_TEXT("core", "Model FLOPs of the core's backward"),
                              "2 * A * t * k * (2 * q + 2 * v)", {"A", "t", "k", "q", "v"}, "dQ, dK, dV and dP; operators §2"};
const Formula fiveFormula{"attention.backwardFlops5", CORE_TEXT("core", "Executed FLOPs of the core's backward, 5 products"),
                          "2 * A * t * k * (3 * q + 2 * v)", {"A", "t", "k", "q", "v"},
                          "flash-attention benchmarks: 2.5 x forward"};
const Formula sevenFormula{"attention.backwardFlops7", CORE_TEXT("core", "Executed FLOPs of the core's backward, 7 products"),
                           "2 * A * t * k * (4 * q + 3 * v)", {"A", "t", "k", "q", "v"},
                           "splash attention without fused backward; operators §2"};
const Formula halfFormula{"attention.productFlops", CORE_TEXT("core", "FLOPs of one product of the unfused core"), "2 * A * t * k * d * n",
                          {"A", "t", "k", "d", "n"}, "Headroom model §2"};

struct FusedFlops
{
    Derived<Flops> model, executed;
    ExtraFlops extra;
};

FusedFlops fusedFlops(OpBuilder &ops, const CoreShape &c, const Computed &x, bool backward, const char *name)
{
    const bool seven = ops.run().kernels.attention == AttentionKernel::fused7;
    const Products model = backward ? Products{2.0, 2.0} : Products{1.0, 1.0};
    const Products run = !backward ? model : seven ? Products{4.0, 3.0} : Products{3.0, 2.0};
    const Formula &modelFormula = backward ? backwardFormula : forwardFormula;
    const Formula &runFormula = !backward ? forwardFormula : seven ? sevenFormula : fiveFormula;
    Derivation &why = ops.why();
    return {why.record(modelFormula, Flops(flopsOf(c, model, c.keys.value, c.queryDim.value, c.valueDim.value)),
                       {c.heads.term, c.rows.term, c.keys.term, c.queryDim.term, c.valueDim.term}, name),
            why.record(runFormula, Flops(flopsOf(c, run, x.keys.value, x.query.value, x.value.value)),
                       {c.heads.term, c.rows.term, x.keys.term, x.query.term, x.value.term}, name),
            extraOf(c, run, x)};
}

// Measured kernels compute the tiles of 128 keys at the far edge of a window whole.
constexpr double windowEdge = 128.0;

AttentionShape shapeOf(OpBuilder &ops, const CoreShape &c, const Computed &x)
{
    static const Formula headDim{"attention.headDim", CORE_TEXT("core", "Head dim of queries and values, mean"), "(q + v) / 2", {"q", "v"},
                                 "Headroom calibration §1"};
    static const Formula tiles{"attention.tiles", CORE_TEXT("core", "Tiles of 128 queries"), "A * t / 128", {"A", "t"},
                               "Headroom calibration §1"};
    static const Formula masked{"attention.maskedKeys", CORE_TEXT("core", "Masked keys per query that the FLOPs hold"), "c - k", {"c", "k"},
                                "Headroom calibration §1"};
    Derivation &why = ops.why();
    const bool edge = c.window && *c.window < ops.shape().sequenceLength && !c.gathered && x.keys.value == c.keys.value;
    return {why.record(headDim, (x.query.value + x.value.value) / 2.0, {x.query.term, x.value.term}), c.keys,
            why.record(tiles, c.heads.value * c.rows.value / 128.0, {c.heads.term, c.rows.term}),
            why.given("keys of the tiles at the window's edge", edge ? windowEdge : 0.0),
            why.record(masked, x.keys.value - c.keys.value, {x.keys.term, c.keys.term}), c.queryDim.value != c.valueDim.value};
}

// A tile of queries meets its keys and values once; backward (two directions) their gradients too.
Derived<Bytes> tiledCoreBytes(OpBuilder &ops, const CoreShape &c, const Computed &x, double directions, const char *name)
{
    static const Formula formula{"attention.onChipBytes", CORE_TEXT("core", "Bytes of the attention core through on-chip memory"),
                                 "d * s * (q + v) * (t * A + max(t * A * k / m, r * K)) + l * t * A",
                                 {"d", "s", "q", "v", "t", "A", "k", "m", "r", "K", "l"},
                                 "FlashAttention, Dao et al. 2022: keys and values pass once per tile of m queries"};
    const Dim d = ops.constant(directions), lse = ops.constant(logSumExpBytes);
    const double own = c.rows.value * c.heads.value;
    const double streamed = std::max(own * x.keys.value / ops.tileRows().value, c.keyRows.value * c.kvHeads.value);
    return ops.why().record(formula,
                            Bytes(d.value * ops.elementBytes().value * (c.queryDim.value + c.valueDim.value) * (own + streamed)
                                  + lse.value * own),
                            {d.term, ops.elementBytes().term, c.queryDim.term, c.valueDim.term, c.rows.term, c.heads.term,
                             x.keys.term, ops.tileRows().term, c.keyRows.term, c.kvHeads.term, lse.term}, name);
}

void fusedCore(OpBuilder &ops, const CoreShape &c)
{
    static const Formula forward{"attention.bytes", CORE_TEXT("core", "Bytes of the attention core"),
                                 "s * (t * A * (q + v) + r * K * (q + v)) + 4 * t * A",
                                 {"s", "t", "A", "q", "v", "r", "K"}, "Headroom model §2: q, k, v, output and log-sum-exp"};
    static const Formula backward{"attention.backwardBytes", CORE_TEXT("core", "Bytes of the core's backward"),
                                  "s * (2 * t * A * (q + v) + 2 * r * K * (q + v)) + 4 * t * A",
                                  {"s", "t", "A", "q", "v", "r", "K"},
                                  "Headroom model §2: reads q, k, v, o, do, lse; writes dq, dk, dv"};
    const char *name = CORE_TEXT("core", "attention core");
    ops.step(Step::core, OpCategory::attention);
    const Computed x{c.gathered ? c.keys : tiledKeysTerm(ops, c.keys, c.window), padded(ops, c.queryDim), padded(ops, c.valueDim)};
    const FusedFlops f = fusedFlops(ops, c, x, false, name), b = fusedFlops(ops, c, x, true, name);
    const double s = ops.elementBytes().value, width = c.queryDim.value + c.valueDim.value;
    const double own = c.rows.value * c.heads.value * width, keys = c.keyRows.value * c.kvHeads.value * width;
    const double lse = logSumExpBytes * c.rows.value * c.heads.value;
    const std::initializer_list<TermId> in{ops.elementBytes().term, c.rows.term, c.heads.term, c.queryDim.term,
                                           c.valueDim.term, c.keyRows.term, c.kvHeads.term};
    ops.attentionShape(shapeOf(ops, c, x));
    ops.add(name, Phase::forward, Engine::matrix, f.model, f.executed,
            ops.why().record(forward, Bytes(s * (own + keys) + lse), in, name), f.extra)
        .onChipBytes = tiledCoreBytes(ops, c, x, 1.0, name);
    ops.add(name, Phase::backward, Engine::matrix, b.model, b.executed,
            ops.why().record(backward, Bytes(s * (2.0 * own + 2.0 * keys) + lse), in, name), b.extra)
        .onChipBytes = tiledCoreBytes(ops, c, x, 2.0, name);
    ops.attentionShape(std::nullopt);
}

// Tiles of m queries by n keys: queries pass once per column of tiles, keys once per row of them, scores once.
Derived<Bytes> tiledProductBytes(OpBuilder &ops, const CoreShape &c, const Computed &x, Dim dim, Dim products, const char *name)
{
    static const Formula formula{"attention.unfusedOnChipBytes",
                                 CORE_TEXT("core", "Bytes of a product of the unfused core through on-chip memory"),
                                 "p * s * (t * A * d * max(1, S / n) + max(r * K * d, t * A * S * d / m) + t * A * S)",
                                 {"p", "s", "t", "A", "d", "S", "n", "r", "K", "m"}, "Headroom model §3"};
    const double own = c.rows.value * c.heads.value, d = dim.value, all = x.keys.value;
    const double moved = own * d * std::max(1.0, all / ops.tileColumns().value)
        + std::max(c.keyRows.value * c.kvHeads.value * d, own * all * d / ops.tileRows().value) + own * all;
    return ops.why().record(formula, Bytes(products.value * ops.elementBytes().value * moved),
                            {products.term, ops.elementBytes().term, c.rows.term, c.heads.term, dim.term, x.keys.term,
                             ops.tileColumns().term, c.keyRows.term, c.kvHeads.term, ops.tileRows().term}, name);
}

// Q K^T or P V over all S keys, with the two products of its backward: each operand read and each result written once a product.
// `dim` is the head dim on the side of the tensors, `query` whether it is the queries' and keys'.
void unfusedProduct(OpBuilder &ops, const CoreShape &c, const Computed &x, bool query, const char *name)
{
    static const Formula forward{"attention.unfusedBytes", CORE_TEXT("core", "Bytes of a product of the unfused core"),
                                 "s * (t * A * d + r * K * d + t * A * S)", {"s", "t", "A", "d", "r", "K", "S"},
                                 "Headroom model §2: scores written and read"};
    static const Formula backward{"attention.unfusedBackwardBytes", CORE_TEXT("core", "Bytes of the backward of a product of the unfused core"),
                                  "s * (2 * t * A * d + 2 * r * K * d + 2 * t * A * S)", {"s", "t", "A", "d", "r", "K", "S"},
                                  "Headroom model §2: two products"};
    Derivation &why = ops.why();
    const Dim dim = query ? c.queryDim : c.valueDim, wide = query ? x.query : x.value;
    const double s = ops.elementBytes().value;
    const double elements = c.rows.value * c.heads.value * dim.value + c.keyRows.value * c.kvHeads.value * dim.value
        + c.rows.value * c.heads.value * x.keys.value;
    const std::initializer_list<TermId> in{ops.elementBytes().term, c.rows.term, c.heads.term, dim.term, c.keyRows.term,
                                           c.kvHeads.term, x.keys.term};
    for (const auto &[phase, n, formula] : {std::tuple{Phase::forward, 1.0, &forward}, std::tuple{Phase::backward, 2.0, &backward}}) {
        const Products p = query ? Products{n, 0.0} : Products{0.0, n};
        const Dim count = ops.constant(n);
        const auto flops = [&](Dim keys, Dim d) {
            return why.record(halfFormula, Flops(2.0 * c.heads.value * c.rows.value * keys.value * d.value * count.value),
                              {c.heads.term, c.rows.term, keys.term, d.term, count.term}, name);
        };
        ops.add(name, phase, Engine::matrix, flops(c.keys, dim), flops(x.keys, wide),
                why.record(*formula, Bytes(s * n * elements), in, name), extraOf(c, p, x))
            .onChipBytes = tiledProductBytes(ops, c, x, dim, count, name);
    }
}

// Eager attention: every query's scores with all keys of the sequence, masked before the softmax. Fusing elementwise operators
// does not remove the softmax: its neighbours are products.
void unfusedCore(OpBuilder &ops, const CoreShape &c)
{
    const Computed x{ops.field("run.sequenceLength", ops.shape().sequenceLength), padded(ops, c.queryDim), padded(ops, c.valueDim)};
    ops.step(Step::scores, OpCategory::attention);
    unfusedProduct(ops, c, x, true, CORE_TEXT("core", "attention scores"));
    ops.step(Step::softmax, OpCategory::attention);
    ops.vector(CORE_TEXT("core", "attention softmax"), c.rows, ops.times(c.heads, x.keys), 2.0, 3.0);
    ops.dropout(CORE_TEXT("core", "attention dropout"), c.rows, ops.times(c.heads, x.keys), false);
    ops.step(Step::core, OpCategory::attention);
    unfusedProduct(ops, c, x, false, CORE_TEXT("core", "attention context"));
}

} // namespace

void attentionCore(OpBuilder &ops, const CoreShape &core)
{
    if (ops.run().kernels.attention == AttentionKernel::unfused)
        unfusedCore(ops, core);
    else
        fusedCore(ops, core);
}

} // namespace headroom
