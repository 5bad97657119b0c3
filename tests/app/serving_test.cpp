// The program on models that serve: reports, search, lengths from a file, what it refuses.

#include "program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

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
    void draws_data();
    void draws();
    void numbersBehindPictures();
    void thePlanFollowsThePhase();
    void picturesOfOtherPhases();
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

void ServingProgramTest::draws_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("name");
    for (const char *chart : {"roofline", "waterfall", "memory", "pareto"})
        for (const char *phase : {"prefill", "decode", "serving"})
            for (const char *ending : {"png", "svg", "pdf"})
                QTest::addRow("%s %s %s", chart, phase, ending) << QStringList{"--chart", chart, "--phase", phase} << QString("picture.%1").arg(ending);
    QTest::newRow("trail over the batch") << QStringList{"--chart", "roofline", "--phase", "decode", "--trail", "batch", "--language", "zh_CN", "--size", "85mm"} << "a.svg";
    QTest::newRow("trail over the context") << QStringList{"--chart", "roofline", "--phase", "prefill", "--trail", "context", "--theme", "dark"} << "a.png";
    QTest::newRow("a step") << QStringList{"--chart", "waterfall", "--phase", "serving", "--set", "serving.mixedSteps=off", "--step", "prefill"} << "a.pdf";
}

void ServingProgramTest::draws()
{
    QFETCH(QStringList, options);
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name);
    const Outcome outcome = runProgram(QStringList{"export", "--out", path} + options + base, folder.path());
    QVERIFY2(outcome.exitCode == 0 && outcome.errors.isEmpty(), qPrintable(outcome.errors));
    const QByteArray picture = readFile(path);
    QVERIFY(picture.size() > 2000);
    QVERIFY(name.endsWith("png") ? picture.startsWith("\x89PNG") : name.endsWith("pdf") ? picture.startsWith("%PDF-") : picture.contains("</svg>"));
}

// Lines of a file that export wrote, each cut into cells.
static QList<QByteArrayList> cellsOf(const QStringList &options)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("numbers.tsv");
    const Outcome outcome = runProgram(QStringList{"export", "--out", path} + options + base, folder.path());
    QList<QByteArrayList> out;
    for (const QByteArray &line : readFile(path).trimmed().split('\n'))
        if (!line.startsWith('#')) // notes
            out << line.split('\t');
    return outcome.exitCode == 0 ? out : QList<QByteArrayList>();
}

void ServingProgramTest::numbersBehindPictures()
{
    // The losses between anchors add up, to what was measured: a decode step of 40 ms.
    const QList<QByteArrayList> waterfall = cellsOf({"--chart", "waterfall", "--phase", "decode", "--set", "measuredStepTime=40 ms"});
    QVERIFY(waterfall.size() > 8);
    double level = 0.0;
    for (const QByteArrayList &row : waterfall.mid(1)) {
        const double value = row[2].toDouble();
        if (row[1] == "loss")
            level += value;
        else if (level > 0.0)
            QVERIFY2(std::abs(level - value) <= 1e-9 * value, row[0].constData());
        if (row[1] == "anchor")
            level = value;
    }
    QCOMPARE(waterfall.last()[0], QByteArray("Measured"));
    QVERIFY(std::abs(waterfall.last()[2].toDouble() - 40.0) < 1e-9);
    // Classes add up to the total, and grow with the sequences.
    const QList<QByteArrayList> memory = cellsOf({"--chart", "memory", "--phase", "serving"});
    QVERIFY(memory.size() > 10);
    for (const QByteArrayList &row : memory.mid(1)) {
        double sum = 0.0;
        for (const QByteArray &cell : row.mid(1, row.size() - 2))
            sum += cell.toDouble();
        QVERIFY(std::abs(sum - row.last().toDouble()) <= 1e-9 * sum);
    }
    QCOMPARE(memory[1][0], QByteArray("32")); // the present batch first
    // Of the front, longer times give more tokens.
    const QList<QByteArrayList> pareto = cellsOf({"--chart", "pareto", "--phase", "decode"});
    QMap<double, double> front;
    for (const QByteArrayList &row : pareto.mid(1))
        if (row.last() == "1")
            front[row[row.size() - 3].toDouble()] = row[row.size() - 2].toDouble();
    QVERIFY(front.size() > 3);
    QVERIFY(std::ranges::is_sorted(front.values()));
    // A trail adds its points: 13 batches per operator with FLOPs.
    const QList<QByteArrayList> alone = cellsOf({"--chart", "roofline", "--phase", "decode"}), trail = cellsOf({"--chart", "roofline", "--phase", "decode", "--trail", "batch"});
    QCOMPARE(trail.size() - 1, 14 * (alone.size() - 1));
    QCOMPARE(trail.first().last(), QByteArray("sequences"));
}

void ServingProgramTest::picturesOfOtherPhases()
{
    const QTemporaryDir folder;
    const auto code = [&](const QStringList &options) {
        return runProgram(QStringList{"export", "--out", folder.filePath("a.svg")} + options + base, folder.path()).exitCode;
    };
    QCOMPARE(code({"--chart", "timeline", "--phase", "decode"}), 2);
    QCOMPARE(code({"--chart", "memory", "--stage", "0", "--phase", "decode"}), 2);
    QCOMPARE(code({"--chart", "roofline", "--trail", "batch"}), 2); // of training
    QCOMPARE(code({"--chart", "waterfall", "--trail", "batch", "--phase", "decode"}), 2);
    QCOMPARE(code({"--chart", "roofline", "--trail", "up", "--phase", "decode"}), 2);
    QCOMPARE(code({"--chart", "roofline", "--phase", "fly"}), 2);
    QCOMPARE(code({"--chart", "roofline", "--step", "prefill", "--phase", "decode"}), 2);
    QCOMPARE(code({"--chart", "roofline", "--phase", "decode", "--set", "serving.batch=0"}), 1);
    QVERIFY(!QFile::exists(folder.filePath("a.svg")));
}

// The worked example shards its weights over 32 devices: to serve, they hold 32 copies.
void ServingProgramTest::thePlanFollowsThePhase()
{
    const QTemporaryDir folder;
    const QJsonObject served = jsonOf(runProgram({"evaluate", "--phase", "decode", "--no-search", "--json", "-"}, folder.path()));
    QVERIFY(served["legal"].toBool());
    const QJsonObject plan = served["plan"].toObject();
    QCOMPARE(plan["dp"].toInt(), 32);
    QCOMPARE(plan["fsdp"].toInt(), 1);
}

void ServingProgramTest::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("batch") << QStringList{"--phase", "decode", "--set", "serving.batch=0"} << "run.serving.batch";
    QTest::newRow("of another phase") << QStringList{"--phase", "decode", "--set", "globalBatch=8"} << "run.globalBatch";
    QTest::newRow("phase") << QStringList{"--set", "run.phase=fly"} << "run.phase";
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
