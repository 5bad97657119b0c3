// Files that were cut short, made to exhaust memory, or are something else: refused with file, place, rule and value.

#include "support/named_issues.h"
#include "support/traces.h"

#include <QTemporaryDir>
#include <QFile>
#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class BrokenJsonTest : public QObject
{
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void everyPrefixIsRefusedOrRead();
    void bomb();
    void members();
    void limits();
    void stops();
    void progress();
    void files();
};

namespace {

const std::string kernel = R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2})";

} // namespace

void BrokenJsonTest::refused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("complaint");
    const auto row = [](const char *name, const std::string &bytes, const char *complaint) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << complaint;
    };
    const std::string whole = kineto(kernel);
    row("empty", "", "t: byte 0: is empty: 0 bytes");
    row("neither", "hello", "t: byte 0: is no profiler's record that is known here");
    row("cut short", whole.substr(0, whole.size() - 10), "t: byte " );
    row("cut short", whole.substr(0, whole.size() - 10), "the JSON ends before it is complete");
    row("cut gzip", gzip(whole).substr(0, 60), "t: byte 60: the gzip data ends before it is complete");
    std::string flipped = gzip(whole);
    flipped[flipped.size() - 6] = static_cast<char>(flipped[flipped.size() - 6] ^ 1); // within the checksum
    row("broken gzip", flipped, "the gzip data is broken: incorrect data check");
    row("syntax", R"({"schemaVersion": 1, "traceEvents": [}]})", "t: byte 37: not valid JSON: ");
    row("deep", "{\"traceEvents\": " + std::string(300, '['), "JSON within JSON more than 256 levels deep");
    row("long", "{\"traceEvents\": \"" + std::string(70'000'000, 'x'), "one value has more than 67108864 bytes");
    row("no events", R"({"schemaVersion": 1})", "t: traceEvents: is JSON without an array of trace events");
    row("host only", kineto(R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":1,"dur":2})"), "record with ProfilerActivity.CUDA among the activities");
    row("ranges only", kineto(R"({"ph":"X","cat":"cuda_profiler_range","name":"a","pid":0,"tid":0,"ts":1,"dur":2})"),
        "t: cuda_profiler_range: holds 1 ranges of counters");
    row("other program", R"([{"ph":"X","cat":"ipc","name":"a","pid":1,"tid":1,"ts":1,"dur":2}])", "t: traceEvents: no row is a device's");
}

void BrokenJsonTest::refused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, complaint);
    const auto trace = readTraceBytes(bytes.toStdString(), "t");
    QVERIFY(!trace);
    for (const Issue &issue : trace.error())
        QVERIFY(isNamed(issue));
    const QString said = QString::fromStdString(text(trace.error().front()));
    QVERIFY2(said.contains(complaint), qPrintable(said));
}

void BrokenJsonTest::everyPrefixIsRefusedOrRead()
{
    const std::string whole = kineto(kernel + R"(,{"ph":"M","name":"process_name","pid":0,"args":{"name":"\u00e9"}})");
    for (const std::string &bytes : {whole, gzip(whole)})
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            const auto trace = readTraceBytes(std::string_view(bytes).substr(0, length), "t");
            QVERIFY2(!trace, qPrintable(QString::number(length)));
            QVERIFY(isNamed(trace.error().front()));
        }
}

// 7 members of 12 MiB of empty events, each packed several hundred times.
void BrokenJsonTest::bomb()
{
    std::string events;
    while (events.size() < (12u << 20))
        events += "{},{},{},{},";
    const std::string member = gzip(events);
    std::string bytes = gzip("[");
    for (int i = 0; i < 7; ++i)
        bytes += member;
    const QString said = QString::fromStdString(refusal(bytes));
    QVERIFY2(said.contains("unpacks to more than 300 times its size"), qPrintable(said));
}

void BrokenJsonTest::members()
{
    const std::string whole = kineto(kernel);
    const auto trace = readBytes(gzip(whole.substr(0, 50)) + gzip(whole.substr(50)) + std::string(512, '\0'));
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error())));
    QCOMPARE(trace->events.size(), std::size_t(1));
}

void BrokenJsonTest::limits()
{
    TraceReadOptions few;
    few.largestEvents = 2;
    QCOMPARE(refusal(kineto(kernel + "," + kernel), few), std::string("was read"));
    QCOMPARE(refusal(kineto(kernel + "," + kernel + "," + kernel), few), std::string("t: events: holds more than 2 events"));
    TraceReadOptions small;
    small.largestText = 1000;
    std::string many = kernel;
    for (int i = 0; i < 20; ++i)
        many += R"(,{"ph":"X","cat":"kernel","name":"k)" + std::to_string(i) + R"(","pid":0,"tid":7,"ts":1,"dur":2})";
    QCOMPARE(refusal(kineto(many), small), std::string("t: events: holds more than 1000 B of names and shapes"));
}

void BrokenJsonTest::stops()
{
    std::stop_source stop;
    TraceReadOptions options;
    options.stop = stop.get_token();
    std::string many = kernel;
    while (many.size() < (8u << 20))
        many += "," + kernel;
    int calls = 0;
    options.progress = [&](std::uint64_t, std::uint64_t) {
        if (++calls == 2)
            stop.request_stop();
    };
    QCOMPARE(refusal(kineto(many), options), std::string("t: reading was stopped"));
    QCOMPARE(calls, 2);
}

void BrokenJsonTest::progress()
{
    std::string many = kernel;
    while (many.size() < (5u << 20))
        many += "," + kernel;
    for (const std::string &bytes : {kineto(many), gzip(kineto(many))}) {
        std::uint64_t last = 0;
        TraceReadOptions options;
        options.progress = [&](std::uint64_t read, std::uint64_t size) {
            QVERIFY(read >= last);
            QCOMPARE(size, std::uint64_t(bytes.size()));
            last = read;
        };
        QCOMPARE(refusal(bytes, options), std::string("was read"));
        QCOMPARE(last, std::uint64_t(bytes.size()));
    }
}

void BrokenJsonTest::files()
{
    const QTemporaryDir folder;
    const auto said = [](const QString &path) {
        const auto trace = readTrace(path.toStdString());
        return trace ? QString("was read") : QString::fromStdString(text(trace.error().front()));
    };
    QVERIFY(said(folder.filePath("no")).endsWith("no: does not exist or cannot be reached"));
    QVERIFY(said(folder.path()).endsWith("is a directory"));
    QFile file(folder.filePath("trace.whatever"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(gzip(kineto(kernel))));
    file.close();
    QCOMPARE(said(file.fileName()), QString("was read"));
}

QTEST_APPLESS_MAIN(BrokenJsonTest)
#include "broken_json_test.moc"
