#include "ui/charts/chart_text.h"
#include "ui/charts/memory_scene.h"
#include "ui/text.h"

namespace headroom {

std::vector<LegendEntry> memoryLegend(const std::optional<MemoryData> &data, const PlotTheme &theme)
{
    std::vector<LegendEntry> out;
    if (!data)
        return out;
    const StageMemory &peak = data->shownPeak();
    for (const MemoryClass kind : stackOrder()) {
        const double bytes = peak[kind].value;
        if (!data->shows(kind))
            continue;
        const QString name = coreText(labelOf(kind));
        out.push_back({theme.of(kind), QStringLiteral("%1 %2").arg(name, memoryText(bytes)),
                       ChartHit{QStringLiteral("<b>%1</b><br>%2")
                                    .arg(name.toHtmlEscaped(), MemoryText::tr("%1, %2 of the peak of stage %3")
                                                                   .arg(memoryText(bytes), percentText(bytes / peak.total.value))
                                                                   .arg(data->stage)),
                                Selected{Selected::Kind::term, memoryTerm(data->stage, kind)},
                                {}}});
    }
    return out;
}

} // namespace headroom
