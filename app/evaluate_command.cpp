#include "app/commands.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "report/explain.h"
#include "report/report.h"
#include "report/serving_report.h"

#include <cstdio>

namespace headroom {

Exit badInput(const Issues &issues)
{
    complain(issues);
    return Exit::badInput;
}

namespace {

bool serves(const ScenarioInput &input) { return input.scenario.run.phase != RunPhase::training; }

Result<ServingEstimate> servingOf(const ScenarioInput &input)
{
    Result<ServingEstimate> estimate = evaluateServing(input.scenario);
    if (estimate)
        estimate->issues.insert(estimate->issues.end(), input.notes.begin(), input.notes.end());
    return estimate;
}

Exit evaluateServed(const ScenarioInput &input, const Options &options)
{
    const Result<ServingEstimate> estimate = servingOf(input);
    if (!estimate)
        return badInput(estimate.error());
    if (options.json)
        if (const auto written = writeOutput(*options.json, servingJson(*estimate)); !written)
            return badInput(written.error());
    if (options.json != "-")
        if (const auto written = writeOutput("-", servingText(*estimate)); !written)
            return badInput(written.error());
    return Exit::done;
}

Exit explain(const Derivation &why, const Options &options)
{
    const Result<std::string> tree = explainText(why, options.positional.back(), options.depth);
    if (!tree)
        return badInput(tree.error());
    const auto written = writeOutput("-", *tree);
    return written ? Exit::done : badInput(written.error());
}

} // namespace

Exit evaluateCommand(const Options &options)
{
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    if (serves(*input))
        return evaluateServed(*input, options);
    const Result<EstimateOutcome> outcome = estimateOf(*input, options);
    if (!outcome)
        return badInput(outcome.error());
    if (options.json)
        if (const auto written = writeOutput(*options.json, estimateJson(outcome->estimate)); !written)
            return badInput(written.error());
    if (options.json != "-")
        if (const auto written = writeOutput("-", estimateText(outcome->estimate)); !written)
            return badInput(written.error());
    if (outcome->interrupted)
        std::fputs("headroom: interrupted: the best plan is not known\n", stderr);
    return outcome->interrupted ? Exit::interrupted : Exit::done;
}

Exit explainCommand(const Options &options)
{
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    if (serves(*input)) {
        const Result<ServingEstimate> estimate = servingOf(*input);
        return estimate ? explain(estimate->why, options) : badInput(estimate.error());
    }
    Options quick = options;
    quick.searchBest = options.positional.back().starts_with("waterfall");
    const Result<EstimateOutcome> outcome = estimateOf(*input, quick);
    if (!outcome)
        return badInput(outcome.error());
    return explain(outcome->estimate.why, options);
}

} // namespace headroom
