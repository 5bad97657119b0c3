#include "spec/weights.h"

namespace headroom {

namespace {

using Weights = std::vector<WeightTensor>;
constexpr auto sharded = WeightBucket::tensorSharded;
constexpr auto replicated = WeightBucket::replicated;

void vector(Weights &out, const char *name, Count length, WeightBucket bucket = replicated, Count maxShards = 0)
{
    out.push_back({name, length, 1, 1, bucket, maxShards});
}

void matrix(Weights &out, const char *name, Count rows, Count cols, WeightBucket bucket = sharded, Count maxShards = 0)
{
    out.push_back({name, rows, cols, 1, bucket, maxShards, true});
}

// Matrices that no product in low precision takes.
void exactMatrix(Weights &out, const char *name, Count rows, Count cols, WeightBucket bucket = sharded, Count maxShards = 0)
{
    out.push_back({name, rows, cols, 1, bucket, maxShards});
}

// A norm over one head is copied to every rank; one over all heads is divided with them.
void qkNorms(Weights &out, const AttentionSpec &a)
{
    if (a.qkNorm == QkNorm::perHead) {
        vector(out, "q_norm", a.headDim);
        vector(out, "k_norm", a.headDim);
    } else if (a.qkNorm == QkNorm::allHeads) {
        vector(out, "q_norm", a.heads * a.headDim, sharded);
        vector(out, "k_norm", a.kvHeads * a.headDim, sharded, a.kvHeads);
    }
}

void fullAttention(Weights &out, Count hidden, const AttentionSpec &a)
{
    const Count q = a.heads * a.headDim;
    const Count kv = a.kvHeads * a.headDim;
    matrix(out, "q_proj", q, hidden);
    matrix(out, "k_proj", kv, hidden, sharded, a.kvHeads);
    matrix(out, "v_proj", kv, hidden, sharded, a.kvHeads);
    if (a.outputGate != OutputGate::none)
        matrix(out, "gate_proj", a.outputGate == OutputGate::perHead ? a.heads : q, hidden);
    if (a.qkvBias) {
        vector(out, "q_proj.bias", q, sharded);
        vector(out, "k_proj.bias", kv, sharded, a.kvHeads);
        vector(out, "v_proj.bias", kv, sharded, a.kvHeads);
    }
    if (a.sinks)
        vector(out, "sinks", a.heads, sharded);
    qkNorms(out, a);
    matrix(out, "o_proj", hidden, q);
}

// The sparse indexer is copied to every tensor-parallel rank and scores each rank's own tokens.
void sparseIndexer(Weights &out, Count hidden, const AttentionSpec &a)
{
    matrix(out, "indexer.q_proj", a.indexHeads * a.indexDim, a.queryRank.value_or(hidden), replicated);
    matrix(out, "indexer.k_proj", a.indexDim, hidden, replicated);
    vector(out, "indexer.k_norm", a.indexDim);
    vector(out, "indexer.k_norm.bias", a.indexDim);
    matrix(out, "indexer.head_weights", a.indexHeads, hidden, replicated);
}

// The down-projections to the latents and the norms on them are copied to every tensor-parallel rank: each rank needs
// the whole latent for its heads. So is the gate per head, whose few outputs are gathered with the latents.
void latentAttention(Weights &out, Count hidden, const AttentionSpec &a)
{
    const Count q = a.heads * a.queryDim();
    if (a.queryRank) {
        matrix(out, "q_a_proj", *a.queryRank, hidden, replicated);
        if (a.qkvBias)
            vector(out, "q_a_proj.bias", *a.queryRank);
        vector(out, "q_a_norm", *a.queryRank);
        matrix(out, "q_b_proj", q, *a.queryRank);
    } else {
        matrix(out, "q_proj", q, hidden);
    }
    matrix(out, "kv_a_proj", a.kvRank + a.ropeDim, hidden, replicated);
    if (a.qkvBias)
        vector(out, "kv_a_proj.bias", a.kvRank + a.ropeDim);
    vector(out, "kv_a_norm", a.kvRank);
    matrix(out, "kv_b_proj", a.heads * (a.nopeDim + a.valueDim), a.kvRank);
    if (a.isSparse())
        sparseIndexer(out, hidden, a);
    if (a.outputGate != OutputGate::none)
        matrix(out, "gate_proj", a.heads * (a.outputGate == OutputGate::perHead ? 1 : a.valueDim), hidden, replicated);
    matrix(out, "o_proj", hidden, a.heads * a.valueDim);
}

void linearAttention(Weights &out, Count hidden, const AttentionSpec &a)
{
    const Count value = a.heads * a.valueDim;
    const Count qkv = 2 * a.heads * a.headDim + value;
    matrix(out, "qkv_proj", qkv, hidden);
    if (a.qkvBias)
        vector(out, "qkv_proj.bias", qkv, sharded);
    qkNorms(out, a);
    vector(out, "g_norm", value, sharded);
    matrix(out, "g_proj", value, hidden);
    matrix(out, "o_proj", hidden, value);
}

// A gate of KDA, over `rows` outputs: directly, or through a latent that every rank holds whole.
void kdaGate(Weights &out, Count hidden, Count rows, std::optional<Count> rank, const char *down, const char *up)
{
    if (rank)
        matrix(out, down, *rank, hidden, replicated);
    matrix(out, up, rows, rank.value_or(hidden));
}

// Queries and keys have a.kvHeads heads, everything else a.heads. The output norm is over one head.
void deltaRule(Weights &out, Count hidden, const AttentionSpec &a)
{
    const Count key = a.kvHeads * a.headDim, value = a.heads * a.valueDim, decays = a.heads * a.headDim;
    const bool kda = a.linearKind == LinearKind::kda;
    matrix(out, "qk_proj", 2 * key, hidden, sharded, a.kvHeads);
    matrix(out, "v_proj", value, hidden);
    if (a.convWidth > 0) {
        exactMatrix(out, "qk_conv", 2 * key, a.convWidth, sharded, a.kvHeads);
        exactMatrix(out, "v_conv", value, a.convWidth);
    }
    if (kda)
        kdaGate(out, hidden, decays, a.gateRank, "f_a_proj", "f_b_proj");
    else
        matrix(out, "a_proj", a.heads, hidden);
    matrix(out, "b_proj", a.heads, hidden);
    vector(out, "A_log", a.heads, sharded);
    vector(out, "dt_bias", kda ? decays : a.heads, sharded);
    if (a.outputGate != OutputGate::none)
        kdaGate(out, hidden, value, kda ? a.gateRank : std::nullopt, "g_a_proj", "g_b_proj");
    vector(out, "o_norm", a.valueDim);
    matrix(out, "o_proj", hidden, value);
}

void attention(Weights &out, Count hidden, const AttentionSpec &a)
{
    switch (a.kind) {
    case AttentionKind::full:
        fullAttention(out, hidden, a);
        break;
    case AttentionKind::mla:
        latentAttention(out, hidden, a);
        break;
    case AttentionKind::linear:
        a.isDeltaRule() ? deltaRule(out, hidden, a) : linearAttention(out, hidden, a);
        break;
    }
    if (a.outputBias)
        vector(out, "o_proj.bias", hidden);
}

void denseFeedForward(Weights &out, Count hidden, const FeedForwardSpec &f)
{
    const Count in = f.gated ? 2 * f.width : f.width;
    matrix(out, f.gated ? "gate_up_proj" : "up_proj", in, hidden);
    matrix(out, "down_proj", hidden, f.width);
    if (f.bias) {
        vector(out, f.gated ? "gate_up_proj.bias" : "up_proj.bias", in, sharded);
        vector(out, "down_proj.bias", hidden);
    }
}

void mixtureOfExperts(Weights &out, Count hidden, const FeedForwardSpec &f)
{
    const Count factor = f.gated ? 2 : 1;
    exactMatrix(out, "router", f.experts, hidden, replicated);
    out.push_back({f.gated ? "experts.gate_up" : "experts.up", factor * f.expertWidth, hidden, f.experts, WeightBucket::expert, 0,
                   true});
    out.push_back({"experts.down", hidden, f.expertWidth, f.experts, WeightBucket::expert, 0, true});
    if (f.bias) {
        vector(out, "router.bias", f.experts);
        out.push_back({"experts.gate_up.bias", factor * f.expertWidth, 1, f.experts, WeightBucket::expert});
        out.push_back({"experts.down.bias", hidden, 1, f.experts, WeightBucket::expert});
    }
    if (f.sharedWidth == 0)
        return;
    matrix(out, f.gated ? "shared.gate_up" : "shared.up", factor * f.sharedWidth, hidden);
    matrix(out, "shared.down", hidden, f.sharedWidth);
    if (f.sharedGate)
        matrix(out, "shared.gate", 1, hidden, replicated);
}

} // namespace

std::vector<WeightTensor> layerWeights(const ModelSpec &model, const LayerSpec &layer)
{
    Weights out;
    vector(out, "norm1", model.hidden);
    attention(out, model.hidden, layer.attention);
    if (layer.postNorms) {
        vector(out, "post_norm1", model.hidden);
        vector(out, "post_norm2", model.hidden);
    }
    vector(out, "norm2", model.hidden);
    if (layer.feedForward.kind == FeedForwardKind::dense)
        denseFeedForward(out, model.hidden, layer.feedForward);
    else
        mixtureOfExperts(out, model.hidden, layer.feedForward);
    return out;
}

std::vector<WeightTensor> embeddingWeights(const ModelSpec &model)
{
    Weights out;
    exactMatrix(out, "embedding", model.vocab, model.hidden);
    return out;
}

std::vector<WeightTensor> headWeights(const ModelSpec &model)
{
    Weights out;
    vector(out, "final_norm", model.hidden);
    if (!model.tiedEmbeddings)
        exactMatrix(out, "head", model.vocab, model.hidden);
    return out;
}

std::vector<WeightTensor> mtpWeights(const ModelSpec &model)
{
    Weights out;
    vector(out, "hidden_norm", model.hidden);
    vector(out, "embedding_norm", model.hidden);
    matrix(out, "eh_proj", model.hidden, 2 * model.hidden, replicated); // runs on each rank's own tokens
    if (!model.layers.empty()) {
        const Weights layer = layerWeights(model, model.layers.back().layer);
        out.insert(out.end(), layer.begin(), layer.end());
    }
    vector(out, "mtp_final_norm", model.hidden);
    return out;
}

} // namespace headroom
