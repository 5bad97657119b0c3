#include "ui/export/chart_export.h"

#include <array>

namespace headroom {

std::span<const SizeTemplate> sizeTemplates()
{
    static constexpr std::array rows{
        SizeTemplate{"slide", CORE_TEXT("core", "16:9 slide"), 960, 540, 14, 2.0},
        SizeTemplate{"column170", CORE_TEXT("core", "170 mm, two columns"), 482, 300, 9, 4.0},
        SizeTemplate{"column85", CORE_TEXT("core", "85 mm, one column"), 241, 215, 7, 4.0},
    };
    return rows;
}

Result<void> exportChart(const Estimate &, const QString &, const QString &, const ExportOptions &)
{
    return {};
}

std::vector<QString> chartKeys()
{
    return {QStringLiteral("roofline"), QStringLiteral("waterfall")};
}

} // namespace headroom
