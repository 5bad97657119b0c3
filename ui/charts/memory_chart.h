#pragma once
// Memory: what is alive on one pipeline stage over a step, class on class, against the capacity; and every stage's peak.

#include "ui/charts/chart.h"

namespace headroom {

// act("stage:<n>") shows stage n, act("stage:-1") the fullest.
std::unique_ptr<Chart> makeMemoryChart(QCustomPlot &plot);

} // namespace headroom
