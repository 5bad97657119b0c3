#include "spec/hf_family.h"

#include "base/format.h"

#include <cmath>

namespace headroom::hf {

namespace {

constexpr KeyRow decoderRows[] = {
    {"hidden_size", KeyType::whole, 1, maxHidden},
    {"num_hidden_layers", KeyType::whole, 1, maxLayers},
    {"vocab_size", KeyType::whole, 1, maxVocab},
    {"tie_word_embeddings", KeyType::flag, 0, 0, "false"},
};
constexpr KeyRow groupedQueryRows[] = {
    {"num_attention_heads", KeyType::whole, 1, maxHeads},
    {"num_key_value_heads", KeyType::wholeOrNull, 1, maxHeads, "null"},
    {"head_dim", KeyType::wholeOrNull, 1, maxHeadDim, "null"},
};
constexpr KeyRow latentRows[] = {
    {"num_attention_heads", KeyType::whole, 1, maxHeads},
    {"num_key_value_heads", KeyType::whole, 1, maxHeads, "=num_attention_heads"},
    {"q_lora_rank", KeyType::wholeOrNull, 1, maxHidden},
    {"kv_lora_rank", KeyType::whole, 1, maxHidden},
    {"qk_nope_head_dim", KeyType::whole, 1, maxHeadDim},
    {"qk_rope_head_dim", KeyType::whole, 1, maxHeadDim},
    {"v_head_dim", KeyType::whole, 1, maxHeadDim},
    {"qk_head_dim", KeyType::wholeOrNull, 1, 2 * maxHeadDim, "null"},
};
constexpr KeyRow eightGroupRows[] = {
    {"n_group", KeyType::wholeOrNull, 1, maxExperts, "8"},
    {"topk_group", KeyType::wholeOrNull, 1, maxExperts, "4"},
};
constexpr KeyRow oneGroupRows[] = {
    {"n_group", KeyType::wholeOrNull, 1, maxExperts, "1"},
    {"topk_group", KeyType::wholeOrNull, 1, maxExperts, "1"},
};
// Dropout would keep a mask per activation and move its bytes; other activations have other operators.
const FixedKey commonFixedRows[] = {
    {"hidden_act", {"\"silu\""}},        {"attention_dropout", {"0.0", "0"}}, {"hidden_dropout", {"0.0", "0"}},
    {"embedding_dropout", {"0.0", "0"}}, {"output_dropout", {"0.0", "0"}},
};

} // namespace

const std::span<const KeyRow> decoderKeys{decoderRows};
const std::span<const KeyRow> groupedQueryKeys{groupedQueryRows};
const std::span<const KeyRow> latentKeys{latentRows};
const std::span<const KeyRow> eightGroupKeys{eightGroupRows};
const std::span<const KeyRow> oneGroupKeys{oneGroupRows};
const std::span<const FixedKey> commonFixed{commonFixedRows};

std::optional<Count> Config::optionalCount(const char *key) const
{
    const Json &v = value(key);
    return v.is_null() ? std::nullopt : std::optional(v.get<Count>());
}

bool Config::has(const char *key) const
{
    const auto found = m_values.find(key);
    return found != m_values.end() && !found->second.is_null();
}

AttentionSpec groupedQueryAttention(Config &config)
{
    AttentionSpec a;
    const Count hidden = config.count("hidden_size");
    a.heads = config.count("num_attention_heads");
    a.kvHeads = config.optionalCount("num_key_value_heads").value_or(a.heads);
    if (const auto stated = config.optionalCount("head_dim"))
        a.headDim = *stated;
    else if (hidden % a.heads == 0)
        a.headDim = hidden / a.heads;
    else
        config.fail("head_dim",
                    {CORE_TEXT("core", "is missing and hidden_size {0} is not a multiple of num_attention_heads {1}"),
                     {std::to_string(hidden), std::to_string(a.heads)}});
    if (a.heads % a.kvHeads != 0)
        config.fail("num_key_value_heads", {CORE_TEXT("core", "must divide num_attention_heads {0}, not {1}"),
                                            {std::to_string(a.heads), std::to_string(a.kvHeads)}});
    a.rotaryDim = a.headDim;
    return a;
}

AttentionSpec latentAttention(Config &config)
{
    AttentionSpec a;
    a.kind = AttentionKind::mla;
    a.heads = a.kvHeads = config.count("num_attention_heads");
    a.queryRank = config.optionalCount("q_lora_rank");
    a.kvRank = config.count("kv_lora_rank");
    a.nopeDim = config.count("qk_nope_head_dim");
    a.ropeDim = config.count("qk_rope_head_dim");
    a.valueDim = config.count("v_head_dim");
    a.headDim = a.queryDim();
    a.rotaryDim = a.ropeDim;
    if (const Count kv = config.count("num_key_value_heads"); kv != a.heads)
        config.fail("num_key_value_heads",
                    {CORE_TEXT("core", "must equal num_attention_heads {0} with latent attention, not {1}"),
                     {std::to_string(a.heads), std::to_string(kv)}});
    if (const auto whole = config.optionalCount("qk_head_dim"); whole && *whole != a.queryDim())
        config.fail("qk_head_dim", {CORE_TEXT("core", "must be qk_nope_head_dim + qk_rope_head_dim = {0}, not {1}"),
                                    {std::to_string(a.queryDim()), std::to_string(*whole)}});
    return a;
}

FeedForwardSpec denseFeedForward(Config &config)
{
    FeedForwardSpec f;
    f.width = config.count("intermediate_size");
    return f;
}

namespace {

// A token is limited to the experts of topk_group of n_group groups.
void limitToGroups(Config &config, FeedForwardSpec &f)
{
    f.routingGroups = config.optionalCount("n_group").value_or(1);
    f.groupsPerToken = config.optionalCount("topk_group").value_or(1);
    if (f.experts % f.routingGroups != 0)
        return config.fail("n_group", {CORE_TEXT("core", "must divide the {0} experts, not {1}"),
                                       {std::to_string(f.experts), std::to_string(f.routingGroups)}});
    if (f.groupsPerToken > f.routingGroups)
        config.fail("topk_group", {CORE_TEXT("core", "must be at most {0} {1}, not {2}"),
                                   {"n_group", std::to_string(f.routingGroups), std::to_string(f.groupsPerToken)}});
}

} // namespace

FeedForwardSpec expertFeedForward(Config &config, const char *expertsKey, const char *topKKey, const char *widthKey)
{
    FeedForwardSpec f;
    f.kind = FeedForwardKind::moe;
    f.width = 0;
    f.experts = config.count(expertsKey);
    f.topK = config.count(topKKey);
    f.expertWidth = config.count(widthKey);
    if (f.topK > f.experts)
        config.fail(topKKey, {CORE_TEXT("core", "must be at most {0} {1}, not {2}"),
                              {expertsKey, std::to_string(f.experts), std::to_string(f.topK)}});
    if (config.knows("n_group") && config.knows("topk_group"))
        limitToGroups(config, f);
    return f;
}

std::vector<bool> layersNamed(Config &config, const char *name, Count interval)
{
    const auto layers = static_cast<std::size_t>(config.count("num_hidden_layers"));
    std::vector<bool> out(layers);
    const Json &types = config.value("layer_types");
    if (types.empty() && interval > 0) {
        for (std::size_t i = 0; i < layers; ++i)
            out[i] = (static_cast<Count>(i) + 1) % interval != 0;
        return out;
    }
    if (types.size() != layers) {
        config.fail("layer_types", {CORE_TEXT("core", "must list num_hidden_layers {0} layers, not {1}"),
                                    {std::to_string(layers), std::to_string(types.size())}});
        return out;
    }
    for (std::size_t i = 0; i < layers; ++i) {
        out[i] = types[i] == name;
        if (!out[i] && types[i] != "full_attention")
            config.fail("layer_types",
                        {CORE_TEXT("core", "must be full_attention or {0}, not {1}"), {name, shown(types[i])}});
    }
    return out;
}

Count rotaryShare(Config &config, Count headDim)
{
    return static_cast<Count>(std::floor(static_cast<double>(headDim) * config.share("partial_rotary_factor")));
}

Count assumedChunk(Config &config, Count chunk)
{
    config.note("model.chunk",
                {CORE_TEXT("core", "the config states no chunk length for linear attention: {0} tokens taken"),
                 {std::to_string(chunk)}});
    return chunk;
}

void append(ModelSpec &model, const LayerSpec &layer)
{
    if (!model.layers.empty() && model.layers.back().layer == layer)
        ++model.layers.back().count;
    else
        model.layers.push_back({1, layer});
}

} // namespace headroom::hf
