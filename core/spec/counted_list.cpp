#include "spec/counted_list.h"

#include <charconv>

namespace headroom {

std::optional<Count> wholeNumber(std::string_view text, Count least)
{
    constexpr Count most = Count{1} << 24;
    Count value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return std::nullopt;
    return value;
}

std::optional<Repeated> repeated(std::string_view text)
{
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos)
        return Repeated{1, text};
    const std::optional<Count> count = positiveCount(text.substr(0, cross));
    return count ? std::optional(Repeated{*count, text.substr(cross + 1)}) : std::nullopt;
}

} // namespace headroom
