#pragma once
// Latency and throughput of the plans of a search: time per token against tokens per second and chip.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeServedParetoChart(QCustomPlot &plot);

} // namespace headroom
