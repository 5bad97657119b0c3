#pragma once
// All charts, one row each.

#include "ui/charts/chart.h"

#include <span>

namespace headroom {

struct ChartRow
{
    const char *key;   // stable: command line, settings
    const char *title; // translated in context "Chart"
    std::unique_ptr<Chart> (*make)(QCustomPlot &plot);
    bool central = true; // beside the others in the centre; else a tab below
    const char *tab = "";   // its short title there, translated in context "Chart"
    bool ofSearch = false; // shows rows of a search
    bool ofStage = false;  // shows one pipeline stage that can be chosen
};
std::span<const ChartRow> chartTable();
const ChartRow *findChart(const QString &key);

} // namespace headroom
