#pragma once
// One sniff and one read per format; import.cpp has them in a table.

#include "trace/import.h"
#include "trace/input.h"

namespace headroom {

bool isKinetoJson(std::string_view head);
bool isXlaJson(std::string_view head);
bool isChromeJson(std::string_view head);
Result<Trace> readChromeJson(TraceInput &input, const TraceReader &reader);

bool isXplane(std::string_view head);
Result<Trace> readXplane(TraceInput &input, const TraceReader &reader);

} // namespace headroom
