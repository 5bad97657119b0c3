#include "gap/match.h"
#include "spec/json.h"

namespace headroom {

Result<std::vector<MatchCorrection>> readCorrections(std::string_view text, const std::string &file)
{
    const Result<Json> json = parseJson(text, file);
    if (!json)
        return tl::unexpected(json.error());
    Issues issues;
    ObjectReader reader(*json, "", file, issues);
    std::vector<MatchCorrection> out;
    for (const Json &row : reader.array("matches")) {
        const std::string path = "matches[" + std::to_string(out.size()) + "]";
        if (!row.is_object()) {
            reader.fail(path, {CORE_TEXT("core", "a rule is an object"), {}});
            break;
        }
        ObjectReader one(row, path, file, issues);
        out.push_back({one.text("pattern"), one.text("modelled")});
        one.finish();
    }
    reader.finish();
    if (!issues.empty())
        return tl::unexpected(issues);
    return out;
}

} // namespace headroom
