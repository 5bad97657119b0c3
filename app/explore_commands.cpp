// Studies of variants: sensitivities, sweeps, goals, scaling, trends.

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "base/format.h"
#include "base/text.h"
#include "report/explore_report.h"

#include <cstdio>
#include <functional>
#include <unistd.h>

namespace headroom {

namespace {

Exit wrongUse(const char *message)
{
    std::fprintf(stderr, "headroom: %s\n", message);
    return Exit::usage;
}

bool bothOnOutput(const Options &options) { return options.json == "-" && options.csv == "-"; }

// How far it is, on a terminal only.
void showProgress(std::size_t done, std::size_t total)
{
    static const bool terminal = isatty(STDERR_FILENO) != 0;
    if (terminal)
        std::fprintf(stderr, done == total ? "\r\033[K" : "\r%zu of %zu", done, total);
}

// What a study is written as; none: it has no such form.
struct Forms
{
    std::function<std::string()> text, json, csv;
};

Exit write(const Options &options, const Forms &forms, bool complete)
{
    if (options.json)
        if (const auto written = writeOutput(*options.json, forms.json()); !written)
            return badInput(written.error());
    if (options.csv)
        if (const auto written = writeOutput(*options.csv, forms.csv()); !written)
            return badInput(written.error());
    if (options.json != "-" && options.csv != "-")
        if (const auto written = writeOutput("-", forms.text()); !written)
            return badInput(written.error());
    if (complete)
        return Exit::done;
    std::fputs("headroom: interrupted: what is missing was not reached\n", stderr);
    return Exit::interrupted;
}

// A command that studies the scenario: find(scenario, token) gives a Result of what can be incomplete, forms(found, scenario) its forms.
template <class Find, class FormsOf> Exit study(const Options &options, Find find, FormsOf forms)
{
    if (bothOnOutput(options))
        return wrongUse("--json and --csv cannot both go to the standard output");
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    const Interrupt interrupt;
    const auto found = find(input->scenario, interrupt.token());
    if (!found)
        return badInput(found.error());
    return write(options, forms(*found, input->scenario), found->complete);
}

struct GoalText
{
    Figure figure{};
    double value = 0.0;
};

// "expectedMfu=45 %".
Result<GoalText> parseGoal(const std::string &text)
{
    const std::size_t equals = std::min(text.find('='), text.size());
    const auto figure = fromKey<Figure>(text.substr(0, equals));
    if (!figure)
        return failure("goal", {CORE_TEXT("core", "is FIGURE=VALUE, as expectedMfu=45 %, not \"{0}\""), {text.substr(0, 60)}});
    const std::string number = equals < text.size() ? text.substr(equals + 1) : "";
    const auto value = parseQuantity(number, unitOf(*figure));
    if (!value)
        return failure("goal", {CORE_TEXT("core", "\"{0}\" is no value of {1}"), {number.substr(0, 60), keyOf(*figure)}});
    return GoalText{*figure, *value};
}

} // namespace

Exit sensitivityCommand(const Options &options)
{
    const std::size_t top = options.top.value_or(0);
    return study(
        options, [&](const Scenario &scenario, const std::stop_token &stop) { return sensitivity(scenario, options.share, stop, showProgress); },
        [top](const Sensitivity &found, const Scenario &scenario) {
            return Forms{[&, top] { return sensitivityText(found, scenario, top); }, [&, top] { return sensitivityJson(found, scenario, top); },
                         [&, top] { return sensitivityCsv(found, top); }};
        });
}

Exit sweepCommand(const Options &options)
{
    if (options.x.empty() && !bothOnOutput(options))
        return wrongUse("a sweep needs --x KEY=VALUES");
    return study(
        options,
        [&](const Scenario &scenario, const std::stop_token &stop) -> Result<Sweep> {
            const Result<SweepAxis> x = parseSweepAxis(options.x);
            if (!x)
                return tl::unexpected<Issues>(x.error());
            if (options.y.empty())
                return sweep(scenario, *x, std::nullopt, stop, showProgress);
            const Result<SweepAxis> y = parseSweepAxis(options.y);
            return y ? sweep(scenario, *x, *y, stop, showProgress) : tl::unexpected<Issues>(y.error());
        },
        [&](const Sweep &found, const Scenario &scenario) {
            return Forms{[&] { return sweepText(found, scenario, options.figure); }, [&] { return sweepJson(found, scenario); },
                         [&] { return sweepCsv(found); }};
        });
}

Exit seekCommand(const Options &options)
{
    if (options.goal.empty())
        return wrongUse("a goal seek needs --goal FIGURE=VALUE");
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    const std::string &key = options.positional.back();
    const Field *field = findField(key);
    if (!field)
        return badInput({{Severity::error, key, {CORE_TEXT("core", "is not a known field: see list fields"), {}}, {}}});
    const Result<GoalText> goal = parseGoal(options.goal);
    if (!goal)
        return badInput(goal.error());
    const Interrupt interrupt;
    const Result<Goal> found = goalSeek(input->scenario, *field, goal->figure, goal->value, interrupt.token());
    if (!found && interrupt.token().stop_requested())
        return Exit::interrupted;
    if (!found)
        return badInput(found.error());
    return write(options, {[&] { return goalText(*found, input->scenario, *field); }, [&] { return goalJson(*found, input->scenario, *field); }, {}}, true);
}

Exit scalingCommand(const Options &options)
{
    return study(
        options, [&](const Scenario &scenario, const std::stop_token &stop) { return scaling(scenario, options.scaling, stop, showProgress); },
        [](const Scaling &found, const Scenario &scenario) {
            return Forms{[&] { return scalingText(found, scenario); }, [&] { return scalingJson(found, scenario); }, [&] { return scalingCsv(found); }};
        });
}

Exit trendCommand(const Options &options)
{
    return study(
        options, [](const Scenario &scenario, const std::stop_token &stop) { return trend(scenario, stop); },
        [](const Trend &found, const Scenario &scenario) {
            return Forms{[&] { return trendText(found, scenario); }, [&] { return trendJson(found, scenario); }, [&] { return trendCsv(found); }};
        });
}

} // namespace headroom
