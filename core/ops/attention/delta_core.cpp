// FLOPs and bytes of the delta rule's core, per token and value head (operators.md §4), keys of dk, values of dv, chunks of C.
//
// Forward: state update and read-out 4 dk dv, the part of the values that the state already holds (w S) 2 dk dv; inside a
// chunk Q K, K K and w 2 C dk each, A V and u 2 C dv each, and the triangular inverse C²/3.
//
// Bytes of the chunk-wise kernels, b bytes an element:
//   inverse   reads k, gates;                 writes A (KDA also the query-key products)
//   wy        reads k, v, A, gates;           writes w, u
//   states    reads k, w, u, gates;           writes the states h, v_new
//   output    reads q, k, v_new, h, gates, A; writes o
// so q and k are read 5 times (with key heads), w written and read, and v, u, u, v_new, v_new, o moved once each.
// Backward, after wy and states again: local dV reads q, k, dO, writes dV; dh reads q, k, w, dO, dV, writes dh, dV; gradients read
// q, k, w, v_new, dV, dO, h, dh and write dq, dk, dw; wy's backward reads k, v, A, dw, dV and writes dk, dv. That moves
// 12 tensors of query-key size, 6 of w's, 15 of values' and, in fp32, h and dh written and read.

#include "ops/attention/delta_core.h"

#include "base/text.h"

namespace headroom {
namespace {

struct CoreCounts
{
    Derived<Flops> model, executed;
    Derived<Bytes> bytes;
};

// What differs between one decay per head and one per key dimension: bytes of gates (decay and beta in fp32, and their
// gradients) per token and head, and matrices of C elements kept per token and head.
struct Gates
{
    double fusedForward, fusedBackward, forward, backward, matricesForward, matricesBackward;
};

Gates gatesOf(const DeltaShape &d)
{
    const double k = d.key.value;
    if (d.kda) // decay read by 4 kernels, then by 6 and its gradient written; dA in fp32, written and read
        return {4.0 * k + 4.0, 8.0 * k + 8.0, 16.0 * k + 8.0, 28.0 * k + 12.0, 4.0, 6.0};
    return {8.0, 16.0, 24.0, 44.0, 2.0, 2.0};
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
    const Dim g = ops.why().given("gate bytes per head and token", backward ? gatesOf(d).fusedBackward : gatesOf(d).fusedForward);
    const std::initializer_list<TermId> in{d.rows.term, ops.elementBytes().term, d.keyHeads.term, d.key.term,
                                           d.heads.term, d.value.term, g.term};
    if (backward)
        return ops.why().record(backwardFormula, Bytes(z.t * (z.s * (4.0 * z.m * z.k + 3.0 * z.n * z.v) + z.n * g.value)), in, name);
    return ops.why().record(forwardFormula, Bytes(z.t * (z.s * (2.0 * z.m * z.k + 2.0 * z.n * z.v) + z.n * g.value)), in, name);
}

Derived<Bytes> chunkBytes(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula formula{"delta.bytes", CORE_TEXT("core", "Bytes of the chunk-wise delta-rule core"),
                                 "t * (s * (5 * m * k + n * (2 * k + 6 * v + a * C)) + n * (2 * z * k * v / C + G))",
                                 {"t", "s", "m", "k", "n", "v", "a", "C", "z", "G"},
                                 "operators §4: inverse, wy, state and output kernels"};
    const Sizes z = sizesOf(ops, d);
    Derivation &why = ops.why();
    const Dim g = why.given("gate bytes per head and token", gatesOf(d).forward);
    const Dim a = why.given("chunk matrices written and read", gatesOf(d).matricesForward);
    const Dim state = why.given("run.kernels.linearCore state bytes",
                                ops.run().linearCoreKernel == LinearCoreKernel::twoKernelFp32 ? 4.0 : 2.0);
    const double elements = 5.0 * z.m * z.k + z.n * (2.0 * z.k + 6.0 * z.v + a.value * z.c);
    return why.record(formula, Bytes(z.t * (z.s * elements + z.n * (2.0 * state.value * z.k * z.v / z.c + g.value))),
                      {d.rows.term, ops.elementBytes().term, d.keyHeads.term, d.key.term, d.heads.term, d.value.term, a.term,
                       d.chunk.term, state.term, g.term}, name);
}

Derived<Bytes> chunkBackwardBytes(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula formula{"delta.backwardBytes", CORE_TEXT("core", "Bytes of the chunk-wise delta-rule core's backward"),
                                 "t * (s * (12 * m * k + n * (6 * k + 15 * v + a * C)) + n * (16 * k * v / C + G))",
                                 {"t", "s", "m", "k", "n", "v", "a", "C", "G"},
                                 "operators §4: wy and states again, then the gradient kernels; h and dh in fp32"};
    const Sizes z = sizesOf(ops, d);
    Derivation &why = ops.why();
    const Dim g = why.given("gate bytes per head and token", gatesOf(d).backward);
    const Dim a = why.given("chunk matrices written and read", gatesOf(d).matricesBackward);
    const double elements = 12.0 * z.m * z.k + z.n * (6.0 * z.k + 15.0 * z.v + a.value * z.c);
    return why.record(formula, Bytes(z.t * (z.s * elements + z.n * (16.0 * z.k * z.v / z.c + g.value))),
                      {d.rows.term, ops.elementBytes().term, d.keyHeads.term, d.key.term, d.heads.term, d.value.term, a.term,
                       d.chunk.term, g.term}, name);
}

CoreCounts forwardCore(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula model{"delta.flops", CORE_TEXT("core", "FLOPs of the delta rule"), "t * n * 6 * k * v",
                               {"t", "n", "k", "v"}, "erase, update and read-out; Headroom model §0"};
    static const Formula executed{"delta.chunkFlops", CORE_TEXT("core", "FLOPs of the chunk-wise delta rule"),
                                  "t * n * (6 * k * v + 6 * C * k + 4 * C * v + C ^ 2 / 3)", {"t", "n", "k", "v", "C"},
                                  "operators §4"};
    const Sizes z = sizesOf(ops, d);
    const double flops = 6.0 * z.k * z.v + 6.0 * z.c * z.k + 4.0 * z.c * z.v + z.c * z.c / 3.0;
    return {ops.why().record(model, Flops(z.t * z.n * 6.0 * z.k * z.v), {d.rows.term, d.heads.term, d.key.term, d.value.term}, name),
            ops.why().record(executed, Flops(z.t * z.n * flops),
                             {d.rows.term, d.heads.term, d.key.term, d.value.term, d.chunk.term}, name),
            ops.run().linearCoreKernel == LinearCoreKernel::fused ? fusedBytes(ops, d, false, name) : chunkBytes(ops, d, name)};
}

CoreCounts backwardCore(OpBuilder &ops, const DeltaShape &d, const char *name)
{
    static const Formula model{"delta.backwardModelFlops", CORE_TEXT("core", "Model FLOPs of the delta rule's backward"),
                               "t * n * 12 * k * v", {"t", "n", "k", "v"}, "twice the forward; Headroom model §0"};
    static const Formula perHead{"delta.backwardFlops", CORE_TEXT("core", "Executed FLOPs of the gated delta rule's backward"),
                                 "t * n * (16 * k * v + 20 * C * k + 10 * C * v + 4 * C ^ 2)", {"t", "n", "k", "v", "C"},
                                 "operators §4"};
    static const Formula perDimension{"delta.kdaBackwardFlops", CORE_TEXT("core", "Executed FLOPs of KDA's backward"),
                                      "t * n * (16 * k * v + 14 * C * k + 10 * C * v + 4 * C ^ 2)", {"t", "n", "k", "v", "C"},
                                      "operators §4"};
    const Sizes z = sizesOf(ops, d);
    const double flops = 16.0 * z.k * z.v + (d.kda ? 14.0 : 20.0) * z.c * z.k + 10.0 * z.c * z.v + 4.0 * z.c * z.c;
    return {ops.why().record(model, Flops(z.t * z.n * 12.0 * z.k * z.v), {d.rows.term, d.heads.term, d.key.term, d.value.term}, name),
            ops.why().record(d.kda ? perDimension : perHead, Flops(z.t * z.n * flops),
                             {d.rows.term, d.heads.term, d.key.term, d.value.term, d.chunk.term}, name),
            ops.run().linearCoreKernel == LinearCoreKernel::fused ? fusedBytes(ops, d, true, name)
                                                                  : chunkBackwardBytes(ops, d, name)};
}

} // namespace

void deltaCore(OpBuilder &ops, const DeltaShape &shape)
{
    const char *name = CORE_TEXT("core", "delta rule core");
    ops.part(LayerPart::attentionMatrix, OpCategory::linearAttention);
    const CoreCounts forward = forwardCore(ops, shape, name), backward = backwardCore(ops, shape, name);
    ops.add(name, Phase::forward, Engine::matrix, forward.model, forward.executed, forward.bytes);
    ops.add(name, Phase::backward, Engine::matrix, backward.model, backward.executed, backward.bytes);
}

} // namespace headroom
