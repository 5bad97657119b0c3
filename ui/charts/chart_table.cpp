#include "ui/charts/chart_table.h"

#include "ui/charts/memory_chart.h"
#include "ui/charts/pareto_chart.h"
#include "ui/charts/roofline_chart.h"
#include "ui/charts/scaling_chart.h"
#include "ui/charts/sensitivity_chart.h"
#include "ui/charts/sweep_chart.h"
#include "ui/charts/served_memory_chart.h"
#include "ui/charts/served_pareto_chart.h"
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
        ChartRow{"sensitivity", QT_TRANSLATE_NOOP("Chart", "What moves it"), makeSensitivityChart, false, "", false, false, ChartPhases::all, true},
        ChartRow{"sweep", QT_TRANSLATE_NOOP("Chart", "Sweep"), makeSweepChart, false, "", false, false, ChartPhases::all, true},
        ChartRow{"scaling", QT_TRANSLATE_NOOP("Chart", "Scaling efficiency"), makeScalingChart, false, "", false, false, ChartPhases::training, true},
        ChartRow{"memory", QT_TRANSLATE_NOOP("Chart", "Memory over the batch"), makeServedMemoryChart, false, QT_TRANSLATE_NOOP("Chart", "Memory"),
                 false, false, ChartPhases::serving},
        ChartRow{"pareto", QT_TRANSLATE_NOOP("Chart", "Latency and throughput of every plan"), makeServedParetoChart, false,
                 QT_TRANSLATE_NOOP("Chart", "Pareto"), true, false, ChartPhases::serving},
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

bool hasStudy(const ChartRow &row, const StudyContent &study)
{
    if (!row.ofStudy)
        return true;
    const QLatin1String key(row.key);
    return key == QLatin1String("sensitivity") ? study.sensitivity != nullptr
           : key == QLatin1String("sweep")     ? study.sweep != nullptr
                                               : study.scaling != nullptr;
}

} // namespace headroom
