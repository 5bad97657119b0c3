#pragma once
// All charts, one row each.

#include "ui/charts/chart.h"

#include <span>

namespace headroom {

// Whose scenarios a chart shows.
enum class ChartPhases { all, training, serving };

struct ChartRow
{
    const char *key;   // stable: command line, settings
    const char *title; // translated in context "Chart"
    std::unique_ptr<Chart> (*make)(QCustomPlot &plot);
    bool central = true; // beside the others in the centre; else a tab below
    const char *tab = "";   // its short title there, translated in context "Chart"
    bool ofSearch = false; // shows rows of a search
    bool ofStage = false;  // shows one pipeline stage that can be chosen
    ChartPhases phases = ChartPhases::all;
    bool ofStudy = false; // shows what a study found, in that study's page
    bool shows(RunPhase phase) const
    {
        return phases == ChartPhases::all || (phases == ChartPhases::training) == (phase == RunPhase::training);
    }
};
std::span<const ChartRow> chartTable();
// Of phases that have pictures of their own under the same key, the one for `phase`.
const ChartRow *findChart(const QString &key, RunPhase phase = RunPhase::training);
// Whether there is what the chart of a study shows; true for every other chart.
bool hasStudy(const ChartRow &row, const StudyContent &study);

} // namespace headroom
