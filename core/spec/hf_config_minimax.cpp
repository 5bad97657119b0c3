// MiniMax-Text-01 (lightning attention), MiniMax-M2. Defaults: MiniMaxText01Config, MiniMaxConfig, MiniMaxM2Config.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr KeyRow layerRows[] = {
    {"intermediate_size", KeyType::whole, 1, maxWidth},
    {"num_local_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"rotary_dim", KeyType::wholeOrNull, 1, maxHeadDim, "null"},
};
// 0: lightning, 1: softmax.
constexpr KeyRow typeRows[] = {{"attn_type_list", KeyType::wholeList, 0, 1}};
constexpr KeyRow namedRows[] = {
    {"layer_types", KeyType::textList},
    {"block_size", KeyType::whole, 1, maxWidth, "256"},
};
constexpr KeyRow m2Rows[] = {
    {"use_qk_norm", KeyType::flag, 0, 0, "false"},
    {"use_routing_bias", KeyType::flag, 0, 0, "false"},
    {"attn_type_list", KeyType::wholeList, 1, 1, "[]"},
    {"use_mtp", KeyType::flag, 0, 0, "false"},
};
const FixedKey sharedFixed[] = {{"shared_intermediate_size", {"0"}}, {"sliding_window", {"null"}}};
const FixedKey normFixed[] = {{"qk_norm_type", {"\"per_layer\""}}};

AttentionSpec softmaxAttention(Config &config)
{
    AttentionSpec a = groupedQueryAttention(config);
    a.rotaryDim = config.optionalCount("rotary_dim").value_or(a.headDim);
    if (a.rotaryDim > a.headDim)
        config.fail("rotary_dim", {CORE_TEXT("core", "must be at most head_dim {0}, not {1}"),
                                   {std::to_string(a.headDim), std::to_string(a.rotaryDim)}});
    return a;
}

FeedForwardSpec experts(Config &config)
{
    return expertFeedForward(config, "num_local_experts", "num_experts_per_tok", "intermediate_size");
}

// SiLU on queries, keys and values, one norm over all heads, no positions.
AttentionSpec lightning(const AttentionSpec &softmax, Count chunk)
{
    AttentionSpec a;
    a.kind = AttentionKind::linear;
    a.heads = a.kvHeads = softmax.heads;
    a.headDim = a.valueDim = softmax.headDim;
    a.rotaryDim = 0;
    a.outputGate = OutputGate::perElement;
    a.qkvActivation = true;
    a.chunk = chunk;
    return a;
}

void textLayers(Config &config, ModelSpec &model)
{
    const AttentionSpec softmax = softmaxAttention(config), linear = lightning(softmax, assumedChunk(config, 256));
    const Json &types = config.value("attn_type_list");
    if (const auto layers = static_cast<std::size_t>(config.count("num_hidden_layers")); types.size() != layers)
        return config.fail("attn_type_list", {CORE_TEXT("core", "must list num_hidden_layers {0} layers, not {1}"),
                                              {std::to_string(layers), std::to_string(types.size())}});
    for (const Json &type : types)
        append(model, {type.get<Count>() == 0 ? linear : softmax, experts(config)});
}

void namedLayers(Config &config, ModelSpec &model)
{
    const AttentionSpec softmax = softmaxAttention(config), linear = lightning(softmax, config.count("block_size"));
    for (const bool delta : layersNamed(config, "linear_attention", 0))
        append(model, {delta ? linear : softmax, experts(config)});
}

void m2Layers(Config &config, ModelSpec &model)
{
    LayerSpec layer{softmaxAttention(config), experts(config)};
    layer.attention.qkNorm = config.flag("use_qk_norm") ? QkNorm::allHeads : QkNorm::none;
    layer.feedForward.routerBias = config.flag("use_routing_bias");
    model.layers.push_back({config.count("num_hidden_layers"), layer});
    if (config.flag("use_mtp"))
        config.note("use_mtp",
                    {CORE_TEXT("core", "names modules whose shapes the config does not state: none counted"), {}});
}

} // namespace

std::span<const Family> minimaxFamilies()
{
    static const Family families[] = {
        {"minimax_text_01",
         "MiniMaxText01Config",
         {decoderKeys, groupedQueryKeys, layerRows, typeRows},
         {commonFixed, sharedFixed},
         {"postnorm", "shared_moe_mode", "layernorm_full_attention_alpha", "layernorm_full_attention_beta",
          "layernorm_linear_attention_alpha", "layernorm_linear_attention_beta", "layernorm_mlp_alpha",
          "layernorm_mlp_beta"},
         textLayers},
        {"minimax",
         "MiniMaxConfig",
         {decoderKeys, groupedQueryKeys, layerRows, namedRows},
         {commonFixed, sharedFixed},
         {"full_attn_alpha_factor", "full_attn_beta_factor", "linear_attn_alpha_factor", "linear_attn_beta_factor",
          "mlp_alpha_factor", "mlp_beta_factor"},
         namedLayers},
        {"minimax_m2",
         "MiniMaxM2Config",
         {decoderKeys, groupedQueryKeys, layerRows, m2Rows},
         {commonFixed, sharedFixed, normFixed},
         {"num_mtp_modules", "mtp_transformer_layers"},
         m2Layers},
    };
    return families;
}

} // namespace headroom::hf
