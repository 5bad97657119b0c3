// DeepSeek V2, V3 and V3.2, Kimi K2, GLM-5. Defaults: DeepseekV2Config, DeepseekV3Config, DeepseekV32Config,
// GlmMoeDsaConfig.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr KeyRow layerRows[] = {
    {"intermediate_size", KeyType::whole, 1, maxWidth},    {"moe_intermediate_size", KeyType::whole, 1, maxWidth},
    {"n_routed_experts", KeyType::whole, 1, maxExperts},   {"num_experts_per_tok", KeyType::whole, 1, maxExperts},
    {"n_shared_experts", KeyType::wholeOrNull, 1, 1024},   {"first_k_dense_replace", KeyType::whole, 0, maxLayers},
    {"moe_layer_freq", KeyType::whole, 1, maxLayers, "1"}, {"attention_bias", KeyType::flag, 0, 0, "false"},
};
constexpr KeyRow mtpRows[] = {{"num_nextn_predict_layers", KeyType::wholeOrNull, 0, 64, "null"}};
constexpr KeyRow indexerRows[] = {
    {"index_n_heads", KeyType::whole, 1, maxHeads},
    {"index_head_dim", KeyType::whole, 1, maxHeadDim},
    {"index_topk", KeyType::whole, 1, maxWindow},
};
// Greedy choice sees all experts, whatever the groups.
constexpr KeyRow v2GroupRows[] = {
    {"topk_method", KeyType::text, 0, 0, "\"greedy\""},
    {"n_group", KeyType::wholeOrNull, 1, maxExperts, "null"},
    {"topk_group", KeyType::wholeOrNull, 1, maxExperts, "null"},
};
// V3's router adds a correction bias per expert; V2's two ways of choosing experts have none.
const FixedKey v2Fixed[] = {{"topk_method", {"\"greedy\"", "\"group_limited_greedy\""}}};
const FixedKey v3Fixed[] = {{"topk_method", {"\"noaux_tc\""}}};

void layers(Config &config, ModelSpec &model, AttentionSpec attention, bool routerBias)
{
    attention.qkvBias = attention.outputBias = config.flag("attention_bias");
    FeedForwardSpec experts =
        expertFeedForward(config, "n_routed_experts", "num_experts_per_tok", "moe_intermediate_size");
    experts.sharedWidth = config.optionalCount("n_shared_experts").value_or(0) * experts.expertWidth;
    experts.routerBias = routerBias;
    if (config.knows("topk_method") && config.value("topk_method") == "greedy")
        experts.routingGroups = experts.groupsPerToken = 1;
    const Count frequency = config.count("moe_layer_freq");
    for (Count i = 0; i < config.count("num_hidden_layers"); ++i) {
        const bool sparse = i >= config.count("first_k_dense_replace") && i % frequency == 0;
        append(model, {attention, sparse ? experts : denseFeedForward(config)});
    }
}

void v2Layers(Config &config, ModelSpec &model)
{
    layers(config, model, latentAttention(config), false);
}

void v3Layers(Config &config, ModelSpec &model)
{
    layers(config, model, latentAttention(config), true);
}

// V3 with an indexer that picks the keys of every query. Its queries come from the query latent.
void sparseLayers(Config &config, ModelSpec &model)
{
    AttentionSpec attention = latentAttention(config);
    attention.indexHeads = config.count("index_n_heads");
    attention.indexDim = config.count("index_head_dim");
    attention.indexTopK = config.count("index_topk");
    if (!attention.queryRank)
        config.fail("q_lora_rank", {CORE_TEXT("core", "must not be null: the indexer reads the query latent"), {}});
    layers(config, model, attention, true);
}

} // namespace

std::span<const Family> deepseekFamilies()
{
    static const Family families[] = {
        {"deepseek_v2", "DeepseekV2Config", {decoderKeys, latentKeys, layerRows, v2GroupRows}, {commonFixed, v2Fixed}, {}, v2Layers},
        {"deepseek_v3",
         "DeepseekV3Config",
         {decoderKeys, latentKeys, layerRows, mtpRows, eightGroupKeys},
         {commonFixed, v3Fixed},
         {},
         v3Layers},
        {"kimi_k2",
         "DeepseekV3Config",
         {decoderKeys, latentKeys, layerRows, mtpRows, eightGroupKeys},
         {commonFixed, v3Fixed},
         {},
         v3Layers},
        {"deepseek_v32",
         "DeepseekV32Config",
         {decoderKeys, latentKeys, layerRows, mtpRows, indexerRows, eightGroupKeys},
         {commonFixed, v3Fixed},
         {},
         sparseLayers},
        {"glm_moe_dsa",
         "GlmMoeDsaConfig",
         {decoderKeys, latentKeys, layerRows, mtpRows, indexerRows, oneGroupKeys},
         {commonFixed, v3Fixed},
         {"head_dim", "indexer_rope_interleave"},
         sparseLayers},
    };
    return families;
}

} // namespace headroom::hf
