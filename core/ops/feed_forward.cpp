#include "ops/feed_forward.h"

#include "base/text.h"
#include "ops/experts.h"

namespace headroom {
namespace {

// Gate and up in one product, activation, down. `width` is the rank's share.
void denseOps(OpBuilder &ops, Dim width, bool gated, const char *up, const char *activation, const char *down)
{
    ops.step(Step::mlpUp, OpCategory::feedForward);
    ops.tensorSide(TensorSide::input);
    ops.gemm(up, ops.rows(), ops.hidden(), gated ? ops.times(ops.constant(2.0), width) : width);
    ops.tensorSide(TensorSide::none);
    ops.step(Step::mlpActivation, OpCategory::elementwise);
    ops.elementwise(activation, ops.rows(), width, gated ? 3.0 : 2.0, gated ? 5.0 : 3.0);
    ops.step(Step::mlpDown, OpCategory::feedForward);
    ops.tensorSide(TensorSide::output);
    ops.gemm(down, ops.rows(), width, ops.hidden());
    ops.tensorSide(TensorSide::none);
}

void routerOps(OpBuilder &ops, const FeedForwardSpec &f)
{
    const double e = static_cast<double>(f.experts), k = static_cast<double>(f.topK);
    const Dim experts = ops.field("model.experts", f.experts), topK = ops.field("model.topK", f.topK);
    ops.step(Step::router, OpCategory::experts);
    ops.gemmFp32Out(CORE_TEXT("core", "router"), ops.normRows(), ops.hidden(), experts);
    // Scores and top-k move 8E + 8k bytes per token forward and 8E + 4k backward: per score and choice 8, or 4 back.
    ops.step(Step::router, OpCategory::elementwise);
    const Dim width = ops.plus(experts, topK);
    ops.elementwise(CORE_TEXT("core", "scores and top-k"), ops.normRows(), width, 2.0, (8.0 * e + 4.0 * k) / (4.0 * (e + k)), 4.0);
}

void moeOps(OpBuilder &ops, const FeedForwardSpec &f)
{
    routerOps(ops, f);
    routedExpertOps(ops, f);
    if (f.sharedWidth == 0)
        return;
    if (f.sharedGate) {
        ops.step(Step::mlpUp, OpCategory::feedForward);
        ops.gemm(CORE_TEXT("core", "shared expert gate"), ops.normRows(), ops.hidden(), ops.constant(1.0));
    }
    denseOps(ops, ops.perRank(ops.field("model.sharedWidth", f.sharedWidth), ops.shape().tp, "plan.tp"), f.gated,
             f.gated ? CORE_TEXT("core", "shared expert gate and up projection") : CORE_TEXT("core", "shared expert up projection"),
             CORE_TEXT("core", "shared expert activation"), CORE_TEXT("core", "shared expert down projection"));
}

} // namespace

namespace {

const char *activationName(const FeedForwardSpec &f)
{
    if (f.gated)
        return f.activation == Activation::gelu ? CORE_TEXT("core", "GeGLU") : CORE_TEXT("core", "SwiGLU");
    return f.activation == Activation::gelu ? CORE_TEXT("core", "GELU") : CORE_TEXT("core", "SiLU");
}

} // namespace

void feedForwardOps(OpBuilder &ops, const LayerSpec &layer)
{
    const FeedForwardSpec &f = layer.feedForward;
    ops.step(Step::mlpNorm, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "feed-forward norm"), ops.normRows(), ops.hidden(), true);
    if (f.kind == FeedForwardKind::moe)
        moeOps(ops, f);
    else
        denseOps(ops, ops.perRank(ops.field("model.width", f.width), ops.shape().tp, "plan.tp"), f.gated,
                 f.gated ? CORE_TEXT("core", "gate and up projection") : CORE_TEXT("core", "up projection"),
                 activationName(f), CORE_TEXT("core", "down projection"));
    ops.step(Step::mlpQuantisation, OpCategory::elementwise);
    ops.quantise(CORE_TEXT("core", "feed-forward operand quantisation"));
    ops.step(Step::mlpEnd, OpCategory::elementwise);
    if (layer.postNorms)
        ops.norm(CORE_TEXT("core", "feed-forward post-norm"), ops.normRows(), ops.hidden(), false);
    ops.dropout(CORE_TEXT("core", "feed-forward dropout"), ops.normRows(), ops.hidden(), true);
    ops.residualAdd(CORE_TEXT("core", "feed-forward residual add"));
}

namespace {

// Norm output or router to the product that goes into the down projection.
void denseTable(LayerTable &table, double width, bool gated, double hidden)
{
    using enum Tensor;
    TensorSet up = mlpWi0;
    table.tensor(mlpWi0, TensorRows::whole, width);
    if (gated) {
        table.tensor(mlpWi1, TensorRows::whole, width);
        up |= mlpWi1;
    }
    table.tensor(mlpAct, TensorRows::whole, width);
    table.tensor(mlpWo, TensorRows::norm, hidden);
    table.step(Step::mlpUp, mlpNorm, up, mlpNorm);
    table.step(Step::mlpActivation, up, mlpAct, up);
    table.step(Step::mlpDown, mlpAct, mlpWo, mlpAct);
}

// Scores and choices in fp32, masks of a dispatch that has them, copies in and out of the experts, the experts' gate, up and product.
void routedTable(LayerTable &table, const RunSpec &run, const FeedForwardSpec &f, const PassShape &shape, double hidden)
{
    using enum Tensor;
    const double routed = routedRowsPerToken(f, run);
    const double width = routed * static_cast<double>(f.expertWidth) / static_cast<double>(shape.expertTensor);
    TensorSet up = moeMlpWi0, choices = routerScores;
    table.tensor(routerScores, TensorRows::norm, 2.0 * static_cast<double>(f.experts), 4.0);
    table.step(Step::router, mlpNorm, routerScores, {mlpNorm, routerScores});
    if (run.kernels.dispatch != DispatchKernel::sorted) {
        table.tensor(dispatchMasks, TensorRows::expert, 2.0 * dispatchMaskWidth(f, run));
        table.step(Step::masks, routerScores, dispatchMasks);
        choices = dispatchMasks;
    }
    table.tensor(moeDispatched, TensorRows::expert, routed * hidden);
    table.tensor(moeMlpWi0, TensorRows::expert, width);
    if (f.gated) {
        table.tensor(moeMlpWi1, TensorRows::expert, width);
        up |= moeMlpWi1;
    }
    table.tensor(moeMlpAct, TensorRows::expert, width);
    table.tensor(moeMlpWo, TensorRows::expert, routed * hidden);
    table.step(Step::dispatch, choices | mlpNorm, moeDispatched, choices);
    table.step(Step::expertUp, moeDispatched, up, moeDispatched);
    table.step(Step::expertActivation, up, moeMlpAct, up);
    table.step(Step::expertDown, moeMlpAct, moeMlpWo, moeMlpAct);
}

} // namespace

void feedForwardTable(LayerTable &table, const ModelSpec &model, const RunSpec &run, const LayerSpec &layer, const PassShape &shape)
{
    using enum Tensor;
    const FeedForwardSpec &f = layer.feedForward;
    const double hidden = static_cast<double>(model.hidden), tp = static_cast<double>(shape.tp);
    table.tensor(mlpNorm, TensorRows::norm, hidden);
    table.step(Step::mlpNorm, mlpInput, mlpNorm, mlpInput);
    Tensor out = mlpWo;
    if (f.kind == FeedForwardKind::dense) {
        denseTable(table, static_cast<double>(f.width) / tp, f.gated, hidden);
    } else {
        routedTable(table, run, f, shape, hidden);
        TensorSet made = moeMlpWo, weights = table.present() & TensorSet{routerScores, dispatchMasks};
        if (f.sharedWidth > 0) {
            denseTable(table, static_cast<double>(f.sharedWidth) / tp, f.gated, hidden);
            made |= mlpWo;
        }
        out = mlpOut;
        table.tensor(mlpOut, TensorRows::norm, hidden);
        table.step(Step::combine, made | weights, mlpOut, TensorSet(moeMlpWo) | weights);
    }
    table.follower(Step::mlpQuantisation, {Step::router, Step::expertUp, Step::expertDown, Step::mlpUp, Step::mlpDown});
    if (run.dropout) {
        table.tensor(mlpDropout, TensorRows::norm, hidden, dropoutMaskBytes);
        table.step(Step::mlpEnd, {}, mlpDropout, mlpDropout);
    }
    table.step(Step::mlpEnd, {mlpInput, out}, layerOutput, layer.postNorms ? TensorSet(out) : TensorSet());
    if (run.matmulDtype != MatrixDtype::fp8)
        return;
    // Nothing but fp8 products read these; the router, which stays in bf16, reads the norm's output too.
    for (const Tensor t : {attentionNorm, queryLatentNorm, kvLatentNorm, mlpAct, moeDispatched, moeMlpAct})
        table.quantise(t);
    if (f.kind == FeedForwardKind::dense)
        table.quantise(mlpNorm);
}

} // namespace headroom
