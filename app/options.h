#pragma once
// The command line as a value. Every option is one row of a table in options.cpp; a command names the rows it takes.

#include "estimate/estimate.h"
#include "explore/scaling.h"
#include "search/search.h"
#include "serving/roof_trail.h"
#include "spec/datasheet_question.h"

#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace headroom {

struct Options
{
    std::vector<std::string> positional; // without PROJECT
    std::optional<std::string> project;
    bool help = false;
    bool searchBest = true; // look for the best plan, for the System bound
    int depth = 4;          // levels of an explanation

    // What to compute
    std::optional<std::string> model, hardware, launchFlags;
    std::optional<std::string> lengths; // of requests, a CSV file
    std::optional<RunPhase> phase;
    std::vector<std::string> settings; // "key=value"
    std::vector<DatasheetRule> confirmed;
    SearchSpace space;

    // What to print, and where; "-" is the standard output
    std::optional<std::string> json, csv;
    std::optional<std::string> whyNot; // a plan, "tp=8 pp=4"
    std::optional<std::size_t> top;

    // Studies of variants
    double share = 0.1;                    // that a sensitivity moves fields by
    bool numbersOnly = false;              // of the picture of a sensitivity: without whole numbers
    Figure figure = Figure::expectedMfu;
    std::string x, y, goal;                // "key=FROM..TO", "figure=value"
    ScalingOptions scaling;

    // Measured runs
    std::optional<std::string> trace, traces, traceRules, match; // a file; a folder; files

    // Pictures
    std::string chart, table, out;
    std::string theme = "light";
    std::string size = "slide";
    std::optional<int> scale;         // PNG pixels per point
    std::vector<std::string> checkpoint; // safetensors files of --table checkpoint
    MemoryLevel level = MemoryLevel::hbm;
    TrailOver trail = TrailOver::none; // of the roofline of a phase that serves
    std::optional<Count> stage;
    std::optional<std::string> pass;  // "F3"
    std::optional<Level> times;       // of the timeline
    std::optional<std::string> step;  // of a phase that serves: "prefill"
    std::string language = "en";
};

struct OptionRow
{
    const char *name;  // "--model"
    const char *value; // placeholder; null when the option takes none
    const char *help;
    // What is wrong with the value, or nothing.
    std::string (*apply)(Options &, const std::string &value);
};

// The row of a name; null when there is none.
const OptionRow *findOption(std::string_view name);

// Reads "--name value", "--name=value" and positional words; `allowed` are the names that the command takes besides
// --help. The error is a sentence for the user.
tl::expected<Options, std::string> parseOptions(std::span<const std::string> words, std::span<const char *const> allowed);

} // namespace headroom
