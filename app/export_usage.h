#pragma once
// Which options of `export` go together.

#include "app/options.h"

namespace headroom {

// --chart that is all of them, with tables and words.
inline constexpr const char *reportName = "report";

// What is wrong with them, or nothing.
std::string wrongExport(const Options &options);
// Whether every plan of the search is shown, not the best alone.
bool showsSearch(const Options &options);

} // namespace headroom
