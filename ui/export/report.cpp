#include "ui/export/report.h"

#include "gap/advice.h"
#include "report/report.h"
#include "report/serving_report.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/convention_text.h"
#include "ui/export/formula_sheets.h"
#include "ui/export/report_charts.h"
#include "ui/export/report_sheets.h"
#include "ui/export/result_sheets.h"
#include "ui/models/tables.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace headroom {

namespace {

struct ReportWords
{
    Q_DECLARE_TR_FUNCTIONS(Report)
};

constexpr std::size_t namedLosses = 3, namedChanges = 5;

std::vector<Advice> adviceFor(const Snapshot &snapshot)
{
    if (snapshot.gap)
        return snapshot.gap->advice;
    if (snapshot.served || !snapshot.estimate->system.legal)
        return {};
    GapAnalysis own;
    own.estimate = *snapshot.estimate;
    return advise(own);
}

QString changeText(const Advice &advice)
{
    return ReportWords::tr("set %1 (%2): the expected step is %3 shorter, MFU %4 points")
        .arg(qs(advice.setting), messageText(advice.reason), quantityText(advice.gain.value, Unit::seconds, 3), pointsText(advice.mfuGain));
}

// Whether an advice works on a loss: on it, or on a part of it.
bool worksOn(const Advice &advice, const WaterfallRow &loss)
{
    return advice.term == loss.id || advice.term.starts_with(loss.id + ".");
}

QString lossText(const WaterfallRow &loss, const Snapshot &snapshot, const std::vector<Advice> &advice)
{
    QString out = ReportWords::tr("%1 costs %2 points of MFU, %3 of a step")
                      .arg(coreText(loss.name), QString::number(loss.mfu * 100.0, 'f', 1), quantityText(loss.seconds.value, Unit::seconds, 3));
    const auto change = std::ranges::find_if(advice, [&](const Advice &each) { return worksOn(each, loss); });
    if (change != advice.end())
        return out + ReportWords::tr("; ") + changeText(*change);
    if (loss.id == "planChoice" && snapshot.estimate->best)
        return out + ReportWords::tr("; ") + ReportWords::tr("take the best plan: %1").arg(planText(snapshot.estimate->best->plan));
    return out;
}

// A sentence for each of the largest losses, and for the changes that gain most, whatever they work on.
QStringList sentences(const Snapshot &snapshot)
{
    std::vector<const WaterfallRow *> losses;
    for (const WaterfallRow &row : snapshot.estimate->waterfall)
        if (row.kind == RowKind::loss && row.mfu > 0.0)
            losses.push_back(&row);
    std::ranges::stable_sort(losses, [](const WaterfallRow *a, const WaterfallRow *b) { return a->mfu > b->mfu; });
    const std::vector<Advice> advice = adviceFor(snapshot);
    QStringList out;
    for (std::size_t i = 0; i < std::min(namedLosses, losses.size()); ++i)
        out << lossText(*losses[i], snapshot, advice) + ReportWords::tr(".");
    std::vector<const Advice *> best(advice.size());
    std::ranges::transform(advice, best.begin(), [](const Advice &each) { return &each; });
    std::ranges::stable_sort(best, [](const Advice *a, const Advice *b) { return a->gain > b->gain; });
    for (std::size_t i = 0; i < std::min(namedChanges, best.size()); ++i)
        out << ReportWords::tr("To gain: %1.").arg(changeText(*best[i]));
    if (!snapshot.served && best.empty())
        out << ReportWords::tr("No single change of those that were tried gains anything.");
    return out;
}

QString titleOf(const Estimate &estimate)
{
    const RunSpec &run = estimate.scenario.run;
    return QStringLiteral("%1 · %2 × %3").arg(qs(estimate.scenario.model.name), QString::number(run.devices), qs(estimate.scenario.hardware.name));
}

QString subjectOf(const Snapshot &snapshot)
{
    const Scenario &s = snapshot.estimate->scenario;
    if (snapshot.served)
        return ReportWords::tr("%1; plan %2; calibration %3.").arg(coreText(labelOf(s.run.phase)), planText(s.plan), qs(s.calibration.name));
    return ReportWords::tr("Sequence length %1, global batch %2; plan %3; calibration %4.")
        .arg(QString::number(s.run.sequenceLength), QString::number(s.run.globalBatch), planText(s.plan), qs(s.calibration.name));
}

void addSheet(Report &report, Sheet sheet)
{
    if (sheet.rows.empty())
        return;
    report.blocks.push_back(ReportHeading{sheet.title});
    report.blocks.push_back(std::move(sheet));
}

void addCharts(Report &report, const Snapshot &snapshot)
{
    report.blocks.push_back(ReportHeading{ReportWords::tr("Charts")});
    const RunPhase phase = snapshot.estimate->scenario.run.phase;
    const StudyContent study = reportChartOptions(snapshot).study;
    for (const ChartRow &row : chartTable())
        if (row.shows(phase) && hasStudy(row, study) && (!row.ofSearch || snapshot.searched()) && (!row.ofStage || snapshot.estimate->system.legal))
            report.blocks.push_back(ReportChart{QString::fromUtf8(row.key), QCoreApplication::translate("Chart", row.title)});
}

void addResults(Report &report, const Snapshot &snapshot)
{
    const Estimate &estimate = *snapshot.estimate;
    addSheet(report, lossSheet(estimate));
    addSheet(report, stepSheet(estimate));
    addSheet(report, topOperators(snapshot));
    addSheet(report, communicationSheet(estimate));
    addSheet(report, snapshot.served ? servedMemorySheet(snapshot.served->estimate) : memorySheet(estimate));
    if (snapshot.searched())
        addSheet(report, bestConfigurations(snapshot));
    if (snapshot.sensitivity)
        addSheet(report, largestSwings(snapshot));
}

} // namespace

Report reportOf(const Snapshot &snapshot)
{
    const Estimate &estimate = *snapshot.estimate;
    Report report{.title = ReportWords::tr("Headroom report: %1").arg(titleOf(estimate)),
                  .language = QLocale().bcp47Name(),
                  .blocks = {},
                  .notes = conventionNotes(estimate)};
    report.blocks.push_back(ReportText{{subjectOf(snapshot)}});
    addSheet(report, figureSheet(snapshot));
    report.blocks.push_back(ReportHeading{ReportWords::tr("Largest losses and what to change")});
    report.blocks.push_back(ReportText{sentences(snapshot)});
    addSheet(report, baselineSheet(snapshot));
    addCharts(report, snapshot);
    addResults(report, snapshot);
    addSheet(report, headlineFormulas(estimate.why));
    addSheet(report, changedInputSheet(estimate.scenario));
    addSheet(report, issueSheet(snapshot.issues));
    addSheet(report, contractSheet(estimate));
    report.blocks.push_back(ReportHeading{ReportWords::tr("Appendix: everything as JSON, in SI base units")});
    report.blocks.push_back(ReportCode{QString::fromStdString(snapshot.served ? servingJson(snapshot.served->estimate) : estimateJson(estimate))});
    return report;
}

} // namespace headroom
