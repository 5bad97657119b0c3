// Qwen2, Qwen2.5, Qwen3, dense and mixture of experts. Defaults: Qwen2Config, Qwen2MoeConfig, Qwen3Config,
// Qwen3MoeConfig of Hugging Face transformers.

#include "spec/hf_family.h"

#include <algorithm>

namespace headroom::hf {

namespace {

constexpr KeyRow denseRows[] = {{"intermediate_size", KeyType::whole, 1, maxWidth}};
// Layers from max_window_layers on use the window, unless layer_types lists every layer.
constexpr KeyRow windowRows[] = {
    {"use_sliding_window", KeyType::flag, 0, 0, "false"},
    {"sliding_window", KeyType::wholeOrNull, 1, maxWindow, "4096"},
    {"max_window_layers", KeyType::whole, 0, maxLayers, "28"},
    {"layer_types", KeyType::textList, 0, 0, "[]"},
};
constexpr KeyRow biasRows[] = {{"attention_bias", KeyType::flag, 0, 0, "false"}};
constexpr KeyRow qwen3HeadRows[] = {
    {"num_attention_heads", KeyType::whole, 1, maxHeads},
    {"num_key_value_heads", KeyType::wholeOrNull, 1, maxHeads, "null"},
    {"head_dim", KeyType::wholeOrNull, 1, maxHeadDim, "128"},
};
constexpr KeyRow expertRows[] = {
    {"num_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"moe_intermediate_size", KeyType::whole, 1, maxWidth},
    {"decoder_sparse_step", KeyType::whole, 1, maxLayers, "1"},
    {"mlp_only_layers", KeyType::wholeList, 0, maxLayers, "[]"},
};
constexpr KeyRow sharedRows[] = {
    {"shared_expert_intermediate_size", KeyType::whole, 1, maxWidth},
    {"qkv_bias", KeyType::flag, 0, 0, "true"},
};
// Stated by some Qwen3-MoE configs; the class has no such parts.
const FixedKey qwen3MoeFixed[] = {
    {"qkv_bias", {"false"}},
    {"use_qk_norm", {"true"}},
    {"shared_expert_intermediate_size", {"0", "null"}},
};

// The window of each layer.
std::vector<std::optional<Count>> windows(Config &config)
{
    const auto layers = static_cast<std::size_t>(config.count("num_hidden_layers"));
    std::vector<std::optional<Count>> out(layers);
    const std::optional<Count> window =
        config.flag("use_sliding_window") ? config.optionalCount("sliding_window") : std::nullopt;
    if (const Json &types = config.value("layer_types"); !types.empty()) {
        if (types.size() != layers) {
            config.fail("layer_types", {CORE_TEXT("core", "must list num_hidden_layers {0} layers, not {1}"),
                                        {std::to_string(layers), std::to_string(types.size())}});
            return out;
        }
        for (std::size_t i = 0; i < layers; ++i) {
            const bool sliding = types[i] == "sliding_attention";
            if (!sliding && types[i] != "full_attention") {
                config.fail("layer_types", {CORE_TEXT("core", "must be full_attention or sliding_attention, not {0}"),
                                            {shown(types[i])}});
                return out;
            }
            if (sliding && !window) {
                config.fail("sliding_window",
                            {CORE_TEXT("core", "is not in use, but layer_types names sliding_attention"), {}});
                return out;
            }
            if (sliding)
                out[i] = window;
        }
        return out;
    }
    for (std::size_t i = 0; i < layers; ++i)
        if (static_cast<Count>(i) >= config.count("max_window_layers"))
            out[i] = window;
    return out;
}

void qwenDense(Config &config, ModelSpec &model, bool queryBias, bool outputBias, QkNorm norm)
{
    LayerSpec layer{groupedQueryAttention(config), denseFeedForward(config)};
    layer.attention.qkvBias = queryBias;
    layer.attention.outputBias = outputBias;
    layer.attention.qkNorm = norm;
    for (const auto &window : windows(config)) {
        layer.attention.window = window;
        append(model, layer);
    }
}

void qwen2Layers(Config &config, ModelSpec &model)
{
    qwenDense(config, model, true, false, QkNorm::none);
}

void qwen3Layers(Config &config, ModelSpec &model)
{
    const bool bias = config.flag("attention_bias");
    qwenDense(config, model, bias, bias, QkNorm::perHead);
}

// Layer i has experts iff it is not listed as dense and (i + 1) is a multiple of decoder_sparse_step.
void appendSparse(Config &config, ModelSpec &model, AttentionSpec attention, const FeedForwardSpec &experts)
{
    const auto all = windows(config);
    const Json &denseOnly = config.value("mlp_only_layers");
    const Count step = config.count("decoder_sparse_step");
    for (Count i = 0; i < static_cast<Count>(all.size()); ++i) {
        const bool listed = std::ranges::any_of(denseOnly, [i](const Json &v) { return v.get<Count>() == i; });
        attention.window = all[static_cast<std::size_t>(i)];
        append(model, {attention, !listed && (i + 1) % step == 0 ? experts : denseFeedForward(config)});
    }
}

void qwen2MoeLayers(Config &config, ModelSpec &model)
{
    AttentionSpec attention = groupedQueryAttention(config);
    attention.qkvBias = config.flag("qkv_bias");
    FeedForwardSpec experts = expertFeedForward(config, "num_experts", "num_experts_per_tok", "moe_intermediate_size");
    experts.sharedWidth = config.count("shared_expert_intermediate_size");
    experts.sharedGate = true;
    appendSparse(config, model, attention, experts);
}

void qwen3MoeLayers(Config &config, ModelSpec &model)
{
    AttentionSpec attention = groupedQueryAttention(config);
    attention.qkvBias = attention.outputBias = config.flag("attention_bias");
    attention.qkNorm = QkNorm::perHead;
    appendSparse(config, model, attention,
                 expertFeedForward(config, "num_experts", "num_experts_per_tok", "moe_intermediate_size"));
}

} // namespace

std::span<const Family> qwenFamilies()
{
    static const Family families[] = {
        {"qwen2",
         "Qwen2Config",
         {decoderKeys, groupedQueryKeys, denseRows, windowRows},
         {commonFixed},
         {},
         qwen2Layers},
        {"qwen3",
         "Qwen3Config",
         {decoderKeys, qwen3HeadRows, denseRows, windowRows, biasRows},
         {commonFixed},
         {},
         qwen3Layers},
        {"qwen2_moe",
         "Qwen2MoeConfig",
         {decoderKeys, groupedQueryKeys, denseRows, windowRows, expertRows, sharedRows},
         {commonFixed},
         {},
         qwen2MoeLayers},
        {"qwen3_moe",
         "Qwen3MoeConfig",
         {decoderKeys, groupedQueryKeys, denseRows, windowRows, expertRows, biasRows},
         {commonFixed, qwen3MoeFixed},
         {},
         qwen3MoeLayers},
    };
    return families;
}

} // namespace headroom::hf
