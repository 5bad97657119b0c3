#include "spec/nearest.h"

#include <algorithm>
#include <numeric>
#include <ranges>

namespace headroom {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Insertions, deletions and replacements that turn one name into the other; letters' case is free, as is leaving out
// the beginning of `known` ("v5p" for "TPU v5p").
std::size_t distance(std::string_view name, std::string_view known)
{
    std::vector<std::size_t> row(known.size() + 1, 0);
    for (std::size_t i = 1; i <= name.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= known.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(name[i - 1]) == lower(known[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return *std::ranges::min_element(row);
}

std::string joined(std::span<const std::string> names)
{
    std::string out;
    for (const std::string &name : names)
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

} // namespace

bool sameName(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

std::string nearestNames(std::string_view name, const std::vector<std::string> &known)
{
    name = name.substr(0, 64);
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string &k : known)
        ranked.emplace_back(distance(name, k), k);
    std::ranges::stable_sort(ranked, {}, [](const auto &r) { return r.first; });
    std::vector<std::string> near;
    for (const auto &[edits, text] : ranked)
        if (near.size() < 3 && edits <= std::max<std::size_t>(1, name.size() / 2))
            near.push_back(text);
    if (near.empty() && known.size() <= 16)
        near = known;
    return joined(near);
}

} // namespace headroom
