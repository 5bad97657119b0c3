#pragma once
// Attention operators by kind: one row per kind, one file per kind in attention/.

#include "ops/layer_table.h"
#include "ops/op_builder.h"
#include "spec/plan.h"

namespace headroom {

// Norm 1, projections, core, output projection and, with post-norms, a norm after it.
void attentionOps(OpBuilder &ops, const LayerSpec &layer);

// The activations of a layer's attention, from the layer input to the feed-forward's input (operators.md §9).
void attentionTable(LayerTable &table, const ModelSpec &model, const RunSpec &run, const LayerSpec &layer, const PassShape &shape);
inline constexpr double dropoutMaskBytes = 1.0; // per element
inline constexpr double logSumExpBytes = 4.0; // fp32, per query and head of a fused core

// Mean number of keys a query attends to: (S + 1) / 2 causal; W - W (W - 1) / (2 S) in a causal window W <= S.
double meanKeys(Count sequenceLength, std::optional<Count> window);
// Mean over the tokens of packed documents, each with its own length; without documents a sequence is one.
double meanKeys(const std::vector<DocumentGroup> &documents, Count sequenceLength, std::optional<Count> window);
Dim meanKeysTerm(OpBuilder &ops, std::optional<Count> window, const char *field = "model.window");
// Mean number of keys a fused kernel with square tiles computes per query, those on the diagonal and at the window's edge whole:
// (S + tile) / 2 causal, S when S < tile (model.md §13).
double tiledKeys(Count sequenceLength, std::optional<Count> window, Count tile);

// The softmax core on t rows: `keyRows` rows of k and v are read; a query meets `keys` keys, the nearest `window` at most, or
// those gathered for it alone, which lie in no tile.
struct CoreShape
{
    Dim heads, kvHeads, queryDim, valueDim, keys, rows, keyRows;
    std::optional<Count> window;
    bool gathered = false;
};
void attentionCore(OpBuilder &ops, const CoreShape &core);
// The keys a fused kernel computes: `keys` when nothing masked is.
Dim tiledKeysTerm(OpBuilder &ops, Dim keys, std::optional<Count> window);

// The extra FLOPs of a chunk-wise linear core whose products run in `passes` passes: `inside` are those on C x C tiles, half of
// them masked; the other half, `squares` of C x C matrices alone, and the further passes are the price of the form.
ExtraFlops chunkExtra(Flops onePass, Flops inside, Flops squares, double passes);

// One function per kind; attentionOps and attentionTable choose by a table.
void fullAttentionOps(OpBuilder &ops, const AttentionSpec &attention);
void mlaOps(OpBuilder &ops, const AttentionSpec &attention);
void linearAttentionOps(OpBuilder &ops, const AttentionSpec &attention);
void deltaRuleOps(OpBuilder &ops, const AttentionSpec &attention);
using TableOf = void (*)(LayerTable &, const ModelSpec &, const RunSpec &, const AttentionSpec &, const PassShape &);
void fullAttentionTable(LayerTable &, const ModelSpec &, const RunSpec &, const AttentionSpec &, const PassShape &);
void mlaTable(LayerTable &, const ModelSpec &, const RunSpec &, const AttentionSpec &, const PassShape &);
void linearAttentionTable(LayerTable &, const ModelSpec &, const RunSpec &, const AttentionSpec &, const PassShape &);
void deltaRuleTable(LayerTable &, const ModelSpec &, const RunSpec &, const AttentionSpec &, const PassShape &);

// A softmax core of so many heads that reads these tensors and makes the context.
void softmaxCoreTable(LayerTable &table, const RunSpec &run, const PassShape &shape, double heads, TensorSet read);
// Gating of so many elements (0: none) and output projection of what the core or its norm made.
void outputTable(LayerTable &table, const ModelSpec &model, double gated, Tensor made);

// The indexer of sparse latent attention, part of mlaOps and mlaTable.
void indexerOps(OpBuilder &ops, const AttentionSpec &attention);
void indexerTable(LayerTable &table, const AttentionSpec &attention, const PassShape &shape);
// Context times its gate, before the output projection: one gate per element or, of little width, per head.
void outputGating(OpBuilder &ops, OutputGate gate, Dim width);

} // namespace headroom
