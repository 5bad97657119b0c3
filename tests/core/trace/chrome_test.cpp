// Chrome JSON of PyTorch and JAX: rows, times, details, collectives, on small made records.

#include "support/traces.h"
#include "trace/xla_rows.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class ChromeTest : public QObject
{
    Q_OBJECT

private slots:
    void kinetoRows();
    void firstKinetoRows();
    void clocks_data();
    void clocks();
    void exactTimes();
    void beginningsAndEnds();
    void order();
    void collectives();
    void counters();
    void devices();
    void xlaRows();
    void xlaRowsBesideStreams();
    void hloCollectives_data();
    void hloCollectives();
    void unclosedArray();
    void kinetoUnicode();
};

namespace {

using Lines = std::vector<std::string>;

// Complete events; `more` is put behind the name.
std::string row(const std::string &category, const std::string &name, const std::string &pid, const std::string &tid, const std::string &ts,
                  const std::string &dur, const std::string &args = "{}")
{
    return R"({"ph": "X", "cat": ")" + category + R"(", "name": ")" + name + R"(", "pid": )" + pid + R"(, "tid": )" + tid + R"(, "ts": )" + ts
           + R"(, "dur": )" + dur + R"(, "args": )" + args + "}";
}

std::string named(const std::string &what, const std::string &pid, const std::string &tid, const std::string &name)
{
    return R"({"ph":"M","name":")" + what + R"(","pid":)" + pid + R"(,"tid":)" + tid + R"(,"args":{"name":")" + name + R"("}})";
}

#define COMPARE_LINES(actual, ...)                                                                                                              \
    do {                                                                                                                                        \
        const Lines lines = actual, wanted = __VA_ARGS__;                                                                                       \
        for (std::size_t i = 0; i < std::min(lines.size(), wanted.size()); ++i)                                                                 \
            QCOMPARE(QString::fromStdString(lines[i]), QString::fromStdString(wanted[i]));                                                                                                   \
        QCOMPARE(lines.size(), wanted.size());                                                                                                  \
    } while (false)

} // namespace

void ChromeTest::kinetoRows()
{
    const auto trace = readBytes(kineto(named("process_name", "900", "0", "python") + ","
                                        + row("user_annotation", "ProfilerStep#3", "900", "900", "100", "50") + ","
                                        + row("user_annotation", "## forward ##", "900", "900", "101", "9") + ","
                                        + row("cpu_op", "aten::mm", "900", "900", "102", "5", R"({"Input Dims": [[8, 16], [16, 4], []], "External id": 7})") + ","
                                        + row("cuda_runtime", "cudaLaunchKernel", "900", "900", "103", "2", R"({"correlation": 41})") + ","
                                        + row("gpu_user_annotation", "ProfilerStep#3", "0", "7", "110", "30") + ","
                                        + row("gpu_user_annotation", "## forward ##", "0", "7", "110", "12") + ","
                                        + row("kernel", "gemm", "0", "7", "110", "10", R"({"device": 0, "stream": 7, "correlation": 41})") + ","
                                        + row("gpu_memcpy", "Memcpy DtoD", "0", "7", "121", "3", R"({"bytes": 4096})") + ","
                                        + row("gpu_memset", "Memset", "0", "7", "125", "1") + ","
                                        + row("cuda_sync", "Context Sync", "0", "-1", "110", "20"),
                                        R"("distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 16}, )"));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, std::string("kineto"));
    QCOMPARE(trace->rank.value(), 3);
    QCOMPARE(trace->worldSize.value(), 16);
    // Seven lanes: two of steps, two of annotations, syncs of no stream, kernels, copies and the host thread.
    QCOMPARE(summary(*trace), std::string("operators: 1 lanes, 1 events, 10000000 ps; transfers: 1 lanes, 2 events, 4000000 ps; "
                                          "steps: 2 lanes, 2 events, 80000000 ps; annotations: 3 lanes, 3 events, 41000000 ps; "
                                          "host: 1 lanes, 2 events, 7000000 ps"));
    COMPARE_LINES(eventLines(*trace), {"ProfilerStep#3 0+50000000 900 steps", "## forward ## 1000000+9000000 900 annotations",
                                       "aten::mm 2000000+5000000 900 host", "cudaLaunchKernel 3000000+2000000 900 host",
                                       "ProfilerStep#3 10000000+30000000 device 0 stream 7 steps",
                                       "## forward ## 10000000+12000000 device 0 stream 7 annotations",
                                       "gemm 10000000+10000000 device 0 stream 7 operators",
                                       "Memcpy DtoD 21000000+3000000 device 0 stream 7 transfers", "Memset 25000000+1000000 device 0 stream 7 transfers",
                                       "Context Sync 10000000+20000000 device 0 stream -1 annotations"});
    QCOMPARE(trace->lanes[0].process, std::string("python"));
    const TraceDetail &mm = trace->details[trace->events[2].detail];
    QCOMPARE(mm.shapes, std::string("[[8, 16], [16, 4], []]"));
    QCOMPARE(mm.category, std::string("cpu_op"));
    QCOMPARE(trace->events[3].correlation, std::uint64_t(41));
    QCOMPARE(trace->events[6].correlation, std::uint64_t(41));
    QCOMPARE(trace->details[trace->events[7].detail].bytes.value(), 4096.0);
    QCOMPARE(trace->devices.size(), std::size_t(1));
    QCOMPARE(trace->devices[0].name, std::string("NVIDIA H100"));
    QCOMPARE(trace->devices[0].memoryBytes.value(), 85899345920.0);
}

// As the profiler of 2021 wrote them: capitals, thread ids that are text, steps among the operators.
void ChromeTest::firstKinetoRows()
{
    const auto trace = readBytes(kineto(row("Operator", "ProfilerStep#1", "5", "\"5\"", "1623142623460000", "90") + ","
                                        + row("Operator", "aten::add", "5", "\"5\"", "1623142623460010", "10") + ","
                                        + row("Kernel", "add", "0", "\"stream 7\"", "1623142623460020", "4") + ","
                                        + row("Memcpy", "Memcpy HtoD", "0", "\"stream 7\"", "1623142623460030", "2")));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    COMPARE_LINES(eventLines(*trace), {"ProfilerStep#1 0+90000000 5 steps", "aten::add 10000000+10000000 5 host",
                                       "add 20000000+4000000 device 0 stream 7 operators", "Memcpy HtoD 30000000+2000000 device 0 stream 7 transfers"});
    QCOMPARE(trace->epoch, std::int64_t(1623142623460000000));
}

void ChromeTest::clocks_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("ts");
    QTest::addColumn<qint64>("epoch");
    QTest::newRow("since 1970") << "" << "1695835542515301" << qint64(1695835542515301000);
    QTest::newRow("since 1970, decimals") << "" << "1712195495406752.797" << qint64(1712195495406752797);
    // 1719853884000000000 + 4212936056568424 ns
    QTest::newRow("base") << R"("baseTimeNanoseconds": 1719853884000000000, )" << "4212936056568.424" << qint64(1724066820056568424);
    QTest::newRow("not said") << "" << "4212936056568.424" << qint64(0);
}

void ChromeTest::clocks()
{
    QFETCH(QString, base);
    QFETCH(QString, ts);
    QFETCH(qint64, epoch);
    const auto trace = readBytes(kineto(row("kernel", "k", "0", "7", ts.toStdString(), "1.5"), base.toStdString()));
    QVERIFY(trace);
    QCOMPARE(trace->epoch, epoch);
    COMPARE_LINES(eventLines(*trace), {"k 0+1500000 device 0 stream 7 operators"});
}

// A double holds 4212936056568.424 to a millisecond's 1/1000 only: 53 bits; the text is exact to the picosecond.
void ChromeTest::exactTimes()
{
    const auto trace = readBytes(kineto(row("kernel", "b", "0", "7", "4212936056568.424001", "0.000001") + ","
                                        + row("kernel", "a", "0", "7", "4212936056568.424", "9.99999949") + ","
                                        + row("kernel", "c", "0", "7", "4.2129360565685e12", "1e-3") + ","
                                        + row("kernel", "d", "0", "7", "\"4212936056569\"", "0")));
    QVERIFY(trace);
    COMPARE_LINES(eventLines(*trace), {"a 0+9999999 device 0 stream 7 operators", "b 1+1 device 0 stream 7 operators",
                                       "c 76000+1000 device 0 stream 7 operators", "d 576000+0 device 0 stream 7 operators"});
}

void ChromeTest::beginningsAndEnds()
{
    const auto phase = [](const char *ph, const char *name, int ts) {
        return QString(R"({"ph":"%1","cat":"kernel","name":"%2","pid":0,"tid":7,"ts":%3})").arg(ph, name).arg(ts).toStdString();
    };
    const auto trace = readBytes(kineto(phase("E", "lost", 1) + "," + phase("B", "outer", 2) + "," + phase("B", "inner", 3) + "," + phase("E", "inner", 5)
                                        + "," + phase("B", "inner", 6) + R"(,{"ph":"E","pid":0,"tid":7,"ts":7})" + "," + phase("E", "outer", 9) + ","
                                        + phase("B", "open", 10) + "," + phase("P", "sample", 11)));
    QVERIFY(trace);
    COMPARE_LINES(eventLines(*trace), {"outer 0+7000000 device 0 stream 7 operators", "inner 1000000+2000000 device 0 stream 7 operators",
                                       "inner 4000000+1000000 device 0 stream 7 operators"});
    Lines said;
    for (const Issue &issue : trace->issues)
        said.push_back(text(issue));
    COMPARE_LINES(said, {"t: events: 1 beginnings without an end are left out", "t: events: 1 ends without a beginning are left out",
                         "t: events: 1 events of phases that take no time (samples, objects, asynchronous ones) are left out"});
}

// Lanes in the order they appear, then starts, then the longest first; overlapping ones stay as they are.
void ChromeTest::order()
{
    const auto trace = readBytes(kineto(row("kernel", "late", "0", "7", "9", "5") + "," + row("kernel", "other", "0", "8", "1", "20") + ","
                                        + row("kernel", "short", "0", "7", "3", "1") + "," + row("kernel", "long", "0", "7", "3", "8") + ","
                                        + row("kernel", "negative", "0", "7", "3", "-8") + "," + row("kernel", "broken", "0", "7", "\"x\"", "8")));
    QVERIFY(trace);
    COMPARE_LINES(eventLines(*trace), {"long 2000000+8000000 device 0 stream 7 operators", "short 2000000+1000000 device 0 stream 7 operators",
                                       "late 8000000+5000000 device 0 stream 7 operators", "other 0+20000000 device 0 stream 8 operators"});
    QCOMPARE(trace->issues.size(), std::size_t(2));
    QCOMPARE(text(trace->issues[0]), std::string("t: events: 1 events of negative duration are left out"));
    QCOMPARE(text(trace->issues[1]), std::string("t: events: 1 events whose ts or dur is no time are left out"));
}

void ChromeTest::collectives()
{
    const auto trace = readBytes(kineto(row("kernel", "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL", "0", "22", "1", "2",
                                              R"({"Collective name": "_reduce_scatter_base", "In msg nelems": 4096, "Out msg nelems": 1024, "Group size": 4,
                                                  "dtype": "BFloat16", "Process Group Name": "13", "Process Group Ranks": "[0, 2, 4, 6]"})")));
    QVERIFY(trace);
    // bf16 takes 2 B: 8192 B before, 2048 B after.
    const TracedCollective wanted{"_reduce_scatter_base", 8192.0, 2048.0, "BFloat16", 4, "[0, 2, 4, 6]"};
    QVERIFY(trace->details[trace->events[0].detail].collective == wanted);
}

void ChromeTest::counters()
{
    const auto trace = readBytes(kineto(row("kernel", "k", "0", "7", "10", "1") + R"(,{"ph":"C","name":"power","pid":1,"tid":0,"ts":12,"args":{"watts":300.5,"power":7}},
        {"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":5,"tid":5,"ts":11,"s":"t","args":{"Total Allocated":1024,"Total Reserved":4096,"Device Id":0}})"));
    QVERIFY(trace);
    QCOMPARE(trace->counters.size(), std::size_t(4));
    QCOMPARE(trace->counters[0].name, std::string("power watts"));
    QCOMPARE(trace->counters[0].samples[0].value, 300.5);
    QCOMPARE(trace->counters[0].samples[0].time, std::int64_t(2000000));
    QCOMPARE(trace->counters[1].name, std::string("power"));
    QCOMPARE(trace->counters[2].name, std::string("Total Allocated"));
    QCOMPARE(trace->counters[2].device, 0);
    QCOMPARE(trace->counters[3].samples[0].value, 4096.0);
}

// A device that the list does not have gets the name that all of the list share, or none.
void ChromeTest::devices()
{
    const auto trace = readBytes(kineto(row("kernel", "k", "9", "2", "10", "1")));
    QVERIFY(trace);
    QCOMPARE(trace->devices.size(), std::size_t(1));
    QCOMPARE(trace->devices[0].index, 9);
    QCOMPARE(trace->devices[0].name, std::string("NVIDIA H100"));
    const auto two = readBytes(R"({"deviceProperties": [{"id": 0, "name": "A"}, {"id": 1, "name": "B"}], "traceEvents": [)"
                               + row("kernel", "k", "9", "2", "10", "1") + "]}");
    QVERIFY(two);
    QCOMPARE(two->devices[0].name, std::string());
}

void ChromeTest::xlaRows()
{
    const std::string device = R"({"displayTimeUnit":"ns","traceEvents":[)" + named("process_name", "3", "0", "/device:TPU:1") + ","
                               + named("process_name", "9", "0", "/host:CPU");
    std::string rows;
    int tid = 0;
    for (const char *line : {"Steps", "XLA Modules", "XLA Ops", "Async XLA Ops", "TC Overlay"}) {
        rows += "," + named("thread_name", "3", std::to_string(++tid), line);
        rows += R"(,{"ph":"X","pid":3,"tid":)" + std::to_string(tid) + R"(,"ts":1.000001,"dur":2,"name":"e","args":{"hlo_category":"convolution fusion",)"
                + R"x("model_flops":"1000","bytes_accessed":"20","long_name":"%e = f32[2] add(f32[2] %x)","tf_op":"jit(f)/dot"}})x";
    }
    const auto trace = readBytes(device + rows + R"(,{"ph":"X","pid":9,"tid":1,"ts":1,"dur":2,"name":"$wait"},{}]})");
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, std::string("xla_json"));
    COMPARE_LINES(eventLines(*trace), {"e 1+2000000 device 1 Steps steps", "e 1+2000000 device 1 XLA Modules modules",
                                       "e 1+2000000 device 1 XLA Ops operators", "e 1+2000000 device 1 Async XLA Ops transfers",
                                       "e 1+2000000 device 1 TC Overlay annotations", "$wait 0+2000000 1 host"});
    const TraceDetail wanted{"e", "convolution fusion", "jit(f)/dot", "%e = f32[2] add(f32[2] %x)", 1000.0, 20.0, std::nullopt};
    QVERIFY(trace->details[trace->events[2].detail] == wanted);
    QCOMPARE(trace->devices.size(), std::size_t(1));
}

void ChromeTest::xlaRowsBesideStreams()
{
    std::string rows = named("process_name", "3", "0", "/device:GPU:0");
    int tid = 0;
    for (const char *line : {"Stream #13(Compute)", "Stream #14(MemcpyH2D)", "XLA Ops", "Steps"}) {
        rows += "," + named("thread_name", "3", std::to_string(++tid), line);
        rows += R"(,{"ph":"X","pid":3,"tid":)" + std::to_string(tid) + R"(,"ts":1,"dur":2,"name":"e"})";
    }
    const auto trace = readBytes("[" + rows + "]");
    QVERIFY(trace);
    COMPARE_LINES(eventLines(*trace), {"e 0+2000000 device 0 Stream #13(Compute) operators", "e 0+2000000 device 0 Stream #14(MemcpyH2D) transfers",
                                       "e 0+2000000 device 0 XLA Ops annotations", "e 0+2000000 device 0 Steps steps"});
}

void ChromeTest::hloCollectives_data()
{
    QTest::addColumn<QString>("instruction");
    QTest::addColumn<QString>("read"); // operation inBytes outBytes dtype groupSize group
    QTest::newRow("all-reduce") << "%all-reduce.1 = bf16[1024,5120]{1,0:T(8,128)(2,1)S(1)} all-reduce(bf16[1024,5120]{1,0:T(8,128)(2,1)S(1)} %x), channel_id=3, "
                                   "replica_groups=[1,2]<=[2], use_global_device_ids=true"
                                << "all-reduce 10485760 10485760 bf16 2 [1,2]<=[2]";
    QTest::newRow("all-gather") << "%g = s32[2,1,8]{2,1,0} all-gather(s32[1,1,8]{2,1,0} %b), replica_groups={{0,1},{2,3}}, dimensions={0}"
                                << "all-gather 32 64 s32 2 {{0,1},{2,3}}";
    QTest::newRow("two operands") << "%r = (f32[4], f8e4m3fn[3]) all-reduce(f32[4] %a, f8e4m3fn[3] %b), replica_groups={}" << "all-reduce 19 19 f32 - {}";
    QTest::newRow("start") << "%s = ((bf16[8]), bf16[16]) all-gather-start(bf16[8] %p), replica_groups=[4,2]<=[8]" << "all-gather 16 - bf16 2 [4,2]<=[8]";
    QTest::newRow("done") << "%d = bf16[16] all-gather-done(((bf16[8]), bf16[16]) %s)" << "all-gather - 32 bf16 - ";
    QTest::newRow("no collective") << "%f = bf16[8] fusion(bf16[8] %all-reduce.1), kind=kLoop" << "none";
    QTest::newRow("no instruction") << "all-reduce.1" << "none";
    QTest::newRow("unclosed") << "%f = (bf16[8] all-reduce(bf16[8" << "none";
    QTest::newRow("unknown type") << "%f = x7[8] all-reduce(x7[8] %x)" << "all-reduce - - x7 - ";
}

void ChromeTest::hloCollectives()
{
    QFETCH(QString, instruction);
    QFETCH(QString, read);
    const auto c = hloCollective(instruction.toStdString());
    const auto number = [](const auto &value) { return value ? QString::number(static_cast<qint64>(*value)) : QString("-"); };
    const QString found = c ? QString::fromStdString(c->operation) + ' ' + number(c->inBytes) + ' ' + number(c->outBytes) + ' '
                                  + QString::fromStdString(c->dtype) + ' ' + number(c->groupSize) + ' ' + QString::fromStdString(c->group)
                            : QString("none");
    QCOMPARE(found, read);
}

void ChromeTest::unclosedArray()
{
    for (const char *end : {"", ",", " ,\n", "]"}) {
        const auto trace = readBytes("[" + row("kernel", "k", "0", "7", "1", "2") + end);
        QVERIFY2(trace, end);
        QCOMPARE(trace->events.size(), std::size_t(1));
    }
}

void ChromeTest::kinetoUnicode()
{
    const auto trace = readBytes(kineto(row("kernel", R"(\u6838\ud83d\ude80 \"k\"\n核)", "0", "7", "1", "2")));
    QVERIFY(trace);
    QCOMPARE(trace->details[0].name, std::string("核🚀 \"k\"\n核"));
}

QTEST_APPLESS_MAIN(ChromeTest)
#include "chrome_test.moc"
