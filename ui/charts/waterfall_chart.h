#pragma once
// Waterfall: from the peak down to the measured run, every loss a bar.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeWaterfallChart(QCustomPlot &plot);
// What the unit switch offers, in order of WaterfallUnit; chosen by act("unit:<index>").
QStringList waterfallUnitNames();

} // namespace headroom
