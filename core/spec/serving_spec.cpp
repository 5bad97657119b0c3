#include "spec/serving_spec.h"

#include "base/text.h"

#include <array>
#include <charconv>

namespace headroom {

std::span<const EnumRow> rowsOf(RunPhase)
{
    static constexpr std::array<EnumRow, 4> rows{{
        {"training", CORE_TEXT("core", "Training"), CORE_TEXT("core", "Steps of forward, backward and optimizer.")},
        {"prefill", CORE_TEXT("core", "Prefill"), CORE_TEXT("core", "One pass over a batch of prompts, which fills their caches.")},
        {"decode", CORE_TEXT("core", "Decode"), CORE_TEXT("core", "One step that generates a token for each sequence of a batch.")},
        {"serving", CORE_TEXT("core", "Serving"), CORE_TEXT("core", "Requests one after another: prefill and decode in turn.")},
    }};
    return rows;
}

namespace {

constexpr std::string_view separators = ",; \t\r\n";
constexpr Count most = Count{1} << 24;

std::optional<Count> positive(std::string_view text)
{
    Count value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
        return std::nullopt;
    return value;
}

// "512:64" or "3x512:64".
std::optional<RequestGroup> groupOf(std::string_view item)
{
    const std::size_t cross = item.find('x'), colon = item.find(':');
    if (colon == std::string_view::npos || (cross != std::string_view::npos && cross > colon))
        return std::nullopt;
    const bool several = cross != std::string_view::npos;
    const std::optional<Count> count = several ? positive(item.substr(0, cross)) : std::optional<Count>(1);
    const std::size_t from = several ? cross + 1 : 0;
    const std::optional<Count> prompt = positive(item.substr(from, colon - from)), output = positive(item.substr(colon + 1));
    if (!count || !prompt || !output)
        return std::nullopt;
    return RequestGroup{static_cast<double>(*count), *prompt, *output};
}

} // namespace

tl::expected<std::vector<RequestGroup>, std::string> parseRequests(std::string_view text)
{
    std::vector<RequestGroup> out;
    for (std::size_t at = text.find_first_not_of(separators); at < text.size(); at = text.find_first_not_of(separators, at)) {
        const std::string_view item = text.substr(at, text.find_first_of(separators, at) - at);
        const std::optional<RequestGroup> group = groupOf(item);
        if (!group)
            return tl::unexpected(std::string(item.substr(0, 40)));
        out.push_back(*group);
        at += item.size();
    }
    return out;
}

} // namespace headroom
