// Measured throughput of served models against the bound: no run beats it, and the best ones come near.

#include "serving/serving.h"
#include "spec/field.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>

using namespace headroom;

namespace {

struct MeasuredRow
{
    QString model, chip, weights;
    int chips = 1, tp = 1, pp = 1, prompt = 1, output = 1;
    double requests = 1.0, rate = 0.0;
    QString name() const { return QString("%1 on %2 x %3, %4 %5:%6").arg(model).arg(chips).arg(chip, weights).arg(prompt).arg(output); }
};

std::vector<MeasuredRow> measuredRows()
{
    QFile file(QString(HEADROOM_TEST_DATA) + "/core/serving/data/measured_serving.csv");
    if (!file.open(QIODevice::ReadOnly))
        throw std::runtime_error("no measured_serving.csv");
    std::vector<MeasuredRow> out;
    for (const QString &line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
        if (line.startsWith('#'))
            continue;
        const QStringList c = line.split(',');
        out.push_back({c[0], c[1], c[6], c[2].toInt(), c[3].toInt(), c[4].toInt(), c[7].toInt(), c[8].toInt(), c[9].toDouble(), c[10].toDouble()});
    }
    return out;
}

// What no software passes: elementwise operators free, the cache in fp8, prompts computed beside decode steps.
Scenario scenarioOf(const MeasuredRow &row, const std::vector<std::string> &plan)
{
    Scenario s = defaultScenario(catalogModel(row.model.toStdString()).value(), catalogHardware(row.chip.toStdString()).value());
    const std::string format = row.weights.toStdString();
    std::vector<std::string> settings{"run.phase=serving", "run.devices=" + std::to_string(row.chips), "plan.fsdp=1", "fusion=full",
                                      "matmulDtype=" + format, "serving.weightFormat=" + format, "serving.cacheFormat=fp8",
                                      "serving.promptLength=" + std::to_string(row.prompt), "serving.outputLength=" + std::to_string(row.output)};
    settings.insert(settings.end(), plan.begin(), plan.end());
    for (const std::string &setting : settings)
        if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(testing::text(issues));
    return s;
}

// Dense models ran the printed plan. Of mixtures the spread of experts is not printed: the faster of two.
std::vector<std::vector<std::string>> plansOf(const MeasuredRow &row)
{
    const std::string n = std::to_string(row.chips);
    if (!hasExperts(catalogModel(row.model.toStdString()).value()))
        return {{"plan.tp=" + std::to_string(row.chips / row.pp), "plan.pp=" + std::to_string(row.pp)}};
    return {{"plan.tp=" + n, "plan.expertTensor=" + n}, {"plan.ep=" + n}};
}

// The best of batches up to what fits and to the requests there are.
double boundOf(const MeasuredRow &row)
{
    double best = 0.0;
    for (const std::vector<std::string> &plan : plansOf(row)) {
        Scenario s = scenarioOf(row, plan);
        s.run.serving.batch = row.chips;
        const Result<ServingEstimate> first = evaluateServing(s);
        if (!first || !first->legal)
            continue;
        const Count most = std::min(first->largestBatch, static_cast<Count>(row.requests));
        for (Count batch = most; batch >= 1 && batch * 4 >= most; batch /= 2) {
            s.run.serving.batch = batch;
            best = std::max(best, evaluateServing(s)->latency.boundTokens);
        }
    }
    return best;
}

} // namespace

class ServingMeasuredTest : public QObject
{
    Q_OBJECT
private slots:
    void noRunAboveItsBound();
};

void ServingMeasuredTest::noRunAboveItsBound()
{
    const std::vector<MeasuredRow> rows = measuredRows();
    QCOMPARE(rows.size(), std::size_t(76));
    std::map<QString, double> best; // of each model and chip
    for (const MeasuredRow &row : rows) {
        const double bound = boundOf(row), share = row.rate / bound;
        QVERIFY2(bound > 0.0, qPrintable(row.name()));
        qInfo("%s: measured %.0f, bound %.0f, share %.3f", qPrintable(row.name()), row.rate, bound, share);
        QVERIFY2(share <= 1.0, qPrintable(QString("%1: measured %2, bound %3").arg(row.name()).arg(row.rate).arg(bound)));
        double &most = best[row.model + " on " + row.chip];
        most = std::max(most, share);
    }
    for (const auto &[what, share] : best)
        QVERIFY2(share >= 0.2, qPrintable(QString("%1: at best %2 of the bound").arg(what).arg(share)));
}

QTEST_APPLESS_MAIN(ServingMeasuredTest)
#include "measured_test.moc"
