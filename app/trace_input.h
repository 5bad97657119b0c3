#pragma once
// Traces that the command line names.

#include "app/options.h"
#include "trace/traced_run.h"

namespace headroom {

// The built-in rules, those of --trace-rules before them.
Result<TraceRules> traceRules(const Options &options);

// Ctrl-C stops it. Errors: a folder that cannot be read.
Result<TracedRun> readRecords(const std::vector<std::string> &paths, const Options &options);

// The record or records of one run. Errors: a file that is none; none of all when Ctrl-C stopped it.
Result<TracedRun> readMeasured(const Options &options);

} // namespace headroom
