#include "ops/layer_ops.h"

#include "ops/attention.h"
#include "ops/embedding.h"
#include "ops/experts.h"
#include "ops/feed_forward.h"

#include <algorithm>

namespace headroom {

namespace {

// Kinds that differ in sizes only share a short name: the later ones are numbered.
std::string distinctName(const std::vector<Block> &blocks, const std::string &name)
{
    const auto same = std::ranges::count_if(blocks, [&](const Block &b) {
        return b.kind == BlockKind::layer && layerName(b.layer) == name;
    });
    return same == 0 ? name : name + " " + std::to_string(same + 1);
}

} // namespace

ModelBlocks blockStructure(const ModelSpec &model)
{
    const LayerPattern pattern = layerPattern(model);
    ModelBlocks out;
    out.blocks.push_back({.kind = BlockKind::embedding, .name = "embedding"});
    for (const LayerSpec &layer : pattern.kinds)
        out.blocks.push_back({.kind = BlockKind::layer, .name = distinctName(out.blocks, layerName(layer)), .layer = layer,
                              .count = 0.0});
    for (const std::uint16_t kind : pattern.order) {
        out.order.push_back(static_cast<std::uint16_t>(kind + 1));
        out.blocks[kind + 1u].count += 1.0;
    }
    if (model.mtpDepth > 0) {
        out.mtp = out.blocks.size();
        out.blocks.push_back({.kind = BlockKind::mtp, .name = "mtp", .layer = pattern.kinds[pattern.order.back()],
                              .count = static_cast<double>(model.mtpDepth)});
    }
    out.head = out.blocks.size();
    out.blocks.push_back({.kind = BlockKind::head, .name = "head"});
    return out;
}

namespace {

void blockOps(OpBuilder &ops, const Block &block)
{
    switch (block.kind) {
    case BlockKind::embedding:
        return embeddingOps(ops);
    case BlockKind::head:
        return headOps(ops);
    case BlockKind::mtp:
        mtpEntryOps(ops);
        attentionOps(ops, block.layer);
        feedForwardOps(ops, block.layer);
        return headOps(ops);
    case BlockKind::layer:
        attentionOps(ops, block.layer);
        return feedForwardOps(ops, block.layer);
    }
}

} // namespace

void buildOps(ModelBlocks &blocks, Derivation &why, const ModelSpec &model, const RunSpec &run, const PassShape &shape)
{
    for (Block &block : blocks.blocks) {
        block.ops.clear();
        OpBuilder ops(why, model, run, shape, block.ops);
        blockOps(ops, block);
    }
}

namespace {

// Inputs of fp8 products that nothing else needs are kept in one byte: outputs of both norms, activations, routed tokens
// (operators.md §9).
void keepQuantised(KeptElements &kept, const ModelSpec &model, const RunSpec &run, const FeedForwardSpec &f, const PassShape &shape)
{
    const double tp = static_cast<double>(shape.tp), hidden = static_cast<double>(model.hidden);
    const bool dense = f.kind == FeedForwardKind::dense;
    kept.normRows -= 0.5 * 2.0 * hidden;
    kept.wholeRows -= 0.5 * static_cast<double>(dense ? f.width : f.sharedWidth) / tp;
    if (!dense)
        kept.expertRows -= 0.5 * routedRowsPerToken(f, run)
            * (hidden + static_cast<double>(f.expertWidth) / static_cast<double>(shape.expertTensor));
}

} // namespace

namespace {
constexpr double maskBytes = 1.0; // of dropout, per element
}

Bytes keptBytes(const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape, RematPolicy policy)
{
    const double tp = static_cast<double>(shape.tp), rows = shape.tokens();
    const double normRows = shape.sequenceParallel ? rows / tp : rows;
    const double expertRows = shape.expertTensor == 1 ? rows / tp : rows;
    const double rowElements = static_cast<double>(model.hidden) * normRows;
    if (block.kind == BlockKind::embedding)
        return Bytes(run.dropout ? maskBytes * rowElements : 0.0);
    if (block.kind == BlockKind::head) // the final norm's input and output; logits are a row of their own
        return Bytes(2.0 * computeBytes * rowElements);
    KeptElements kept = attentionKept(model, run, block.layer.attention, shape, policy);
    const KeptElements ff = feedForwardKept(model, run, block.layer.feedForward, shape, policy);
    if (block.layer.postNorms && policy == RematPolicy::none) // inputs of the two; else made again or kept already
        kept.normRows += 2.0 * static_cast<double>(model.hidden);
    if (run.matmulDtype == MatrixDtype::fp8 && policy == RematPolicy::none)
        keepQuantised(kept, model, run, block.layer.feedForward, shape);
    if (block.kind == BlockKind::mtp) // inputs of its two norms, their outputs, and of its final norm
        kept.normRows += 5.0 * static_cast<double>(model.hidden);
    const double elements = (kept.wholeRows + ff.wholeRows) * rows + (kept.normRows + ff.normRows) * normRows
        + (kept.allRows + ff.allRows) * rows * static_cast<double>(shape.cp) + (kept.expertRows + ff.expertRows) * expertRows;
    return Bytes(computeBytes * elements + (kept.extraBytes + ff.extraBytes) * rows
                 + (kept.extraNormBytes + ff.extraNormBytes) * normRows
                 + (run.dropout && policy == RematPolicy::none ? 2.0 * maskBytes * rowElements : 0.0));
}

} // namespace headroom
