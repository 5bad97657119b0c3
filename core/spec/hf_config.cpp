#include "spec/hf_config.h"

#include "base/format.h"
#include "spec/hf_family.h"

#include <algorithm>
#include <array>
#include <set>

namespace headroom {

namespace {

using hf::Family;
using hf::FixedKey;
using hf::KeyRow;
using hf::KeyType;

std::vector<Family> allFamilies()
{
    std::vector<Family> all;
    for (const auto &families :
         {hf::llamaFamilies(), hf::qwenFamilies(), hf::gatedDeltaFamilies(), hf::deepseekFamilies(), hf::kdaFamilies(),
          hf::bailingFamilies(), hf::gemmaFamilies(), hf::gptOssFamilies(), hf::minimaxFamilies(), hf::glmFamilies()})
        all.insert(all.end(), families.begin(), families.end());
    return all;
}

const std::vector<Family> &families()
{
    static const std::vector<Family> all = allFamilies();
    return all;
}

// Reads the config of one family row by row.
class ConfigReader
{
public:
    ConfigReader(const Json &json, const Family &family, std::string file, Issues &issues)
        : m_json(json), m_family(family), m_file(std::move(file)), m_issues(issues)
    {
    }
    std::map<std::string, Json, std::less<>> read();

private:
    void readRow(const KeyRow &row);
    void applyDefault(const KeyRow &row);
    void checkFixed(const FixedKey &row);
    void checkUnknown();
    std::optional<Message> wrong(const KeyRow &row, const Json &value) const;
    void add(Severity severity, const std::string &key, Message message)
    {
        m_issues.push_back({severity, key, std::move(message), m_file});
    }

    const Json &m_json;
    const Family &m_family;
    std::string m_file;
    Issues &m_issues;
    std::map<std::string, Json, std::less<>> m_values;
    std::set<std::string, std::less<>> m_understood;
};

std::optional<Message> wrongList(const Json &value, const KeyRow &row)
{
    const bool whole = row.type == KeyType::wholeList;
    if (!value.is_array())
        return Message{CORE_TEXT("core", "must be a list, not {0}"), {shown(value)}};
    // One per layer at most; each layer may look through all of it.
    if (value.size() > static_cast<std::size_t>(hf::maxLayers))
        return Message{CORE_TEXT("core", "must have at most {0} items, not {1}"),
                       {std::to_string(hf::maxLayers), std::to_string(value.size())}};
    for (const Json &item : value) {
        if (whole)
            if (const auto number = wholeNumber(item, row.minimum, row.maximum); !number)
                return number.error();
        if (!whole && !item.is_string())
            return Message{CORE_TEXT("core", "must be a list of texts; one item is {0}"), {shown(item)}};
    }
    return std::nullopt;
}

std::optional<Message> ConfigReader::wrong(const KeyRow &row, const Json &value) const
{
    switch (row.type) {
    case KeyType::wholeOrNull:
        if (value.is_null())
            return std::nullopt;
        [[fallthrough]];
    case KeyType::whole: {
        const auto number = wholeNumber(value, row.minimum, row.maximum);
        return number ? std::nullopt : std::optional(number.error());
    }
    case KeyType::share: {
        const auto number = finiteNumber(value, 0.0, 1.0);
        return number ? std::nullopt : std::optional(number.error());
    }
    case KeyType::flag:
        if (value.is_boolean())
            return std::nullopt;
        return Message{CORE_TEXT("core", "must be true or false, not {0}"), {shown(value)}};
    case KeyType::text:
        if (value.is_string())
            return std::nullopt;
        return Message{CORE_TEXT("core", "must be a text, not {0}"), {shown(value)}};
    case KeyType::wholeList:
    case KeyType::textList:
        return wrongList(value, row);
    }
    return std::nullopt;
}

void ConfigReader::applyDefault(const KeyRow &row)
{
    const std::string absent = row.absent;
    if (absent.front() != '=') {
        m_values[row.key] = Json::parse(absent);
    } else if (const auto other = m_values.find(absent.substr(1)); other != m_values.end()) {
        m_values[row.key] = other->second;
    } else {
        return; // the other key's own error is enough
    }
    if (const Json &value = m_values[row.key]; !value.is_null() && !value.is_array())
        add(Severity::note, row.key,
            {CORE_TEXT("core", "is not stated; the default of {0} is {1}"), {m_family.className, shown(value)}});
}

void ConfigReader::readRow(const KeyRow &row)
{
    m_understood.insert(row.key);
    const auto found = m_json.find(row.key);
    if (found == m_json.end()) {
        if (row.absent)
            applyDefault(row);
        else
            add(Severity::error, row.key, {CORE_TEXT("core", "is missing; {0} needs it"), {m_family.modelType}});
        return;
    }
    if (auto message = wrong(row, *found)) {
        add(Severity::error, row.key, std::move(*message));
        return;
    }
    const bool whole = row.type == KeyType::whole || row.type == KeyType::wholeOrNull;
    m_values[row.key] = whole && found->is_number() ? Json(static_cast<Count>(found->get<double>())) : *found;
}

void ConfigReader::checkFixed(const FixedKey &row)
{
    m_understood.insert(row.key);
    const auto found = m_json.find(row.key);
    if (found == m_json.end())
        return;
    std::string allowed;
    for (const char *text : row.allowed) {
        if (*found == Json::parse(text))
            return;
        allowed += (allowed.empty() ? "" : ", ") + std::string(text);
    }
    add(Severity::error, row.key,
        {CORE_TEXT("core", "changes the cost and is understood only as {0}, not {1}"), {allowed, shown(*found)}});
}

void ConfigReader::checkUnknown()
{
    for (const char *key : hf::ignoredKeys())
        m_understood.insert(key);
    for (const char *key : m_family.ignored)
        m_understood.insert(key);
    if (m_json.contains("quantization_config")) {
        m_understood.insert("quantization_config");
        add(Severity::note, "quantization_config",
            {CORE_TEXT("core", "is ignored: weights are counted without quantisation scales"), {}});
    }
    std::size_t named = 0;
    for (const auto &[key, value] : m_json.items())
        if (!m_understood.contains(key) && named++ < unknownKeysNamed)
            add(Severity::error, shortKey(key),
                {CORE_TEXT("core", "is not understood and may change the cost of {0}: {1}"),
                 {m_family.modelType, shown(value)}});
}

std::map<std::string, Json, std::less<>> ConfigReader::read()
{
    for (const auto &rows : m_family.keys)
        for (const KeyRow &row : rows)
            readRow(row);
    for (const auto &rows : m_family.fixed)
        for (const FixedKey &row : rows)
            checkFixed(row);
    checkUnknown();
    return std::move(m_values);
}

bool isOf(const Family &family, const Json &json)
{
    const auto type = json.find("model_type");
    if (type == json.end() || *type != family.modelType)
        return false;
    const auto names = json.find("architectures");
    return !family.architecture
           || (names != json.end() && names->is_array()
               && std::ranges::find(*names, family.architecture) != names->end());
}

const Family *findFamily(const Json &json, const std::string &file, Issues &issues)
{
    std::string known;
    for (const Family &family : families()) {
        if (isOf(family, json))
            return &family;
        if (!family.architecture)
            known += (known.empty() ? "" : ", ") + std::string(family.modelType);
    }
    if (!json.contains("model_type"))
        issues.push_back(
            {Severity::error, "model_type", {CORE_TEXT("core", "is missing; known are {0}"), {known}}, file});
    else
        issues.push_back({Severity::error,
                          "model_type",
                          {CORE_TEXT("core", "{0} is unknown; known are {1}"), {shown(json["model_type"]), known}},
                          file});
    return nullptr;
}

// Multi-token-prediction modules are trained only when the config says so.
void readMtpDepth(hf::Config &config, const Json &json, ModelSpec &model)
{
    constexpr const char *key = "num_nextn_predict_layers";
    if (config.has(key))
        model.mtpDepth = config.count(key);
    else if (config.knows(key) && !json.contains(key))
        config.note(key, {CORE_TEXT("core", "is not stated: no multi-token-prediction module counted"), {}});
}

} // namespace

Result<ImportedModel> importHfConfig(std::string_view text, const std::string &name)
{
    const Result<Json> parsed = parseJson(text, name);
    if (!parsed)
        return tl::unexpected(parsed.error());
    Issues issues;
    Json json = hf::languageModel(*parsed, name, issues);
    const Family *family = findFamily(json, name, issues);
    if (!family)
        return tl::unexpected(issues);
    if (family->nested)
        json = hf::flattened(std::move(json), family->nested);
    ConfigReader reader(json, *family, name, issues);
    auto values = reader.read();
    if (hasError(issues))
        return tl::unexpected(issues);

    hf::Config config(std::move(values), name, issues);
    ModelSpec model;
    model.name = name;
    model.modelType = family->modelType;
    model.hidden = config.count("hidden_size");
    model.vocab = config.count("vocab_size");
    model.tiedEmbeddings = config.flag("tie_word_embeddings");
    model.source = name;
    readMtpDepth(config, json, model);
    family->layers(config, model);
    if (hasError(issues))
        return tl::unexpected(issues);
    return ImportedModel{std::move(model), std::move(issues)};
}

} // namespace headroom
