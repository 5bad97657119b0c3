#include "ops/attention.h"

#include "base/text.h"

namespace headroom {
namespace {

struct KindRow
{
    void (*ops)(OpBuilder &, const AttentionSpec &);
    KeptElements (*kept)(const ModelSpec &, const AttentionSpec &, const PassShape &, RematPolicy);
};

const KindRow &rowOf(const AttentionSpec &a)
{
    static constexpr KindRow rows[] = {
        {fullAttentionOps, fullAttentionKept},
        {mlaOps, mlaKept},
        {linearAttentionOps, linearAttentionKept},
        {deltaRuleOps, deltaRuleKept},
    };
    return rows[a.isDeltaRule() ? std::size_t{3} : static_cast<std::size_t>(a.kind)];
}

} // namespace

void attentionOps(OpBuilder &ops, const LayerSpec &layer)
{
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "attention norm"), ops.normRows(), ops.hidden(), true);
    rowOf(layer.attention).ops(ops, layer.attention);
    ops.part(LayerPart::attentionMatrix, OpCategory::elementwise);
    ops.quantise(CORE_TEXT("core", "attention operand quantisation"));
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    if (layer.postNorms)
        ops.norm(CORE_TEXT("core", "attention post-norm"), ops.normRows(), ops.hidden(), false);
    ops.dropout(CORE_TEXT("core", "attention output dropout"), ops.normRows(), ops.hidden(), true);
    ops.residualAdd(CORE_TEXT("core", "attention residual add"));
}

namespace {

// An unfused core keeps its probabilities, or under save_dot_except_mlp the scores, a product's output of the same size: one
// element per head and key of the sequence; dropout keeps what it writes and its mask too (Korthikanti et al. 2022, 5 a s^2 b
// bytes). Fused, the log-sum-exp.
void keepScores(KeptElements &kept, const AttentionSpec &a, const PassShape &shape, bool dropout)
{
    const double heads = static_cast<double>(a.heads) / static_cast<double>(shape.tp);
    kept.wholeRows += heads * static_cast<double>(shape.sequenceLength) * (dropout ? 2.5 : 1.0);
    kept.extraBytes -= logSumExpBytes * heads;
}

} // namespace

KeptElements attentionKept(const ModelSpec &model, const RunSpec &run, const AttentionSpec &attention, const PassShape &shape,
                           RematPolicy policy)
{
    if (policy == RematPolicy::full)
        return {.normRows = static_cast<double>(model.hidden)}; // the layer input alone
    KeptElements kept = rowOf(attention).kept(model, attention, shape, policy);
    if (run.kernels.attention == AttentionKernel::unfused && attention.kind != AttentionKind::linear)
        keepScores(kept, attention, shape, run.dropout && policy == RematPolicy::none);
    return kept;
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
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "output gating"), ops.rows(), width, whole ? 3.0 : 2.0, whole ? 5.0 : 3.0);
}

} // namespace headroom
