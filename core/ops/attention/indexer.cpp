// The indexer of sparse latent attention (operators.md §3): small heads score all earlier keys, the best ones are met by the
// query. Under tensor parallelism every rank scores its own tokens for all heads.

#include "ops/attention.h"

#include "base/text.h"
#include "ops/attention/cached.h"

#include <algorithm>

namespace headroom {
namespace {

struct IndexerShape
{
    Dim heads, dim, rows, keyRows, keys, tiled, chosen;
};

void scoreOps(OpBuilder &ops, const IndexerShape &x)
{
    static const Formula forwardFlops{"indexer.flops", CORE_TEXT("core", "FLOPs of the indexer's scores"), "2 * i * r * k * d",
                                      {"i", "r", "k", "d"}, "operators §3"};
    static const Formula modelFlops{"indexer.backwardModelFlops", CORE_TEXT("core", "Model FLOPs of the scores' backward"),
                                    "4 * i * r * k * d", {"i", "r", "k", "d"}, "dQ and dK"};
    static const Formula backwardFlops{"indexer.backwardFlops", CORE_TEXT("core", "Executed FLOPs of the scores' backward"),
                                       "6 * i * r * k * d", {"i", "r", "k", "d"}, "the scores again, dQ and dK"};
    static const Formula forwardBytes{"indexer.bytes", CORE_TEXT("core", "Bytes of the indexer's scores"),
                                      "s * (r * i * (d + 1) + q * d) + 8 * r * c", {"s", "r", "i", "d", "q", "c"},
                                      "queries, head weights and keys read; chosen keys written, read by attention"};
    static const Formula backwardBytes{"indexer.backwardBytes", CORE_TEXT("core", "Bytes of the scores' backward"),
                                       "2 * s * (r * i * (d + 1) + q * d) + 4 * r * c", {"s", "r", "i", "d", "q", "c"},
                                       "queries, head weights and keys read, their gradients written; chosen keys read"};
    const char *name = CORE_TEXT("core", "indexer scores");
    Derivation &why = ops.why();
    const double each = x.heads.value * x.rows.value * x.dim.value, s = ops.elementBytes().value;
    const double pairs = each * x.keys.value, computed = each * x.tiled.value;
    const double operands = s * (x.rows.value * x.heads.value * (x.dim.value + 1.0) + x.keyRows.value * x.dim.value);
    const double list = x.rows.value * x.chosen.value;
    const std::initializer_list<TermId> flops{x.heads.term, x.rows.term, x.keys.term, x.dim.term};
    const std::initializer_list<TermId> bytes{ops.elementBytes().term, x.rows.term, x.heads.term, x.dim.term, x.keyRows.term,
                                              x.chosen.term};
    const std::initializer_list<TermId> executed{x.heads.term, x.rows.term, x.tiled.term, x.dim.term};
    ops.step(Step::indexScores, OpCategory::attention);
    ops.add(name, Phase::forward, Engine::matrix, why.record(forwardFlops, Flops(2.0 * pairs), flops, name),
            why.record(forwardFlops, Flops(2.0 * computed), executed, name),
            why.record(forwardBytes, Bytes(operands + 8.0 * list), bytes, name), {.masked = Flops(2.0 * (computed - pairs))});
    ops.add(name, Phase::backward, Engine::matrix, why.record(modelFlops, Flops(4.0 * pairs), flops, name),
            why.record(backwardFlops, Flops(6.0 * computed), executed, name),
            why.record(backwardBytes, Bytes(2.0 * operands + 4.0 * list), bytes, name), {.masked = Flops(6.0 * (computed - pairs))});
}

} // namespace

void indexerOps(OpBuilder &ops, const AttentionSpec &a)
{
    static const Formula formula{"indexer.chosen", CORE_TEXT("core", "Keys chosen, at most all"), "min(c, S)", {"c", "S"},
                                 "Headroom model §2"};
    Derivation &why = ops.why();
    const Dim heads = ops.field("model.indexHeads", a.indexHeads), dim = ops.field("model.indexDim", a.indexDim);
    const Dim input = a.queryRank ? ops.field("model.queryRank", *a.queryRank) : ops.hidden();
    ops.step(Step::indexQuery, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "indexer query projection"), ops.normRows(), input, ops.times(heads, dim));
    ops.step(Step::indexKey, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "indexer key projection"), ops.normRows(), ops.hidden(), dim);
    ops.step(Step::indexWeight, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "indexer weight projection"), ops.normRows(), ops.hidden(), heads);
    ops.step(Step::indexForm, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "indexer key norm"), ops.normRows(), dim, 2.0, 3.0);
    if (a.rotaryDim > 0)
        ops.elementwise(CORE_TEXT("core", "indexer rotary embedding"), ops.normRows(),
                        ops.times(ops.plus(heads, ops.constant(1.0)), ops.field("model.rotaryDim", a.rotaryDim)), 2.0, 2.0);
    const Dim c = ops.field("model.indexTopK", a.indexTopK);
    if (ops.generation() != nullptr)
        return cachedScores(ops, heads, dim, c);
    const Dim s = ops.field("run.sequenceLength", ops.shape().sequenceLength);
    const Dim keys = meanKeysTerm(ops, std::nullopt);
    scoreOps(ops, {.heads = heads, .dim = dim, .rows = ops.normRows(), .keyRows = ops.allRows(), .keys = keys,
                   .tiled = tiledKeysTerm(ops, keys, std::nullopt),
                   .chosen = why.record(formula, std::min(c.value, s.value), {c.term, s.term})});
}

// Queries before and after their rotation, head weights, keys before norm and rotation, keys as scored (a rank's own and those of the
// whole sequence), chosen keys.
void indexerTable(LayerTable &table, const AttentionSpec &a, const PassShape &shape)
{
    using enum Tensor;
    const double heads = static_cast<double>(a.indexHeads), dim = static_cast<double>(a.indexDim);
    const TensorSet source = a.queryRank ? queryLatentNorm : attentionNorm, read{indexQuery, indexKey, indexWeights};
    table.tensor(indexQueryProj, TensorRows::norm, heads * dim);
    table.tensor(indexKeyProj, TensorRows::norm, dim);
    table.tensor(indexWeights, TensorRows::norm, heads);
    table.tensor(indexQuery, TensorRows::norm, heads * dim);
    table.tensor(indexKey, TensorRows::norm, dim);
    table.tensor(indexKey, TensorRows::all, dim);
    table.tensor(chosenKeys, TensorRows::whole, static_cast<double>(std::min(a.indexTopK, shape.sequenceLength)), 4.0);
    table.step(Step::indexQuery, source, indexQueryProj, source);
    table.step(Step::indexKey, attentionNorm, indexKeyProj, attentionNorm);
    table.step(Step::indexWeight, attentionNorm, indexWeights, attentionNorm);
    table.step(Step::indexForm, {indexQueryProj, indexKeyProj}, {indexQuery, indexKey}, {indexQueryProj, indexKeyProj});
    table.step(Step::indexScores, read, chosenKeys, read | chosenKeys);
}

} // namespace headroom
