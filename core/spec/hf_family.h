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
};

std::span<const Family> llamaFamilies();
std::span<const Family> qwenFamilies();
std::span<const Family> deepseekFamilies();
std::span<const Family> bailingFamilies();

// Rows that families share.
extern const std::span<const KeyRow> decoderKeys;      // hidden_size, num_hidden_layers, vocab_size, ties
extern const std::span<const KeyRow> groupedQueryKeys; // heads, kv heads, head_dim
extern const std::span<const KeyRow> latentKeys;       // ranks and dims of MLA
extern const std::span<const FixedKey> commonFixed;    // activation, dropout

// Parts of layers; they check the rules between keys.
AttentionSpec groupedQueryAttention(Config &config);
AttentionSpec latentAttention(Config &config);
FeedForwardSpec denseFeedForward(Config &config);
FeedForwardSpec expertFeedForward(Config &config, const char *expertsKey, const char *topKKey, const char *widthKey);
// Appends a layer, in the last group when it is equal to it.
void append(ModelSpec &model, const LayerSpec &layer);

} // namespace headroom::hf
