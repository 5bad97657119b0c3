#pragma once
// The profiler's record of a run that the window compares the scenario with, or those of several of its ranks.

#include "trace/traced_run.h"

#include <memory>

namespace headroom {

struct MeasuredTrace
{
    TracedRun run;       // at least one rank
    std::string rules{}; // file of the user's rules; empty: the built-in ones alone
    const TraceSummary &summary() const { return run.ranks[run.compared].summary; }
};
using MeasuredTracePtr = std::shared_ptr<const MeasuredTrace>;

} // namespace headroom
