// Multi-head latent attention in its training form, with q, k and v expanded from their latents (operators.md §3).

#include "ops/attention.h"

#include "base/text.h"
#include "ops/attention/cached.h"

namespace headroom {

namespace {

void queryOps(OpBuilder &ops, const AttentionSpec &a, Dim queries)
{
    ops.step(Step::queryUp, OpCategory::projection);
    if (!a.queryRank) {
        ops.tensorSide(TensorSide::input);
        ops.gemm(CORE_TEXT("core", "query projection"), ops.rows(), ops.hidden(), queries);
        return ops.tensorSide(TensorSide::none);
    }
    const Dim rank = ops.field("model.queryRank", *a.queryRank);
    ops.step(Step::queryDown, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "query down-projection"), ops.normRows(), ops.hidden(), rank);
    ops.step(Step::queryLatentNorm, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "query latent norm"), ops.normRows(), rank, false);
    ops.step(Step::queryUp, OpCategory::projection);
    ops.tensorSide(TensorSide::input);
    ops.gemm(CORE_TEXT("core", "query up-projection"), ops.rows(), rank, queries);
    ops.tensorSide(TensorSide::none);
}

// Each rank computes the gates of all heads for its own tokens.
void gateOps(OpBuilder &ops, const AttentionSpec &a, Dim values)
{
    if (a.outputGate == OutputGate::none)
        return;
    const Dim heads = ops.field("model.heads", a.heads);
    ops.step(Step::gateProjection, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "output gate projection"), ops.normRows(), ops.hidden(),
             a.outputGate == OutputGate::perHead ? heads : ops.times(heads, ops.field("model.valueDim", a.valueDim)));
    outputGating(ops, a.outputGate, values);
}

// Queries, from the norm's output or a latent of it, before and after rotation.
void queryTable(LayerTable &table, const AttentionSpec &a, double queries)
{
    using enum Tensor;
    if (a.queryRank) {
        table.tensor(queryLatent, TensorRows::norm, static_cast<double>(*a.queryRank));
        table.tensor(queryLatentNorm, TensorRows::norm, static_cast<double>(*a.queryRank));
        table.step(Step::queryDown, attentionNorm, queryLatent, attentionNorm);
        table.step(Step::queryLatentNorm, queryLatent, queryLatentNorm, queryLatent);
    }
    const TensorSet source = a.queryRank ? queryLatentNorm : attentionNorm;
    table.tensor(queryProj, TensorRows::whole, queries);
    table.step(Step::queryUp, source, queryProj, source);
    if (a.rotaryDim > 0) {
        table.tensor(query, TensorRows::whole, queries);
        table.step(Step::queryKeyForm, queryProj, query);
    }
}

} // namespace

namespace {

// Under context parallelism the latents are gathered, and keys and values expanded for the whole sequence.
void expandedCore(OpBuilder &ops, const AttentionSpec &a, Dim heads, Dim query)
{
    const Dim rank = ops.field("model.kvRank", a.kvRank), value = ops.field("model.valueDim", a.valueDim);
    const Dim nope = ops.field("model.nopeDim", a.nopeDim), rope = ops.field("model.ropeDim", a.ropeDim);
    ops.step(Step::kvUp, OpCategory::projection);
    ops.tensorSide(TensorSide::input);
    ops.gemm(CORE_TEXT("core", "key-value up-projection"), ops.allRows(), rank, ops.times(heads, ops.plus(nope, value)));
    ops.tensorSide(TensorSide::none);
    ops.step(Step::keyConcatenation, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "key concatenation"), ops.allRows(),
                    ops.plus(ops.plus(ops.times(heads, nope), rope), ops.times(heads, query)), 1.0, 1.0);
    attentionCore(ops, {.heads = heads, .kvHeads = heads, .queryDim = query, .valueDim = value,
                        .keys = meanKeysTerm(ops, a.keyLimit(), a.isSparse() ? "model.indexTopK" : "model.window"),
                        .rows = ops.rows(), .keyRows = ops.allRows(), .window = a.window, .gathered = a.isSparse()});
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
    ops.step(Step::kvDown, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "key-value down-projection"), ops.normRows(), ops.hidden(), ops.plus(rank, rope));
    ops.step(Step::kvLatentNorm, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "key-value latent norm"), ops.normRows(), rank, false);
    ops.step(Step::queryKeyForm, OpCategory::elementwise);
    if (a.rotaryDim > 0)
        ops.elementwise(CORE_TEXT("core", "rotary embedding"), ops.rows(), ops.times(ops.plus(heads, ops.constant(1.0)), rope), 2.0, 2.0);
    if (a.isSparse())
        indexerOps(ops, a);
    if (ops.generation() != nullptr)
        latentCores(ops, a);
    else
        expandedCore(ops, a, heads, query);
    gateOps(ops, a, ops.times(heads, value));
    ops.outputProjection(ops.times(heads, value));
}

// x, norm output, both latents before and after their norm (the rotary key beside the second), queries, keys and values expanded from
// them, the indexer's, gate, core, output projection.
void mlaTable(LayerTable &table, const ModelSpec &model, const RunSpec &run, const AttentionSpec &a, const PassShape &shape)
{
    using enum Tensor;
    const double heads = static_cast<double>(a.heads) / static_cast<double>(shape.tp);
    const double rank = static_cast<double>(a.kvRank), rope = static_cast<double>(a.ropeDim);
    const double nope = static_cast<double>(a.nopeDim), values = heads * static_cast<double>(a.valueDim);
    queryTable(table, a, heads * (nope + rope));
    table.tensor(kvLatent, TensorRows::norm, rank + rope);
    table.tensor(kvLatentNorm, TensorRows::norm, rank);
    table.step(Step::kvDown, attentionNorm, kvLatent, attentionNorm);
    table.step(Step::kvLatentNorm, kvLatent, kvLatentNorm, kvLatent);
    if (a.isSparse())
        indexerTable(table, a, shape);
    table.tensor(keyProj, TensorRows::all, heads * nope);
    table.tensor(valueProj, TensorRows::all, values);
    table.tensor(key, TensorRows::all, heads * (nope + rope));
    table.step(Step::kvUp, kvLatentNorm, {keyProj, valueProj}, kvLatentNorm);
    table.step(Step::keyConcatenation, {keyProj, kvLatent}, key);
    TensorSet read{presentOr(table, query, queryProj), key, valueProj};
    if (a.isSparse())
        read |= chosenKeys;
    softmaxCoreTable(table, run, shape, heads, read);
    table.tensor(context, TensorRows::whole, values);
    const bool gated = a.outputGate != OutputGate::none;
    if (gated) {
        table.tensor(gateProj, TensorRows::whole, a.outputGate == OutputGate::perHead ? heads : values);
        table.step(Step::gateProjection, attentionNorm, gateProj, attentionNorm);
    }
    outputTable(table, model, gated ? values : 0.0, context);
}

} // namespace headroom
