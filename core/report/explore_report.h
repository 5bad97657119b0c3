#pragma once
// Sensitivities, sweeps, goals, scaling curves and trends as text, JSON and CSV. JSON and CSV hold SI base units.
//
//   field                       now               to                expected MFU   step
//   calibration.hbmEfficiency   0.57..0.65..0.92  0.51..0.58..0.82  -2.60          +5.8 %

#include "explore/goal_seek.h"
#include "explore/scaling.h"
#include "explore/sensitivity.h"
#include "explore/sweep.h"
#include "explore/trend.h"

#include <cstddef>
#include <string>

namespace headroom {

// Rows beyond `top` are left out; 0 writes all.
std::string sensitivityText(const Sensitivity &found, const Scenario &scenario, std::size_t top = 0);
std::string sensitivityJson(const Sensitivity &found, const Scenario &scenario, std::size_t top = 0);
std::string sensitivityCsv(const Sensitivity &found, std::size_t top = 0);

// Text shows one figure: a list over one field, a map over two.
std::string sweepText(const Sweep &found, const Scenario &scenario, Figure figure);
std::string sweepJson(const Sweep &found, const Scenario &scenario);
std::string sweepCsv(const Sweep &found);

std::string goalText(const Goal &found, const Scenario &scenario, const Field &field);
std::string goalJson(const Goal &found, const Scenario &scenario, const Field &field);

std::string scalingText(const Scaling &found, const Scenario &scenario);
std::string scalingJson(const Scaling &found, const Scenario &scenario);
std::string scalingCsv(const Scaling &found);

std::string trendText(const Trend &found, const Scenario &scenario);
std::string trendJson(const Trend &found, const Scenario &scenario);
std::string trendCsv(const Trend &found);

} // namespace headroom
