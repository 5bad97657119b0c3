#pragma once
// Which options of `export` go together.

#include "app/options.h"
#include "serving/serving.h"

namespace headroom {

// --chart that is all of them, with tables and words.
inline constexpr const char *reportName = "report";

// What is wrong with them, or nothing.
std::string wrongExport(const Options &options);
// Whether every plan of the search is shown, not the best alone.
bool showsSearch(const Options &options);

// Options that belong to a phase of another kind; a step that the phase does not have.
std::string wrongPhase(const Options &options, RunPhase phase);
std::string wrongStep(const Options &options, const ServingEstimate &estimate);

} // namespace headroom
