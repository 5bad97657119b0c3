#pragma once
// Lists of whole numbers as people write them: "512, 3x1024".

#include "spec/list_text.h"
#include "spec/model_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace headroom {

// A whole number from `least` to 16,777,216, and nothing beside it.
std::optional<Count> wholeNumber(std::string_view text, Count least);
inline std::optional<Count> positiveCount(std::string_view text) { return wholeNumber(text, 1); }

// "3x512": 3 and "512"; without an x, once. Absent: what stands before the x is no positive number.
struct Repeated
{
    Count count = 1;
    std::string_view item;
};
std::optional<Repeated> repeated(std::string_view text);

// Every item between separators as `read` takes it; the first item that it does not take, cut at 40 characters.
template <class Read> auto readList(std::string_view text, std::string_view separators, Read read)
    -> tl::expected<std::vector<typename decltype(read(text))::value_type>, std::string>
{
    std::vector<typename decltype(read(text))::value_type> out;
    for (const std::string_view item : listItems(text, separators)) {
        const auto value = read(item);
        if (!value)
            return tl::unexpected(std::string(item.substr(0, 40)));
        out.push_back(*value);
    }
    return out;
}

} // namespace headroom
