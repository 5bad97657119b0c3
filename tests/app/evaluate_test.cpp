// `evaluate` and `search` as other programs use them.

#include "program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace headroom::testing;
using Json = nlohmann::json;

class EvaluateTest : public QObject
{
    Q_OBJECT

private slots:
    void keys();
    void numbersKeepTheirOrder();
    void twoRunsAreEqual();
    void settingsMatter();
    void devicesFillFsdp();
    void launchFlags();
    void jsonToFile();
    void withoutSearch();
    void illegalAndInfeasiblePlansAreResults();
    void search8Devices();
    void searchOptions();
    void searchWithoutFeasiblePlan();
    void searchCsv();
    void interruptedSearch();
};

namespace {

const QStringList llama{"--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--devices", "8"};

bool hasNull(const Json &value)
{
    if (value.is_null())
        return true;
    if (value.is_structured())
        return std::any_of(value.begin(), value.end(), hasNull);
    return false;
}

} // namespace

void EvaluateTest::keys()
{
    const Outcome outcome = runProgram({"evaluate", "--json", "-"});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const Json j = outcome.json();
    QVERIFY(j.is_object());
    QVERIFY(!hasNull(j));
    for (const char *path :
         {"/schemaVersion", "/convention", "/model/name", "/model/parameters", "/model/activeParameters",
          "/model/modelFlopsPerToken", "/model/modelFlopsPerStep", "/hardware/name", "/hardware/peak", "/hardware/hbmBandwidth",
          "/hardware/hbmCapacity", "/hardware/ridge", "/roofline/stepTime", "/roofline/mfu", "/roofline/operators/0/name",
          "/roofline/operators/0/group", "/roofline/operators/0/category", "/roofline/operators/0/phase",
          "/roofline/operators/0/count", "/roofline/operators/0/modelFlops", "/roofline/operators/0/executedFlops",
          "/roofline/operators/0/bytes", "/roofline/operators/0/intensity", "/roofline/operators/0/time",
          "/roofline/operators/0/boundBy", "/plan/dp", "/plan/fsdp", "/plan/tp", "/plan/ep", "/plan/pp", "/plan/cp",
          "/plan/microBatch", "/plan/microBatchCount", "/plan/remat", "/plan/schedule", "/system/feasible", "/system/boundMfu",
          "/system/expectedMfu/low", "/system/expectedMfu/expected", "/system/expectedMfu/high", "/system/hfu/total",
          "/system/hfu/useful", "/system/hfu/recompute", "/system/hfu/masked", "/system/hfu/padding", "/system/hfu/form", "/system/stepTime/floor",
          "/system/stepTime/bound", "/system/stepTime/low", "/system/stepTime/expected", "/system/stepTime/high",
          "/system/stepTime/serial", "/system/stepTime/documentMax", "/system/compute", "/system/recompute",
          "/system/communication/0/axis", "/system/communication/0/kind", "/system/communication/0/payload",
          "/system/communication/0/wire", "/system/communication/0/link", "/system/communication/0/total",
          "/system/communication/0/hidden", "/system/communication/0/exposed", "/system/bubble", "/system/imbalance",
          "/system/optimizer", "/system/overhead", "/system/dominant", "/system/tokensPerSecondPerChip", "/system/memory/total",
          "/system/memory/capacity", "/system/memory/parts/0/class", "/system/memory/parts/0/bytes",
          "/system/memory/parts/0/stage", "/best/plan/fsdp", "/best/boundMfu", "/best/expectedMfu/low", "/contract",
          "/waterfall/0/name", "/waterfall/0/kind", "/waterfall/0/mfu", "/waterfall/0/seconds", "/issues"})
        QVERIFY2(j.contains(Json::json_pointer(path)), path);
}

void EvaluateTest::numbersKeepTheirOrder()
{
    const Json j = runProgram({"evaluate", "--json", "-"}).json();
    const Json &time = j["system"]["stepTime"];
    const auto at = [&](const char *key) { return time[key].get<double>(); };
    QVERIFY(at("floor") <= at("bound"));
    QVERIFY(at("bound") <= at("low"));
    QVERIFY(at("low") <= at("expected"));
    QVERIFY(at("expected") <= at("high"));
    QVERIFY(at("bound") <= at("serial"));
    const double plan = j["system"]["boundMfu"].get<double>();
    const double best = j["best"]["boundMfu"].get<double>();
    QVERIFY(plan <= best);
    QVERIFY(best <= j["roofline"]["mfu"].get<double>());
    QCOMPARE(j["model"]["name"].get<std::string>(), std::string("Ling-2.6-flash"));
}

void EvaluateTest::twoRunsAreEqual()
{
    for (const QStringList &arguments : {QStringList{"evaluate", "--json", "-"}, QStringList{"evaluate"},
                                         QStringList{"search", "--csv", "-"} + llama, QStringList{"explain", "roofline.mfu"}})
        QCOMPARE(runProgram(arguments).output, runProgram(arguments).output);
}

void EvaluateTest::settingsMatter()
{
    const QStringList base = QStringList{"evaluate", "--json", "-", "--no-search"} + llama;
    const Json before = runProgram(base).json();
    const Outcome outcome = runProgram(base + QStringList{"--set", "hardware.hbmBandwidth=4.8 TB/s", "--set", "globalBatch=1024"});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const Json after = outcome.json();
    QCOMPARE(after["hardware"]["hbmBandwidth"].get<double>(), 4.8e12);
    QCOMPARE(after["run"]["globalBatch"].get<int>(), 1024);
    QVERIFY(after["roofline"]["mfu"].get<double>() > before["roofline"]["mfu"].get<double>());
    QCOMPARE(after["model"]["modelFlopsPerStep"].get<double>(), 2 * before["model"]["modelFlopsPerStep"].get<double>());
}

void EvaluateTest::devicesFillFsdp()
{
    const QStringList base = QStringList{"evaluate", "--json", "-", "--no-search"} + llama;
    QCOMPARE(runProgram(base).json()["plan"]["fsdp"].get<int>(), 8);
    QCOMPARE(runProgram(base + QStringList{"--set", "tp=2"}).json()["plan"]["fsdp"].get<int>(), 4);
    const Outcome wrong = runProgram(base + QStringList{"--set", "plan.fsdp=3"});
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.errors.contains("3") && wrong.errors.contains("8"), qPrintable(wrong.errors));
}

// A file of flags fills plan and batch; what it cannot express is in the issues, and --set has the last word.
void EvaluateTest::launchFlags()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("launch.sh"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("torchrun pretrain_gpt.py --tensor-model-parallel-size 2 --micro-batch-size 1 \\\n --global-batch-size 64 --fp8-format hybrid --lr 1e-4\n");
    file.close();
    const Outcome outcome = runProgram(QStringList{"evaluate"} + llama + QStringList{"--launch-flags", path, "--set", "plan.remat=full", "--json", "-"});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const Json j = outcome.json();
    QCOMPARE(j["plan"]["tp"].get<int>(), 2);
    QCOMPARE(j["plan"]["dp"].get<int>(), 4);
    QCOMPARE(j["plan"]["microBatchCount"].get<int>(), 16);
    QCOMPARE(j["plan"]["remat"].get<std::string>(), std::string("full"));
    const std::string issues = j["issues"].dump();
    QVERIFY(issues.find("--fp8-format") != std::string::npos && issues.find("--lr") != std::string::npos);
    QCOMPARE(runProgram(QStringList{"evaluate"} + llama + QStringList{"--launch-flags", folder.path() + "/none"}).exitCode, 1);
}

void EvaluateTest::jsonToFile()
{
    const QTemporaryDir folder;
    const Outcome outcome = runProgram({"evaluate", "--json", "out.json"}, folder.path());
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.output.contains("Roofline")); // the summary, for the person who started it
    QCOMPARE(readFile(folder.filePath("out.json")), runProgram({"evaluate", "--json", "-"}).output);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"out.json"});
    QCOMPARE(runProgram({"evaluate", "--json", "no/such/folder/out.json"}, folder.path()).exitCode, 1);
    QCOMPARE(runProgram({"evaluate", "--json", folder.path()}).exitCode, 1);
}

void EvaluateTest::withoutSearch()
{
    const Json j = runProgram({"evaluate", "--no-search", "--json", "-"}).json();
    QVERIFY(j.is_object() && !j.contains("best"));
}

void EvaluateTest::illegalAndInfeasiblePlansAreResults()
{
    const QStringList base = QStringList{"evaluate", "--json", "-"} + llama;
    const Outcome illegal = runProgram(base + QStringList{"--set", "globalBatch=9"});
    QVERIFY2(illegal.exitCode == 0, qPrintable(illegal.errors));
    QCOMPARE(illegal.json()["system"]["feasible"].get<bool>(), false);
    QVERIFY(!illegal.json()["system"]["reason"].get<std::string>().empty());
    QVERIFY(illegal.json()["roofline"]["mfu"].get<double>() > 0);
    const Outcome large = runProgram({"evaluate", "--json", "-", "--model", "DeepSeek-V3", "--hardware", "H100 SXM", "--devices", "8"});
    QCOMPARE(large.exitCode, 0);
    QVERIFY(large.json()["system"]["shortBy"].get<double>() > 1e9);
    QVERIFY(!large.json().contains("best"));
}

void EvaluateTest::search8Devices()
{
    const Outcome outcome = runProgram(QStringList{"search", "--json", "-"} + llama);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const Json j = outcome.json();
    QVERIFY(!hasNull(j));
    QCOMPARE(j["shapes"].get<int>(), 35); // counted independently
    QVERIFY(j["feasible"].get<int>() > 0);
    QVERIFY(j["evaluated"].get<std::size_t>() >= j["rows"].size());
    double last = 1.0;
    for (const Json &row : j["rows"]) {
        for (const char *key : {"rank", "dp", "fsdp", "tp", "ep", "pp", "cp", "boundMfu", "expectedMfu", "hfu", "stepTime", "memory",
                                "dominant"})
            QVERIFY2(row.contains(key), key);
        QCOMPARE(row["dp"].get<int>() * row["fsdp"].get<int>() * row["tp"].get<int>() * row["ep"].get<int>()
                     * row["pp"].get<int>() * row["cp"].get<int>(), 8);
        if (!row["feasible"].get<bool>())
            continue;
        QVERIFY(row["boundMfu"].get<double>() <= last * (1 + 1e-8));
        last = row["boundMfu"].get<double>();
    }
    const Json best = runProgram(QStringList{"evaluate", "--json", "-"} + llama).json()["best"];
    QCOMPARE(best["boundMfu"].get<double>(), j["rows"][0]["boundMfu"].get<double>());
}

void EvaluateTest::searchOptions()
{
    const Outcome outcome = runProgram(QStringList{"search", "--json", "-", "--top", "3", "--max", "tp=1", "--max", "pp=1,cp=1", "--remat",
                                                   "full", "--batch", "256,512", "--micro-batch", "1,2"} + llama);
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const Json j = outcome.json();
    QVERIFY(j["rows"].size() <= 3 && !j["rows"].empty());
    for (const Json &row : j["rows"]) {
        QCOMPARE(row["tp"].get<int>() * row["pp"].get<int>() * row["cp"].get<int>(), 1);
        QCOMPARE(row["remat"].get<std::string>(), std::string("full"));
        QVERIFY(row["microBatch"].get<int>() <= 2);
        QVERIFY(row["globalBatch"].get<int>() == 256 || row["globalBatch"].get<int>() == 512);
    }
}

void EvaluateTest::searchWithoutFeasiblePlan()
{
    const Outcome outcome = runProgram({"search", "--json", "-", "--model", "DeepSeek-V3", "--hardware", "H100 SXM", "--devices", "64"});
    QCOMPARE(outcome.exitCode, 3);
    QVERIFY(!outcome.errors.isEmpty());
    const Json j = outcome.json();
    QCOMPARE(j["feasible"].get<int>(), 0);
    QVERIFY(j["rows"][0]["shortBy"].get<double>() > 0);
    QVERIFY(!j["rows"][0]["reason"].get<std::string>().empty());
}

void EvaluateTest::searchCsv()
{
    const Outcome outcome = runProgram(QStringList{"search", "--csv", "-", "--top", "5"} + llama);
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.output.count('\n'), 6);
    QVERIFY(outcome.output.startsWith("rank,dp,fsdp,tp,ep,pp,cp,"));
}

void EvaluateTest::interruptedSearch()
{
    QProcess process;
    process.setProcessEnvironment(bareEnvironment());
    process.start(HEADROOM_PROGRAM, {"search", "--json", "-", "--top", "5", "--model", "DeepSeek-V3", "--hardware", "H100 SXM",
                                     "--devices", "1048576", "--set", "globalBatch=1048576", "--batch", "262144,524288,1048576"});
    QVERIFY(process.waitForStarted());
    QTest::qWait(300);
    const auto id = static_cast<pid_t>(process.processId());
    QVERIFY2(id > 0, "the search was over before it could be interrupted"); // and 0 would mean this program's own group
    ::kill(id, SIGINT);
    QVERIFY(process.waitForFinished(20000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 4);
    const Json j = Json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    QVERIFY(j.is_object());
    QCOMPARE(j["complete"].get<bool>(), false);
}

QTEST_GUILESS_MAIN(EvaluateTest)
#include "evaluate_test.moc"
