#include "ops/feed_forward.h"

#include "base/text.h"
#include "ops/experts.h"

namespace headroom {
namespace {

// Gate and up in one product, activation, down. `width` is the rank's share.
void denseOps(OpBuilder &ops, Dim width, bool gated, const char *up, const char *activation, const char *down)
{
    ops.part(LayerPart::feedForward, OpCategory::feedForward);
    ops.gemm(up, ops.rows(), ops.hidden(), gated ? ops.times(ops.constant(2.0), width) : width);
    ops.part(LayerPart::feedForward, OpCategory::elementwise);
    ops.elementwise(activation, ops.rows(), width, gated ? 3.0 : 2.0, gated ? 5.0 : 3.0);
    ops.part(LayerPart::feedForward, OpCategory::feedForward);
    ops.gemm(down, ops.rows(), width, ops.hidden());
}

void routerOps(OpBuilder &ops, const FeedForwardSpec &f)
{
    const double e = static_cast<double>(f.experts), k = static_cast<double>(f.topK);
    const Dim experts = ops.field("model.experts", f.experts), topK = ops.field("model.topK", f.topK);
    ops.part(LayerPart::feedForward, OpCategory::experts);
    ops.gemmFp32Out(CORE_TEXT("core", "router"), ops.normRows(), ops.hidden(), experts);
    // Scores and top-k move 8E + 8k bytes per token forward and 8E + 4k backward: per score and choice 8, or 4 back.
    ops.part(LayerPart::feedForward, OpCategory::elementwise);
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
        ops.part(LayerPart::feedForward, OpCategory::feedForward);
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
    ops.part(LayerPart::feedForward, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "feed-forward norm"), ops.normRows(), ops.hidden(), true);
    if (f.kind == FeedForwardKind::moe)
        moeOps(ops, f);
    else
        denseOps(ops, ops.perRank(ops.field("model.width", f.width), ops.shape().tp, "plan.tp"), f.gated,
                 f.gated ? CORE_TEXT("core", "gate and up projection") : CORE_TEXT("core", "up projection"),
                 activationName(f), CORE_TEXT("core", "down projection"));
    ops.part(LayerPart::feedForward, OpCategory::elementwise);
    ops.quantise(CORE_TEXT("core", "feed-forward operand quantisation"));
    if (layer.postNorms)
        ops.norm(CORE_TEXT("core", "feed-forward post-norm"), ops.normRows(), ops.hidden(), false);
    ops.dropout(CORE_TEXT("core", "feed-forward dropout"), ops.normRows(), ops.hidden(), true);
    ops.residualAdd(CORE_TEXT("core", "feed-forward residual add"));
}

// Dense: x, norm output, gate, up, product. MoE: x, norm output, copies in and out of the experts, the experts' gate, up
// and product, the shared expert's, fp32 scores and choices, and the masks of a dispatch that has them.
KeptElements feedForwardKept(const ModelSpec &model, const RunSpec &run, const FeedForwardSpec &f, const PassShape &shape,
                             RematPolicy policy)
{
    if (policy != RematPolicy::none)
        return {};
    const double hidden = static_cast<double>(model.hidden), tp = static_cast<double>(shape.tp);
    const double tensors = f.gated ? 3.0 : 2.0;
    if (f.kind == FeedForwardKind::dense)
        return {.wholeRows = tensors * static_cast<double>(f.width) / tp, .normRows = 2.0 * hidden};
    const double routed = routedRowsPerToken(f, run);
    const double expertWidth = static_cast<double>(f.expertWidth) / static_cast<double>(shape.expertTensor);
    return {.wholeRows = tensors * static_cast<double>(f.sharedWidth) / tp, .normRows = 2.0 * hidden,
            .expertRows = 2.0 * routed * hidden + tensors * routed * expertWidth + 2.0 * dispatchMaskWidth(f, run),
            .extraNormBytes = 8.0 * static_cast<double>(f.experts)};
}

} // namespace headroom
