#pragma once
// Ticks of an axis whose positions 0, 1, 2, … stand for values: as many of their texts as fit.

#include "ui/charts/plot_theme.h"

#include <qcustomplot.h>

#include <vector>

namespace headroom {

void setValueTicks(QCPAxis &axis, const std::vector<QString> &texts, const ChartStyle &style, double pixels);

} // namespace headroom
