// Records that are tables: the databases of Nsight Systems, CSV, nccl-tests; and files that are known and refused.

#include "support/named_issues.h"
#include "support/traces.h"
#include "trace/line_input.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class TablesTest : public QObject
{
    Q_OBJECT

private slots:
    void nsys();
    void olderNsys();
    void statsCsv_data();
    void statsCsv();
    void enterAndLeave();
    void steps_data();
    void steps();
    void headingLongerThanTheLook();
    void ncclTests();
    void commaSeparatedValues();
    void refused_data();
    void refused();
    void cutDatabases();
};

namespace {

using std::string;

void compareLines(const Trace &trace, const std::vector<string> &wanted)
{
    const auto lines = eventLines(trace);
    for (std::size_t i = 0; i < std::min(lines.size(), wanted.size()); ++i)
        QCOMPARE(QString::fromStdString(lines[i]), QString::fromStdString(wanted[i]));
    QCOMPARE(lines.size(), wanted.size());
}

const string strings = "CREATE TABLE StringIds (id INTEGER, value TEXT); INSERT INTO StringIds VALUES (1, 'gemm<float>'), (2, 'cudaLaunchKernel'), (3, 'step'), "
                       "(4, 'python'), (5, 'ncclDevKernel_AllReduce');";

} // namespace

void TablesTest::nsys()
{
    const auto trace = readBytes(database(strings + R"(
        CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, correlationId, demangledName, shortName);
        INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1000, 1500, 1, 7, 41, 1, 1), (1200, 1300, 1, 9, 42, 5, 5);
        CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, streamId, correlationId, bytes, copyKind);
        INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1600, 1700, 1, 7, 43, 4096, 2);
        CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id, name, label);
        INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (2, 'DTOH', 'Device-to-Host');
        CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, correlationId, nameId);
        INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (900, 950, 281474976710657, 41, 2);
        CREATE TABLE NVTX_EVENTS (start, end, globalTid, text, textId);
        INSERT INTO NVTX_EVENTS VALUES (800, 1800, 281474976710657, NULL, 3), (805, 900, 281474976710657, 'forward', NULL), (850, NULL, 1, 'mark', NULL);
        CREATE TABLE ThreadNames (nameId, globalTid); INSERT INTO ThreadNames VALUES (4, 281474976710657);
        CREATE TABLE TARGET_INFO_GPU (id, name, totalMemory, memoryBandwidth);
        INSERT INTO TARGET_INFO_GPU VALUES (0, 'other', 1, 1), (1, 'NVIDIA H100 80GB HBM3', 85899345920, 3352000000000);
        CREATE TABLE TARGET_INFO_SESSION_START_TIME (utcEpochNs); INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1696392839587175550);)"));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, string("nsys_sqlite"));
    compareLines(*trace, {"gemm<float> 200000+500000 device 1 stream 7 operators", "ncclDevKernel_AllReduce 400000+100000 device 1 stream 9 operators",
                          "Memcpy Device-to-Host 800000+100000 device 1 stream 7 transfers", "step 0+1000000 python annotations",
                          "forward 5000+95000 python annotations", "cudaLaunchKernel 100000+50000 python host"});
    QCOMPARE(trace->events[0].correlation, std::uint64_t(41));
    QCOMPARE(trace->details[trace->events[2].detail].bytes.value(), 4096.0);
    QCOMPARE(trace->epoch, std::int64_t(1696392839587175550 + 800));
    QCOMPARE(trace->devices.size(), std::size_t(1));
    QCOMPARE(trace->devices[0].name, string("NVIDIA H100 80GB HBM3"));
    QCOMPARE(trace->devices[0].bytesPerSecond.value(), 3352e9);
    QCOMPARE(text(trace->issues.at(0)), string("t: events: 1 marks and open ranges are left out"));
}

// Without the tables and columns that later versions have.
void TablesTest::olderNsys()
{
    const auto trace = readBytes(database(strings + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, shortName);"
                                                    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 30, 0, 7, 1), (50, 40, 0, 7, 1);"
                                                    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start, end, deviceId, streamId, copyKind);"
                                                    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (31, 32, 0, 7, 1);"));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    compareLines(*trace, {"gemm<float> 0+20000 device 0 stream 7 operators", "Memcpy 1 21000+1000 device 0 stream 7 transfers"});
    QCOMPARE(text(trace->issues.at(0)), string("t: events: 1 events of negative duration are left out"));
}

void TablesTest::statsCsv_data()
{
    QTest::addColumn<QString>("table");
    const QString rows = "%1,500,41,1,\"NVIDIA H100 (2)\",1,7,\"void gemm<1, 2>(float, \"\"x\"\")\"\n%2,100,42,4.096,\"NVIDIA H100 (2)\",1,7,[CUDA memcpy Device-to-Host]\n";
    QTest::newRow("now") << "Start (ns),Duration (ns),CorrId,Bytes (KB),Device,Ctx,Strm,Name\n" + rows.arg(1000).arg(1600);
    QTest::newRow("before") << "Start(nsec),Duration(nsec),CorrId,Bytes (KB),Device,Context,Strm,Name\r\n" + rows.arg(1000).arg(1600);
    QTest::newRow("as nsys prints it") << "Processing [x.sqlite] with [cuda_gpu_trace.py]... \n\nStart (ns),Duration (ns),CorrId,Bytes (KB),Device,Ctx,Strm,Name\n" + rows.arg(1000).arg(1600) + "\n";
    QTest::newRow("microseconds") << "Start (us),Duration (ns),CorrId,Size (KB),Device,Ctx,Strm,Name\n" + rows.arg("1.0").arg("1.6");
}

void TablesTest::statsCsv()
{
    QFETCH(QString, table);
    const auto trace = readBytes(table.toStdString());
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, string("nsys_csv"));
    compareLines(*trace, {"void gemm<1, 2>(float, \"x\") 0+500000 device 2 stream 7 operators", "[CUDA memcpy Device-to-Host] 600000+100000 device 2 stream 7 transfers"});
    QCOMPARE(trace->details[trace->events[1].detail].bytes.value(), 4096.0);
    QCOMPARE(trace->devices.at(0).name, string("NVIDIA H100"));
    QCOMPARE(trace->events[0].correlation, std::uint64_t(41));
}

void TablesTest::enterAndLeave()
{
    const auto trace = readBytes("Name,streamId,type,bytes,Trace Type,Event Type,Timestamp (ns)\nk,7,kernel,,gpu_trace,Enter,100\nk,7,kernel,,gpu_trace,Leave,130\n"
                                 "Memcpy,7,memcpy,16,gpu_trace,Enter,140\nMemcpy,7,memcpy,16,gpu_trace,Leave,150\nk,7,kernel,,gpu_trace,Leave,160\n"
                                 "k,7,kernel,,gpu_trace,Enter,170\n");
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    compareLines(*trace, {"k 0+30000 device 0 stream 7 operators", "Memcpy 40000+10000 device 0 stream 7 transfers"});
    QCOMPARE(trace->issues.size(), std::size_t(2));
}

void TablesTest::steps_data()
{
    QTest::addColumn<QString>("table");
    QTest::newRow("milliseconds") << "step,step_time_ms,loss\n10,1.5,3\n11,2,2\n";
    QTest::newRow("seconds") << "iteration,Step Time (s)\n10,0.0015\n11,2e-3";
    QTest::newRow("unit as name") << "seconds,iter\r\n0.0015,10\r\n0.002,11\r\n\r\n";
}

void TablesTest::steps()
{
    QFETCH(QString, table);
    const auto trace = readBytes(table.toStdString());
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, string("step_csv"));
    compareLines(*trace, {"10 0+1500000000 steps steps", "11 1500000000+2000000000 steps steps"});
    QVERIFY(trace->devices.empty());
}

// The file is known by the first 4096 bytes of its heading; a column that only looked like a time because the cut fell into its name is none.
void TablesTest::headingLongerThanTheLook()
{
    const QString said = QString::fromStdString(refusal(string(4089, 'x') + ",time_sum_ms\n1,2\n"));
    QVERIFY2(said.contains("line 1") && said.contains("no column is a step's time"), qPrintable(said));
}

void TablesTest::ncclTests()
{
    const string ranks = "# nThread 1 nGpus 4 minBytes 8 maxBytes 1024 step: 2(factor)\n# Using devices\n"
                         "#  Rank  0 Group  0 Pid  9 on       host device  0 [0x07] NVIDIA H100\n#  Rank  1 Group  0 Pid  9 on       host device  1 [0x08] NVIDIA H100\n"
                         "#                                                out-of-place                       in-place\n"
                         "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong\n"
                         "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n"
                         "        1024           256     float    none      -1    32.65    0.03    0.02      0    31.74    0.03    0.02      0\n"
                         "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 0.02\n";
    const auto trace = readBytes("# Collective test starting: all_gather_perf\n" + ranks);
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, string("nccl_tests"));
    compareLines(*trace, {"all_gather out of place 0+32650000 device 0 nccl-tests operators", "all_gather in place 32650000+31740000 device 0 nccl-tests operators"});
    // The size of an all-gather is what a rank ends with: 1024 B on two ranks, 512 B each before.
    QVERIFY(trace->details[trace->events[0].detail].collective == (TracedCollective{"all_gather", 512.0, 1024.0, "float", 2, ""}));
    QCOMPARE(trace->devices.at(0).name, string("NVIDIA H100"));
    const auto unnamed = readBytes(ranks);
    QVERIFY(unnamed);
    QVERIFY(!unnamed->details[unnamed->events[0].detail].collective->inBytes);
    QCOMPARE(text(unnamed->issues.at(0)), string("t: line 1: does not say which collective it measured: keep the line of the command"));
}

void TablesTest::commaSeparatedValues()
{
    using Values = std::vector<string>;
    QVERIFY(commaSeparated("a, b ,\"c, d\",\"e \"\"f\"\"\",") == (Values{"a", "b", "c, d", "e \"f\"", ""}));
    QVERIFY(commaSeparated("") == (Values{""}));
    QVERIFY(commaSeparated("\"open, to the end") == (Values{"open, to the end"}));
}

void TablesTest::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char *name, const string &bytes, const char *complaint) { QTest::newRow(name) << QByteArray::fromStdString(bytes) << complaint; };
    string tar(600, '\0');
    tar.replace(0, 15, "data/chakra0.et");
    tar.replace(257, 5, "ustar");
    row("nsys-rep", "NVIDIA Tegra Profiler Report 2025@5", "run nsys export --type sqlite on it");
    row("Chakra archive", tar, "holds Chakra execution traces");
    row("Chakra archive, gzip", gzip(tar), "holds Chakra execution traces");
    row("Chakra", R"({"schema": "1.1.1-chakra.0.0.4", "nodes": []})", "is a Chakra execution trace");
    row("zip", string("PK\x03\x04") + "xx", "is a zip archive");
    row("zstd", "\x28\xb5\x2f\xfdxx", "is packed with zstd");
    row("another database", database("CREATE TABLE things (a); CREATE TABLE others (b);"), "t: CUPTI_ACTIVITY_KIND_KERNEL: is a database, but no export of Nsight Systems; its tables: others, things");
    row("no GPU", database(strings + "CREATE TABLE META_DATA_EXPORT (name, value); CREATE TABLE OSRT_API (start);"), "without activities of a GPU");
    row("no kernels", database(strings + "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start, end, globalTid, nameId); INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (1, 2, 3, 2);"),
        "holds no kernel and no copy: record with nsys profile --trace=cuda,nvtx");
    row("packed database", gzip(database("CREATE TABLE things (a);")), "unpack it with gunzip");
    row("view", database("CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS SELECT 1 AS start; CREATE TABLE StringIds (id, value);"), "is a database, but no export");
    row("empty table", "Start (ns),Duration (ns),Strm,Name\n", "t: line 1: the table has no row of a kernel or copy");
    row("no unit", "Start,Duration,Strm,Name\n1,2,3,k\n", "t: line 1: the time's unit is not given");
    row("no steps", "step,time_ms\n", "t: line 1: no step follows the heading");
    row("step", "step,time_ms\n1,12\n2,fast\n", "t: line 3: the step's time is no number from 0 to 53 days: fast");
    row("long line", "step,time_ms\n" + string(2'000'000, '1'), "t: line 2: the line has more than 1048576 bytes");
    row("nccl-tests", "# out-of-place in-place\n# algbw busbw\n", "t: line 2: no row of sizes and times follows the heading");
    row("nccl time", "# out-of-place in-place\n# algbw busbw\n8 2 float sum -1 x 0 0 0 1 0 0 0\n", "t: line 3: the collective's time is no number of microseconds: x");
}

void TablesTest::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, complaint);
    const auto trace = readTraceBytes(bytes.toStdString(), "t");
    QVERIFY(!trace);
    QVERIFY(isNamed(trace.error().front()));
    const QString said = QString::fromStdString(text(trace.error().front()));
    QVERIFY2(said.contains(complaint), qPrintable(said));
}

void TablesTest::cutDatabases()
{
    string whole = database(strings + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, shortName);"
                                      "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 30, 0, 7, 1);");
    for (std::size_t length = 16; length < whole.size(); length += 101) {
        const auto trace = readTraceBytes(std::string_view(whole).substr(0, length), "t");
        QVERIFY2(!trace, qPrintable(QString::number(length)));
        QVERIFY2(isNamed(trace.error().front()), qPrintable(QString::fromStdString(text(trace.error().front()))));
    }
    for (std::size_t at = 100; at < whole.size(); at += 37) { // a flipped byte is read or refused, never worse
        string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
        const auto trace = readTraceBytes(flipped, "t");
        QVERIFY(trace || isNamed(trace.error().front()));
    }
}

QTEST_APPLESS_MAIN(TablesTest)
#include "tables_test.moc"
