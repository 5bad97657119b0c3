#include "app/export_usage.h"

#include "app/export_study.h"
#include "ui/charts/chart_table.h"
#include "ui/export/chart_export.h"
#include "ui/export/export_tables.h"
#include "ui/export/sheet_file.h"

#include <algorithm>

namespace headroom {

namespace {

// "a, b, c"
template <class Rows, class Name> std::string listed(const Rows &rows, Name name)
{
    std::string out;
    for (const auto &row : rows)
        out += (out.empty() ? "" : ", ") + name(row);
    return out;
}

std::string tableNames()
{
    return listed(exportTables(), [](const ExportTable &table) { return std::string(table.key); });
}

std::string chartNames()
{
    return listed(chartKeys(), [](const QString &key) { return key.toStdString(); });
}

const ChartRow *chartOf(const Options &options)
{
    return findChart(QString::fromStdString(options.chart));
}

bool isReport(const Options &options) { return options.table.empty() && options.chart == reportName; }

std::string wrongName(const Options &options)
{
    if (!options.chart.empty() && !options.table.empty())
        return "--chart and --table are two files: one at a time";
    if (!options.table.empty())
        return findExportTable(QString::fromStdString(options.table))
                   ? std::string()
                   : "--table must be one of " + tableNames() + ", not \"" + options.table + "\"";
    if (!chartOf(options) && !isReport(options))
        return "--chart must be one of " + chartNames() + ", report" + (options.chart.empty() ? "; or --table one of " + tableNames() : ", not \"" + options.chart + "\"");
    return {};
}

std::string wrongEnding(const Options &options)
{
    const auto endsIn = [&](const char *ending) { return options.out.ends_with(std::string(".") + ending); };
    if (isReport(options))
        return endsIn("pdf") || endsIn("html") || endsIn("md") ? std::string() : "a report's --out must name a file ending in .pdf, .html or .md";
    if (std::ranges::any_of(sheetEndings(), endsIn) || (options.table.empty() && (endsIn("png") || endsIn("svg") || endsIn("pdf"))))
        return {};
    return std::string("--out must name a file ending in ") + (options.table.empty() ? ".png, .svg, .pdf, " : "") + ".xlsx, .csv, .tsv or .md"
        + (options.out.empty() ? "" : ", not \"" + options.out + "\"");
}

// Options of pictures where none is made.
std::string wrongPicture(const Options &options)
{
    const auto endsIn = [&](const char *ending) { return options.out.ends_with(std::string(".") + ending); };
    if (options.scale && !endsIn("png"))
        return "--scale goes with a file ending in .png";
    const Options untouched;
    const bool styled = options.theme != untouched.theme || options.size != untouched.size;
    if (styled && isReport(options))
        return "--theme and --size go with single charts; a report has its own";
    if (styled && std::ranges::any_of(sheetEndings(), endsIn))
        return "--theme and --size go with pictures; a table has neither";
    if (options.level != untouched.level && options.chart != "roofline")
        return "--level goes with --chart roofline";
    return {};
}

std::string wrongStage(const Options &options)
{
    const bool timeline = options.chart == "timeline";
    const std::string shown = options.table.empty() ? options.chart : options.table;
    if ((options.pass || options.times) && !timeline)
        return "--pass and --times go with --chart timeline; " + shown + " shows no pass";
    if (options.stage && !(chartOf(options) && chartOf(options)->ofStage))
        return "--stage goes with --chart memory or timeline; " + shown + " shows no single stage";
    if (options.stage && timeline && !options.pass)
        return "--stage goes with --pass: without it --chart timeline shows all stages";
    return {};
}

std::string wrongSource(const Options &options)
{
    const std::string shown = options.table.empty() ? "--chart " + options.chart : "--table " + options.table;
    if (showsSearch(options) && !isReport(options) && !options.searchBest)
        return shown + " shows the search that --no-search leaves out";
    if ((!showsSearch(options) || !options.searchBest) && options.space != SearchSpace{})
        return "--objective orders the plans of a search; " + shown + " shows none";
    if (options.top && options.table.empty())
        return "--top goes with --table; " + shown + " has no rows";
    if ((options.table == "checkpoint") == options.checkpoint.empty())
        return "--checkpoint FILE goes with --table checkpoint";
    if (options.traceRules && !options.trace)
        return "--trace-rules goes with --trace";
    if (options.table == "tracedOperators" && !options.trace)
        return "--table tracedOperators shows a trace: --trace FILE";
    return {};
}

} // namespace

bool showsSearch(const Options &options)
{
    const ChartRow *chart = chartOf(options);
    return options.table == "configurations" || isReport(options) || (chart && chart->ofSearch);
}

std::string wrongPhase(const Options &options, RunPhase phase)
{
    const bool trains = phase == RunPhase::training, trail = options.trail != TrailOver::none;
    if (!options.chart.empty() && !isReport(options) && !findChart(QString::fromStdString(options.chart), phase))
        return "--chart " + options.chart + " shows no run of phase " + keyOf(phase);
    if (trains && (options.step || trail))
        return "--step and --trail go with a phase that serves";
    if (!trains && (options.stage || options.trace || !options.checkpoint.empty()))
        return std::string("--stage, --trace and --checkpoint go with phase training, not ") + keyOf(phase);
    if (trail && (options.chart != "roofline" || options.level != MemoryLevel::hbm))
        return "--trail goes with --chart roofline and its --level hbm";
    return {};
}

std::string wrongStep(const Options &options, const ServingEstimate &estimate)
{
    if (!options.step || estimate.step(*options.step))
        return {};
    const std::string names = listed(estimate.steps, [](const ServedStep &step) { return std::string(step.id); });
    return "--step must be one of " + names + ", not \"" + *options.step + "\"";
}

std::string wrongExport(const Options &options)
{
    for (std::string (*wrong)(const Options &) : {wrongName, wrongEnding, wrongPicture, wrongStage, wrongSource, wrongStudy})
        if (std::string message = wrong(options); !message.empty())
            return message;
    return {};
}

} // namespace headroom
