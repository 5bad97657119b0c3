// headroom trace and headroom gap from outside: text, JSON, rules and corrections of the user's, wrong use.

#include "program.h"
#include "support/traces.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

namespace {

QByteArray kernel(const char *name, double start, double duration, int stream = 7)
{
    return QByteArray(R"({"ph":"X","cat":"kernel","name":")") + name + R"(","pid":0,"tid":)" + QByteArray::number(stream) + R"(,"ts":)"
        + QByteArray::number(start) + R"(,"dur":)" + QByteArray::number(duration) + R"(,"args":{"device":0,"stream":)" + QByteArray::number(stream) + "}}";
}

// A second of a product and 0.5 s of attention; an all-reduce, a quarter of a second of it under the product.
QByteArray trace(const char *collective = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL")
{
    const QByteArray events = kernel("nvjet_hsh_1", 0, 1e6) + "," + kernel("flash_fwd_1", 1.25e6, 5e5) + "," + kernel(collective, 7.5e5, 5e5, 9);
    return QByteArray::fromStdString(kineto(events.toStdString()));
}

} // namespace

class TraceGapTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { writeFile(m_folder.filePath("a.json"), trace()); }
    void traceAsTextAndJson();
    void severalRanks();
    void ownRules();
    void gapWithATrace();
    void gapWithAStepTime();
    void wrongUse_data();
    void wrongUse();

private:
    QTemporaryDir m_folder;
    Outcome run(const QStringList &words) { return runProgram(words, m_folder.path()); }
};

void TraceGapTest::traceAsTextAndJson()
{
    const Outcome text = run({"trace", "a.json"});
    QCOMPARE(text.exitCode, 0);
    QVERIFY2(text.output.contains("Attention core"), text.output);
    const Outcome json = run({"trace", "a.json", "--json", "-"});
    const nlohmann::json typical = json.json()["traces"][0]["typical"];
    QCOMPARE(typical["duration"].get<double>(), 1.75);
    QCOMPARE(typical["compute"].get<double>(), 1.5);
    QCOMPARE(typical["exposedCommunication"].get<double>(), 0.25);
    QCOMPARE(typical["classes"]["matmul"]["time"].get<double>(), 1.0);
}

void TraceGapTest::severalRanks()
{
    const QTemporaryDir ranks;
    writeFile(ranks.filePath("0.json"), trace());
    writeFile(ranks.filePath("1.json"), trace("ncclDevKernel_AllGather_RING_LL"));
    const Outcome outcome = run({"trace", "--traces", ranks.path(), "--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    const nlohmann::json order = outcome.json()["order"];
    QCOMPARE(order["mismatches"].size(), std::size_t(1));
    QVERIFY(order["mismatches"][0]["position"] == 0);
    QVERIFY(order["mismatches"][0]["second"]["class"] == "allGather");
    const nlohmann::json step = outcome.json()["differences"][0];
    QVERIFY(step["term"] == "step");
    QCOMPARE(step["most"].get<double>(), 1.75);
    const Outcome gap = run({"gap", "--traces", ranks.path(), "--no-search", "--json", "-"});
    QCOMPARE(gap.exitCode, 0);
    QCOMPARE(gap.json()["measured"]["stepTime"].get<double>(), 1.75);
}

void TraceGapTest::ownRules()
{
    writeFile(m_folder.filePath("rules.json"), R"({"rules":[{"in":"name","pattern":"^flash_fwd","class":"linearAttention","source":"ours"}]})");
    const Outcome outcome = run({"trace", "a.json", "--trace-rules", "rules.json", "--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.json()["traces"][0]["typical"]["classes"].contains("linearAttention"));
    writeFile(m_folder.filePath("rules.json"), R"({"rules":[{"in":"name","pattern":"x","class":"gemm","source":"ours"}]})");
    const Outcome bad = run({"trace", "a.json", "--trace-rules", "rules.json"});
    QCOMPARE(bad.exitCode, 1);
    QVERIFY2(bad.errors.contains("rules.json: rules[0].class"), qPrintable(bad.errors));
}

void TraceGapTest::gapWithATrace()
{
    const QStringList words{"gap", "--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--devices", "8", "--set", "globalBatch=64", "--no-search"};
    const Outcome outcome = run(words + QStringList{"--trace", "a.json", "--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    const nlohmann::json json = outcome.json();
    QCOMPARE(json["measured"]["stepTime"].get<double>(), 1.75);
    double sum = json["expected"]["expected"].get<double>();
    for (const nlohmann::json &row : json["rows"])
        sum += row["lost"].get<double>();
    QVERIFY(std::abs(sum - 1.75) < 1e-9);
    QVERIFY(json["waterfall"].back()["id"] == "measured");
    for (const char *key : {"efficiencies", "links", "overlap", "dominant", "matches", "calibration", "advice", "flags"})
        QVERIFY2(json.contains(key), key);
    writeFile(m_folder.filePath("match.json"), R"({"matches":[{"pattern":"nvjet","modelled":"nobody"}]})");
    const Outcome bad = run(words + QStringList{"--trace", "a.json", "--match", "match.json"});
    QCOMPARE(bad.exitCode, 1);
    QVERIFY2(bad.errors.contains("nobody"), qPrintable(bad.errors));
    writeFile(m_folder.filePath("match.json"), R"({"matches":[{"pattern":"^nvjet","modelled":null}]})");
    const nlohmann::json traced = run(words + QStringList{"--trace", "a.json", "--match", "match.json", "--json", "-"}).json()["matches"]["traced"];
    QVERIFY(std::ranges::any_of(traced, [](const nlohmann::json &t) { return t["name"] == "nvjet_hsh_1" && t.value("reason", "") == "byHand"; }));
}

void TraceGapTest::gapWithAStepTime()
{
    const Outcome outcome = run({"gap", "--measured-step", "3.5", "--no-search", "--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.json()["rows"].size(), std::size_t(1));
    QCOMPARE(run({"gap", "--no-search"}).exitCode, 1);
    const Outcome fast = run({"gap", "--measured-step", "0.001", "--no-search"});
    QCOMPARE(fast.exitCode, 0);
    QVERIFY2(fast.errors.contains("below the bound"), qPrintable(fast.errors));
}

void TraceGapTest::wrongUse_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("nothing") << QStringList{"trace"} << 2;
    QTest::newRow("no such file") << QStringList{"trace", "none.json"} << 1;
    QTest::newRow("no such folder") << QStringList{"trace", "--traces", "none"} << 1;
    QTest::newRow("no number") << QStringList{"gap", "--measured-step", "soon"} << 1;
    QTest::newRow("rules of no trace") << QStringList{"gap", "--measured-step", "1", "--trace-rules", "r.json"} << 2;
    QTest::newRow("one file is still read") << QStringList{"trace", "a.json", "none.json"} << 1;
}

void TraceGapTest::wrongUse()
{
    QFETCH(QStringList, words);
    QFETCH(int, exitCode);
    const Outcome outcome = run(words);
    QCOMPARE(outcome.exitCode, exitCode);
    QVERIFY(!outcome.errors.isEmpty());
    QCOMPARE(outcome.output.isEmpty(), words.value(1) != "a.json");
}

QTEST_GUILESS_MAIN(TraceGapTest)
#include "trace_gap_test.moc"
