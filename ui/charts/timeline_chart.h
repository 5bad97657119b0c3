#pragma once
// The simulated step over time: the passes of every stage, or the operators and collectives of one pass.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeTimelineChart(QCustomPlot &plot);

} // namespace headroom
