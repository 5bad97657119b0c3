#include "trace/trace_rules.h"

#include "base/catalog_data.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>

namespace headroom {

std::span<const EnumRow> rowsOf(RulePlace)
{
    static constexpr EnumRow rows[] = {{"name", "name"}, {"category", "category"}, {"scope", "scope"}, {"operation", "operation"},
                                       {"annotation", "annotation"}};
    return rows;
}

std::span<const EnumRow> rowsOf(RuleLane)
{
    static constexpr EnumRow rows[] = {{"any", "any"}, {"device", "device"}, {"host", "host"}};
    return rows;
}

std::string lowerCase(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return out;
}

namespace {

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> out;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        out.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    return out;
}

bool fits(std::string_view text, std::string_view pattern)
{
    const bool first = pattern.starts_with('^'), last = pattern.ends_with('$');
    pattern = pattern.substr(first ? 1 : 0);
    pattern = pattern.substr(0, pattern.size() - (last ? 1 : 0));
    std::size_t at = 0;
    bool anchored = first;
    for (std::size_t start = 0; start <= pattern.size();) {
        const std::size_t end = std::min(pattern.find('*', start), pattern.size());
        const std::string_view piece = pattern.substr(start, end - start);
        if (last && end == pattern.size()) // the last piece ends the text
            return text.size() >= at + piece.size() && text.ends_with(piece) && (!anchored || text.size() == at + piece.size());
        const std::size_t found = anchored ? (text.substr(at).starts_with(piece) ? at : std::string_view::npos) : text.find(piece, at);
        if (found == std::string_view::npos)
            return false;
        at = found + piece.size();
        anchored = false;
        start = end + 1;
    }
    return true;
}

using Json = nlohmann::json;

struct RowReader
{
    const Json &row;
    std::string field; // "rules[3]"
    const std::string &file;
    Issues &issues;

    void fail(const char *key, const char *pattern, std::vector<std::string> arguments = {}) const
    {
        issues.push_back({Severity::error, field + "." + key, {pattern, std::move(arguments)}, file});
    }
    std::string text(const char *key, bool required) const
    {
        const auto found = row.find(key);
        if (found != row.end() && found->is_string() && !found->get_ref<const std::string &>().empty())
            return *found;
        if (found != row.end() || required)
            fail(key, CORE_TEXT("core", "a text that is not empty is needed here"));
        return {};
    }
    std::vector<std::string> alternatives(const char *key, bool required) const
    {
        const std::string pattern = text(key, required);
        std::vector<std::string> out = pattern.empty() ? std::vector<std::string>() : alternativesOf(pattern);
        if (std::ranges::any_of(out, [](const std::string &a) { return a.empty(); }))
            fail(key, CORE_TEXT("core", "an alternative between '|' is empty"));
        return out;
    }
    template <class E> E choice(const char *key, E otherwise, bool required) const
    {
        const std::string word = text(key, required);
        if (word.empty())
            return otherwise;
        const auto found = fromKey<E>(word);
        std::string all;
        for (const EnumRow &r : rowsOf(E{}))
            all += (all.empty() ? "" : ", ") + std::string(r.key);
        if (!found)
            fail(key, CORE_TEXT("core", "\"{0}\" is none of {1}"), {word, all});
        return found.value_or(otherwise);
    }
};

TraceRule readRow(const RowReader &in)
{
    TraceRule out;
    if (!in.row.is_object()) {
        in.fail("", CORE_TEXT("core", "a rule is an object"));
        return out;
    }
    static constexpr const char *known[] = {"lane", "in", "pattern", "name", "class", "waits", "source"};
    for (const auto &[key, value] : in.row.items())
        if (std::ranges::find(known, key) == std::end(known))
            in.fail(key.c_str(), CORE_TEXT("core", "there is no such key"));
    out.lane = in.choice("lane", RuleLane::any, false);
    out.place = in.choice("in", RulePlace::name, true);
    out.eventClass = in.choice("class", EventClass::container, true);
    out.source = in.text("source", true);
    out.alternatives = in.alternatives("pattern", true);
    out.names = in.alternatives("name", false);
    if (const auto waits = in.row.find("waits"); waits != in.row.end()) {
        if (waits->is_boolean())
            out.waits = *waits;
        else
            in.fail("waits", CORE_TEXT("core", "true or false is needed here"));
    }
    return out;
}

} // namespace

std::vector<std::string> alternativesOf(std::string_view pattern) { return split(lowerCase(pattern), '|'); }

bool TraceRule::matches(std::string_view text) const
{
    return std::ranges::any_of(alternatives, [text](const std::string &a) { return fits(text, a); });
}

bool TraceRule::matchesName(std::string_view text) const
{
    return std::ranges::any_of(names, [text](const std::string &a) { return fits(text, a); });
}

Result<TraceRules> readTraceRules(std::string_view text, const std::string &file)
{
    const Json json = Json::parse(text, nullptr, false, true);
    if (!json.is_object() || !json.contains("rules") || !json["rules"].is_array() || json.size() != 1)
        return failure("rules", {CORE_TEXT("core", "must hold a JSON object with the list \"rules\" and nothing else"), {}}, file);
    TraceRules out;
    Issues issues;
    for (const Json &row : json["rules"]) {
        const std::string field = "rules[" + std::to_string(out.size()) + "]";
        out.push_back(readRow({row, field, file, issues}));
    }
    if (!issues.empty())
        return tl::unexpected(issues);
    return out;
}

const TraceRules &builtInTraceRules()
{
    static const TraceRules rules = [] {
        const auto files = catalogFiles();
        const auto file = std::ranges::find_if(files, [](const CatalogFile &f) { return f.folder == "traces" && f.name == "rules.json"; });
        assert(file != files.end());
        Result<TraceRules> read = readTraceRules(file->text, std::string(file->name));
        assert(read);
        return *std::move(read);
    }();
    return rules;
}

TraceRules withBuiltIn(TraceRules own)
{
    own.insert(own.end(), builtInTraceRules().begin(), builtInTraceRules().end());
    return own;
}

} // namespace headroom
