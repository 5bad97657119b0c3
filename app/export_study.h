#pragma once
// Charts of studies on the command line.

#include "app/options.h"
#include "ui/charts/chart.h"

#include <stop_token>

namespace headroom {

// What the chart of a study shows; nothing for other charts.
Result<StudyContent> studyOf(const Scenario &scenario, const Options &options, const std::stop_token &stop);
// What is wrong with the options of studies; empty: nothing.
std::string wrongStudy(const Options &options);

} // namespace headroom
