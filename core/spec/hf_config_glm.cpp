// GLM-4.5, 4.6 and 4.7. Defaults: Glm4MoeConfig of Hugging Face transformers.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr KeyRow layerRows[] = {
    {"intermediate_size", KeyType::whole, 1, maxWidth},
    {"moe_intermediate_size", KeyType::whole, 1, maxWidth},
    {"n_routed_experts", KeyType::whole, 1, maxExperts},
    {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"n_shared_experts", KeyType::whole, 0, 1024},
    {"first_k_dense_replace", KeyType::whole, 0, maxLayers},
    {"num_nextn_predict_layers", KeyType::wholeOrNull, 0, 64, "null"},
    {"attention_bias", KeyType::flag, 0, 0, "false"},
    {"use_qk_norm", KeyType::flag, 0, 0, "false"},
    {"partial_rotary_factor", KeyType::share, 0, 0, "0.5"},
};

// The bias is on queries, keys and values only.
void layers(Config &config, ModelSpec &model)
{
    AttentionSpec attention = groupedQueryAttention(config);
    attention.qkvBias = config.flag("attention_bias");
    attention.qkNorm = config.flag("use_qk_norm") ? QkNorm::perHead : QkNorm::none;
    attention.rotaryDim = rotaryShare(config, attention.headDim);
    FeedForwardSpec experts =
        expertFeedForward(config, "n_routed_experts", "num_experts_per_tok", "moe_intermediate_size");
    experts.sharedWidth = config.count("n_shared_experts") * experts.expertWidth;
    experts.routerBias = true;
    for (Count i = 0; i < config.count("num_hidden_layers"); ++i)
        append(model, {attention, i < config.count("first_k_dense_replace") ? denseFeedForward(config) : experts});
}

} // namespace

std::span<const Family> glmFamilies()
{
    static const Family families[] = {
        {"glm4_moe", "Glm4MoeConfig", {decoderKeys, groupedQueryKeys, layerRows, oneGroupKeys}, {commonFixed}, {}, layers},
    };
    return families;
}

} // namespace headroom::hf
