#pragma once
// Efficiency over numbers of devices, against the smallest that runs.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeScalingChart(QCustomPlot &plot);

} // namespace headroom
