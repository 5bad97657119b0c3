#pragma once
// The tornado: what each field moves MFU, or step time, by when it is a tenth smaller and a tenth larger.

#include "ui/charts/chart.h"

namespace headroom {

std::unique_ptr<Chart> makeSensitivityChart(QCustomPlot &plot);

} // namespace headroom
