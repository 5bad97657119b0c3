#pragma once
// Pareto: MFU of the objective against memory per device, every plan that fits a point; the front of the plans that no
// other one beats in both.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeParetoChart(QCustomPlot &plot);

} // namespace headroom
