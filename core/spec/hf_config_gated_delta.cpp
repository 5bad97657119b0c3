// Qwen3-Next and Qwen3.5: gated delta rule layers, every fourth one gated softmax attention. Defaults: Qwen3NextConfig,
// Qwen3_5TextConfig, Qwen3_5MoeTextConfig of Hugging Face transformers.

#include "spec/hf_family.h"

#include <algorithm>

namespace headroom::hf {

namespace {

constexpr KeyRow layerRows[] = {
    {"num_attention_heads", KeyType::whole, 1, maxHeads},
    {"num_key_value_heads", KeyType::whole, 1, maxHeads},
    {"head_dim", KeyType::whole, 1, maxHeadDim, "256"},
    {"partial_rotary_factor", KeyType::share, 0, 0, "0.25"},
    {"attention_bias", KeyType::flag, 0, 0, "false"},
    {"full_attention_interval", KeyType::whole, 1, maxLayers, "4"},
    {"layer_types", KeyType::textList, 0, 0, "[]"},
    {"linear_num_key_heads", KeyType::whole, 1, maxHeads},
    {"linear_num_value_heads", KeyType::whole, 1, maxHeads},
    {"linear_key_head_dim", KeyType::whole, 1, maxHeadDim},
    {"linear_value_head_dim", KeyType::whole, 1, maxHeadDim},
    {"linear_conv_kernel_dim", KeyType::whole, 1, 1024},
};
constexpr KeyRow denseRows[] = {{"intermediate_size", KeyType::whole, 1, maxWidth}};
constexpr KeyRow expertRows[] = {
    {"num_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"moe_intermediate_size", KeyType::whole, 1, maxWidth},
    {"shared_expert_intermediate_size", KeyType::whole, 1, maxWidth},
};
constexpr KeyRow sparseRows[] = {
    {"decoder_sparse_step", KeyType::whole, 1, maxLayers, "1"},
    {"mlp_only_layers", KeyType::wholeList, 0, maxLayers, "[]"},
};
constexpr KeyRow mtpRows[] = {{"mtp_num_hidden_layers", KeyType::wholeOrNull, 0, 64, "0"}};
const FixedKey windowFixed[] = {{"use_sliding_window", {"false"}}};
const FixedKey gateFixed[] = {
    {"attn_output_gate", {"true"}},
    {"mtp_use_dedicated_embeddings", {"false"}},
    {"mlp_only_layers", {"[]"}},
};

AttentionSpec softmaxAttention(Config &config)
{
    AttentionSpec a = groupedQueryAttention(config);
    a.qkvBias = a.outputBias = config.flag("attention_bias");
    a.qkNorm = QkNorm::perHead;
    a.rotaryDim = rotaryShare(config, a.headDim);
    a.outputGate = OutputGate::perElement;
    return a;
}

AttentionSpec gatedDelta(Config &config)
{
    AttentionSpec a;
    a.kind = AttentionKind::linear;
    a.linearKind = LinearKind::gatedDelta;
    a.heads = config.count("linear_num_value_heads");
    a.kvHeads = config.count("linear_num_key_heads");
    a.headDim = config.count("linear_key_head_dim");
    a.valueDim = config.count("linear_value_head_dim");
    a.convWidth = config.count("linear_conv_kernel_dim");
    a.rotaryDim = 0;
    a.outputGate = OutputGate::perElement;
    if (a.heads % a.kvHeads != 0)
        config.fail("linear_num_key_heads", {CORE_TEXT("core", "must divide linear_num_value_heads {0}, not {1}"),
                                             {std::to_string(a.heads), std::to_string(a.kvHeads)}});
    a.chunk = assumedChunk(config, 64);
    return a;
}

FeedForwardSpec experts(Config &config)
{
    FeedForwardSpec f = expertFeedForward(config, "num_experts", "num_experts_per_tok", "moe_intermediate_size");
    f.sharedWidth = config.count("shared_expert_intermediate_size");
    f.sharedGate = true;
    return f;
}

using FeedForwardOf = FeedForwardSpec (*)(Config &, Count);

void appendAll(Config &config, ModelSpec &model, FeedForwardOf feedForward)
{
    const AttentionSpec softmax = softmaxAttention(config), delta = gatedDelta(config);
    Count i = 0;
    for (const bool linear : layersNamed(config, "linear_attention", config.count("full_attention_interval")))
        append(model, {linear ? delta : softmax, feedForward(config, i++)});
}

// Layer i has experts iff it is not listed as dense and (i + 1) is a multiple of decoder_sparse_step.
FeedForwardSpec sparseFeedForward(Config &config, Count i)
{
    const bool dense =
        std::ranges::any_of(config.value("mlp_only_layers"), [i](const Json &v) { return v.get<Count>() == i; });
    return !dense && (i + 1) % config.count("decoder_sparse_step") == 0 ? experts(config) : denseFeedForward(config);
}

// The class has no key for it; the published weights hold one module with a layer like the last.
void nextLayers(Config &config, ModelSpec &model)
{
    appendAll(config, model, sparseFeedForward);
    model.mtpDepth = 1;
    config.note("model.mtpDepth",
                {CORE_TEXT("core", "is not in the config: one module taken, as in the published weights"), {}});
}

void moeLayers(Config &config, ModelSpec &model)
{
    appendAll(config, model, [](Config &c, Count) { return experts(c); });
    model.mtpDepth = config.optionalCount("mtp_num_hidden_layers").value_or(0);
}

void denseLayers(Config &config, ModelSpec &model)
{
    appendAll(config, model, [](Config &c, Count) { return denseFeedForward(c); });
    model.mtpDepth = config.optionalCount("mtp_num_hidden_layers").value_or(0);
}

} // namespace

std::span<const Family> gatedDeltaFamilies()
{
    static const Family families[] = {
        {"qwen3_next",
         "Qwen3NextConfig",
         {decoderKeys, layerRows, denseRows, expertRows, sparseRows},
         {commonFixed, windowFixed},
         {},
         nextLayers},
        {"qwen3_5_moe_text",
         "Qwen3_5MoeTextConfig",
         {decoderKeys, layerRows, expertRows, mtpRows},
         {commonFixed, gateFixed},
         {"mamba_ssm_dtype"},
         moeLayers},
        {"qwen3_5_text",
         "Qwen3_5TextConfig",
         {decoderKeys, layerRows, denseRows, mtpRows},
         {commonFixed, gateFixed},
         {"mamba_ssm_dtype"},
         denseLayers},
    };
    return families;
}

} // namespace headroom::hf
