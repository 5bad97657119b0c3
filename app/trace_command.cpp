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
    const Result<TraceRules> rules = traceRules(options);
    const Result<std::vector<std::string>> paths = tracePaths(options);
    if (!rules || !paths)
        return badInput(rules ? paths.error() : rules.error());
    if (paths->empty()) {
        std::fputs("headroom: name a trace, or a folder of traces with --traces\n", stderr);
        return Exit::usage;
    }
    Issues issues;
    std::vector<TraceSummary> summaries;
    std::vector<RankCalls> ranks;
    for (const std::string &path : *paths) {
        const Result<ReadTrace> read = readClassified(path, *rules);
        if (!read) { // the others are still worth reading
            issues.insert(issues.end(), read.error().begin(), read.error().end());
            continue;
        }
        summaries.push_back(summarize(read->trace, read->classes));
        complain(summaries.back().issues);
        const std::vector<RankCalls> calls = rankCalls(read->trace, read->classes);
        ranks.insert(ranks.end(), calls.begin(), calls.end());
    }
    const std::optional<OrderCheck> order = summaries.size() > 1 ? std::optional(compareOrder(ranks)) : std::nullopt;
    if (options.json)
        if (const auto written = writeOutput(*options.json, traceJson(summaries, order, issues)); !written)
            return badInput(written.error());
    if (options.json != "-" && !summaries.empty())
        if (const auto written = writeOutput("-", traceText(summaries, order, options.top.value_or(linesOnTerminal))); !written)
            return badInput(written.error());
    return issues.empty() ? Exit::done : badInput(issues);
}

} // namespace headroom
