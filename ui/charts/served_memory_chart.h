#pragma once
// Memory of a rank that serves: weights, caches by kind, states, over the batch.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeServedMemoryChart(QCustomPlot &plot);

} // namespace headroom
