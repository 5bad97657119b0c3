#pragma once
// Traces that the command line names.

#include "app/options.h"
#include "trace/classify.h"

namespace headroom {

// The built-in rules, those of --trace-rules before them.
Result<TraceRules> traceRules(const Options &options);

// Positional words and the files of --traces, in the order of their names.
Result<std::vector<std::string>> tracePaths(const Options &options);

struct ReadTrace
{
    Trace trace;
    ClassifiedTrace classes;
};
Result<ReadTrace> readClassified(const std::string &path, const TraceRules &rules);

} // namespace headroom
