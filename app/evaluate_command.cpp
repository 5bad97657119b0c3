#include "app/commands.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "report/explain.h"
#include "report/report.h"

#include <cstdio>

namespace headroom {

Exit badInput(const Issues &issues)
{
    complain(issues);
    return Exit::badInput;
}

Exit evaluateCommand(const Options &options)
{
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
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
    Options quick = options;
    quick.searchBest = options.positional.back().starts_with("waterfall");
    const Result<EstimateOutcome> outcome = estimateOf(*input, quick);
    if (!outcome)
        return badInput(outcome.error());
    const Result<std::string> tree = explainText(outcome->estimate.why, options.positional.back(), options.depth);
    if (!tree)
        return badInput(tree.error());
    const auto written = writeOutput("-", *tree);
    return written ? Exit::done : badInput(written.error());
}

} // namespace headroom
