#pragma once
// A decoder-only language model as the shapes that decide its cost: an ordered pattern of layers, each an attention
// and a feed-forward, plus vocabulary, ties and multi-token-prediction modules.
//
//   Ling-2.6-flash: H 4096, V 157184; 1 × linear + dense, 6 × linear + moe, 1 × mla + moe, …

#include "base/enum_table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

using Count = std::int64_t;

enum class AttentionKind { full, mla, linear };
std::span<const EnumRow> rowsOf(AttentionKind);

// Whether queries and keys are normalised, and over what: one weight vector of head size, or of all heads.
enum class QkNorm { none, perHead, allHeads };
std::span<const EnumRow> rowsOf(QkNorm);

// Which linear recurrence: lightning and simple GLA have a scalar decay per head; GLA a decay per dimension. The delta
// rule also erases what the key holds: gated delta with a scalar decay per head, KDA with one per dimension.
enum class LinearKind { lightning, gla, gatedDelta, kda };
std::span<const EnumRow> rowsOf(LinearKind);

// What multiplies the context before the output projection: nothing, one sigmoid per head, or one per element.
// Lightning and GLA layers always have one per element.
enum class OutputGate { none, perHead, perElement };
std::span<const EnumRow> rowsOf(OutputGate);

// The activation of a feed-forward block, gated or not.
enum class Activation { silu, gelu };
std::span<const EnumRow> rowsOf(Activation);

struct AttentionSpec
{
    AttentionKind kind = AttentionKind::full;
    Count heads = 32;            // A, query heads
    Count kvHeads = 32;          // K; equal to heads for mla and linear, but the query-key heads of gated delta
    Count headDim = 128;         // d of full attention; dk of linear attention
    std::optional<Count> window; // keys visible to a query; absent: all earlier ones
    bool qkvBias = false;        // bias on q, k and v projections
    bool outputBias = false;     // bias on the output projection
    QkNorm qkNorm = QkNorm::none;
    Count rotaryDim = 128; // dimensions of a head that RoPE rotates; 0: no position
    OutputGate outputGate = OutputGate::none;
    bool sinks = false; // a learned logit per head in the softmax

    // mla
    std::optional<Count> queryRank; // absent: queries are projected from the hidden state directly
    Count kvRank = 512;
    Count nopeDim = 128;
    Count ropeDim = 64;
    Count valueDim = 128; // dv of mla and of linear attention

    // mla with a sparse indexer: a query meets the indexTopK keys that small heads of their own score best
    Count indexHeads = 0; // 0: none, all earlier keys are met
    Count indexDim = 0;
    Count indexTopK = 0;

    // linear
    LinearKind linearKind = LinearKind::lightning;
    Count chunk = 64;     // C, tokens per chunk of the chunk-wise kernel
    Count normGroups = 1; // groups of the output norm (its weight is heads * valueDim long either way)
    bool qkvActivation =
        false;           // SiLU on queries, keys and values (MiniMax; part of the convolution where there is one)
    Count convWidth = 0; // taps of the short convolution over queries, keys and values (delta rule)
    std::optional<Count> gateRank; // rank of KDA's decay and output gate projections; absent: full

    bool operator==(const AttentionSpec &) const = default;
    Count queryDim() const { return kind == AttentionKind::mla ? nopeDim + ropeDim : headDim; } // dq
    Count valueHeadDim() const { return kind == AttentionKind::full ? headDim : valueDim; }     // dv
    bool isDeltaRule() const
    {
        return kind == AttentionKind::linear && (linearKind == LinearKind::gatedDelta || linearKind == LinearKind::kda);
    }
    bool isSparse() const { return kind == AttentionKind::mla && indexHeads > 0; }
    // Channels of the short convolution: queries, keys and values.
    Count convChannels() const { return convWidth > 0 ? 2 * kvHeads * headDim + heads * valueDim : 0; }
    // Earlier keys that a query of softmax attention meets at most; absent: all.
    std::optional<Count> keyLimit() const { return isSparse() ? std::optional(indexTopK) : window; }
};

enum class FeedForwardKind { dense, moe };
std::span<const EnumRow> rowsOf(FeedForwardKind);

struct FeedForwardSpec
{
    FeedForwardKind kind = FeedForwardKind::dense;
    Count width = 14336; // F of a dense block
    bool gated = true;   // gate and up matrices (SwiGLU, GeGLU), else up alone
    Activation activation = Activation::silu;
    bool bias = false; // also of router and experts

    // moe
    Count experts = 0;       // E
    Count topK = 0;          // k, experts per token
    Count routingGroups = 1; // equal groups of experts; a token is limited to the experts of groupsPerToken of them
    Count groupsPerToken = 1;
    Count expertWidth = 0;   // Fe
    Count sharedWidth = 0;   // Fs, all shared experts together; 0: none
    bool sharedGate = false; // sigmoid gate H -> 1 on the shared expert (Qwen2-MoE)
    bool routerBias = false; // per-expert correction bias; counted in otherParameters, not in parameters

    bool operator==(const FeedForwardSpec &) const = default;
};

struct LayerSpec
{
    AttentionSpec attention;
    FeedForwardSpec feedForward;
    bool postNorms = false; // a norm after attention and one after the feed-forward too (Gemma)
    bool operator==(const LayerSpec &) const = default;
};

// `count` equal layers in a row. The order of groups is the order of layers.
struct LayerGroup
{
    Count count = 1;
    LayerSpec layer;
    bool operator==(const LayerGroup &) const = default;
};

struct ModelSpec
{
    std::string name;
    std::string modelType; // Hugging Face model_type it was read from, "" when made by hand
    std::string source;    // where the shapes come from
    Count hidden = 4096;   // H
    Count vocab = 128256;  // V
    bool tiedEmbeddings = false;
    Count mtpDepth = 0; // multi-token-prediction modules; each: 2 norms, 2H->H, a layer like the last, head
    std::vector<LayerGroup> layers;

    bool operator==(const ModelSpec &) const = default;
};

// The distinct layers of a model and, for each layer in order, which of them it is.
struct LayerPattern
{
    std::vector<LayerSpec> kinds;
    std::vector<std::uint16_t> order;
};
LayerPattern layerPattern(const ModelSpec &model);
Count layerCount(const ModelSpec &model);
bool hasExperts(const ModelSpec &model); // in any of its layers

// A short name of a layer kind: "mla+moe", "linear+dense".
std::string layerName(const LayerSpec &layer);

// Numbers of parameters (tensor elements). `total` excludes MTP modules and router biases, as Hugging Face's main
// model does; `active` are those a token meets: topK of the experts, everything else, the lookup table included.
struct ParameterCount
{
    double total = 0.0;
    double active = 0.0;
    double mtp = 0.0;
    double routerBias = 0.0;
};
ParameterCount countParameters(const ModelSpec &model);

} // namespace headroom
