#include "ops/layer_ops.h"

#include "ops/attention.h"
#include "ops/embedding.h"
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

BlockTensors blockTensors(const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape)
{
    const double tp = static_cast<double>(shape.tp), rows = shape.tokens();
    const double normRows = shape.sequenceParallel ? rows / tp : rows;
    const double expertRows = shape.expertTokens();
    BlockTensors out{.table = LayerTable({rows, normRows, rows * static_cast<double>(shape.cp), expertRows})};
    if (block.kind == BlockKind::embedding && run.dropout)
        out.always = Bytes(dropoutMaskBytes * static_cast<double>(model.hidden) * normRows);
    if (block.kind == BlockKind::head) // the final norm's input and output; logits are a row of their own
        out.always = Bytes(2.0 * computeBytes * static_cast<double>(model.hidden) * normRows);
    if (block.kind == BlockKind::mtp) // inputs of its two norms, their outputs, and of its final norm
        out.always = Bytes(computeBytes * 5.0 * static_cast<double>(model.hidden) * normRows);
    if (block.kind == BlockKind::layer || block.kind == BlockKind::mtp) {
        attentionTable(out.table, model, run, block.layer, shape);
        feedForwardTable(out.table, model, run, block.layer, shape);
    }
    return out;
}

std::vector<KeptBytes> keptBytes(const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape)
{
    const BlockTensors tensors = blockTensors(model, run, block, shape);
    std::vector<KeptBytes> out;
    out.reserve(block.remats.size());
    for (const BlockRemat &remat : block.remats)
        out.push_back({tensors.kept(tensors.table.needed()), tensors.kept(remat.kept.device), tensors.table.bytes(remat.kept.host)});
    return out;
}

void setRemats(ModelBlocks &blocks, const ModelSpec &model, const RunSpec &run, std::span<const RematChoice> choices)
{
    for (Block &block : blocks.blocks) {
        const BlockTensors tensors = blockTensors(model, run, block, {}); // who makes and reads what is the same for every shape
        block.remats.clear();
        for (const RematChoice &choice : choices)
            block.remats.push_back(blockRemat(tensors.table, tensorsOf(choice), choice.mode));
    }
}

} // namespace headroom
