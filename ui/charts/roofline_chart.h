#pragma once
// Roofline: arithmetic intensity against FLOP/s on log-log axes, with roofs, operators, and a strip for the rest.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeRooflineChart(QCustomPlot &plot);

} // namespace headroom
