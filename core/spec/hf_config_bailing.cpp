// Ling 2.0 (bailing_moe), Ling 2.5 and 2.6 (bailing_hybrid), Ring-linear 2.0 (bailing_moe_linear). Defaults:
// BailingMoeV2Config, BailingMoeV2_5Config, BailingMoeLinearV2Config of inclusionAI.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr KeyRow layerRows[] = {
    {"intermediate_size", KeyType::whole, 1, maxWidth},
    {"moe_intermediate_size", KeyType::whole, 1, maxWidth},
    {"moe_shared_expert_intermediate_size", KeyType::whole, 1, maxWidth, "=moe_intermediate_size"},
    {"num_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"num_shared_experts", KeyType::whole, 0, 1024},
    {"first_k_dense_replace", KeyType::whole, 0, maxLayers},
    {"moe_router_enable_expert_bias", KeyType::flag},
    {"num_nextn_predict_layers", KeyType::wholeOrNull, 0, 64, "null"},
    {"use_qk_norm", KeyType::flag},
    {"partial_rotary_factor", KeyType::share},
    {"rotary_dim", KeyType::wholeOrNull, 1, maxHeadDim, "null"},
};
constexpr KeyRow linearRows[] = {
    {"layer_group_size", KeyType::whole, 1, maxLayers},
    {"group_norm_size", KeyType::whole, 1, maxHeads, "1"},
};
constexpr KeyRow hybridRows[] = {
    {"head_dim", KeyType::wholeOrNull, 1, maxHeadDim, "null"},
    {"num_kv_heads_for_linear_attn", KeyType::whole, 1, maxHeads, "=num_attention_heads"},
};
const FixedKey biasFixed[] = {{"use_bias", {"false"}}, {"use_qkv_bias", {"false"}}};
const FixedKey linearFixed[] = {{"linear_silu", {"false"}}};
const FixedKey routerFixed[] = {{"topk_method", {"\"noaux_tc\""}}};

// Which layers keep softmax attention in a hybrid: the last of every full group, and a remainder at the end.
bool keepsSoftmax(Count layer, Count layers, Count group)
{
    return (layer + 1) % group == 0 || layer >= layers / group * group;
}

Count rotaryDim(Config &config, Count headDim)
{
    const Count dim = rotaryShare(config, headDim);
    if (const auto stated = config.optionalCount("rotary_dim"); stated && *stated != dim)
        config.fail("rotary_dim",
                    {CORE_TEXT("core", "must be head_dim {0} times partial_rotary_factor {1}, not {2}"),
                     {std::to_string(headDim), shown(config.value("partial_rotary_factor")), std::to_string(*stated)}});
    return dim;
}

FeedForwardSpec experts(Config &config)
{
    FeedForwardSpec f = expertFeedForward(config, "num_experts", "num_experts_per_tok", "moe_intermediate_size");
    f.sharedWidth = config.count("num_shared_experts") * config.count("moe_shared_expert_intermediate_size");
    f.routerBias = config.flag("moe_router_enable_expert_bias");
    return f;
}

AttentionSpec softmaxAttention(Config &config)
{
    AttentionSpec a = groupedQueryAttention(config);
    a.qkNorm = config.flag("use_qk_norm") ? QkNorm::perHead : QkNorm::none;
    a.rotaryDim = rotaryDim(config, a.headDim);
    return a;
}

// Query, key and value have as many heads as the softmax layers have query heads.
AttentionSpec linearAttention(Config &config)
{
    AttentionSpec a;
    a.kind = AttentionKind::linear;
    a.heads = a.kvHeads = config.count("num_attention_heads");
    const Count hidden = config.count("hidden_size");
    a.headDim = config.optionalCount("head_dim").value_or(hidden / a.heads);
    if (!config.has("head_dim") && hidden % a.heads != 0)
        config.fail("head_dim",
                    {CORE_TEXT("core", "is missing and hidden_size {0} is not a multiple of num_attention_heads {1}"),
                     {std::to_string(hidden), std::to_string(a.heads)}});
    a.valueDim = a.headDim;
    a.outputGate = OutputGate::perElement;
    a.qkNorm = config.flag("use_qk_norm") ? QkNorm::perHead : QkNorm::none;
    a.rotaryDim = rotaryDim(config, a.headDim);
    a.normGroups = config.count("group_norm_size");
    if (a.heads * a.valueDim % a.normGroups != 0)
        config.fail("group_norm_size", {CORE_TEXT("core", "must divide the heads' width {0}, not {1}"),
                                        {std::to_string(a.heads * a.valueDim), std::to_string(a.normGroups)}});
    a.chunk = assumedChunk(config, 64);
    return a;
}

void appendAll(Config &config, ModelSpec &model, const AttentionSpec &softmax, const AttentionSpec &linear, Count group)
{
    const Count layers = config.count("num_hidden_layers");
    const FeedForwardSpec sparse = experts(config);
    for (Count i = 0; i < layers; ++i)
        append(model, {keepsSoftmax(i, layers, group) ? softmax : linear,
                       i < config.count("first_k_dense_replace") ? denseFeedForward(config) : sparse});
}

void softmaxLayers(Config &config, ModelSpec &model)
{
    const AttentionSpec softmax = softmaxAttention(config);
    appendAll(config, model, softmax, softmax, 1);
}

void ringLinearLayers(Config &config, ModelSpec &model)
{
    appendAll(config, model, softmaxAttention(config), linearAttention(config), config.count("layer_group_size"));
}

void hybridLayers(Config &config, ModelSpec &model)
{
    const AttentionSpec latent = latentAttention(config);
    if (const Count heads = config.count("num_kv_heads_for_linear_attn"); heads != latent.heads)
        config.fail("num_kv_heads_for_linear_attn", {CORE_TEXT("core", "must equal num_attention_heads {0}, not {1}"),
                                                     {std::to_string(latent.heads), std::to_string(heads)}});
    appendAll(config, model, latent, linearAttention(config), config.count("layer_group_size"));
}

} // namespace

std::span<const Family> bailingFamilies()
{
    static const Family families[] = {
        {"bailing_moe",
         "BailingMoeV2Config",
         {decoderKeys, groupedQueryKeys, layerRows, eightGroupKeys},
         {commonFixed, biasFixed},
         {"max_window_layers"},
         softmaxLayers},
        {"bailing_moe_linear",
         "BailingMoeLinearV2Config",
         {decoderKeys, groupedQueryKeys, layerRows, linearRows, eightGroupKeys},
         {commonFixed, biasFixed, linearFixed},
         {"max_window_layers"},
         ringLinearLayers},
        {"bailing_hybrid",
         "BailingMoeV2_5Config",
         {decoderKeys, latentKeys, layerRows, linearRows, hybridRows, eightGroupKeys},
         {commonFixed, biasFixed, linearFixed, routerFixed},
         {"max_window_layers"},
         hybridLayers},
    };
    return families;
}

} // namespace headroom::hf
