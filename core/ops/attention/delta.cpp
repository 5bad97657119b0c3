// The layer around the delta rule (operators.md §4): projections, short convolution with SiLU, unit-length queries and keys,
// decay and beta, core, norm per head, output gate, output projection.

#include "ops/attention.h"

#include "base/text.h"
#include "ops/attention/cached.h"
#include "ops/attention/delta_core.h"

#include <algorithm>

namespace headroom {
namespace {

// Directly, or through a latent that each rank computes for its own tokens.
void gateProjection(OpBuilder &ops, Step step, std::optional<Count> rank, Dim out, const char *down, const char *up)
{
    if (!rank) {
        ops.step(step, OpCategory::projection);
        return ops.gemm(up, ops.rows(), ops.hidden(), out);
    }
    const Dim latent = ops.field("model.gateRank", *rank);
    ops.tensorSide(TensorSide::none); // before the tokens are gathered
    ops.step(Step::gateLatents, OpCategory::projection);
    ops.gemm(down, ops.normRows(), ops.hidden(), latent);
    ops.tensorSide(TensorSide::input);
    ops.step(step, OpCategory::projection);
    ops.gemm(up, ops.rows(), latent, out);
}

void projections(OpBuilder &ops, const AttentionSpec &a, Dim heads, Dim queriesAndKeys, Dim values)
{
    ops.step(Step::queryKeyValue, OpCategory::projection);
    const Dim inputs = ops.plus(queriesAndKeys, values);
    if (a.linearKind == LinearKind::gatedDelta) {
        ops.gemm(CORE_TEXT("core", "query, key, value and gate projection"), ops.rows(), ops.hidden(), ops.plus(inputs, values));
        ops.step(Step::decayProjection, OpCategory::projection);
        ops.gemm(CORE_TEXT("core", "decay and beta projection"), ops.rows(), ops.hidden(), ops.times(ops.constant(2.0), heads));
        return;
    }
    ops.gemm(CORE_TEXT("core", "query, key, value projection"), ops.rows(), ops.hidden(), inputs);
    gateProjection(ops, Step::decayProjection, a.gateRank, ops.times(heads, ops.field("model.headDim", a.headDim)),
                   CORE_TEXT("core", "decay gate down-projection"), CORE_TEXT("core", "decay gate projection"));
    ops.step(Step::decayProjection, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "beta projection"), ops.rows(), ops.hidden(), heads);
    gateProjection(ops, Step::gateProjection, a.gateRank, values, CORE_TEXT("core", "output gate down-projection"),
                   CORE_TEXT("core", "output gate projection"));
}

} // namespace

// The convolution's few multiply-adds per channel run on the vector unit. Decays are read in bf16 and written in fp32.
void deltaRuleOps(OpBuilder &ops, const AttentionSpec &a)
{
    const Count tp = ops.shape().tp;
    const bool kda = a.linearKind == LinearKind::kda;
    const Dim heads = ops.perRank(ops.field("model.heads", a.heads), tp, "plan.tp");
    const Dim keyHeads = ops.headsPerRank(ops.field("model.kvHeads", a.kvHeads), tp);
    const Dim key = ops.field("model.headDim", a.headDim), value = ops.field("model.valueDim", a.valueDim);
    const Dim queriesAndKeys = ops.times(ops.constant(2.0), ops.times(keyHeads, key)), values = ops.times(heads, value);

    ops.tensorSide(TensorSide::input);
    projections(ops, a, heads, queriesAndKeys, values);
    ops.tensorSide(TensorSide::none);
    ops.step(Step::convolution, OpCategory::elementwise);
    if (a.convWidth > 0)
        ops.elementwise(CORE_TEXT("core", "short convolution"), ops.rows(), ops.plus(queriesAndKeys, values), 2.0, 3.0);
    ops.step(Step::queryKeyForm, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "query-key norm"), ops.rows(), queriesAndKeys, 2.0, 3.0);
    ops.step(Step::decayGate, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "decay gate"), ops.rows(), kda ? ops.times(heads, key) : heads, 3.0, 4.0);
    const bool served = ops.generation() != nullptr;
    const DeltaShape shape{.rows = served ? promptRows(ops) : ops.rows(), .keyHeads = keyHeads, .heads = heads, .key = key, .value = value,
                           .chunk = ops.field("model.chunk", a.chunk), .kda = kda};
    if (shape.rows.value > 0.0)
        deltaCore(ops, shape);
    if (served) // decay and beta in fp32
        recurrentCore(ops, a, {heads, key, value, keyHeads, 6.0, 4.0 * (kda ? key.value : 1.0) + 4.0});
    ops.step(Step::coreNorm, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "linear attention output norm"), ops.rows(), values, false);
    ops.step(Step::gating, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "output gating"), ops.rows(), values, 3.0, 5.0);
    ops.outputProjection(values);
}

namespace {

// Queries, keys and values before and after the convolution, queries and keys after their norm.
void convolvedTable(LayerTable &table, const AttentionSpec &a, double queriesAndKeys, double values, bool gateBeside)
{
    using enum Tensor;
    table.tensor(queryProj, TensorRows::whole, 0.5 * queriesAndKeys);
    table.tensor(keyProj, TensorRows::whole, 0.5 * queriesAndKeys);
    table.tensor(valueProj, TensorRows::whole, values);
    TensorSet made{queryProj, keyProj, valueProj}, before{queryProj, keyProj};
    table.step(Step::queryKeyValue, attentionNorm, gateBeside ? made | gateProj : made, attentionNorm);
    if (a.convWidth > 0) {
        table.tensor(convolved, TensorRows::whole, queriesAndKeys);
        table.tensor(value, TensorRows::whole, values);
        table.step(Step::convolution, made, {convolved, value}, made);
        before = convolved;
    }
    table.tensor(query, TensorRows::whole, 0.5 * queriesAndKeys);
    table.tensor(key, TensorRows::whole, 0.5 * queriesAndKeys);
    table.step(Step::queryKeyForm, before, {query, key}, before);
}

// Decay, beta and output gate, the latter beside queries, keys and values or by itself; through latents if they have a rank.
void gatesTable(LayerTable &table, const AttentionSpec &a, double gates, bool gateBeside)
{
    using enum Tensor;
    TensorSet decaySource = attentionNorm, gateSource = attentionNorm;
    if (a.linearKind == LinearKind::kda && a.gateRank) {
        table.tensor(gateLatents, TensorRows::norm, 2.0 * static_cast<double>(*a.gateRank));
        table.step(Step::gateLatents, attentionNorm, gateLatents, attentionNorm);
        decaySource |= gateLatents; // beta is made of the norm's output
        gateSource = gateLatents;
    }
    table.tensor(decayProj, TensorRows::whole, gates);
    table.tensor(decays, TensorRows::whole, gates, 4.0);
    table.step(Step::decayProjection, decaySource, decayProj, decaySource);
    table.step(Step::decayGate, decayProj, decays, decayProj);
    if (!gateBeside)
        table.step(Step::gateProjection, gateSource, gateProj, gateSource);
}

} // namespace

// x, norm output, queries, keys, values, gates, chunk matrices, o, normed o, product.
void deltaRuleTable(LayerTable &table, const ModelSpec &model, const RunSpec &, const AttentionSpec &a, const PassShape &shape)
{
    using enum Tensor;
    const double tp = static_cast<double>(shape.tp), heads = static_cast<double>(a.heads) / tp;
    const double keyHeads = std::max(1.0, static_cast<double>(a.kvHeads) / tp), values = heads * static_cast<double>(a.valueDim);
    const bool kda = a.linearKind == LinearKind::kda;
    table.tensor(gateProj, TensorRows::whole, values);
    convolvedTable(table, a, 2.0 * keyHeads * static_cast<double>(a.headDim), values, !kda);
    gatesTable(table, a, (kda ? heads * static_cast<double>(a.headDim) : heads) + heads, !kda);
    table.tensor(chunkMatrices, TensorRows::whole, heads * static_cast<double>(a.chunk) * (kda ? 2.0 : 1.0));
    table.tensor(context, TensorRows::whole, values);
    table.tensor(contextNorm, TensorRows::whole, values);
    const TensorSet read{query, key, presentOr(table, value, valueProj), decays};
    table.step(Step::core, read, {context, chunkMatrices}, read | chunkMatrices);
    table.step(Step::coreNorm, context, contextNorm, context);
    outputTable(table, model, values, contextNorm);
}

} // namespace headroom
