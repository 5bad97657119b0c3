// Kimi Linear and Ling 3.0 (bailing_hybrid of BailingMoeV3): Kimi delta attention with some layers of latent attention.
// Defaults: KimiLinearConfig of moonshotai, BailingMoeV3Config of inclusionAI.

#include "spec/hf_family.h"

#include <algorithm>

namespace headroom::hf {

namespace {

constexpr KeyRow sharedRows[] = {
    {"intermediate_size", KeyType::whole, 1, maxWidth},
    {"moe_intermediate_size", KeyType::whole, 1, maxWidth},
    {"num_experts", KeyType::whole, 1, maxExperts},
    {"num_shared_experts", KeyType::whole, 0, 1024},
    {"first_k_dense_replace", KeyType::whole, 0, maxLayers},
    {"num_nextn_predict_layers", KeyType::wholeOrNull, 0, 64, "null"},
};
constexpr KeyRow kimiRows[] = {
    {"num_experts_per_token", KeyType::whole, 1, maxExperts},
    {"moe_layer_freq", KeyType::whole, 1, maxLayers, "1"},
    {"mla_use_nope", KeyType::flag, 0, 0, "false"},
    {"linear_attn_config.num_heads", KeyType::whole, 1, maxHeads},
    {"linear_attn_config.head_dim", KeyType::whole, 1, maxHeadDim},
    {"linear_attn_config.short_conv_kernel_size", KeyType::whole, 1, 1024},
    {"linear_attn_config.kda_layers", KeyType::wholeList, 1, maxLayers},
    {"linear_attn_config.full_attn_layers", KeyType::wholeList, 1, maxLayers},
};
const FixedKey kimiFixed[] = {{"num_expert_group", {"1"}}, {"topk_group", {"1"}}};
constexpr KeyRow lingRows[] = {
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"moe_shared_expert_intermediate_size", KeyType::whole, 1, maxWidth, "=moe_intermediate_size"},
    {"moe_router_enable_expert_bias", KeyType::flag, 0, 0, "true"},
    {"layer_group_size", KeyType::whole, 1, maxLayers},
    {"head_dim", KeyType::whole, 1, maxHeadDim},
    {"short_conv_kernel_size", KeyType::whole, 1, 1024},
    {"no_kda_lora", KeyType::flag, 0, 0, "false"},
    {"gated_attention_proj_granularity_type", KeyType::text},
    {"rotary_dim", KeyType::wholeOrNull, 1, maxHeadDim, "null"},
};
const FixedKey lingFixed[] = {
    {"gated_attention_proj_granularity_type", {"\"head_wise\""}},
    {"use_bias", {"false"}},
    {"use_qkv_bias", {"false"}},
};

// Decay and output gates through a latent of the head's size, unless they have full rank.
AttentionSpec kda(Config &config, Count heads, Count headDim, Count convWidth, bool fullRank)
{
    AttentionSpec a;
    a.kind = AttentionKind::linear;
    a.linearKind = LinearKind::kda;
    a.heads = a.kvHeads = heads;
    a.headDim = a.valueDim = headDim;
    a.rotaryDim = 0;
    a.convWidth = convWidth;
    a.outputGate = OutputGate::perElement;
    if (!fullRank)
        a.gateRank = headDim;
    a.chunk = assumedChunk(config, 64);
    return a;
}

bool lists(Config &config, const char *key, Count layer)
{
    return std::ranges::any_of(config.value(key), [layer](const Json &v) { return v.get<Count>() == layer; });
}

void kimiLayers(Config &config, ModelSpec &model)
{
    AttentionSpec latent = latentAttention(config);
    if (config.flag("mla_use_nope"))
        latent.rotaryDim = 0;
    const AttentionSpec linear =
        kda(config, config.count("linear_attn_config.num_heads"), config.count("linear_attn_config.head_dim"),
            config.count("linear_attn_config.short_conv_kernel_size"), false);
    FeedForwardSpec experts =
        expertFeedForward(config, "num_experts", "num_experts_per_token", "moe_intermediate_size");
    experts.sharedWidth = config.count("num_shared_experts") * experts.expertWidth;
    experts.routerBias = true;
    const Count frequency = config.count("moe_layer_freq");
    for (Count i = 0; i < config.count("num_hidden_layers"); ++i) {
        const bool delta = lists(config, "linear_attn_config.kda_layers", i + 1); // layers are counted from 1
        if (delta == lists(config, "linear_attn_config.full_attn_layers", i + 1))
            return config.fail("linear_attn_config.kda_layers",
                               {CORE_TEXT("core", "layer {0} must be in one of kda_layers and full_attn_layers"),
                                {std::to_string(i + 1)}});
        const bool sparse = i >= config.count("first_k_dense_replace") && i % frequency == 0;
        append(model, {delta ? linear : latent, sparse ? experts : denseFeedForward(config)});
    }
}

// The last layer of every group, and a remainder at the end, has latent attention.
void lingLayers(Config &config, ModelSpec &model)
{
    AttentionSpec latent = latentAttention(config);
    latent.outputGate = OutputGate::perHead;
    if (const auto stated = config.optionalCount("rotary_dim"); stated && *stated != latent.ropeDim)
        config.fail("rotary_dim", {CORE_TEXT("core", "must equal qk_rope_head_dim {0}, not {1}"),
                                   {std::to_string(latent.ropeDim), std::to_string(*stated)}});
    const AttentionSpec linear = kda(config, latent.heads, config.count("head_dim"),
                                     config.count("short_conv_kernel_size"), config.flag("no_kda_lora"));
    FeedForwardSpec experts = expertFeedForward(config, "num_experts", "num_experts_per_tok", "moe_intermediate_size");
    experts.sharedWidth = config.count("num_shared_experts") * config.count("moe_shared_expert_intermediate_size");
    experts.routerBias = config.flag("moe_router_enable_expert_bias");
    const Count layers = config.count("num_hidden_layers"), group = config.count("layer_group_size");
    for (Count i = 0; i < layers; ++i) {
        const bool keeps = (i + 1) % group == 0 || i >= layers / group * group;
        const bool dense = i < config.count("first_k_dense_replace");
        append(model, {keeps ? latent : linear, dense ? denseFeedForward(config) : experts});
    }
}

} // namespace

std::span<const Family> kdaFamilies()
{
    static const Family families[] = {
        {.modelType = "kimi_linear",
         .className = "KimiLinearConfig",
         .keys = {decoderKeys, latentKeys, sharedRows, kimiRows},
         .fixed = {commonFixed, kimiFixed},
         .ignored = {"head_dim", "model_max_length", "moe_router_activation_func", "moe_renormalize",
                     "use_grouped_topk"},
         .layers = kimiLayers,
         .nested = "linear_attn_config"},
        {.modelType = "bailing_hybrid",
         .className = "BailingMoeV3Config",
         .keys = {decoderKeys, latentKeys, sharedRows, lingRows, eightGroupKeys},
         .fixed = {commonFixed, lingFixed},
         .ignored = {"kda_safe_gate", "kda_lower_bound",
                     "use_qk_norm"}, // queries and keys have unit length, unweighted
         .layers = lingLayers,
         .architecture = "BailingMoeV3ForCausalLM"},
    };
    return families;
}

} // namespace headroom::hf
