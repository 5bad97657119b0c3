// Linear attention with a scalar or per-dimension decay (lightning, GLA), computed chunk by chunk, inside the layer of
// Ling, Ring and MiniMax: fused q, k, v projection, per-head norm, core, group norm, sigmoid gate, output (operators.md §4).

#include "ops/attention.h"

#include "base/text.h"
#include "ops/attention/cached.h"

namespace headroom {
namespace {

struct CoreDims
{
    Dim rows, heads, key, value, chunk;
    bool decayPerDimension = false; // GLA
};

// A decay per dimension is read in fp32; two kernels pass the scores inside chunks on in fp32.
Dim decayBytes(OpBuilder &ops, const CoreDims &c)
{
    static const Formula fused{"gla.fusedBytes", CORE_TEXT("core", "Bytes of the decays"), "4 * k", {"k"}, "operators §4"};
    static const Formula twoKernel{"gla.bytes", CORE_TEXT("core", "Bytes of the decays and of the scores inside chunks"), "4 * k + 8 * C",
                                   {"k", "C"}, "operators §4"};
    if (!c.decayPerDimension)
        return ops.constant(0.0);
    if (ops.run().kernels.linearCore == LinearCoreKernel::fused)
        return ops.why().record(fused, 4.0 * c.key.value, {c.key.term});
    return ops.why().record(twoKernel, 4.0 * c.key.value + 8.0 * c.chunk.value, {c.key.term, c.chunk.term});
}

struct CoreCounts
{
    Derived<Flops> model, executed;
    Derived<Bytes> bytes;
    ExtraFlops extra;
};

CoreCounts forwardCore(OpBuilder &ops, const CoreDims &c, const char *name)
{
    static const Formula model{"linear.flops", CORE_TEXT("core", "FLOPs of the linear recurrence"), "t * n * 4 * k * v",
                               {"t", "n", "k", "v"}, "state update and read-out; Headroom model §0"};
    static const Formula executed{"linear.chunkFlops", CORE_TEXT("core", "FLOPs of the chunk-wise kernel"),
                                  "w * t * n * (4 * k * v + 2 * C * (k + v))", {"w", "t", "n", "k", "v", "C"}, "operators §4"};
    static const Formula fused{"linear.fusedBytes", CORE_TEXT("core", "Bytes of the fused linear core"),
                               "t * n * (s * (2 * k + 2 * v) + d)", {"t", "n", "s", "k", "v", "d"}, "operators §4"};
    static const Formula twoKernel{"linear.bytes", CORE_TEXT("core", "Bytes of the two-kernel linear core"),
                                   "t * n * (s * (3 * k + 3 * v) + z * k * v / C + d)", {"t", "n", "s", "k", "v", "z", "C", "d"},
                                   "operators §4: chunk states written by one kernel, read by the next"};
    Derivation &why = ops.why();
    const double tn = c.rows.value * c.heads.value, k = c.key.value, v = c.value.value, chunk = c.chunk.value;
    const double s = ops.elementBytes().value;
    const Dim decay = decayBytes(ops, c);
    const std::initializer_list<TermId> shape{c.rows.term, c.heads.term, c.key.term, c.value.term};
    CoreCounts counts;
    counts.model = why.record(model, Flops(tn * 4.0 * k * v), shape, name);
    const Dim w = why.given("run.kernels.linearCore passes", matrixPasses(ops.run().kernels.linearCore));
    const Flops onePass(tn * (4.0 * k * v + 2.0 * chunk * (k + v)));
    counts.executed = why.record(executed, w.value * onePass,
                                 {w.term, c.rows.term, c.heads.term, c.key.term, c.value.term, c.chunk.term}, name);
    counts.extra = chunkExtra(onePass, Flops(tn * 2.0 * chunk * (k + v)), Flops{}, w.value);
    if (ops.run().kernels.linearCore == LinearCoreKernel::fused) {
        counts.bytes = why.record(fused, Bytes(tn * (s * (2.0 * k + 2.0 * v) + decay.value)),
                                  {c.rows.term, c.heads.term, ops.elementBytes().term, c.key.term, c.value.term, decay.term}, name);
        return counts;
    }
    const Dim state = why.given("run.kernels.linearCore state bytes, written and read",
                                stateBytesMoved(ops.run().kernels.linearCore));
    counts.bytes = why.record(twoKernel, Bytes(tn * (s * (3.0 * k + 3.0 * v) + state.value * k * v / chunk + decay.value)),
                              {c.rows.term, c.heads.term, ops.elementBytes().term, c.key.term, c.value.term, state.term,
                               c.chunk.term, decay.term}, name);
    return counts;
}

CoreCounts backwardCore(OpBuilder &ops, const CoreDims &c, const char *name)
{
    static const Formula model{"linear.backwardModelFlops", CORE_TEXT("core", "Model FLOPs of the recurrence's backward"),
                               "t * n * 8 * k * v", {"t", "n", "k", "v"}, "twice the forward; Headroom model §0"};
    static const Formula executed{"linear.backwardFlops", CORE_TEXT("core", "Executed FLOPs of the chunk-wise backward"),
                                  "w * t * n * (10 * k * v + 6 * C * k + 4 * C * v)", {"w", "t", "n", "k", "v", "C"}, "operators §4"};
    static const Formula fused{"linear.fusedBackwardBytes", CORE_TEXT("core", "Bytes of the fused linear core's backward"),
                               "t * n * (s * (4 * k + 3 * v) + d)", {"t", "n", "s", "k", "v", "d"}, "operators §4"};
    static const Formula twoKernel{"linear.backwardBytes", CORE_TEXT("core", "Bytes of the linear core's backward"),
                                   "t * n * (s * (4 * k + 3 * v) + d + 16 * k * v / C)", {"t", "n", "s", "k", "v", "d", "C"},
                                   "Headroom model §13: h and dh in fp32, written and read"};
    Derivation &why = ops.why();
    const double tn = c.rows.value * c.heads.value, k = c.key.value, v = c.value.value, chunk = c.chunk.value;
    const Dim decay = decayBytes(ops, c);
    const double operands = ops.elementBytes().value * (4.0 * k + 3.0 * v) + decay.value;
    CoreCounts counts;
    counts.model = why.record(model, Flops(tn * 8.0 * k * v), {c.rows.term, c.heads.term, c.key.term, c.value.term}, name);
    const Dim w = why.given("run.kernels.linearCore passes", matrixPasses(ops.run().kernels.linearCore));
    const Flops inside(tn * (6.0 * chunk * k + 4.0 * chunk * v)), onePass = Flops(tn * 10.0 * k * v) + inside;
    counts.extra = chunkExtra(onePass, inside, Flops{}, w.value);
    counts.executed = why.record(executed, w.value * onePass,
                                 {w.term, c.rows.term, c.heads.term, c.key.term, c.value.term, c.chunk.term}, name);
    const std::initializer_list<TermId> in{c.rows.term, c.heads.term, ops.elementBytes().term, c.key.term, c.value.term, decay.term};
    counts.bytes = ops.run().kernels.linearCore == LinearCoreKernel::fused
        ? why.record(fused, Bytes(tn * operands), in, name)
        : why.record(twoKernel, Bytes(tn * (operands + 16.0 * k * v / chunk)),
                     {c.rows.term, c.heads.term, ops.elementBytes().term, c.key.term, c.value.term, decay.term, c.chunk.term}, name);
    return counts;
}

} // namespace

void linearAttentionOps(OpBuilder &ops, const AttentionSpec &a)
{
    const Dim heads = ops.perRank(ops.field("model.heads", a.heads), ops.shape().tp, "plan.tp");
    const Dim key = ops.field("model.headDim", a.headDim), value = ops.field("model.valueDim", a.valueDim);
    const Dim keys = ops.times(heads, key), values = ops.times(heads, value);
    const Dim two = ops.constant(2.0);

    ops.step(Step::queryKeyValue, OpCategory::projection);
    ops.tensorSide(TensorSide::input);
    ops.gemm(CORE_TEXT("core", "query, key, value projection"), ops.rows(), ops.hidden(),
             ops.plus(ops.times(two, keys), values));
    ops.tensorSide(TensorSide::none);
    ops.step(Step::queryKeyForm, OpCategory::elementwise);
    if (a.qkvActivation)
        ops.elementwise(CORE_TEXT("core", "query, key, value activation"), ops.rows(), ops.plus(ops.times(two, keys), values), 2.0, 3.0);
    if (a.qkNorm != QkNorm::none)
        ops.elementwise(CORE_TEXT("core", "query-key norm"), ops.rows(), ops.times(two, keys), 2.0, 3.0);
    if (a.rotaryDim > 0)
        ops.elementwise(CORE_TEXT("core", "rotary embedding"), ops.rows(),
                        ops.times(ops.times(two, heads), ops.field("model.rotaryDim", a.rotaryDim)), 2.0, 2.0);

    ops.step(Step::core, OpCategory::linearAttention);
    const char *name = CORE_TEXT("core", "linear attention core");
    const bool served = ops.generation() != nullptr, decays = a.linearKind == LinearKind::gla;
    const CoreDims core{served ? promptRows(ops) : ops.rows(), heads, key, value, ops.field("model.chunk", a.chunk), decays};
    if (core.rows.value > 0.0) {
        const CoreCounts forward = forwardCore(ops, core, name), backward = backwardCore(ops, core, name);
        ops.add(name, Phase::forward, Engine::matrix, forward.model, forward.executed, forward.bytes, forward.extra);
        ops.add(name, Phase::backward, Engine::matrix, backward.model, backward.executed, backward.bytes, backward.extra);
    }
    if (served)
        recurrentCore(ops, a, {heads, key, value, heads, 4.0, decays ? 4.0 * key.value : 0.0});

    ops.step(Step::coreNorm, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "linear attention output norm"), ops.rows(), values, false);
    ops.step(Step::gateProjection, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "output gate projection"), ops.rows(), ops.hidden(), values);
    ops.step(Step::gating, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "output gating"), ops.rows(), values, 3.0, 5.0);
    ops.outputProjection(values);
}

// x, norm output, q and k before and after norm and rotation (with an activation v as well), o, normed o, gate, product.
void linearAttentionTable(LayerTable &table, const ModelSpec &model, const RunSpec &, const AttentionSpec &a, const PassShape &shape)
{
    using enum Tensor;
    const double heads = static_cast<double>(a.heads) / static_cast<double>(shape.tp);
    const double keys = heads * static_cast<double>(a.headDim), values = heads * static_cast<double>(a.valueDim);
    const bool normed = a.qkNorm != QkNorm::none;
    table.tensor(queryProj, TensorRows::whole, keys);
    table.tensor(keyProj, TensorRows::whole, keys);
    table.tensor(valueProj, TensorRows::whole, values);
    table.step(Step::queryKeyValue, attentionNorm, {queryProj, keyProj, valueProj}, attentionNorm);
    if (normed || a.qkvActivation || a.rotaryDim > 0) {
        table.tensor(query, TensorRows::whole, keys);
        table.tensor(key, TensorRows::whole, keys);
        TensorSet from{queryProj, keyProj}, to{query, key};
        if (a.qkvActivation) {
            table.tensor(value, TensorRows::whole, values);
            from |= valueProj;
            to |= value;
        }
        table.step(Step::queryKeyForm, from, to, normed || a.qkvActivation ? from : TensorSet());
    }
    const TensorSet read{presentOr(table, query, queryProj), presentOr(table, key, keyProj), presentOr(table, value, valueProj)};
    table.tensor(context, TensorRows::whole, values);
    table.tensor(contextNorm, TensorRows::whole, values);
    table.tensor(gateProj, TensorRows::whole, values);
    table.step(Step::core, read, context, read);
    table.step(Step::coreNorm, context, contextNorm, context);
    table.step(Step::gateProjection, attentionNorm, gateProj, attentionNorm);
    outputTable(table, model, values, contextNorm);
}

} // namespace headroom
