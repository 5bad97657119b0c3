#pragma once
// The rows behind importHfConfig: one Family per model_type. Every key of a config is understood (KeyRow), must have
// one of a few values (FixedKey), or is known not to change cost (ignored); anything else is an error.

#include "spec/json.h"
#include "spec/model_spec.h"

#include <initializer_list>
#include <map>
#include <span>

namespace headroom::hf {

enum class KeyType { whole, wholeOrNull, share, flag, text, wholeList, textList };

struct KeyRow
{
    const char *key;
    KeyType type;
    Count minimum = 0;
    Count maximum = 0;
    // Null: the key is required. Else the JSON of the configuration class's default, or "=other_key".
    const char *absent = nullptr;
};

// A key that would change cost with any other value than these JSON texts.
struct FixedKey
{
    const char *key;
    std::initializer_list<const char *> allowed;
};

inline constexpr Count maxHidden = Count{1} << 20;
inline constexpr Count maxWidth = Count{1} << 24;
inline constexpr Count maxLayers = 4096;
inline constexpr Count maxHeads = 65536;
inline constexpr Count maxHeadDim = 65536;
inline constexpr Count maxExperts = 65536;
inline constexpr Count maxVocab = Count{1} << 24;
inline constexpr Count maxWindow = Count{1} << 40;

// The checked values of one config, class defaults filled in.
class Config
{
public:
    Config(std::map<std::string, Json, std::less<>> values, std::string file, Issues &issues)
        : m_values(std::move(values)), m_file(std::move(file)), m_issues(issues)
    {
    }
    Count count(const char *key) const { return value(key).get<Count>(); }
    std::optional<Count> optionalCount(const char *key) const;
    double share(const char *key) const { return value(key).get<double>(); }
    bool flag(const char *key) const { return value(key).get<bool>(); }
    bool has(const char *key) const; // and not null
    bool knows(const char *key) const { return m_values.find(key) != m_values.end(); }
    const Json &value(const char *key) const { return m_values.find(key)->second; }

    void fail(const char *key, Message message)
    {
        m_issues.push_back({Severity::error, key, std::move(message), m_file});
    }
    void note(const char *key, Message message)
    {
        m_issues.push_back({Severity::note, key, std::move(message), m_file});
    }

private:
    std::map<std::string, Json, std::less<>> m_values;
    std::string m_file;
    Issues &m_issues;
};

struct Family
{
    const char *modelType;
    const char *className; // whose defaults apply
    std::initializer_list<std::span<const KeyRow>> keys;
    std::initializer_list<std::span<const FixedKey>> fixed;
    std::initializer_list<const char *> ignored; // beyond the common ones
    void (*layers)(Config &, ModelSpec &);       // cross rules and the layer pattern
    const char *architecture = nullptr;          // the row is only for this one of the model type's architectures
    const char *nested = nullptr;                // an object whose keys are read as "nested.key"
};

// A model type that wraps a language model, in text_config, with a vision tower that is not counted.
struct Wrapper
{
    const char *modelType;
    const char *textType;                        // model_type of text_config where it states none
    std::initializer_list<const char *> ignored; // keys beside text_config
};

std::span<const Family> llamaFamilies();
std::span<const Family> qwenFamilies();
std::span<const Family> deepseekFamilies();
std::span<const Family> bailingFamilies();
std::span<const Family> kdaFamilies();
std::span<const Family> gatedDeltaFamilies();
std::span<const Family> gemmaFamilies();
std::span<const Family> gptOssFamilies();
std::span<const Family> minimaxFamilies();
std::span<const Family> glmFamilies();

// The language model's own keys: text_config unwrapped, older spellings replaced.
Json languageModel(const Json &json, const std::string &file, Issues &issues);
// The keys of the object `nested` as keys "nested.key" beside the others.
Json flattened(Json json, const char *nested);
// Keys that no family's cost depends on: identity, tokens, training and generation switches, positions, routing rules.
std::span<const char *const> ignoredKeys();

// Rows that families share.
extern const std::span<const KeyRow> decoderKeys;      // hidden_size, num_hidden_layers, vocab_size, ties
extern const std::span<const KeyRow> groupedQueryKeys; // heads, kv heads, head_dim
extern const std::span<const KeyRow> latentKeys;       // ranks and dims of MLA
extern const std::span<const KeyRow> eightGroupKeys;   // n_group, topk_group of a router; 8 and 4 where they are not stated
extern const std::span<const KeyRow> oneGroupKeys;     // the same, 1 and 1
extern const std::span<const FixedKey> commonFixed;    // activation, dropout

// Parts of layers; they check the rules between keys.
AttentionSpec groupedQueryAttention(Config &config);
AttentionSpec latentAttention(Config &config);
FeedForwardSpec denseFeedForward(Config &config);
// For each layer, whether it is of kind `name`: as "layer_types" lists them; without a list, all but every
// `interval`-th (0: the list is required).
std::vector<bool> layersNamed(Config &config, const char *name, Count interval);
// The dimensions of a head that partial_rotary_factor leaves rotated.
Count rotaryShare(Config &config, Count headDim);
// The chunk taken for linear attention when the config states none, with a note.
Count assumedChunk(Config &config, Count chunk);
FeedForwardSpec expertFeedForward(Config &config, const char *expertsKey, const char *topKKey, const char *widthKey);
// Appends a layer, in the last group when it is equal to it.
void append(ModelSpec &model, const LayerSpec &layer);

} // namespace headroom::hf
