// Gemma 2 and 3 (text). Defaults: Gemma2Config, Gemma3TextConfig of Hugging Face transformers.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

// Gemma ties the head to the embedding unless told otherwise.
constexpr KeyRow decoderRows[] = {
    {"hidden_size", KeyType::whole, 1, maxHidden},
    {"num_hidden_layers", KeyType::whole, 1, maxLayers},
    {"vocab_size", KeyType::whole, 1, maxVocab},
    {"tie_word_embeddings", KeyType::flag, 0, 0, "true"},
};
constexpr KeyRow layerRows[] = {
    {"num_attention_heads", KeyType::whole, 1, maxHeads}, {"num_key_value_heads", KeyType::whole, 1, maxHeads},
    {"head_dim", KeyType::whole, 1, maxHeadDim, "256"},   {"intermediate_size", KeyType::whole, 1, maxWidth},
    {"attention_bias", KeyType::flag, 0, 0, "false"},     {"sliding_window", KeyType::whole, 1, maxWindow, "4096"},
    {"layer_types", KeyType::textList, 0, 0, "[]"},
};
constexpr KeyRow patternRows[] = {{"sliding_window_pattern", KeyType::whole, 1, maxLayers, "6"}};
const FixedKey activationFixed[] = {
    {"hidden_act", {"\"gelu_pytorch_tanh\"", "\"gelu\""}},
    {"hidden_activation", {"\"gelu_pytorch_tanh\"", "\"gelu\"", "null"}},
    {"attention_dropout", {"0.0", "0"}},
    {"use_bidirectional_attention", {"false", "null"}},
};

// Soft-capping of scores and logits is elementwise, inside the fused core and the loss: no cost of its own.
void layers(Config &config, ModelSpec &model, Count pattern, QkNorm norm)
{
    LayerSpec layer{groupedQueryAttention(config), denseFeedForward(config)};
    layer.attention.qkNorm = norm;
    layer.attention.qkvBias = layer.attention.outputBias = config.flag("attention_bias");
    layer.feedForward.activation = Activation::gelu;
    layer.postNorms = true;
    for (const bool sliding : layersNamed(config, "sliding_attention", pattern)) {
        layer.attention.window = sliding ? std::optional(config.count("sliding_window")) : std::nullopt;
        append(model, layer);
    }
}

// Every second layer, the first included, has the window.
void gemma2Layers(Config &config, ModelSpec &model)
{
    layers(config, model, 2, QkNorm::none);
}

void gemma3Layers(Config &config, ModelSpec &model)
{
    layers(config, model, config.count("sliding_window_pattern"), QkNorm::perHead);
}

} // namespace

std::span<const Family> gemmaFamilies()
{
    static const Family families[] = {
        {"gemma2",
         "Gemma2Config",
         {decoderRows, layerRows},
         {activationFixed},
         {"attn_logit_softcapping", "final_logit_softcapping", "query_pre_attn_scalar", "cache_implementation",
          "sliding_window_size"},
         gemma2Layers},
        {"gemma3_text",
         "Gemma3TextConfig",
         {decoderRows, layerRows, patternRows},
         {activationFixed},
         {"attn_logit_softcapping", "final_logit_softcapping", "query_pre_attn_scalar", "cache_implementation"},
         gemma3Layers},
    };
    return families;
}

} // namespace headroom::hf
