#pragma once
// The settings of the search as text of a project's view state, and back.

#include "search/search.h"
#include "serving/serving_search.h"

#include <QString>

#include <string>

namespace headroom {

// `viewState` with the settings in it; what else it holds stays. Default settings leave no trace.
std::string withSearchSettings(const std::string &viewState, const SearchSpace &space);
// Defaults where the text holds none, or none that a search can use.
SearchSpace searchSettingsOf(const std::string &viewState);

// The settings as a search of plans that serve takes them: objective, batches, limits of the axes.
ServingSpace servingSpace(const SearchSpace &space);

// "System bound · tp ≤ 8 · pp = 4": the objective and what is limited.
QString searchSettingsText(const SearchSpace &space, RunPhase phase = RunPhase::training); // what a search of the phase uses of it
// "tp ≤ 8"; empty without limits.
QString limitsText(Axis axis, const AxisLimits &limits);

} // namespace headroom
