// The program on models that serve: reports, search, lengths from a file, what it refuses.

#include "program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

namespace {

const QStringList base{"--model", "Llama-3.1-70B", "--hardware", "H100 SXM", "--devices", "8", "--set", "tp=8"};

QJsonObject jsonOf(const Outcome &outcome) { return QJsonDocument::fromJson(outcome.output).object(); }

} // namespace

class ServingProgramTest : public QObject
{
    Q_OBJECT
private slots:
    void evaluatesEveryPhase_data();
    void evaluatesEveryPhase();
    void searches();
    void lengthsFromAFile();
    void refuses_data();
    void refuses();
};

void ServingProgramTest::evaluatesEveryPhase_data()
{
    QTest::addColumn<QString>("phase");
    QTest::addColumn<QString>("step");
    QTest::newRow("prefill") << "prefill" << "prefill";
    QTest::newRow("decode") << "decode" << "decode";
    QTest::newRow("serving") << "serving" << "mixed";
}

void ServingProgramTest::evaluatesEveryPhase()
{
    QFETCH(QString, phase);
    QFETCH(QString, step);
    const QTemporaryDir folder;
    const Outcome json = runProgram(QStringList{"evaluate", "--phase", phase, "--json", "-"} + base, folder.path());
    QVERIFY2(json.exitCode == 0, qPrintable(json.errors));
    const QJsonObject all = jsonOf(json);
    QCOMPARE(all["phase"].toString(), phase);
    QVERIFY(all["feasible"].toBool() && all["largestBatch"].toInt() > 32);
    const QJsonObject first = all["steps"].toArray().first().toObject();
    QCOMPARE(first["id"].toString(), step);
    for (const char *key : {"roofline", "time", "parts", "communication", "bytes", "waterfall", "boundMfu", "dominant"})
        QVERIFY2(first.contains(key), key);
    for (const char *key : {"latency", "memory", "contract", "issues", "plan", "serving"})
        QVERIFY2(all.contains(key), key);
    QVERIFY(all["latency"].toObject()["tokensPerSecondPerChip"].toObject()["bound"].toDouble() > 0.0);
    const Outcome text = runProgram(QStringList{"evaluate", "--phase", phase} + base, folder.path());
    QVERIFY(text.exitCode == 0 && text.output.contains("largest batch"));
    const Outcome tree = runProgram(QStringList{"explain", step + ".boundMfu", "--phase", phase} + base, folder.path());
    QVERIFY2(tree.exitCode == 0 && tree.output.contains("F / (N * P * T)"), qPrintable(tree.errors));
}

void ServingProgramTest::searches()
{
    const QTemporaryDir folder;
    const QStringList search{"search", "--phase", "decode", "--model", "Llama-3.1-8B", "--hardware", "H100", "--devices", "4", "--max", "tp=2", "--batch", "8,64"};
    const Outcome json = runProgram(search + QStringList{"--json", "-"}, folder.path());
    QVERIFY2(json.exitCode == 0, qPrintable(json.errors));
    const QJsonArray rows = jsonOf(json)["rows"].toArray();
    QCOMPARE(rows.size(), 2 * 5); // tp 1, 2 and pp, dp over what is left: (1,1) (1,2) (1,4) (2,1) (2,2)
    const Outcome csv = runProgram(search + QStringList{"--csv", "-", "--top", "3"}, folder.path());
    QCOMPARE(csv.output.count('\n'), 4);
    QVERIFY(runProgram(search, folder.path()).output.contains("pareto"));
    QCOMPARE(runProgram(search + QStringList{"--remat", "full"}, folder.path()).exitCode, 2);
}

void ServingProgramTest::lengthsFromAFile()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("lengths.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("prompt,output\n2000,200\n512,64,3\n");
    file.close();
    const Outcome json = runProgram(QStringList{"evaluate", "--phase", "serving", "--lengths", file.fileName(), "--json", "-"} + base, folder.path());
    QVERIFY2(json.exitCode == 0, qPrintable(json.errors));
    QCOMPARE(jsonOf(json)["serving"].toObject()["requests"].toString(), QString("3x512:64, 1x2000:200"));
}

void ServingProgramTest::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("batch") << QStringList{"--phase", "decode", "--set", "serving.batch=0"} << "run.serving.batch";
    QTest::newRow("of another phase") << QStringList{"--phase", "decode", "--set", "globalBatch=8"} << "run.globalBatch";
    QTest::newRow("phase") << QStringList{"--phase", "fly"} << "run.phase";
    QTest::newRow("wide weights") << QStringList{"--phase", "decode", "--set", "matmulDtype=fp8"} << "run.serving.weightFormat";
    QTest::newRow("training in int8") << QStringList{"--set", "matmulDtype=int8"} << "run.matmulDtype";
}

void ServingProgramTest::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    const Outcome outcome = runProgram(QStringList{"evaluate"} + arguments + QStringList{"--model", "Llama-3.1-8B", "--hardware", "H100"}, folder.path());
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(says), qPrintable(outcome.errors));
    QVERIFY(outcome.output.isEmpty());
}

QTEST_GUILESS_MAIN(ServingProgramTest)
#include "serving_test.moc"
