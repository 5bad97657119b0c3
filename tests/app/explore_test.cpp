// Studies of variants as other programs use them.

#include "program.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace headroom::testing;
using Json = nlohmann::json;

class ExploreTest : public QObject
{
    Q_OBJECT

private slots:
    void sensitivityRows();
    void sensitivityCsv();
    void sweepEqualsEvaluate();
    void sweepCsvHasEveryCell();
    void seekSettingGivesTheGoal();
    void scalingPoints();
    void trendRows();
    void servedPhases();
    void goodput();
    void badInput_data();
    void badInput();
};

namespace {

const QStringList llama{"--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--devices", "8", "--set", "remat=full"};

Json jsonOf(const QStringList &arguments)
{
    const Outcome outcome = runProgram(arguments + QStringList{"--json", "-"});
    if (outcome.exitCode != 0)
        qWarning("%s", qPrintable(outcome.errors));
    return outcome.json();
}

QList<QStringList> csvOf(const QStringList &arguments)
{
    QList<QStringList> rows;
    for (const QString &line : QString::fromUtf8(runProgram(arguments + QStringList{"--csv", "-"}).output).split('\n', Qt::SkipEmptyParts))
        rows << line.split(',');
    return rows;
}

} // namespace

void ExploreTest::sensitivityRows()
{
    const Json found = jsonOf(QStringList{"sensitivity"} + llama);
    const Json estimate = jsonOf(QStringList{"evaluate"} + llama + QStringList{"--no-search"});
    QVERIFY(found["complete"] == true);
    QVERIFY(found["base"]["expectedMfu"] == estimate["system"]["expectedMfu"]);
    QVERIFY(found["base"]["memory"] == estimate["system"]["memory"]["total"]);
    QVERIFY(found["rows"].size() > 40);
    for (const Json &row : found["rows"])
        for (const char *way : {"down", "up"})
            QVERIFY(row.contains(way) != row.contains(std::string(way) + "LeftOut"));
    // The change is what evaluate says of the value.
    const Json &first = found["rows"][0];
    QVERIFY(first.contains("up"));
    QCOMPARE(jsonOf(QStringList{"sensitivity", "--top", "3"} + llama)["rows"].size(), std::size_t(3));
}

void ExploreTest::sensitivityCsv()
{
    const QList<QStringList> rows = csvOf(QStringList{"sensitivity"} + llama);
    const Json found = jsonOf(QStringList{"sensitivity"} + llama);
    QCOMPARE(static_cast<std::size_t>(rows.size()), 1 + 2 * found["rows"].size());
    for (const QStringList &row : rows)
        if (!row.join(',').contains('"')) // texts with commas are quoted
            QCOMPARE(row.size(), rows.first().size());
}

void ExploreTest::sweepEqualsEvaluate()
{
    const Json found = jsonOf(QStringList{"sweep", "--x", "run.globalBatch=256,1024", "--y", "plan.microBatch=1,2"} + llama);
    QCOMPARE(found["cells"].size(), std::size_t(4));
    for (const Json &cell : found["cells"]) {
        const QString batch = QString::number(cell["x"].get<int>()), micro = QString::number(cell["y"].get<int>());
        const Json estimate =
            jsonOf(QStringList{"evaluate"} + llama + QStringList{"--no-search", "--set", "globalBatch=" + batch, "--set", "microBatch=" + micro});
        QVERIFY(cell["boundMfu"] == estimate["system"]["boundMfu"]);
        QVERIFY(cell["stepTime"]["expected"] == estimate["system"]["stepTime"]["expected"]);
        QVERIFY(cell["feasible"] == estimate["system"]["feasible"]);
    }
    const Outcome text = runProgram(QStringList{"sweep", "--x", "run.globalBatch=256,1024", "--y", "plan.microBatch=1,2"} + llama);
    QVERIFY(text.output.contains("plan.microBatch \\ run.globalBatch"));
}

void ExploreTest::sweepCsvHasEveryCell()
{
    const QList<QStringList> rows = csvOf(QStringList{"sweep", "--x", "plan.tp=1..8..x2"} + llama);
    QCOMPARE(rows.size(), 5);
    QCOMPARE(rows.first().first(), QString("plan.tp"));
    for (qsizetype i = 1; i < rows.size(); ++i)
        QCOMPARE(rows[i].first(), QString::number(1 << (i - 1)));
}

void ExploreTest::seekSettingGivesTheGoal()
{
    const Json found = jsonOf(QStringList{"seek", "hardware.hbmBandwidth", "--goal", "expectedStep=60 s"} + llama);
    QVERIFY(std::abs(found["figures"]["stepTime"]["expected"].get<double>() - 60.0) < 1e-6);
    const QString bandwidth = QString::number(found["value"].get<double>(), 'g', 17);
    const Json estimate = jsonOf(QStringList{"evaluate"} + llama + QStringList{"--no-search", "--set", "hbmBandwidth=" + bandwidth + " B/s"});
    QVERIFY(std::abs(estimate["system"]["stepTime"]["expected"].get<double>() - 60.0) < 1e-6);
}

void ExploreTest::scalingPoints()
{
    const Json found = jsonOf(QStringList{"scaling", "--counts", "8,16", "--scaling", "weak"} + llama);
    QCOMPARE(found["points"].size(), std::size_t(2));
    QVERIFY(found["points"][0]["efficiency"] == 1.0);
    QVERIFY(found["points"][1]["globalBatch"] == 1024);
    QVERIFY(found["points"][1]["plan"]["fsdp"] == 16);
    QCOMPARE(csvOf(QStringList{"scaling", "--counts", "8,16"} + llama).size(), 3);
}

void ExploreTest::trendRows()
{
    const Json found = jsonOf(QStringList{"trend"} + llama);
    std::set<std::string> fields;
    for (const Json &row : found["rows"]) {
        fields.insert(row["field"].get<std::string>());
        QVERIFY(row["points"].size() >= 2);
    }
    for (const char *field : {"run.globalBatch", "run.sequenceLength", "run.devices", "plan.tp", "run.matmulDtype"})
        QVERIFY2(fields.contains(field), field);
    QVERIFY(csvOf(QStringList{"trend"} + llama).size() > 20);
}

// A phase that serves is studied alike; scaling says that it is for training.
void ExploreTest::servedPhases()
{
    const QStringList decode{"--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--devices", "8", "--phase", "decode", "--set", "tp=8"};
    const Json found = jsonOf(QStringList{"sweep", "--x", "run.serving.batch=8,64"} + decode);
    QCOMPARE(found["cells"].size(), std::size_t(2));
    QVERIFY(found["cells"][1]["tokensPerSecondPerChip"] > found["cells"][0]["tokensPerSecondPerChip"]);
    QVERIFY(jsonOf(QStringList{"sensitivity"} + decode)["rows"].size() > 30);
    const Outcome outcome = runProgram(QStringList{"scaling"} + decode);
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("must be training"), qPrintable(outcome.errors));
}

void ExploreTest::goodput()
{
    const Json found = jsonOf(QStringList{"evaluate", "--no-search", "--set", "tokenBudget=1e12", "--set", "run.deviceMtbf=50000 h", "--set",
                                          "run.checkpointTime=1 min"}
                              + llama);
    const Json &goodput = found["system"]["goodput"];
    QCOMPARE(goodput["mtbf"].get<double>(), 50000.0 * 3600.0 / 8.0);
    QVERIFY(goodput["share"].get<double>() > 0.99 && goodput["share"].get<double>() < 1.0);
    QVERIFY(goodput["wallDays"] > found["system"]["days"]);
}

void ExploreTest::badInput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("unknown field") << QStringList{"sweep", "--x", "plan.tq=1,2"} << "plan.tq: is not a known field";
    QTest::newRow("the same field") << QStringList{"sweep", "--x", "plan.tp=1,2", "--y", "tp=1"} << "plan.tp: is on both axes";
    QTest::newRow("does not apply") << QStringList{"sweep", "--x", "hardware.domainSize=8,16"} << "does not apply";
    QTest::newRow("goal") << QStringList{"seek", "plan.tp", "--goal", "speed=1"} << "FIGURE=VALUE";
    QTest::newRow("value of a goal") << QStringList{"seek", "plan.tp", "--goal", "expectedStep=fast"} << "\"fast\"";
    QTest::newRow("out of reach") << QStringList{"seek", "hardware.linkBandwidth", "--goal", "expectedMfu=99 %"} << "no value brings expectedMfu to 99.00 %";
    QTest::newRow("unknown key") << QStringList{"seek", "nothing", "--goal", "expectedMfu=40 %"} << "nothing: is not a known field";
}

void ExploreTest::badInput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, complaint);
    const Outcome outcome = runProgram(arguments);
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(complaint), qPrintable(outcome.errors));
    QVERIFY(outcome.output.isEmpty());
}

QTEST_GUILESS_MAIN(ExploreTest)
#include "explore_test.moc"
