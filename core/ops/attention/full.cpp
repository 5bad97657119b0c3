// Multi-head, grouped-query and multi-query attention (operators.md §2).

#include "ops/attention.h"

#include "base/text.h"

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
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(gated ? CORE_TEXT("core", "query, key, value and gate projection") : CORE_TEXT("core", "query, key, value projection"),
             ops.rows(), ops.hidden(),
             gated ? ops.plus(inputs, a.outputGate == OutputGate::perHead ? heads : queries) : inputs);
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    if (a.qkNorm != QkNorm::none)
        ops.elementwise(CORE_TEXT("core", "query-key norm"), ops.rows(), ops.times(queriesAndKeys, d), 2.0, 3.0);
    if (a.rotaryDim > 0)
        ops.elementwise(CORE_TEXT("core", "rotary embedding"), ops.rows(),
                        ops.times(queriesAndKeys, ops.field("model.rotaryDim", a.rotaryDim)), 2.0, 2.0);
    attentionCore(ops, {.heads = heads, .kvHeads = kvHeads, .queryDim = d, .valueDim = d,
                        .keys = meanKeysTerm(ops, a.window),
                        .rows = ops.rows(), .keyRows = ops.allRows(), .window = a.window});
    outputGating(ops, a.outputGate, queries);
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "output projection"), ops.rows(), queries, ops.hidden());
}

// none: x, norm output, q, k, v, o (and q, k before their norm, the gate and the gated o); save_dot_except_mlp: x, q, k, v, gate,
// o, output projection.
KeptElements fullAttentionKept(const ModelSpec &model, const AttentionSpec &a, const PassShape &shape, RematPolicy policy)
{
    const double tp = static_cast<double>(shape.tp), d = static_cast<double>(a.headDim);
    const double heads = static_cast<double>(a.heads) / tp;
    const double kvHeads = std::max(1.0, static_cast<double>(a.kvHeads) / tp);
    const double beforeNorm = policy == RematPolicy::none && a.qkNorm != QkNorm::none ? (heads + kvHeads) * d : 0.0;
    const double gate = a.outputGate == OutputGate::none ? 0.0 : a.outputGate == OutputGate::perHead ? heads : heads * d;
    const double product = policy == RematPolicy::none && gate > 0.0 ? heads * d : 0.0;
    return {.wholeRows = 2.0 * heads * d + 2.0 * kvHeads * d + beforeNorm + gate + product,
            .normRows = 2.0 * static_cast<double>(model.hidden), .extraBytes = 4.0 * heads};
}

} // namespace headroom
