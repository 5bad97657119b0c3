#include "ops/attention.h"

#include "base/text.h"

namespace headroom {
namespace {

struct KindRow
{
    void (*ops)(OpBuilder &, const AttentionSpec &);
    TableOf table;
};

const KindRow &rowOf(const AttentionSpec &a)
{
    static constexpr KindRow rows[] = {
        {fullAttentionOps, fullAttentionTable},
        {mlaOps, mlaTable},
        {linearAttentionOps, linearAttentionTable},
        {deltaRuleOps, deltaRuleTable},
    };
    return rows[a.isDeltaRule() ? std::size_t{3} : static_cast<std::size_t>(a.kind)];
}

} // namespace

void attentionOps(OpBuilder &ops, const LayerSpec &layer)
{
    ops.step(Step::attentionNorm, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "attention norm"), ops.normRows(), ops.hidden(), true);
    rowOf(layer.attention).ops(ops, layer.attention);
    ops.step(Step::attentionQuantisation, OpCategory::elementwise);
    ops.quantise(CORE_TEXT("core", "attention operand quantisation"));
    ops.step(Step::attentionEnd, OpCategory::elementwise);
    if (layer.postNorms)
        ops.norm(CORE_TEXT("core", "attention post-norm"), ops.normRows(), ops.hidden(), false);
    ops.dropout(CORE_TEXT("core", "attention output dropout"), ops.normRows(), ops.hidden(), true);
    ops.residualAdd(CORE_TEXT("core", "attention residual add"));
}

void attentionTable(LayerTable &table, const ModelSpec &model, const RunSpec &run, const LayerSpec &layer, const PassShape &shape)
{
    using enum Tensor;
    const double hidden = static_cast<double>(model.hidden);
    table.tensor(decoderLayerInput, TensorRows::norm, hidden);
    table.tensor(attentionNorm, TensorRows::norm, hidden);
    table.step(Step::attentionNorm, decoderLayerInput, attentionNorm, decoderLayerInput);
    rowOf(layer.attention).table(table, model, run, layer.attention, shape);
    table.follower(Step::attentionQuantisation,
                   {Step::queryKeyValue, Step::queryDown, Step::queryUp, Step::kvDown, Step::kvUp, Step::indexQuery, Step::indexKey,
                    Step::indexWeight, Step::gateLatents, Step::decayProjection, Step::gateProjection, Step::outProjection});
    table.tensor(mlpInput, TensorRows::norm, hidden);
    if (run.dropout) { // drawn anew without reading anything
        table.tensor(attentionDropout, TensorRows::norm, hidden, dropoutMaskBytes);
        table.step(Step::attentionEnd, {}, attentionDropout, attentionDropout);
    }
    table.step(Step::attentionEnd, {decoderLayerInput, outProj}, mlpInput, layer.postNorms ? TensorSet(outProj) : TensorSet());
}

// Fused: a log-sum-exp per query and head. Unfused: scores and probabilities, one element per head and key of the sequence; the
// softmax's backward reads the latter alone. Dropout keeps what it writes and its mask too (Korthikanti et al. 2022, 5 a s^2 b bytes).
void softmaxCoreTable(LayerTable &table, const RunSpec &run, const PassShape &shape, double heads, TensorSet read)
{
    using enum Tensor;
    if (run.kernels.attention != AttentionKernel::unfused) {
        table.tensor(logSumExp, TensorRows::whole, heads, logSumExpBytes);
        const TensorSet made{context, logSumExp};
        return table.step(Step::core, read, made, read | made);
    }
    const double elements = heads * static_cast<double>(shape.sequenceLength);
    const TensorSet values{value, valueProj}, operands = read.without(values);
    table.tensor(scores, TensorRows::whole, elements);
    table.tensor(probabilities, TensorRows::whole, elements);
    if (run.dropout)
        table.tensor(probabilities, TensorRows::whole, elements, computeBytes + dropoutMaskBytes);
    table.step(Step::scores, operands, scores, operands);
    table.step(Step::softmax, scores, probabilities, probabilities);
    const TensorSet product = (read & values) | probabilities;
    table.step(Step::core, product, context, product);
}

void outputTable(LayerTable &table, const ModelSpec &model, double gated, Tensor made)
{
    using enum Tensor;
    TensorSet projected = made;
    if (gated > 0.0) {
        table.tensor(gatedContext, TensorRows::whole, gated);
        table.step(Step::gating, TensorSet(made) | gateProj, gatedContext, TensorSet(made) | gateProj);
        projected = gatedContext;
    }
    table.tensor(outProj, TensorRows::norm, static_cast<double>(model.hidden));
    table.step(Step::outProjection, projected, outProj, projected);
}

ExtraFlops chunkExtra(Flops onePass, Flops inside, Flops squares, double passes)
{
    return {.masked = 0.5 * inside, .form = 0.5 * inside + squares + (passes - 1.0) * onePass};
}

void outputGating(OpBuilder &ops, OutputGate gate, Dim width)
{
    if (gate == OutputGate::none)
        return;
    const bool whole = gate == OutputGate::perElement;
    ops.step(Step::gating, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "output gating"), ops.rows(), width, whole ? 3.0 : 2.0, whole ? 5.0 : 3.0);
}

} // namespace headroom
