#include "app/commands.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "report/report.h"
#include "report/serving_report.h"
#include "report/why_not_report.h"
#include "ui/document/search_settings.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace headroom {

namespace {

constexpr std::size_t rowsOnTerminal = 20;

// How far it is, on a terminal only.
void showProgress(const SearchProgress &progress)
{
    static const bool terminal = isatty(STDERR_FILENO) != 0;
    if (terminal && progress.toSimulate > 0)
        std::fprintf(stderr, "\r%zu of %zu simulated", progress.simulated, progress.toSimulate);
    else if (terminal && progress.done % 64 == 0)
        std::fprintf(stderr, "\r%zu %%, %zu plans, %zu fit, %.0f plans/s", 100 * progress.done / progress.total, progress.evaluated,
                     progress.feasible, static_cast<double>(progress.evaluated) / progress.seconds);
    if (terminal && progress.done == progress.total && progress.simulated == progress.toSimulate)
        std::fputs("\r\033[K", stderr);
}

Result<void> print(const SearchResult &found, const Scenario &scenario, const Options &options)
{
    if (options.json)
        if (auto written = writeOutput(*options.json, searchJson(found, scenario, options.top.value_or(0))); !written)
            return written;
    if (options.csv)
        if (auto written = writeOutput(*options.csv, searchCsv(found, scenario, options.top.value_or(0))); !written)
            return written;
    if (options.json == "-" || options.csv == "-")
        return {};
    return writeOutput("-", searchText(found, scenario, options.top.value_or(rowsOnTerminal)));
}

// Rows that anything of the output shows; search() keeps those that it simulates as well. 0: all.
std::size_t rowsShown(const Options &options)
{
    if (options.whyNot)
        return 0;
    return options.top.value_or(options.json || options.csv ? 0 : rowsOnTerminal);
}

// Why the search does not propose the plan that --why-not names.
Exit explainPlan(const SearchResult &found, const Scenario &scenario, const Options &options, const NamedPlan &named)
{
    const Result<WhyNot> why = whyNot(scenario, options.space, found, named);
    if (!why)
        return badInput(why.error());
    if (options.json)
        if (const auto written = writeOutput(*options.json, whyNotJson(*why, scenario)); !written)
            return badInput(written.error());
    if (options.json != "-")
        if (const auto written = writeOutput("-", whyNotText(*why, scenario)); !written)
            return badInput(written.error());
    return Exit::done;
}

// Plans that serve; --batch lists sequences at a time.
Exit searchServed(const ScenarioInput &input, const Options &options)
{
    const SearchSpace fresh;
    if (options.whyNot || options.space.microBatches != fresh.microBatches || options.space.remats != fresh.remats || !options.space.schedules.empty()
        || options.space.splits != fresh.splits) {
        std::fputs("headroom: --why-not, --micro-batch, --remat, --schedule and --split belong to plans that train\n", stderr);
        return Exit::usage;
    }
    if (const Issues issues = checkSearchSpace(options.space, input.scenario.run.devices); hasError(issues))
        return badInput(issues);
    const Interrupt interrupt;
    const Result<ServingSearchResult> found = searchServing(input.scenario, servingSpace(options.space), interrupt.token());
    if (!found)
        return badInput(found.error());
    const std::size_t top = options.top.value_or(0);
    if (options.json)
        if (const auto written = writeOutput(*options.json, servingSearchJson(*found, input.scenario, top)); !written)
            return badInput(written.error());
    if (options.csv)
        if (const auto written = writeOutput(*options.csv, servingSearchCsv(*found, top)); !written)
            return badInput(written.error());
    if (options.json != "-" && options.csv != "-")
        if (const auto written = writeOutput("-", servingSearchText(*found, input.scenario, options.top.value_or(rowsOnTerminal))); !written)
            return badInput(written.error());
    if (!found->complete) {
        std::fputs("headroom: interrupted: the rows are those found so far\n", stderr);
        return Exit::interrupted;
    }
    return found->feasible > 0 ? Exit::done : Exit::nothingFeasible;
}

} // namespace

Exit searchCommand(const Options &options)
{
    if (options.json == "-" && options.csv == "-") {
        std::fputs("headroom: --json and --csv cannot both go to the standard output\n", stderr);
        return Exit::usage;
    }
    if (options.whyNot && (options.csv || options.top || options.space.simulate > 0)) {
        std::fputs("headroom: --why-not writes no rows: --csv, --top and --simulate do not go with it\n", stderr);
        return Exit::usage;
    }
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    if (input->scenario.run.phase != RunPhase::training)
        return searchServed(*input, options);
    Result<NamedPlan> named = NamedPlan{};
    if (options.whyNot)
        named = readNamedPlan(*options.whyNot, input->scenario);
    if (!named)
        return badInput(named.error());
    const Interrupt interrupt;
    SearchSpace space = options.space;
    space.keep = rowsShown(options);
    Result<SearchResult> found = search(input->scenario, space, interrupt.token(), showProgress);
    if (!found)
        return badInput(found.error());
    if (options.whyNot && found->complete)
        return explainPlan(*found, input->scenario, options, *named);
    if (const auto written = print(*found, input->scenario, options); !written)
        return badInput(written.error());
    if (!found->complete) {
        std::fputs("headroom: interrupted: the rows are those found so far\n", stderr);
        return Exit::interrupted;
    }
    if (found->feasible == 0) {
        std::fputs("headroom: no plan is legal and fits the memory\n", stderr);
        return Exit::nothingFeasible;
    }
    return Exit::done;
}

} // namespace headroom
