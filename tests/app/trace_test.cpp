// headroom trace: a folder of records of several kinds, one of which is none.

#include "program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

class TraceTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void folderAsJson();
    void text();
    void nothingNamed();

private:
    QTemporaryDir m_folder;
};

void TraceTest::initTestCase()
{
    QByteArray events;
    for (int i = 0; i < 4; ++i)
        events += QString(R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":%1,"dur":80},)").arg(100 * i).toUtf8();
    writeFile(m_folder.filePath("a.json"),
              R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100"}],"traceEvents":[)" + events + "{}]}");
    writeFile(m_folder.filePath("b.csv"), "step,step_time_ms\n1,20\n2,10\n3,10\n");
    writeFile(m_folder.filePath("c.nsys-rep"), "NVIDIA Tegra Profiler Report");
}

void TraceTest::folderAsJson()
{
    const Outcome outcome = runProgram({"trace", "--traces", m_folder.path(), "--json", "-"});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("nsys export --type sqlite"), qPrintable(outcome.errors));
    const nlohmann::json all = outcome.json();
    QCOMPARE(all["traces"].size(), std::size_t(2));
    const nlohmann::json &kineto = all["traces"][0], &steps = all["traces"][1];
    QVERIFY(kineto["format"] == "kineto");
    QVERIFY(kineto["devices"][0]["name"] == "NVIDIA H100");
    QVERIFY(kineto["lanes"]["operators"]["events"] == 4);
    // Four kernels of 80 us, the last one from 300 us on.
    QCOMPARE(kineto["lanes"]["operators"]["time"].get<double>(), 320e-6);
    QCOMPARE(kineto["span"].get<double>(), 380e-6);
    QVERIFY(steps["format"] == "step_csv");
    QVERIFY(steps["lanes"]["steps"]["events"] == 3);
    QCOMPARE(steps["span"].get<double>(), 40e-3);
    QCOMPARE(all["refused"].size(), std::size_t(1));
    QVERIFY(all["refused"][0]["file"].get<std::string>().ends_with("c.nsys-rep"));
    QVERIFY(all["refused"][0]["message"].get<std::string>().starts_with("is a report of Nsight Systems"));
}

void TraceTest::text()
{
    const Outcome outcome = runProgram({"trace", m_folder.filePath("a.json"), m_folder.filePath("b.csv")});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.output.contains("operators 1 lane, 4 events, 320 us; 380 us from first to last"), outcome.output);
    QVERIFY2(outcome.output.contains("steps 1 lane, 3 events, 40 ms; 40 ms from first to last"), outcome.output);
    QVERIFY2(outcome.output.contains("p50 10 ms"), outcome.output);
}

void TraceTest::nothingNamed()
{
    const Outcome outcome = runProgram({"trace"});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY(outcome.errors.contains("--traces"));
}

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
