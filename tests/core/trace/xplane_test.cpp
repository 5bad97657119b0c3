// XLA's protobuf, on planes written by hand: rows of TPUs and GPUs, names that stand behind their users, broken lengths.

#include "support/named_issues.h"
#include "support/traces.h"
#include "support/wire.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class XplaneTest : public QObject
{
    Q_OBJECT

private slots:
    void tpu();
    void gpu();
    void longTimes();
    void epochs();
    void unnamedEvents();
    void cutShort();
    void broken_data();
    void broken();
};

namespace {

using std::string;

string traced(std::uint64_t metadata, std::uint64_t offset, std::uint64_t duration, const string &stats = {})
{
    return field(4, field(1, metadata) + field(2, offset) + field(3, duration) + stats);
}
string line(const string &name, std::uint64_t timestamp, const string &events) { return field(3, field(1, 7) + field(2, name) + field(3, timestamp) + events); }
string eventName(std::uint64_t id, const string &name, const string &more = {}) { return field(4, field(1, id) + field(2, field(1, id) + field(2, name) + more)); }
string statName(std::uint64_t id, const string &name) { return field(5, field(1, id) + field(2, field(1, id) + field(2, name))); }
string plane(const string &name, const string &fields) { return field(1, field(1, 3) + field(2, name) + fields); }

// One step of a program: an all-reduce and the module around it, an asynchronous copy, and the host's thread.
string tpuRecord()
{
    const string reduce = "%all-reduce.1 = bf16[4,8]{1,0} all-reduce(bf16[4,8]{1,0} %x), replica_groups=[1,4]<=[4]";
    const string stats = field(5, field(1, 20) + field(5, string("all-reduce"))) + field(5, field(1, 21) + field(3, 640)) + field(5, field(1, 22) + field(3, 64))
                         + field(5, field(1, 23) + field(7, 24));
    return plane("/device:TPU:2", line("XLA Modules", 5, traced(1, 1000, 9000)) + line("XLA Ops", 5, traced(2, 2000, 3000) + traced(2, 6000, 4000))
                                      + line("Async XLA Ops", 5, traced(3, 2500, 500)) + line("Steps", 5, traced(4, 1000, 9000))
                                      + eventName(1, "jit_step(123)") + eventName(2, reduce, field(4, string("all-reduce.1")) + stats)
                                      + eventName(3, "%copy-start = (f32[2]) copy-start(f32[2] %y)", field(4, string("copy-start"))) + eventName(4, "17")
                                      + statName(20, "hlo_category") + statName(21, "model_flops") + statName(22, "bytes_accessed") + statName(23, "tf_op")
                                      + statName(24, "jit(step)/psum") + statName(30, "device_type_string") + statName(31, "peak_teraflops_per_second")
                                      + statName(32, "peak_hbm_bw_gigabytes_per_second") + field(6, field(1, 30) + field(5, string("TPU v6 Lite")))
                                      + field(6, field(1, 31) + doubleField(2, 918.0)) + field(6, field(1, 32) + doubleField(2, 1638.0)))
           + plane("/host:CPU", line("python", 6, traced(1, 0, 20000)) + eventName(1, "step"))
           + plane("Task Environment", statName(1, "profile_start_time") + field(6, field(1, 1) + field(3, 1741722099081044120)));
}

void compareLines(const Trace &trace, const std::vector<string> &wanted)
{
    const auto lines = eventLines(trace);
    for (std::size_t i = 0; i < std::min(lines.size(), wanted.size()); ++i)
        QCOMPARE(QString::fromStdString(lines[i]), QString::fromStdString(wanted[i]));
    QCOMPARE(lines.size(), wanted.size());
}

} // namespace

void XplaneTest::tpu()
{
    for (const string &bytes : {tpuRecord(), gzip(tpuRecord())}) {
        const auto trace = readBytes(bytes);
        QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
        QCOMPARE(trace->format, string("xplane"));
        // Time 0 is the first event: 5 ns + 1000 ps on the device.
        compareLines(*trace, {"jit_step(123) 0+9000 device 2 XLA Modules modules", "all-reduce.1 1000+3000 device 2 XLA Ops operators",
                              "all-reduce.1 5000+4000 device 2 XLA Ops operators", "copy-start 1500+500 device 2 Async XLA Ops transfers",
                              "17 0+9000 device 2 Steps steps", "step 0+20000 python host"});
        const TraceDetail &reduce = trace->details[trace->events[1].detail];
        QCOMPARE(reduce.category, string("all-reduce"));
        QCOMPARE(reduce.scope, string("jit(step)/psum"));
        QCOMPARE(reduce.flops.value(), 640.0);
        QCOMPARE(reduce.bytes.value(), 64.0);
        // 4 x 8 of 2 B each.
        QVERIFY(reduce.collective == (TracedCollective{"all-reduce", 64.0, 64.0, "bf16", 4, "[1,4]<=[4]"}));
        QCOMPARE(trace->devices.size(), std::size_t(1));
        QCOMPARE(trace->devices[0].index, 2);
        QCOMPARE(trace->devices[0].name, string("TPU v6 Lite"));
        QCOMPARE(trace->devices[0].peakFlopsPerSecond.value(), 918e12);
        QCOMPARE(trace->devices[0].bytesPerSecond.value(), 1638e9);
        QCOMPARE(trace->epoch, std::int64_t(1741722099081044126));
    }
}

// Lines beside streams repeat what the streams hold; an event's own stats name its operation.
void XplaneTest::gpu()
{
    const string stats = field(4, field(1, 1) + field(4, 41)) + field(4, field(1, 2) + field(7, 3));
    const auto trace = readBytes(plane("/device:GPU:0", line("Stream #13(Compute)", 0, traced(1, 10, 5, stats) + traced(1, 20, 5, field(4, field(1, 1) + field(4, 42))))
                                                            + line("Stream #14(MemcpyD2H)", 0, traced(2, 12, 2)) + line("XLA Ops", 0, traced(1, 10, 15))
                                                            + line("TensorFlow Name Scope", 0, traced(2, 10, 15)) + eventName(1, "gemm") + eventName(2, "copy")
                                                            + statName(1, "correlation_id") + statName(2, "tf_op") + statName(3, "jit(f)/dot")
                                                            + statName(4, "memory_size") + field(6, field(1, 4) + field(3, 80000000000))));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    compareLines(*trace, {"gemm 0+5 device 0 Stream #13(Compute) operators", "gemm 10+5 device 0 Stream #13(Compute) operators",
                          "copy 2+2 device 0 Stream #14(MemcpyD2H) transfers", "gemm 0+15 device 0 XLA Ops annotations",
                          "copy 0+15 device 0 TensorFlow Name Scope annotations"});
    QCOMPARE(trace->events[0].correlation, std::uint64_t(41));
    QCOMPARE(trace->events[1].correlation, std::uint64_t(42));
    QCOMPARE(trace->details[trace->events[0].detail].scope, string("jit(f)/dot"));
    QCOMPARE(trace->details[trace->events[1].detail].scope, string());
    QCOMPARE(trace->devices[0].memoryBytes.value(), 8e10);
}

// Three events of 2^61 ps, 27 days, one after the other: sums beyond 2^62 fit 64 bits; a duration beyond 2^62 does not count.
void XplaneTest::longTimes()
{
    const std::uint64_t long61 = std::uint64_t(1) << 61;
    const auto trace = readBytes(plane("/device:TPU:0", line("XLA Ops", 0, traced(1, 0, long61) + traced(1, long61, long61) + traced(1, 0, std::uint64_t(1) << 63)
                                                                              + traced(1, 0, (std::uint64_t(1) << 62) + 1)) + eventName(1, "op")));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(summary(*trace), string("operators: 1 lanes, 2 events, 4611686018427387904 ps"));
    QCOMPARE(trace->events[1].end(), std::int64_t(4611686018427387904));
    QCOMPARE(text(trace->issues.at(0)), string("t: events: 1 events more than 53 days from the first one are left out"));
    QCOMPARE(text(trace->issues.at(1)), string("t: events: 1 events of negative duration are left out"));
}

void XplaneTest::epochs()
{
    const auto at = [](std::uint64_t timestamp) {
        return readBytes(plane("/device:TPU:0", line("XLA Ops", timestamp, traced(1, 2000, 1)) + eventName(1, "op"))).value().epoch;
    };
    QCOMPARE(at(1741722099081044120), std::int64_t(1741722099081044122)); // lines since 1970
    QCOMPARE(at(911061), std::int64_t(0));                                // and without a start of the profile
}

void XplaneTest::unnamedEvents()
{
    const auto trace = readBytes(plane("/device:TPU:0", line("XLA Ops", 0, traced(1, 0, 1) + traced(99, 2, 1)) + eventName(1, "op")));
    QVERIFY(trace);
    QCOMPARE(trace->events.size(), std::size_t(2));
    QCOMPARE(text(trace->issues.at(0)), string("t: events: 1 events have no name in their plane"));
}

// A record that ends between two planes cannot be told from a whole one; all other ends are found.
void XplaneTest::cutShort()
{
    const string whole = tpuRecord();
    int read = 0;
    for (std::size_t length = 1; length < whole.size(); ++length) {
        const auto trace = readTraceBytes(std::string_view(whole).substr(0, length), "t");
        read += trace ? 1 : 0;
        if (!trace)
            QVERIFY2(isNamed(trace.error().front()), qPrintable(QString::fromStdString(text(trace.error().front()))));
    }
    QCOMPARE(read, 2);
}

void XplaneTest::broken_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char *name, const string &bytes, const char *complaint) { QTest::newRow(name) << QByteArray::fromStdString(bytes) << complaint; };
    string mangled; // every byte from 0x80 on became U+FFFD, as a text editor does
    for (const char c : tpuRecord())
        mangled += static_cast<unsigned char>(c) < 0x80 ? string(1, c) : "\xef\xbf\xbd";
    row("text", mangled, "t: byte ");
    row("longer than the file", varint(1 << 3 | 2) + varint(4000) + field(2, string("/device:TPU:0")), "a protobuf field claims more bytes than are left: 4000 > 15");
    row("longer than its message", plane("/device:TPU:0", varint(3 << 3 | 2) + varint(500)), "a protobuf field claims more bytes than are left: 500 > 0");
    row("4 GiB", varint(1 << 3 | 2) + varint(0xffffffffU) + field(2, string("/device:TPU:0")), "claims more bytes than are left: 4294967295 > ");
    row("group", plane("/device:TPU:0", varint(3 << 3 | 3)), "a protobuf field has the wrong type or starts in the middle of another: field 3, type 3");
    row("field 0", plane("/device:TPU:0", string(2, '\0')), "no protobuf field starts here: tag 0");
    row("name as number", field(1, field(2, string("/host:CPU")) + field(2, 5)), "field 2, type 0");
    row("event", plane("/device:TPU:0", field(3, field(4, varint(1 << 3) + "\xff"))), "the fields of a protobuf message do not fit its length: 2");
    row("host only", plane("/host:CPU", line("python", 0, traced(1, 0, 5)) + eventName(1, "f")), "t: planes: no plane /device:TPU or /device:GPU has operators");
}

void XplaneTest::broken()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, complaint);
    const auto trace = readTraceBytes(bytes.toStdString(), "t");
    QVERIFY(!trace);
    QVERIFY(isNamed(trace.error().front()));
    const QString said = QString::fromStdString(text(trace.error().front()));
    QVERIFY2(said.contains(complaint), qPrintable(said));
}

QTEST_APPLESS_MAIN(XplaneTest)
#include "xplane_test.moc"
