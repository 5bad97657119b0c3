#include "support/layering.h"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>

namespace headroom::testing {

namespace {

using std::string_view;

// Each folder of core and what its files may include, itself apart.
struct Layer
{
    string_view name;
    std::vector<string_view> below;
};
const std::vector<Layer> &coreLayers()
{
    static const std::vector<Layer> layers{
        {"base", {}},
        {"spec", {"base"}},
        {"ops", {"base", "spec"}},
        {"comm", {"base", "spec", "ops"}},
        {"schedule", {"base", "spec", "ops", "comm"}},
        {"memory", {"base", "spec", "ops", "comm", "schedule"}},
        {"estimate", {"base", "spec", "ops", "comm", "schedule", "memory"}},
        {"search", {"base", "spec", "ops", "comm", "schedule", "memory", "estimate"}},
        {"serving", {"base", "spec", "ops", "comm", "schedule", "memory", "estimate"}},
        {"explore", {"base", "spec", "ops", "comm", "schedule", "memory", "estimate", "search", "serving"}},
        {"trace", {"base"}},
        {"gap", {"base", "spec", "ops", "comm", "schedule", "memory", "estimate", "trace"}},
        {"validate", {"base", "spec", "ops", "comm", "schedule", "memory", "estimate"}},
        {"report", {"base", "spec", "ops", "comm", "schedule", "memory", "estimate", "search", "serving", "explore", "trace", "gap", "validate"}},
    };
    return layers;
}

constexpr std::array<string_view, 8> topLevel{"CMakeLists.txt", "LICENSE", "README.md", "app",
                                              "core", "resources", "tests", "ui"};
constexpr std::size_t longestFile = 500;
constexpr std::size_t longestHeader = 200;

const Layer *coreLayer(string_view name)
{
    const auto found = std::ranges::find(coreLayers(), name, &Layer::name);
    return found == coreLayers().end() ? nullptr : &*found;
}

std::vector<string_view> split(string_view text, char separator)
{
    std::vector<string_view> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

struct Include
{
    string_view target;
    bool quoted = false;
};

std::optional<Include> includeOf(string_view line)
{
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::cmatch match;
    if (!std::regex_search(line.data(), line.data() + line.size(), match, pattern))
        return std::nullopt;
    return Include{{match[2].first, static_cast<std::size_t>(match[2].length())}, *match[1].first == '"'};
}

bool isQt(string_view target)
{
    const bool classHeader = target.size() > 1 && target[0] == 'Q' && target[1] >= 'A' && target[1] <= 'Z';
    return classHeader || target.starts_with("Qt") || target.starts_with("qcustomplot") || target.ends_with(".moc");
}

std::string coreObjection(const std::vector<string_view> &place, const Include &include)
{
    const Layer *layer = coreLayer(place.size() > 2 ? place[1] : string_view());
    if (layer == nullptr)
        return "lies in no layer of core";
    const std::string target(include.target);
    if (isQt(include.target))
        return "includes " + target + ": core knows no Qt";
    const string_view first = split(include.target, '/').front();
    const bool below = first == layer->name || std::ranges::find(layer->below, first) != layer->below.end();
    if (include.quoted && (!below || first == include.target))
        return "includes " + target + ", which does not lie below " + std::string(layer->name);
    return {};
}

std::string testObjection(const std::vector<string_view> &place, const Include &include)
{
    const string_view first = split(include.target, '/').front();
    const bool coreTest = place.size() > 1 && place[1] == "core";
    const bool allowed = first == "support" || coreLayer(first) != nullptr || include.target.ends_with(".moc");
    if (coreTest && include.quoted && !allowed)
        return "includes " + std::string(include.target) + ": core's tests use core and tests/support only";
    return {};
}

// Why a file may not include something; empty if it may. `place` is its path: core/<layer>, ui, app or tests.
std::string objection(const std::vector<string_view> &place, const Include &include)
{
    const std::string target(include.target);
    const string_view first = split(include.target, '/').front();
    if (include.quoted && include.target.find("..") != string_view::npos)
        return "includes " + target + " by a relative path";
    if (place.front() == "core")
        return coreObjection(place, include);
    if (place.front() == "tests")
        return testObjection(place, include);
    if (include.quoted && (first == "tests" || first == "support"))
        return "includes " + target + ", which belongs to the tests";
    if (include.quoted && place.front() == "ui" && (first == "app" || first.starts_with("headless")))
        return "includes " + target + ", which lies above ui";
    return {};
}

} // namespace

std::vector<std::string> checkSource(string_view path, string_view content)
{
    std::vector<std::string> complaints;
    const std::vector<string_view> place = split(path, '/');
    const std::vector<string_view> lines = split(content, '\n');
    const bool header = path.ends_with(".h");
    const auto complain = [&](std::size_t line, const std::string &what) {
        complaints.push_back(std::string(path) + ":" + std::to_string(line) + ": " + what);
    };
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (const auto include = includeOf(lines[i]))
            if (const std::string why = objection(place, *include); !why.empty())
                complain(i + 1, why);
    if (header && std::ranges::find(lines, "#pragma once") == lines.end())
        complain(1, "has no #pragma once");
    const std::size_t longest = header ? longestHeader : longestFile;
    if (lines.size() > longest + 1)
        complain(lines.size(), "is longer than " + std::to_string(longest) + " lines");
    return complaints;
}

std::vector<std::string> checkTopLevel(const std::vector<std::string> &names)
{
    std::vector<std::string> complaints;
    for (const std::string &name : names)
        if (name.front() != '.' && !name.starts_with("build") && std::ranges::find(topLevel, name) == topLevel.end())
            complaints.push_back(name + " has no place at the top level");
    return complaints;
}

} // namespace headroom::testing
