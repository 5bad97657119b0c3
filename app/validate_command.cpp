#include "app/commands.h"
#include "app/output.h"
#include "report/validation_report.h"
#include "spec/file.h"

#include <cstdio>

namespace headroom {

namespace {

constexpr std::size_t missesOnTerminal = 20;
constexpr std::size_t largestFile = 64u << 20;

} // namespace

Exit validateCommand(const Options &options)
{
    const std::string &path = options.positional.front();
    const Result<std::string> text = readFile(path, largestFile);
    if (!text)
        return badInput(text.error());
    const MeasuredRuns measured = readMeasuredRuns(*text, path);
    const std::vector<Comparison> rows = compare(measured.runs);
    const Summary result = summary(rows);
    if (options.json)
        if (const auto written = writeOutput(*options.json, validationJson(rows, result, measured.issues)); !written)
            return badInput(written.error());
    if (options.json != "-")
        if (const auto written = writeOutput("-", validationText(rows, result, options.top.value_or(missesOnTerminal))); !written)
            return badInput(written.error());
    return measured.issues.empty() ? Exit::done : badInput(measured.issues);
}

} // namespace headroom
