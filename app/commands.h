#pragma once
// The commands that need no display. Each is one row of the table in headless.cpp and one function here.

#include "app/options.h"

namespace headroom {

// What the program tells its caller.
enum class Exit { done = 0, badInput = 1, usage = 2, nothingFeasible = 3, interrupted = 4 };

// Complains, for a command to return.
Exit badInput(const Issues &issues);

Exit evaluateCommand(const Options &options);
Exit searchCommand(const Options &options);
Exit explainCommand(const Options &options);
Exit listCommand(const Options &options);
Exit exportCommand(const Options &options);
Exit checkpointCommand(const Options &options);
Exit validateCommand(const Options &options);
Exit traceCommand(const Options &options);
Exit gapCommand(const Options &options);
Exit sensitivityCommand(const Options &options);
Exit sweepCommand(const Options &options);
Exit seekCommand(const Options &options);
Exit scalingCommand(const Options &options);
Exit trendCommand(const Options &options);

} // namespace headroom
