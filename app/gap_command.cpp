#include "app/commands.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "app/trace_input.h"
#include "gap/advice.h"
#include "report/gap_report.h"
#include "spec/file.h"
#include "spec/match_correction.h"

#include <cstdio>

namespace headroom {

namespace {

Result<GapInput> readGapInput(const Options &options, Estimate estimate)
{
    GapInput input;
    input.estimate = std::move(estimate);
    if (input.estimate.scenario.run.measuredStepTime)
        input.measuredStep = *input.estimate.scenario.run.measuredStepTime;
    if (options.match) {
        const Result<std::string> text = readFile(*options.match);
        if (!text)
            return tl::unexpected(text.error());
        Result<std::vector<MatchCorrection>> corrections = readCorrections(*text, *options.match);
        if (!corrections)
            return tl::unexpected(corrections.error());
        input.corrections = *std::move(corrections);
    }
    return input;
}

} // namespace

Exit gapCommand(const Options &options)
{
    const bool traced = options.trace || options.traces;
    if (!traced && (options.traceRules || options.match)) {
        std::fprintf(stderr, "headroom: %s goes with --trace or --traces\n", options.match ? "--match" : "--trace-rules");
        return Exit::usage;
    }
    const Result<ScenarioInput> scenario = readScenario(options);
    if (!scenario)
        return badInput(scenario.error());
    Result<EstimateOutcome> estimate = estimateOf(*scenario, options);
    if (!estimate)
        return badInput(estimate.error());
    if (estimate->interrupted)
        return Exit::interrupted;
    Result<GapInput> input = readGapInput(options, std::move(estimate->estimate));
    if (!input)
        return badInput(input.error());
    input->kept = scenario->matches;
    std::optional<TracedRun> run;
    if (traced) {
        Result<TracedRun> read = readMeasured(options);
        if (!read)
            return read.error().empty() ? Exit::interrupted : badInput(read.error());
        run = *std::move(read);
        input->trace = &run->trace;
        input->classes = &run->classes;
        input->summary = &run->ranks[run->compared].summary;
        complain(input->summary->issues);
        complain(run->issues);
    }
    const Result<GapAnalysis> gap = analyzeGap(*std::move(input));
    if (!gap)
        return badInput(gap.error());
    complain(gap->flags);
    const std::vector<Advice> advice = advise(*gap, options.top.value_or(8));
    if (options.json)
        if (const auto written = writeOutput(*options.json, gapJson(*gap, advice)); !written)
            return badInput(written.error());
    if (options.json != "-")
        if (const auto written = writeOutput("-", gapText(*gap, advice)); !written)
            return badInput(written.error());
    return Exit::done;
}

} // namespace headroom
