#include "spec/match_correction.h"

#include "spec/spec_json.h"

namespace headroom {

std::vector<MatchCorrection> readMatches(ObjectReader &reader, const char *key)
{
    std::vector<MatchCorrection> out;
    for (const Json &row : reader.array(key)) {
        const std::string item = std::string(key) + "[" + std::to_string(out.size()) + "]";
        if (!row.is_object()) {
            reader.fail(item, {CORE_TEXT("core", "a rule is an object"), {}});
            break;
        }
        ObjectReader one(row, reader.pathOf(item), reader.file(), reader.issues());
        MatchCorrection read;
        read.pattern = one.text("pattern", jsonSizeLimit); // names of templates are long
        if (const Json *pattern = one.find("pattern"); pattern && *pattern == "")
            one.fail("pattern", {CORE_TEXT("core", "a text that is not empty is needed here"), {}});
        if (!one.has("modelled") || one.find("modelled"))
            read.modelled = one.text("modelled");
        if (const Json *modelled = one.find("modelled"); modelled && *modelled == "")
            one.fail("modelled", {CORE_TEXT("core", "a text that is not empty is needed here"), {}});
        one.finish();
        out.push_back(std::move(read));
    }
    return out;
}

Result<std::vector<MatchCorrection>> readCorrections(std::string_view text, const std::string &file)
{
    const Result<Json> json = parseJson(text, file);
    if (!json)
        return tl::unexpected(json.error());
    Issues issues;
    ObjectReader reader(*json, "", file, issues);
    std::vector<MatchCorrection> out = readMatches(reader, "matches");
    reader.finish();
    if (!issues.empty())
        return tl::unexpected(issues);
    return out;
}

OrderedJson writeMatches(const std::vector<MatchCorrection> &corrections)
{
    OrderedJson out = OrderedJson::array();
    for (const MatchCorrection &c : corrections) {
        OrderedJson one;
        one["pattern"] = c.pattern;
        one["modelled"] = c.modelled.empty() ? OrderedJson(nullptr) : OrderedJson(c.modelled);
        out.push_back(std::move(one));
    }
    return out;
}

std::string writeCorrections(const std::vector<MatchCorrection> &corrections)
{
    OrderedJson out;
    out["matches"] = writeMatches(corrections);
    return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

} // namespace headroom
