#include "app/commands.h"
#include "app/export_study.h"
#include "app/export_usage.h"
#include "app/interrupt.h"
#include "app/scenario_input.h"
#include "app/trace_input.h"
#include "gap/advice.h"
#include "spec/checkpoint/reconcile.h"
#include "ui/charts/chart_table.h"
#include "ui/document/evaluated.h"
#include "ui/document/search_settings.h"
#include "ui/export/chart_export.h"
#include "ui/export/export_tables.h"
#include "ui/export/report.h"
#include "ui/export/sheet_file.h"

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

// Qt's remarks about a platform without a desktop are no news here.
void onlyFailures(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "headroom: %s\n", qPrintable(message));
}

ExportOptions chartOptions(const Snapshot &snapshot, const StudyContent &study, const Options &options)
{
    return {.size = sizeKey(options.size),
            .pngScale = static_cast<double>(options.scale.value_or(0)),
            .dark = options.theme == "dark",
            .baseline = snapshot.baseline.get(),
            .level = options.level,
            .choice = {.stage = options.stage, .pass = options.pass.value_or("F"), .onePass = options.pass.has_value(),
                       .times = options.times.value_or(Level::expected), .trail = options.trail,
                       .moved = options.numbersOnly ? MovedFields::continuous : MovedFields::all},
            .search = snapshot.search.get(),
            .gap = snapshot.gap ? &snapshot.gap->gap : nullptr,
            .study = study,
            .annotations = snapshot.annotations,
            .served = snapshot.served.get(),
            .servedSearch = snapshot.servedSearch.get()};
}

Result<void> writeFile(const Snapshot &snapshot, const StudyContent &study, const Options &options)
{
    const QString out = QString::fromStdString(options.out);
    if (options.chart == reportName)
        return exportReport(snapshot, out);
    if (options.table.empty())
        return exportChart(*snapshot.estimate, QString::fromStdString(options.chart), out, chartOptions(snapshot, study, options));
    Result<Sheet> sheet = exportedTable(QString::fromStdString(options.table), snapshot);
    if (!sheet)
        return tl::unexpected(sheet.error());
    return exportSheet(options.top ? firstRows(*std::move(sheet), *options.top) : *sheet, out);
}

// With fonts and texts, on no display.
Result<void> draw(const Snapshot &snapshot, const StudyContent &study, const Options &options)
{
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
    return writeFile(snapshot, study, options);
}

Result<std::shared_ptr<const Reconciliation>> compared(const ModelSpec &model, const std::vector<std::string> &files)
{
    const Result<Checkpoint> checkpoint = readCheckpoint(files);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    Result<Reconciliation> reconciliation = reconcile(model, *checkpoint);
    if (!reconciliation)
        return tl::unexpected(reconciliation.error());
    return std::make_shared<const Reconciliation>(*std::move(reconciliation));
}

Result<void> addTrace(Snapshot &snapshot, const Options &options, const std::vector<MatchCorrection> &matches)
{
    Result<TracedRun> run = readMeasured(options);
    if (!run)
        return tl::unexpected(run.error());
    const auto trace = std::make_shared<const MeasuredTrace>(MeasuredTrace{*std::move(run), {}});
    snapshot.trace = trace;
    Result<GapAnalysis> gap = analyzeGap({*snapshot.estimate, &trace->run.trace, &trace->run.classes, &trace->summary(), {}, std::nullopt, {}, matches});
    if (!gap)
        return tl::unexpected(gap.error());
    auto measured = std::make_shared<MeasuredGap>();
    measured->of = snapshot.estimate;
    measured->advice = advise(*gap);
    snapshot.estimate = std::make_shared<const Estimate>(gap->estimate); // whose waterfall goes on to Measured
    measured->gap = *std::move(gap);
    snapshot.gap = std::move(measured);
    return {};
}

// A phase that serves; false: interrupted.
Result<bool> addServed(Snapshot &snapshot, const Options &options)
{
    const Evaluated result = evaluatePhase(*snapshot.input);
    if (!result)
        return tl::unexpected(result.issues);
    snapshot.issues = result.issues;
    snapshot.served = result.served;
    snapshot.estimate = result.shown(options.step.value_or(""));
    if (!showsSearch(options))
        return true;
    const Interrupt interrupt;
    Result<ServingSearchResult> found = searchServing(*snapshot.input, servingSpace(options.space), interrupt.token());
    if (!found)
        return tl::unexpected(found.error());
    snapshot.servedSearch = std::make_shared<const ServingSearchResult>(*std::move(found));
    return snapshot.servedSearch->complete;
}

// With the study that the chart shows. `complete`: nothing was interrupted so far.
Exit exported(const Snapshot &snapshot, bool complete, const Options &options)
{
    const Interrupt interrupt;
    const Result<StudyContent> study = studyOf(*snapshot.input, options, interrupt.token());
    if (!study)
        return badInput(study.error());
    if (interrupt.token().stop_requested())
        return Exit::interrupted;
    if (const auto drawn = draw(snapshot, *study, options); !drawn)
        return badInput(drawn.error());
    return complete ? Exit::done : Exit::interrupted;
}

Exit exportServed(const ScenarioInput &input, const Options &options)
{
    Snapshot snapshot;
    snapshot.input = std::make_shared<const Scenario>(input.scenario);
    snapshot.annotations = input.annotations;
    const Result<bool> complete = addServed(snapshot, options);
    if (!complete)
        return badInput(complete.error());
    if (const std::string wrong = wrongStep(options, snapshot.served->estimate); !wrong.empty()) {
        std::fprintf(stderr, "headroom: %s\n", wrong.c_str());
        return Exit::usage;
    }
    return exported(snapshot, *complete, options);
}

} // namespace

Exit exportCommand(const Options &options)
{
    if (const std::string wrong = wrongExport(options); !wrong.empty()) {
        std::fprintf(stderr, "headroom: %s\n", wrong.c_str());
        return Exit::usage;
    }
    const Result<ScenarioInput> input = readScenario(options);
    if (!input)
        return badInput(input.error());
    if (const std::string wrong = wrongPhase(options, input->scenario.run.phase); !wrong.empty()) {
        std::fprintf(stderr, "headroom: %s\n", wrong.c_str());
        return Exit::usage;
    }
    if (input->scenario.run.phase != RunPhase::training)
        return exportServed(*input, options);
    Result<EstimateOutcome> outcome = estimateOf(*input, options, showsSearch(options) ? 0 : 1);
    if (!outcome)
        return badInput(outcome.error());
    Snapshot snapshot;
    snapshot.input = std::make_shared<const Scenario>(input->scenario);
    snapshot.issues = outcome->estimate.issues;
    snapshot.annotations = input->annotations;
    snapshot.estimate = std::make_shared<const Estimate>(std::move(outcome->estimate));
    if (outcome->search)
        snapshot.search = std::make_shared<const SearchResult>(*std::move(outcome->search));
    if (input->baseline)
        if (Result<Estimate> baseline = evaluate(*input->baseline, std::nullopt, Detail::simulated))
            snapshot.baseline = std::make_shared<const Estimate>(*std::move(baseline));
    if (options.trace)
        if (const Result<void> added = addTrace(snapshot, options, input->matches); !added)
            return badInput(added.error());
    if (!options.checkpoint.empty()) {
        const auto checkpoint = compared(input->scenario.model, options.checkpoint);
        if (!checkpoint)
            return badInput(checkpoint.error());
        snapshot.checkpoint = *checkpoint;
    }
    return exported(snapshot, !outcome->interrupted, options);
}

} // namespace headroom
