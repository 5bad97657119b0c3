#include "spec/serving_spec.h"

#include "base/text.h"
#include "spec/counted_list.h"

#include <array>

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
// "512:64" or "3x512:64".
std::optional<RequestGroup> groupOf(std::string_view text)
{
    const std::optional<Repeated> requests = repeated(text);
    const std::size_t colon = requests ? requests->item.find(':') : std::string_view::npos;
    if (colon == std::string_view::npos)
        return std::nullopt;
    const std::optional<Count> prompt = positiveCount(requests->item.substr(0, colon)), output = positiveCount(requests->item.substr(colon + 1));
    return prompt && output ? std::optional(RequestGroup{static_cast<double>(requests->count), *prompt, *output}) : std::nullopt;
}

} // namespace

tl::expected<std::vector<RequestGroup>, std::string> parseRequests(std::string_view text)
{
    return readList(text, separators, groupOf);
}

} // namespace headroom
