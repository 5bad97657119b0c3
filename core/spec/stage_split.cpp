#include "spec/plan.h"

#include "base/text.h"
#include "spec/counted_list.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(StageSplit)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"even", CORE_TEXT("core", "equal numbers of layers"), CORE_TEXT("core", "What does not divide goes to the stages in the middle.")},
        {"balanced", CORE_TEXT("core", "equal compute"),
         CORE_TEXT("core", "Embedding, head and MTP modules count as the layers that they cost: their stages hold fewer of them.")},
        {"listed", CORE_TEXT("core", "as listed"), CORE_TEXT("core", "The numbers of plan.stageLayers.")},
    }};
    return rows;
}

namespace {

constexpr std::size_t mostPieces = 65536;
constexpr Count mostLayers = 65536; // of a piece

Issues badLayers(std::string_view item)
{
    constexpr std::size_t shown = 40;
    return {{Severity::error, "plan.stageLayers",
             {CORE_TEXT("core", "\"{0}\" is no number of layers: N, or N*K for K pieces of N, N at most {1} and no more than {2} pieces"),
              {std::string(item.substr(0, shown)), std::to_string(mostLayers), std::to_string(mostPieces)}}, {}}};
}

} // namespace

Result<std::vector<Count>> parseStageLayers(std::string_view text)
{
    std::vector<Count> out;
    for (const std::string_view item : listItems(text)) {
        const std::size_t times = item.find('*');
        const std::optional<Count> layers = wholeNumber(item.substr(0, times), 0);
        const std::optional<Count> pieces = times == std::string_view::npos ? std::optional<Count>(1) : positiveCount(item.substr(times + 1));
        if (!layers || *layers > mostLayers || !pieces || out.size() + static_cast<std::size_t>(*pieces) > mostPieces)
            return tl::unexpected<Issues>(badLayers(item));
        out.insert(out.end(), static_cast<std::size_t>(*pieces), *layers);
    }
    return out;
}

std::string stageLayersText(const std::vector<Count> &layers)
{
    std::string out;
    for (auto it = layers.begin(); it != layers.end();) {
        const auto next = std::find_if(it, layers.end(), [&](Count n) { return n != *it; });
        out += (out.empty() ? "" : ", ") + std::to_string(*it) + (next - it > 1 ? "*" + std::to_string(next - it) : "");
        it = next;
    }
    return out;
}

} // namespace headroom
