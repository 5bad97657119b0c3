// FLOPs and bytes of the delta rule's core, per token and value head (operators.md §4), keys of dk, values of dv, chunks of C.
//
// Forward: state update and read-out 4 dk dv, the part of the values that the state already holds (w S) 2 dk dv; inside a
// chunk Q K, K K and w 2 C dk each, A V and u 2 C dv each, and the triangular inverse C²/3.
//
// Bytes of the chunk-wise kernels of flash-linear-attention, bf16 unless said, g decay and beta (fp32):
//
//              gated delta                                    KDA
//   inverse    reads k, gates; writes A                       reads q, k, gates; writes A and the query-key products Q
//   wy         reads k, v, A, gates; writes w, u              the same, and writes the decayed keys k'
//   states     reads k, w, u, g; writes h, v_new              reads k', w, u, the last g of a chunk; writes h, v_new
//   output     reads q, k, v_new, h, g; writes o              reads q, v_new, h, g, Q; writes o
//
// Backward, after wy (KDA: and decayed queries q') and states again:
//   local dV   reads q, k, dO, g; writes dV                   reads v_new, dO, Q; writes dV and, in fp32, dQ
//   dh         reads q, k, w, dO, dV, g; writes dh, dV        reads q', k', w, dO, dV, the last g of a chunk; writes dh, dV
//   gradients  reads q, k, w, v_new, dV, dO, h, dh, g;        reads q, k, v, v_new, dV, dO, A, h, dh, gates; writes dV, and
//              writes dq, dk, dw, dg                          in fp32 dq, dk, dA, gates' gradients
//   wy         reads k, v, A, dw, dV, gates;                  (inside chunks) reads q, k, gates, dQ, dA, dq, dk, gates'
//              writes dk, dv, gates' gradients                gradients; writes dq, dk, gates' gradients
//
// Gated delta moves 5 tensors of query-key size forward and 12 backward (with key heads), 2 and 6 of w's; KDA 6 and 21, 2 and 3;
// both 6 and 15 of the values', and backward, in fp32, h and dh written and read.

#include "ops/attention/delta_core.h"

#include "base/text.h"
#include "ops/attention.h"

namespace headroom {
namespace {

struct CoreCounts
{
    Derived<Flops> model, executed;
    Derived<Bytes> bytes;
    ExtraFlops extra;
};

// What differs between one decay per head and one per key dimension, a pass: bytes of gates (decay and beta in fp32, and their
// gradients) per token and head, in a fused kernel and chunk-wise; and accesses of tensors of query-key size, of w, and of
// matrices of C elements per token and head, in bf16.
struct Traffic
{
    double fusedGates, gates, queryKey, w, matrices;
};

Traffic trafficOf(const DeltaShape &d, bool backward)
{
    const double k = d.key.value, lastOfChunk = 4.0 * k / d.chunk.value;
    if (!d.kda)
        return backward ? Traffic{16.0, 44.0, 12.0, 6.0, 2.0} : Traffic{8.0, 24.0, 5.0, 2.0, 2.0};
    return backward ? Traffic{8.0 * k + 8.0, 24.0 * k + 2.0 * lastOfChunk + 24.0, 21.0, 3.0, 11.0}
                    : Traffic{4.0 * k + 4.0, 12.0 * k + lastOfChunk + 8.0, 6.0, 2.0, 4.0};
}

struct Sizes
{
    double t, m, n, k, v, c, s;
};

Sizes sizesOf(OpBuilder &ops, const DeltaShape &d)
{
    return {d.rows.value, d.keyHeads.value, d.heads.value, d.key.value, d.value.value, d.chunk.value, ops.elementBytes().value};
}

Derived<Bytes> fusedBytes(OpBuilder &ops, const DeltaShape &d, bool backward, const char *name)
{
    static const Formula forwardFormula{"delta.fusedBytes", CORE_TEXT("core", "Bytes of the fused delta-rule core"),
                                        "t * (s * (2 * m * k + 2 * n * v) + n * G)", {"t", "s", "m", "k", "n", "v", "G"},
                                        "operators §4: q, k, v, gates read, o written"};
    static const Formula backwardFormula{"delta.fusedBackwardBytes",
                                         CORE_TEXT("core", "Bytes of the fused delta-rule core's backward"),
                                         "t * (s * (4 * m * k + 3 * n * v) + n * G)", {"t", "s", "m", "k", "n", "v", "G"},
                                         "operators §4: q, k, v, do, gates read, their gradients written"};
    const Sizes z = sizesOf(ops, d);
    const Dim g = ops.why().given("gate bytes per head and token", trafficOf(d, backward).fusedGates);
    const std::initializer_list<TermId> in{d.rows.term, ops.elementBytes().term, d.keyHeads.term, d.key.term,
                                           d.heads.term, d.value.term, g.term};
    if (backward)
        return ops.why().record(backwardFormula, Bytes(z.t * (z.s * (4.0 * z.m * z.k + 3.0 * z.n * z.v) + z.n * g.value)), in, name);
    return ops.why().record(forwardFormula, Bytes(z.t * (z.s * (2.0 * z.m * z.k + 2.0 * z.n * z.v) + z.n * g.value)), in, name);
}

Derived<Bytes> chunkBytes(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula formula{"delta.bytes", CORE_TEXT("core", "Bytes of the chunk-wise delta-rule core"),
                                 "t * (s * (x * m * k + n * (y * k + 6 * v + a * C)) + n * (z * k * v / C + G))",
                                 {"t", "s", "x", "m", "k", "n", "y", "v", "a", "C", "z", "G"},
                                 "operators §4: inverse, wy, state and output kernels"};
    const Sizes z = sizesOf(ops, d);
    Derivation &why = ops.why();
    const Traffic m = trafficOf(d, false);
    const Dim g = why.given("gate bytes per head and token", m.gates), a = why.given("chunk matrices written and read", m.matrices);
    const Dim x = why.given("queries and keys written and read", m.queryKey), y = why.given("w written and read", m.w);
    const Dim state = why.given("run.kernels.linearCore state bytes, written and read",
                                stateBytesMoved(ops.run().kernels.linearCore));
    const double elements = x.value * z.m * z.k + z.n * (y.value * z.k + 6.0 * z.v + a.value * z.c);
    return why.record(formula, Bytes(z.t * (z.s * elements + z.n * (state.value * z.k * z.v / z.c + g.value))),
                      {d.rows.term, ops.elementBytes().term, x.term, d.keyHeads.term, d.key.term, d.heads.term, y.term, d.value.term, a.term,
                       d.chunk.term, state.term, g.term}, name);
}

Derived<Bytes> chunkBackwardBytes(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula formula{"delta.backwardBytes", CORE_TEXT("core", "Bytes of the chunk-wise delta-rule core's backward"),
                                 "t * (s * (x * m * k + n * (y * k + 15 * v + a * C)) + n * (16 * k * v / C + G))",
                                 {"t", "s", "x", "m", "k", "n", "y", "v", "a", "C", "G"},
                                 "operators §4: wy and states again, then the gradient kernels; h and dh in fp32"};
    const Sizes z = sizesOf(ops, d);
    Derivation &why = ops.why();
    const Traffic m = trafficOf(d, true);
    const Dim g = why.given("gate bytes per head and token", m.gates), a = why.given("chunk matrices written and read", m.matrices);
    const Dim x = why.given("queries and keys written and read", m.queryKey), y = why.given("w written and read", m.w);
    const double elements = x.value * z.m * z.k + z.n * (y.value * z.k + 15.0 * z.v + a.value * z.c);
    return why.record(formula, Bytes(z.t * (z.s * elements + z.n * (16.0 * z.k * z.v / z.c + g.value))),
                      {d.rows.term, ops.elementBytes().term, x.term, d.keyHeads.term, d.key.term, d.heads.term, y.term, d.value.term, a.term,
                       d.chunk.term, g.term}, name);
}

Dim passesOf(OpBuilder &ops)
{
    return ops.why().given("run.kernels.linearCore passes", matrixPasses(ops.run().kernels.linearCore));
}

CoreCounts forwardCore(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula model{"delta.flops", CORE_TEXT("core", "FLOPs of the delta rule"), "t * n * 6 * k * v",
                               {"t", "n", "k", "v"}, "erase, update and read-out; Headroom model §0"};
    static const Formula executed{"delta.chunkFlops", CORE_TEXT("core", "FLOPs of the chunk-wise delta rule"),
                                  "w * t * n * (6 * k * v + 6 * C * k + 4 * C * v + C ^ 2 / 3)", {"w", "t", "n", "k", "v", "C"},
                                  "operators §4"};
    const Sizes z = sizesOf(ops, d);
    const Flops inside(z.t * z.n * (6.0 * z.c * z.k + 4.0 * z.c * z.v)), squares(z.t * z.n * z.c * z.c / 3.0);
    const Flops onePass = Flops(z.t * z.n * 6.0 * z.k * z.v) + inside + squares;
    const Dim w = passesOf(ops);
    return {ops.why().record(model, Flops(z.t * z.n * 6.0 * z.k * z.v), {d.rows.term, d.heads.term, d.key.term, d.value.term}, name),
            ops.why().record(executed, w.value * onePass,
                             {w.term, d.rows.term, d.heads.term, d.key.term, d.value.term, d.chunk.term}, name),
            ops.run().kernels.linearCore == LinearCoreKernel::fused ? fusedBytes(ops, d, false, name) : chunkBytes(ops, d, name),
            chunkExtra(onePass, inside, squares, w.value)};
}

CoreCounts backwardCore(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula model{"delta.backwardModelFlops", CORE_TEXT("core", "Model FLOPs of the delta rule's backward"),
                               "t * n * 12 * k * v", {"t", "n", "k", "v"}, "twice the forward; Headroom model §0"};
    static const Formula perHead{"delta.backwardFlops", CORE_TEXT("core", "Executed FLOPs of the gated delta rule's backward"),
                                 "w * t * n * (16 * k * v + 20 * C * k + 10 * C * v + 4 * C ^ 2)", {"w", "t", "n", "k", "v", "C"},
                                 "operators §4"};
    static const Formula perDimension{"delta.kdaBackwardFlops", CORE_TEXT("core", "Executed FLOPs of KDA's backward"),
                                      "w * t * n * (16 * k * v + 14 * C * k + 10 * C * v + 4 * C ^ 2)", {"w", "t", "n", "k", "v", "C"},
                                      "operators §4"};
    const Sizes z = sizesOf(ops, d);
    const Flops inside(z.t * z.n * ((d.kda ? 14.0 : 20.0) * z.c * z.k + 10.0 * z.c * z.v)), squares(z.t * z.n * 4.0 * z.c * z.c);
    const Flops onePass = Flops(z.t * z.n * 16.0 * z.k * z.v) + inside + squares;
    const Dim w = passesOf(ops);
    return {ops.why().record(model, Flops(z.t * z.n * 12.0 * z.k * z.v), {d.rows.term, d.heads.term, d.key.term, d.value.term}, name),
            ops.why().record(d.kda ? perDimension : perHead, w.value * onePass,
                             {w.term, d.rows.term, d.heads.term, d.key.term, d.value.term, d.chunk.term}, name),
            ops.run().kernels.linearCore == LinearCoreKernel::fused ? fusedBytes(ops, d, true, name)
                                                                  : chunkBackwardBytes(ops, d, name),
            chunkExtra(onePass, inside, squares, w.value)};
}

} // namespace

void deltaCore(OpBuilder &ops, const DeltaShape &shape)
{
    const char *name = CORE_TEXT("core", "delta rule core");
    ops.step(Step::core, OpCategory::linearAttention);
    const CoreCounts forward = forwardCore(ops, shape, name), backward = backwardCore(ops, shape, name);
    ops.add(name, Phase::forward, Engine::matrix, forward.model, forward.executed, forward.bytes, forward.extra);
    ops.add(name, Phase::backward, Engine::matrix, backward.model, backward.executed, backward.bytes, backward.extra);
}

} // namespace headroom
