#pragma once
// Lists that are typed as text.

#include <string_view>
#include <vector>

namespace headroom {

// What stands between separators, in order: commas, semicolons, spaces and tabs unless said otherwise.
inline std::vector<std::string_view> listItems(std::string_view text, std::string_view separators = ",; \t")
{
    std::vector<std::string_view> out;
    for (std::size_t at = text.find_first_not_of(separators); at < text.size(); at = text.find_first_not_of(separators, at)) {
        out.push_back(text.substr(at, text.find_first_of(separators, at) - at));
        at += out.back().size();
    }
    return out;
}

} // namespace headroom
