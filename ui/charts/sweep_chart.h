#pragma once
// A figure over the values of one field as a line, of two fields as a map.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeSweepChart(QCustomPlot &plot);

} // namespace headroom
