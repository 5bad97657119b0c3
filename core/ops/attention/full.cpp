// Multi-head, grouped-query and multi-query attention (operators.md §2).

#include "ops/attention.h"

#include "base/text.h"
#include "ops/attention/cached.h"
#include "ops/cache.h"

#include <algorithm>

namespace headroom {

void fullAttentionOps(OpBuilder &ops, const AttentionSpec &a)
{
    const Count tp = ops.shape().tp;
    const Dim d = ops.field("model.headDim", a.headDim);
    const Dim heads = ops.perRank(ops.field("model.heads", a.heads), tp, "plan.tp");
    const Dim kvHeads = ops.headsPerRank(ops.field("model.kvHeads", a.kvHeads), tp);
    const Dim queries = ops.times(heads, d), keyValues = ops.times(kvHeads, d);
    const Dim queriesAndKeys = ops.plus(heads, kvHeads);

    const Dim inputs = ops.plus(queries, ops.times(ops.constant(2.0), keyValues));
    const bool gated = a.outputGate != OutputGate::none;
    ops.step(Step::queryKeyValue, OpCategory::projection);
    ops.tensorSide(TensorSide::input);
    ops.gemm(gated ? CORE_TEXT("core", "query, key, value and gate projection") : CORE_TEXT("core", "query, key, value projection"),
             ops.rows(), ops.hidden(),
             gated ? ops.plus(inputs, a.outputGate == OutputGate::perHead ? heads : queries) : inputs);
    ops.tensorSide(TensorSide::none);
    ops.step(Step::queryKeyForm, OpCategory::elementwise);
    if (a.qkNorm != QkNorm::none)
        ops.elementwise(CORE_TEXT("core", "query-key norm"), ops.rows(), ops.times(queriesAndKeys, d), 2.0, 3.0);
    if (a.rotaryDim > 0)
        ops.elementwise(CORE_TEXT("core", "rotary embedding"), ops.rows(),
                        ops.times(queriesAndKeys, ops.field("model.rotaryDim", a.rotaryDim)), 2.0, 2.0);
    if (ops.generation() != nullptr)
        cachedCores(ops, {heads, kvHeads, d, d, cacheTokenBytes(ops.why(), a, ops.run().serving, tp), {a.window, std::nullopt}});
    else
        attentionCore(ops, {.heads = heads, .kvHeads = kvHeads, .queryDim = d, .valueDim = d,
                            .keys = meanKeysTerm(ops, a.window),
                            .rows = ops.rows(), .keyRows = ops.allRows(), .window = a.window});
    outputGating(ops, a.outputGate, queries);
    ops.outputProjection(queries);
}

// x, norm output, q, k, v (q and k before their norm and rotation, and after), gate, core, gated o, output projection.
void fullAttentionTable(LayerTable &table, const ModelSpec &model, const RunSpec &run, const AttentionSpec &a, const PassShape &shape)
{
    using enum Tensor;
    const double tp = static_cast<double>(shape.tp), d = static_cast<double>(a.headDim);
    const double heads = static_cast<double>(a.heads) / tp, kvHeads = std::max(1.0, static_cast<double>(a.kvHeads) / tp);
    const bool gated = a.outputGate != OutputGate::none, normed = a.qkNorm != QkNorm::none;
    table.tensor(queryProj, TensorRows::whole, heads * d);
    table.tensor(keyProj, TensorRows::whole, kvHeads * d);
    table.tensor(valueProj, TensorRows::whole, kvHeads * d);
    TensorSet made{queryProj, keyProj, valueProj};
    if (gated) {
        table.tensor(gateProj, TensorRows::whole, a.outputGate == OutputGate::perHead ? heads : heads * d);
        made |= gateProj;
    }
    table.step(Step::queryKeyValue, attentionNorm, made, attentionNorm);
    if (normed || a.rotaryDim > 0) {
        table.tensor(query, TensorRows::whole, heads * d);
        table.tensor(key, TensorRows::whole, kvHeads * d);
        table.step(Step::queryKeyForm, {queryProj, keyProj}, {query, key}, normed ? TensorSet{queryProj, keyProj} : TensorSet());
    }
    softmaxCoreTable(table, run, shape, heads, {presentOr(table, query, queryProj), presentOr(table, key, keyProj), valueProj});
    table.tensor(context, TensorRows::whole, heads * d);
    outputTable(table, model, gated ? heads * d : 0.0, context);
}

} // namespace headroom
