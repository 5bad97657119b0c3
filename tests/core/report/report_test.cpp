// Reports of made-up results: which keys there are, what is left out, and that the text says what counts.

#include "report/interval.h"
#include "report/report.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

using namespace headroom;
using Json = nlohmann::json;

class ReportTest : public QObject
{
    Q_OBJECT

private slots:
    void evaluateKeys();
    void whatIsUnknownIsAbsent();
    void infeasiblePlan();
    void everythingIsFiniteAndUtf8();
    void text();
    void intervals_data();
    void intervals();
    void searchKeys();
    void searchTop();
    void csvCells();
};

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

RooflineEstimate madeRoofline()
{
    RooflineEstimate roofline;
    roofline.stepTime = Seconds(2.0);
    roofline.mfu = 0.9;
    roofline.peak = teraflopsPerSecond(989);
    roofline.hbmBandwidth = gigabytesPerSecond(3350);
    roofline.ridge = FlopsPerByte(295.0);
    RooflineOperator &op = roofline.operators.emplace_back();
    op.name = "query projection";
    op.group = "full+dense";
    op.count = 32.0;
    op.time = Seconds(0.1);
    return roofline;
}

StepTimes madeTimes()
{
    StepTimes times;
    times.floor = Seconds(2.5);
    times.bound = Seconds(3.0);
    times.low = Seconds(3.7);
    times.expected = Seconds(4.1);
    times.high = Seconds(4.4);
    times.serial = Seconds(5.0);
    times.documentMax = Seconds(3.1);
    times.flopsOnly = Seconds(1.8);
    return times;
}

MemoryEstimate madeMemory()
{
    MemoryEstimate memory;
    memory.capacity = gibibytes(80);
    memory.total = gibibytes(41);
    memory.parts = {{MemoryClass::parameters, gibibytes(11), {}}, {MemoryClass::activations, gibibytes(30), {}}};
    return memory;
}

SystemEstimate madeSystem()
{
    SystemEstimate s;
    s.legal = s.feasible = true;
    s.boundMfu = 0.6;
    s.expectedMfu = {0.41, 0.44, 0.49};
    s.stepTime = madeTimes();
    s.hfu = {.total = 0.7, .useful = 0.6, .recompute = 0.1};
    s.parts = {{"compute.projection", "projections", Seconds(1.0), Seconds(1.1), {}, {}},
               {"exposed.fsdp", "exposed communication, fsdp", Seconds(2.0), Seconds(3.0), {}, {}}};
    s.dominant = "exposed.fsdp";
    CommunicationRow &row = s.communication.emplace_back();
    row.axis = "fsdp";
    row.kind = "all-gather";
    row.link = "scale-up";
    s.memory = madeMemory();
    s.microBatchCount = 64;
    return s;
}

Estimate madeEstimate()
{
    Estimate e;
    e.scenario.model.name = "made";
    e.scenario.hardware.name = "chip, \"fast\"";
    e.scenario.hardware.hbmCapacity.value = Band<Bytes>::exactly(gibibytes(80));
    e.scenario.run.devices = 8;
    e.scenario.plan.fsdp = 8;
    e.parameters = {.total = 8030261248.0, .active = 8030261248.0};
    e.modelFlopsPerToken = Flops(5.1e10);
    e.modelFlopsPerStep = Flops(1e17);
    e.roofline = madeRoofline();
    e.system = madeSystem();
    e.best = BestPlan{.plan = e.scenario.plan, .boundMfu = 0.65, .expectedMfu = {0.5, 0.55, 0.6}};
    e.waterfall = {{"peak", "Peak", RowKind::anchor, 1.0, {}, {}},
                   {"memory.elementwise", "memory-bound elementwise", RowKind::loss, 0.1, {}, {}},
                   {"exposed.fsdp", "exposed, fsdp", RowKind::loss, 0.2, {}, {}},
                   {"bubble", "bubble", RowKind::loss, 0.0, {}, {}},
                   {"sharding", "sharding", RowKind::loss, 0.05, {}, {}}};
    e.contract = {{"convention", "FLOP convention", {"{0}", {"headroom"}}}};
    e.issues = {{.severity = Severity::warning, .field = "plan.tp", .message = {"{0} is odd", {"3"}}, .file = {}}};
    return e;
}

SearchResult madeResult()
{
    SearchResult result;
    SearchRow good;
    good.plan.fsdp = 8;
    good.globalBatch = 512;
    good.feasible = true;
    good.boundMfu = 0.6;
    good.expectedMfu = {0.4, 0.5, 0.55};
    good.bound = Seconds(3.0);
    good.dominant = "compute.experts";
    SearchRow bad;
    bad.plan.dp = 8;
    bad.globalBatch = 512;
    bad.memory = gibibytes(90);
    bad.largest = MemoryClass::logits;
    bad.shortBy = gibibytes(10);
    bad.hfu = notANumber;
    result.rows = {good, bad};
    result.shapes = 2;
    result.evaluated = 2;
    result.feasible = 1;
    result.seconds = 0.5;
    result.complete = true;
    return result;
}

void requireKeys(const Json &object, std::initializer_list<const char *> keys)
{
    for (const char *key : keys)
        QVERIFY2(object.contains(key), key);
}

QString textOf(const Estimate &e) { return QString::fromStdString(estimateText(e)); }

} // namespace

void ReportTest::evaluateKeys()
{
    const Json j = Json::parse(estimateJson(madeEstimate()));
    requireKeys(j, {"schemaVersion", "convention", "model", "hardware", "roofline", "plan", "system", "best", "contract",
                    "waterfall", "issues"});
    requireKeys(j["model"], {"name", "parameters", "activeParameters", "modelFlopsPerToken", "modelFlopsPerStep"});
    requireKeys(j["hardware"], {"name", "peak", "hbmBandwidth", "hbmCapacity", "ridge"});
    requireKeys(j["roofline"], {"stepTime", "mfu", "operators"});
    requireKeys(j["roofline"]["operators"][0], {"name", "group", "category", "phase", "count", "modelFlops", "executedFlops",
                                                "bytes", "intensity", "time", "boundBy"});
    requireKeys(j["plan"], {"dp", "fsdp", "tp", "ep", "pp", "cp", "microBatch", "microBatchCount", "remat", "schedule"});
    requireKeys(j["system"], {"feasible", "boundMfu", "expectedMfu", "hfu", "stepTime", "compute", "recompute", "communication",
                              "bubble", "imbalance", "optimizer", "overhead", "dominant", "tokensPerSecondPerChip", "memory"});
    requireKeys(j["system"]["expectedMfu"], {"low", "expected", "high"});
    requireKeys(j["system"]["hfu"], {"total", "useful", "recompute", "masked", "padding", "form"});
    requireKeys(j["system"]["stepTime"], {"floor", "bound", "low", "expected", "high", "serial", "documentMax"});
    requireKeys(j["system"]["communication"][0], {"axis", "kind", "payload", "wire", "link", "total", "hidden", "exposed"});
    requireKeys(j["system"]["memory"], {"total", "capacity", "parts"});
    requireKeys(j["system"]["memory"]["parts"][0], {"class", "bytes", "stage"});
    requireKeys(j["best"], {"plan", "boundMfu", "expectedMfu"});
    requireKeys(j["waterfall"][0], {"name", "kind", "mfu", "seconds"});
    requireKeys(j["issues"][0], {"severity", "field", "message"});
    QCOMPARE(j["model"]["parameters"].get<std::int64_t>(), std::int64_t(8030261248));
    QCOMPARE(j["plan"]["fsdp"].get<int>(), 8);
    QCOMPARE(j["contract"]["convention"].get<std::string>(), std::string("headroom"));
    QCOMPARE(j["issues"][0]["message"].get<std::string>(), std::string("3 is odd"));
}

void ReportTest::whatIsUnknownIsAbsent()
{
    Estimate e = madeEstimate();
    e.best.reset();
    const Json j = Json::parse(estimateJson(e));
    QVERIFY(!j.contains("best"));
    for (const char *key : {"reason", "shortBy", "chipHours", "days"})
        QVERIFY2(!j["system"].contains(key), key);
    QVERIFY(!textOf(e).contains("System"));
}

void ReportTest::infeasiblePlan()
{
    Estimate e = madeEstimate();
    e.system.feasible = false;
    e.system.reason = Message{"short by {0}", {"3.1 GiB"}};
    e.system.shortBy = gibibytes(3.1);
    Json j = Json::parse(estimateJson(e))["system"];
    QCOMPARE(j["feasible"].get<bool>(), false);
    QCOMPARE(j["reason"].get<std::string>(), std::string("short by 3.1 GiB"));
    QCOMPARE(j["shortBy"].get<double>(), gibibytes(3.1).value);
    QVERIFY(textOf(e).contains("short by 3.1 GiB"));
    e.system.legal = false;
    j = Json::parse(estimateJson(e))["system"];
    QVERIFY(j.contains("reason"));
    QVERIFY(!j.contains("stepTime"));
    QVERIFY(!j.contains("shortBy"));
    QVERIFY(!textOf(e).contains("memory  "));
}

void ReportTest::everythingIsFiniteAndUtf8()
{
    Estimate e = madeEstimate();
    e.system.boundMfu = notANumber;
    e.system.stepTime.serial = Seconds(std::numeric_limits<double>::infinity());
    e.scenario.model.name = "\xff\xfe";
    const std::string text = estimateJson(e);
    const Json j = Json::parse(text);
    QVERIFY(!j["system"].contains("boundMfu"));
    QVERIFY(!j["system"]["stepTime"].contains("serial"));
    QVERIFY(text.find("null") == std::string::npos);
    QCOMPARE(estimateJson(e), text);
}

void ReportTest::text()
{
    const QString all = textOf(madeEstimate());
    for (const char *part : {"Roofline 90.0 %", "System 65.0 %", "this plan 60.0 %", "Expected 41-49 %", "41.0 GiB of 80.0 GiB",
                             "30.0 GiB", "exposed communication, fsdp, 66.7 % of the step", "3.7 s - 4.4 s", "FLOP convention",
                             "warning: plan.tp: 3 is odd", "fsdp 8"})
        QVERIFY2(all.contains(part), qPrintable(QString(part) + " is not in\n" + all));
    const int losses = static_cast<int>(all.indexOf("largest losses"));
    QVERIFY(all.indexOf("exposed, fsdp", losses) < all.indexOf("memory-bound elementwise", losses));
    QVERIFY(!all.contains("  bubble"));
    for (const QChar c : all)
        QVERIFY(c == '\n' || (c.unicode() >= 32 && c.unicode() < 127));
}

void ReportTest::intervals_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("asPercent");
    QTest::addColumn<QString>("asTime");
    QTest::newRow("wide") << 0.4421 << 0.5089 << "44-51 %" << "440 ms - 510 ms";
    QTest::newRow("narrow") << 0.4421 << 0.4467 << "44.2-44.7 %" << "442 ms - 447 ms";
    QTest::newRow("a point") << 0.4421 << 0.4421 << "44.2 %" << "442.1 ms";
    QTest::newRow("hardly an interval") << 0.44210 << 0.44213 << "44.2 %" << "442.1 ms";
    QTest::newRow("very wide") << 0.1 << 0.9 << "10-90 %" << "100 ms - 900 ms";
}

void ReportTest::intervals()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QTEST(QString::fromStdString(percentInterval({low, low, high})), "asPercent");
    QTEST(QString::fromStdString(timeInterval(Seconds(low), Seconds(high))), "asTime");
}

void ReportTest::searchKeys()
{
    const Json j = Json::parse(searchJson(madeResult(), madeEstimate().scenario));
    requireKeys(j, {"schemaVersion", "evaluated", "feasible", "seconds", "rows"});
    QCOMPARE(j["rows"].size(), std::size_t(2));
    const Json &good = j["rows"][0];
    requireKeys(good, {"rank", "dp", "fsdp", "tp", "ep", "pp", "cp", "microBatch", "remat", "schedule", "boundMfu", "expectedMfu",
                       "hfu", "stepTime", "memory", "dominant"});
    QVERIFY(!good.contains("reason") && !good.contains("shortBy"));
    QCOMPARE(good["rank"].get<int>(), 1);
    QCOMPARE(good["fsdp"].get<int>(), 8);
    QCOMPARE(good["stepTime"]["bound"].get<double>(), 3.0);
    const Json &bad = j["rows"][1];
    requireKeys(bad, {"reason", "shortBy"});
    QCOMPARE(bad["shortBy"].get<double>(), gibibytes(10).value);
    QVERIFY(!bad.contains("hfu")); // not finite
    QVERIFY(bad["reason"].get<std::string>().find("10.0 GiB") != std::string::npos);
}

void ReportTest::searchTop()
{
    const Scenario scenario = madeEstimate().scenario;
    QCOMPARE(Json::parse(searchJson(madeResult(), scenario, 1))["rows"].size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(searchCsv(madeResult(), scenario, 1)).count('\n'), 2);
    const QString text = QString::fromStdString(searchText(madeResult(), scenario, 1));
    QVERIFY(text.contains("2 legal plans") && text.contains("1 feasible") && text.contains("compute.experts"));
    QVERIFY(!text.contains("out of memory"));
}

void ReportTest::csvCells()
{
    const QStringList lines = QString::fromStdString(searchCsv(madeResult(), madeEstimate().scenario)).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    const QStringList keys = lines[0].split(',');
    QVERIFY(keys.contains("stepTime.bound") && keys.contains("fsdp") && keys.first() == "rank");
    QCOMPARE(lines[1].split(',').size(), keys.size()); // no cell of the good row holds a comma
    QCOMPARE(lines[1].split(',')[keys.indexOf("stepTime.bound")], QString("3.0"));
    QVERIFY(lines[2].contains("\"out of memory by 10.0 GiB, largest: logits\""));
}

QTEST_APPLESS_MAIN(ReportTest)
#include "report_test.moc"
