#include "app/commands.h"
#include "app/output.h"
#include "app/trace_input.h"
#include "report/trace_report.h"

#include <cstdio>

namespace headroom {

namespace {

constexpr std::size_t linesOnTerminal = 20;

} // namespace

Exit traceCommand(const Options &options)
{
    std::vector<std::string> paths = options.positional;
    if (options.traces)
        paths.push_back(*options.traces);
    if (paths.empty()) {
        std::fputs("headroom: name a trace, or a folder of traces with --traces\n", stderr);
        return Exit::usage;
    }
    const Result<TracedRun> run = readRecords(paths, options);
    if (!run)
        return badInput(run.error());
    if (run->ranks.empty() && run->refused.empty())
        return Exit::interrupted;
    for (const TracedRank &rank : run->ranks)
        complain(rank.summary.issues);
    complain(run->issues);
    if (options.json)
        if (const auto written = writeOutput(*options.json, traceJson(*run)); !written)
            return badInput(written.error());
    if (options.json != "-" && !run->ranks.empty())
        if (const auto written = writeOutput("-", traceText(*run, options.top.value_or(linesOnTerminal))); !written)
            return badInput(written.error());
    return run->refused.empty() ? Exit::done : badInput(run->refused);
}

} // namespace headroom
