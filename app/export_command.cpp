#include "app/commands.h"
#include "app/scenario_input.h"
#include "ui/charts/chart_table.h"
#include "ui/export/chart_export.h"

#include <QApplication>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <cstdio>

namespace headroom {

namespace {

struct SizeRow
{
    const char *word;
    const char *key; // SizeTemplate::key
};
constexpr SizeRow sizes[] = {{"slide", "slide"}, {"170mm", "column170"}, {"85mm", "column85"}};

QString sizeKey(const std::string &word)
{
    const auto row = std::ranges::find_if(sizes, [&](const SizeRow &r) { return word == r.word; });
    return QString::fromLatin1(row == std::end(sizes) ? sizes[0].key : row->key);
}

std::string usageError(const Options &options)
{
    const std::vector<QString> charts = chartKeys();
    if (std::ranges::find(charts, QString::fromStdString(options.chart)) == charts.end()) {
        std::string names;
        for (const QString &chart : charts)
            names += (names.empty() ? "" : ", ") + chart.toStdString();
        return "--chart must be one of " + names + (options.chart.empty() ? "" : ", not \"" + options.chart + "\"");
    }
    const bool ofSearch = findChart(QString::fromStdString(options.chart))->ofSearch;
    if (ofSearch && !options.searchBest)
        return "--chart " + options.chart + " shows the search that --no-search leaves out";
    if (!ofSearch && options.space != SearchSpace{})
        return "--objective orders the plans of --chart pareto; " + options.chart + " shows none";
    const bool timeline = options.chart == "timeline";
    if ((options.pass || options.times) && !timeline)
        return "--pass and --times go with --chart timeline; " + options.chart + " shows no pass";
    if (options.stage && !findChart(QString::fromStdString(options.chart))->ofStage)
        return "--stage goes with --chart memory or timeline; " + options.chart + " shows no single stage";
    if (options.stage && timeline && !options.pass)
        return "--stage goes with --pass: without it --chart timeline shows all stages";
    const std::string &out = options.out;
    if (!out.ends_with(".png") && !out.ends_with(".svg") && !out.ends_with(".pdf") && !out.ends_with(".csv"))
        return "--out must name a file ending in .png, .svg, .pdf or .csv" + (out.empty() ? "" : ", not \"" + out + "\"");
    return {};
}

// Qt's remarks about a platform without a desktop are no news here.
void onlyFailures(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "headroom: %s\n", qPrintable(message));
}

Result<void> draw(const EstimateOutcome &outcome, const Options &options)
{
    // No display is needed, or touched when there is one.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(onlyFailures);
    int argc = 1;
    char name[] = "headroom";
    char *argv[] = {name, nullptr};
    const QApplication application(argc, argv);
    QTranslator texts;
    if (options.language != "en" && texts.load(":/i18n/headroom_" + QString::fromStdString(options.language)))
        QCoreApplication::installTranslator(&texts);
    QLocale::setDefault(QLocale(QString::fromStdString(options.language)));
    return exportChart(outcome.estimate, QString::fromStdString(options.chart), QString::fromStdString(options.out),
                       {.size = sizeKey(options.size),
                        .dark = options.theme == "dark",
                        .level = options.level,
                        .choice = {.stage = options.stage, .pass = options.pass.value_or("F"), .onePass = options.pass.has_value(),
                                   .times = options.times.value_or(Level::expected)},
                        .search = outcome.search ? &*outcome.search : nullptr});
}

} // namespace

Exit exportCommand(const Options &options)
{
    if (const std::string wrong = usageError(options); !wrong.empty()) {
        std::fprintf(stderr, "headroom: %s\n", wrong.c_str());
        return Exit::usage;
    }
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    const bool ofSearch = findChart(QString::fromStdString(options.chart))->ofSearch;
    const Result<EstimateOutcome> outcome = estimateOf(*input, options, ofSearch ? 0 : 1);
    if (!outcome)
        return badInput(outcome.error());
    if (const auto drawn = draw(*outcome, options); !drawn)
        return badInput(drawn.error());
    return outcome->interrupted ? Exit::interrupted : Exit::done;
}

} // namespace headroom
