// Perfetto's protobuf and rocprofv3's JSON, on small records written by hand.

#include "support/named_issues.h"
#include "support/traces.h"
#include "support/wire.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class PerfettoTest : public QObject
{
    Q_OBJECT

private slots:
    void slices();
    void incrementalClock();
    void xlaTracks();
    void perfettoRefused_data();
    void perfettoRefused();
    void cutShort();
    void rocprof();
    void symbolsAfterTheirKernels();
    void rocprofRefused();
};

namespace {

using std::string;

// A packet of sequence 1; a slice's type 1 begins, 2 ends.
string packet(const string &fields) { return field(1, fields + field(10, 1)); }
string slice(std::uint64_t time, unsigned type, std::uint64_t track, const string &more = {})
{
    return packet(field(8, time) + field(11, field(9, type) + field(11, track) + more));
}
string track(std::uint64_t id, const string &name) { return packet(field(60, field(1, id) + field(2, name))); }

string record()
{
    return packet(field(13, 1) + field(12, field(1, field(1, 5) + field(2, string("kernel_dispatch"))) + field(2, field(1, 6) + field(2, string("gemm"))) +
                                       field(3, field(1, 7) + field(2, string("corr_id")))))
           + track(100, "COMPUTE AGENT [4] QUEUE [0] (GPU)") + track(101, "COPY to AGENT [4] THREAD [9]") + track(102, "THREAD 9")
           + slice(1000, 1, 100, field(3, 5) + field(10, 6) + field(4, field(1, 7) + field(3, 41))) + slice(1005, 1, 102, field(22, string("hip_api")) + field(23, string("hipLaunchKernel")))
           + slice(1010, 2, 102) + slice(1500, 2, 100) + slice(1510, 1, 101, field(22, string("memory_copy")) + field(23, string("HOST_TO_DEVICE"))) + slice(1530, 2, 101)
           + slice(1540, 2, 101) + slice(1550, 1, 100, field(3, 5) + field(10, 6)) + slice(1560, 3, 100);
}

void compareLines(const Trace &trace, const std::vector<string> &wanted)
{
    const auto lines = eventLines(trace);
    for (std::size_t i = 0; i < std::min(lines.size(), wanted.size()); ++i)
        QCOMPARE(QString::fromStdString(lines[i]), QString::fromStdString(wanted[i]));
    QCOMPARE(lines.size(), wanted.size());
}

} // namespace

void PerfettoTest::slices()
{
    for (const string &bytes : {record(), gzip(record())}) {
        const auto trace = readBytes(bytes);
        QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
        QCOMPARE(trace->format, string("perfetto"));
        compareLines(*trace, {"gemm 0+500000 device 4 COMPUTE AGENT [4] QUEUE [0] (GPU) operators", "hipLaunchKernel 5000+5000 THREAD 9 host",
                              "HOST_TO_DEVICE 510000+20000 device 4 COPY to AGENT [4] THREAD [9] transfers"});
        QCOMPARE(trace->events[0].correlation, std::uint64_t(41));
        QCOMPARE(trace->details[trace->events[0].detail].category, string("kernel_dispatch"));
        QCOMPARE(trace->devices.size(), std::size_t(1));
        QCOMPARE(trace->issues.size(), std::size_t(3)); // an open slice, an end too many, an instant
    }
}

// The clock of the sequence counts microseconds from packet to packet, from 1000 us on.
void PerfettoTest::incrementalClock()
{
    const string clocks = packet(field(59, field(58, 64)) + field(6, field(1, field(1, 6) + field(2, 1'000'000)) + field(1, field(1, 64) + field(2, 1000) + field(3, 1) + field(4, 1000))));
    const string kernel = field(22, string("kernel")) + field(23, string("k"));
    const auto trace = readBytes(clocks + slice(5, 1, 1, kernel) + slice(3, 2, 1) + packet(field(8, 1'010'000) + field(58, 6) + field(11, field(9, 1) + field(11, 1) + kernel))
                                 + slice(4, 2, 1));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    // 1005 to 1008 us; 1010 (stated in ns of the machine's clock) to 1012 us.
    compareLines(*trace, {"k 0+3000000 device 0  operators", "k 5000000+2000000 device 0  operators"});
}

void PerfettoTest::xlaTracks()
{
    const auto trace = readBytes(packet(field(60, field(1, 1) + field(3, field(1, 3) + field(6, string("/device:TPU:1")))))
                                 + packet(field(60, field(1, 2) + field(5, 1) + field(4, field(5, string("XLA Ops"))))) + slice(10, 1, 2, field(23, string("fusion")))
                                 + slice(12, 2, 2));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    compareLines(*trace, {"fusion 0+2000 device 1 XLA Ops operators"});
}

void PerfettoTest::perfettoRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char *name, const string &bytes, const char *complaint) { QTest::newRow(name) << QByteArray::fromStdString(bytes) << complaint; };
    row("host only", slice(1, 1, 1, field(23, string("f"))) + slice(2, 2, 1), "t: track_event: no slice is a device's");
    row("length", record() + varint(1 << 3 | 2) + varint(0xffffffffU), "a protobuf field claims more bytes than are left: 4294967295 > 0");
    row("packet", record() + field(1, string("\x58\xff", 2)), "the fields of a protobuf message do not fit its length: 2");
}

void PerfettoTest::perfettoRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, complaint);
    const QString said = QString::fromStdString(refusal(bytes.toStdString()));
    QVERIFY2(said.contains(complaint), qPrintable(said));
}

void PerfettoTest::cutShort()
{
    const string whole = record();
    for (std::size_t length = 1; length < whole.size(); ++length) {
        const auto trace = readTraceBytes(std::string_view(whole).substr(0, length), "t");
        QVERIFY2(trace || isNamed(trace.error().front()), qPrintable(QString::number(length)));
    }
}

namespace {

const string agents = R"("agents": [{"id": {"handle": 7}, "type": 1, "name": "CPU", "logical_node_type_id": 0},
    {"id": {"handle": 9}, "type": 2, "name": "gfx942", "product_name": "AMD Instinct MI300X", "logical_node_type_id": 3}],)";
const string symbols = R"x("kernel_symbols": [{"kernel_id": 5, "kernel_name": "_Z1kv.kd", "formatted_kernel_name": "k()"}])x";
const string dispatches = R"("buffer_records": {"kernel_dispatch": [
    {"kind": 1, "correlation_id": {"internal": 41, "external": 0}, "start_timestamp": 63857982592000, "end_timestamp": 63857982594840,
     "dispatch_info": {"agent_id": {"handle": 9}, "queue_id": {"handle": 2}, "kernel_id": 5, "grid_size": {"x": 1}}},
    {"start_timestamp": 63857982595000, "end_timestamp": 63857982595001, "dispatch_info": {"agent_id": {"handle": 9}, "queue_id": {"handle": 3}, "kernel_id": 6}}],
    "memory_copy": [{"kind": 1, "operation": 1, "start_timestamp": 63857982596000, "end_timestamp": 63857982597000, "src_agent_id": {"handle": 7}, "dst_agent_id": {"handle": 9}, "bytes": 64}],
    "hip_api": [{"kind": 0, "operation": 0, "thread_id": 12, "start_timestamp": 63857982591000, "end_timestamp": 63857982592000}]})";
const string words = R"("strings": {"buffer_records": [{"kind": "HIP_API", "operations": ["hipMalloc"]}, {"kind": "MEMORY_COPY", "operations": ["NONE", "HOST_TO_DEVICE"]}]},)";

string tool(const string &content) { return R"({"rocprofiler-sdk-tool": [{"metadata": {"pid": 1},)" + content + "}]}"; }

} // namespace

void PerfettoTest::rocprof()
{
    const auto trace = readBytes(tool(agents + words + symbols + "," + dispatches));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->format, string("rocprof"));
    compareLines(*trace, {"k() 1000000+2840000 device 3 queue 2 operators", "kernel 6 4000000+1000 device 3 queue 3 operators",
                          "HOST_TO_DEVICE 5000000+1000000 device 3 copies transfers", "hipMalloc 0+1000000 12 host"});
    QCOMPARE(trace->events[0].correlation, std::uint64_t(41));
    QCOMPARE(trace->details[trace->events[2].detail].bytes.value(), 64.0);
    QCOMPARE(trace->devices.size(), std::size_t(1));
    QCOMPARE(trace->devices[0].name, string("AMD Instinct MI300X"));
    QCOMPARE(trace->epoch, std::int64_t(0));
}

void PerfettoTest::symbolsAfterTheirKernels()
{
    const auto trace = readBytes(tool(dispatches + "," + agents + symbols));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->details[trace->events[0].detail].name, string("k()"));
}

void PerfettoTest::rocprofRefused()
{
    QVERIFY(QString::fromStdString(refusal(tool(agents + symbols))).contains("record with rocprofv3 --kernel-trace"));
    const string whole = tool(agents + dispatches);
    QVERIFY(QString::fromStdString(refusal(whole.substr(0, whole.size() - 3))).contains("the JSON ends before it is complete"));
}

QTEST_APPLESS_MAIN(PerfettoTest)
#include "perfetto_test.moc"
