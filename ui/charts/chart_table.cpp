#include "ui/charts/chart_table.h"

#include "ui/charts/memory_chart.h"
#include "ui/charts/pareto_chart.h"
#include "ui/charts/roofline_chart.h"
#include "ui/charts/timeline_chart.h"
#include "ui/charts/waterfall_chart.h"

#include <QtGlobal>

#include <array>

namespace headroom {

std::span<const ChartRow> chartTable()
{
    static constexpr std::array rows{
        ChartRow{"roofline", QT_TRANSLATE_NOOP("Chart", "Roofline"), makeRooflineChart},
        ChartRow{"waterfall", QT_TRANSLATE_NOOP("Chart", "Where the peak goes"), makeWaterfallChart},
        ChartRow{"memory", QT_TRANSLATE_NOOP("Chart", "Memory over the step"), makeMemoryChart, false, QT_TRANSLATE_NOOP("Chart", "Memory"), false,
                 true, ChartPhases::training},
        ChartRow{"timeline", QT_TRANSLATE_NOOP("Chart", "Timeline of the step"), makeTimelineChart, false,
                 QT_TRANSLATE_NOOP("Chart", "Timeline"), false, true, ChartPhases::training},
        ChartRow{"pareto", QT_TRANSLATE_NOOP("Chart", "MFU and memory of every plan"), makeParetoChart, false,
                 QT_TRANSLATE_NOOP("Chart", "Pareto"), true, false, ChartPhases::training},
    };
    return rows;
}

const ChartRow *findChart(const QString &key, RunPhase phase)
{
    for (const ChartRow &row : chartTable())
        if (key == QLatin1String(row.key) && row.shows(phase))
            return &row;
    return nullptr;
}

} // namespace headroom
