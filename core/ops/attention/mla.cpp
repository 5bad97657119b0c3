// Multi-head latent attention in its training form, with q, k and v expanded from their latents (operators.md §3).

#include "ops/attention.h"

#include "base/text.h"

namespace headroom {

namespace {

void queryOps(OpBuilder &ops, const AttentionSpec &a, Dim queries)
{
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    if (!a.queryRank) {
        ops.gemm(CORE_TEXT("core", "query projection"), ops.rows(), ops.hidden(), queries);
        return;
    }
    const Dim rank = ops.field("model.queryRank", *a.queryRank);
    ops.gemm(CORE_TEXT("core", "query down-projection"), ops.normRows(), ops.hidden(), rank);
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "query latent norm"), ops.normRows(), rank, false);
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "query up-projection"), ops.rows(), rank, queries);
}

// Each rank computes the gates of all heads for its own tokens.
void gateOps(OpBuilder &ops, const AttentionSpec &a, Dim values)
{
    if (a.outputGate == OutputGate::none)
        return;
    const Dim heads = ops.field("model.heads", a.heads);
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "output gate projection"), ops.normRows(), ops.hidden(),
             a.outputGate == OutputGate::perHead ? heads : ops.times(heads, ops.field("model.valueDim", a.valueDim)));
    outputGating(ops, a.outputGate, values);
}

KeptElements plus(KeptElements a, const KeptElements &b)
{
    return {a.wholeRows + b.wholeRows, a.normRows + b.normRows, a.allRows + b.allRows, a.expertRows + b.expertRows,
            a.extraBytes + b.extraBytes, a.extraNormBytes + b.extraNormBytes};
}

// The gate and, unless it is made again, the gated context.
KeptElements gateKept(const AttentionSpec &a, const PassShape &shape, RematPolicy policy)
{
    if (a.outputGate == OutputGate::none)
        return {};
    const double heads = static_cast<double>(a.heads) / static_cast<double>(shape.tp), value = static_cast<double>(a.valueDim);
    return {.wholeRows = heads * (a.outputGate == OutputGate::perHead ? 1.0 : value)
                + (policy == RematPolicy::none ? heads * value : 0.0)};
}

} // namespace

void mlaOps(OpBuilder &ops, const AttentionSpec &a)
{
    const Dim heads = ops.perRank(ops.field("model.heads", a.heads), ops.shape().tp, "plan.tp");
    const Dim rank = ops.field("model.kvRank", a.kvRank);
    const Dim nope = ops.field("model.nopeDim", a.nopeDim), rope = ops.field("model.ropeDim", a.ropeDim);
    const Dim value = ops.field("model.valueDim", a.valueDim);
    const Dim query = ops.plus(nope, rope);
    const Dim queries = ops.times(heads, query);

    queryOps(ops, a, queries);
    ops.gemm(CORE_TEXT("core", "key-value down-projection"), ops.normRows(), ops.hidden(), ops.plus(rank, rope));
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "key-value latent norm"), ops.normRows(), rank, false);
    if (a.rotaryDim > 0)
        ops.elementwise(CORE_TEXT("core", "rotary embedding"), ops.rows(), ops.times(ops.plus(heads, ops.constant(1.0)), rope), 2.0, 2.0);
    if (a.isSparse())
        indexerOps(ops, a);
    // Under context parallelism the latents are gathered, and keys and values expanded for the whole sequence.
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "key-value up-projection"), ops.allRows(), rank, ops.times(heads, ops.plus(nope, value)));
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "key concatenation"), ops.allRows(),
                    ops.plus(ops.plus(ops.times(heads, nope), rope), queries), 1.0, 1.0);
    attentionCore(ops, {.heads = heads, .kvHeads = heads, .queryDim = query, .valueDim = value,
                        .keys = meanKeysTerm(ops, a.keyLimit(), a.isSparse() ? "model.indexTopK" : "model.window"),
                        .rows = ops.rows(), .keyRows = ops.allRows(), .window = a.window, .gathered = a.isSparse()});
    gateOps(ops, a, ops.times(heads, value));
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "output projection"), ops.rows(), ops.times(heads, value), ops.hidden());
}

// none: x, norm output, both latents before and after their norm, rotary key, expanded q, k, v, o.
// save_dot_except_mlp: every GEMM output (q, kv_b, the latents, rotary key), context, output projection, x.
KeptElements mlaKept(const ModelSpec &model, const AttentionSpec &a, const PassShape &shape, RematPolicy policy)
{
    KeptElements more = gateKept(a, shape, policy);
    if (a.isSparse())
        more = plus(more, indexerKept(a, shape, policy));
    const double hidden = static_cast<double>(model.hidden), heads = static_cast<double>(a.heads) / static_cast<double>(shape.tp);
    const double queryRank = static_cast<double>(a.queryRank.value_or(0)), rank = static_cast<double>(a.kvRank);
    const double rope = static_cast<double>(a.ropeDim), nope = static_cast<double>(a.nopeDim), value = static_cast<double>(a.valueDim);
    if (policy == RematPolicy::none)
        return plus({.wholeRows = heads * (nope + rope + value), .normRows = 2.0 * hidden + 2.0 * queryRank + 2.0 * rank + rope,
                     .allRows = heads * (nope + rope + value), .extraBytes = 4.0 * heads}, more);
    return plus({.wholeRows = heads * (nope + rope + value), .normRows = 2.0 * hidden + queryRank + rank + rope,
                 .allRows = heads * (nope + value), .extraBytes = 4.0 * heads}, more);
}

} // namespace headroom
