// The layer around the delta rule (operators.md §4): projections, short convolution with SiLU, unit-length queries and keys,
// decay and beta, core, norm per head, output gate, output projection.

#include "ops/attention.h"

#include "base/text.h"
#include "ops/attention/delta_core.h"

#include <algorithm>

namespace headroom {
namespace {

// Directly, or through a latent that each rank computes for its own tokens.
void gateProjection(OpBuilder &ops, std::optional<Count> rank, Dim out, const char *down, const char *up)
{
    if (!rank)
        return ops.gemm(up, ops.rows(), ops.hidden(), out);
    const Dim latent = ops.field("model.gateRank", *rank);
    ops.gemm(down, ops.normRows(), ops.hidden(), latent);
    ops.gemm(up, ops.rows(), latent, out);
}

void projections(OpBuilder &ops, const AttentionSpec &a, Dim heads, Dim queriesAndKeys, Dim values)
{
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    const Dim inputs = ops.plus(queriesAndKeys, values);
    if (a.linearKind == LinearKind::gatedDelta) {
        ops.gemm(CORE_TEXT("core", "query, key, value and gate projection"), ops.rows(), ops.hidden(), ops.plus(inputs, values));
        ops.gemm(CORE_TEXT("core", "decay and beta projection"), ops.rows(), ops.hidden(), ops.times(ops.constant(2.0), heads));
        return;
    }
    ops.gemm(CORE_TEXT("core", "query, key, value projection"), ops.rows(), ops.hidden(), inputs);
    gateProjection(ops, a.gateRank, ops.times(heads, ops.field("model.headDim", a.headDim)),
                   CORE_TEXT("core", "decay gate down-projection"), CORE_TEXT("core", "decay gate projection"));
    ops.gemm(CORE_TEXT("core", "beta projection"), ops.rows(), ops.hidden(), heads);
    gateProjection(ops, a.gateRank, values, CORE_TEXT("core", "output gate down-projection"),
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

    projections(ops, a, heads, queriesAndKeys, values);
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    if (a.convWidth > 0)
        ops.elementwise(CORE_TEXT("core", "short convolution"), ops.rows(), ops.plus(queriesAndKeys, values), 2.0, 3.0);
    ops.elementwise(CORE_TEXT("core", "query-key norm"), ops.rows(), queriesAndKeys, 2.0, 3.0);
    ops.elementwise(CORE_TEXT("core", "decay gate"), ops.rows(), kda ? ops.times(heads, key) : heads, 3.0, 4.0);
    deltaCore(ops, {.rows = ops.rows(), .keyHeads = keyHeads, .heads = heads, .key = key, .value = value,
                    .chunk = ops.field("model.chunk", a.chunk), .kda = kda});
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "linear attention output norm"), ops.rows(), values, false);
    ops.elementwise(CORE_TEXT("core", "output gating"), ops.rows(), values, 3.0, 5.0);
    ops.part(LayerPart::attentionMatrix, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "output projection"), ops.rows(), values, ops.hidden());
}

// none: x, norm output, q and k before and after convolution and norm, v before and after convolution, o, normed o, gate,
// product, decays and beta before and, in fp32, after their functions, the chunk matrices.
// save_dot_except_mlp: x, every GEMM output, o, the chunk matrices, which the core does not make again.
KeptElements deltaRuleKept(const ModelSpec &model, const AttentionSpec &a, const PassShape &shape, RematPolicy policy)
{
    const double tp = static_cast<double>(shape.tp), heads = static_cast<double>(a.heads) / tp;
    const double keyHeads = std::max(1.0, static_cast<double>(a.kvHeads) / tp);
    const double queriesAndKeys = 2.0 * keyHeads * static_cast<double>(a.headDim);
    const double values = heads * static_cast<double>(a.valueDim);
    const bool kda = a.linearKind == LinearKind::kda, conv = a.convWidth > 0;
    const double gates = (kda ? heads * static_cast<double>(a.headDim) : heads) + heads;
    const double matrices = heads * static_cast<double>(a.chunk) * (kda ? 2.0 : 1.0);
    const double latents = kda ? 2.0 * static_cast<double>(a.gateRank.value_or(0)) : 0.0;
    const double normRows = 2.0 * static_cast<double>(model.hidden) + latents;
    if (policy == RematPolicy::none)
        return {.wholeRows = (conv ? 3.0 : 2.0) * queriesAndKeys + (conv ? 6.0 : 5.0) * values + gates + matrices,
                .normRows = normRows, .extraBytes = 4.0 * gates};
    return {.wholeRows = queriesAndKeys + 3.0 * values + gates + matrices, .normRows = normRows};
}

} // namespace headroom
