// Llama 2 and 3, Mistral, Mixtral. Defaults: LlamaConfig, MistralConfig, MixtralConfig of Hugging Face transformers.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr KeyRow denseRows[] = {{"intermediate_size", KeyType::whole, 1, maxWidth}};
constexpr KeyRow llamaRows[] = {
    {"attention_bias", KeyType::flag, 0, 0, "false"},
    {"mlp_bias", KeyType::flag, 0, 0, "false"},
};
// MistralConfig's sliding_window is 4096 when the key is absent; null means none.
constexpr KeyRow mistralRows[] = {{"sliding_window", KeyType::wholeOrNull, 1, maxWindow, "4096"}};
constexpr KeyRow mixtralRows[] = {
    {"sliding_window", KeyType::wholeOrNull, 1, maxWindow, "null"},
    {"num_local_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
};

void repeat(ModelSpec &model, Count count, const LayerSpec &layer)
{
    model.layers.push_back({count, layer});
}

void llamaLayers(Config &config, ModelSpec &model)
{
    LayerSpec layer{groupedQueryAttention(config), denseFeedForward(config)};
    layer.attention.qkvBias = layer.attention.outputBias = config.flag("attention_bias");
    layer.feedForward.bias = config.flag("mlp_bias");
    repeat(model, config.count("num_hidden_layers"), layer);
}

void mistralLayers(Config &config, ModelSpec &model)
{
    LayerSpec layer{groupedQueryAttention(config), denseFeedForward(config)};
    layer.attention.window = config.optionalCount("sliding_window");
    repeat(model, config.count("num_hidden_layers"), layer);
}

void mixtralLayers(Config &config, ModelSpec &model)
{
    LayerSpec layer{groupedQueryAttention(config),
                    expertFeedForward(config, "num_local_experts", "num_experts_per_tok", "intermediate_size")};
    layer.attention.window = config.optionalCount("sliding_window");
    repeat(model, config.count("num_hidden_layers"), layer);
}

} // namespace

std::span<const Family> llamaFamilies()
{
    static const Family families[] = {
        {"llama", "LlamaConfig", {decoderKeys, groupedQueryKeys, denseRows, llamaRows}, {commonFixed}, {}, llamaLayers},
        {"mistral",
         "MistralConfig",
         {decoderKeys, groupedQueryKeys, denseRows, mistralRows},
         {commonFixed},
         {},
         mistralLayers},
        {"mixtral",
         "MixtralConfig",
         {decoderKeys, groupedQueryKeys, denseRows, mixtralRows},
         {commonFixed},
         {},
         mixtralLayers},
    };
    return families;
}

} // namespace headroom::hf
