// gpt-oss. Defaults: GptOssConfig of Hugging Face transformers.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr KeyRow layerRows[] = {
    {"intermediate_size", KeyType::whole, 1, maxWidth},
    {"num_local_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"experts_per_token", KeyType::whole, 1, maxExperts, "=num_experts_per_tok"},
    {"sliding_window", KeyType::whole, 1, maxWindow, "128"},
    {"layer_types", KeyType::textList, 0, 0, "[]"},
    {"attention_bias", KeyType::flag, 0, 0, "true"},
};

// Every second layer, the first included, has the window. Router and experts have biases; the clamp of the gated
// activation is part of it.
void layers(Config &config, ModelSpec &model)
{
    LayerSpec layer{groupedQueryAttention(config),
                    expertFeedForward(config, "num_local_experts", "num_experts_per_tok", "intermediate_size")};
    layer.attention.qkvBias = layer.attention.outputBias = config.flag("attention_bias");
    layer.attention.sinks = true;
    layer.feedForward.bias = true;
    if (const Count other = config.count("experts_per_token"); other != layer.feedForward.topK)
        config.fail("experts_per_token", {CORE_TEXT("core", "must equal num_experts_per_tok {0}, not {1}"),
                                          {std::to_string(layer.feedForward.topK), std::to_string(other)}});
    for (const bool sliding : layersNamed(config, "sliding_attention", 2)) {
        layer.attention.window = sliding ? std::optional(config.count("sliding_window")) : std::nullopt;
        append(model, layer);
    }
}

} // namespace

std::span<const Family> gptOssFamilies()
{
    static const Family families[] = {
        {"gpt_oss",
         "GptOssConfig",
         {decoderKeys, groupedQueryKeys, layerRows},
         {commonFixed},
         {"initial_context_length", "swiglu_limit"},
         layers},
    };
    return families;
}

} // namespace headroom::hf
