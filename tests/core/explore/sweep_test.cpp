// Axes of sweeps as they are written, and cells against evaluate().

#include "estimate/estimate.h"
#include "explore/sweep.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class SweepTest : public QObject
{
    Q_OBJECT

private slots:
    void axesFromText_data();
    void axesFromText();
    void wrongAxes_data();
    void wrongAxes();
    void cellsEqualEvaluate();
    void cellsThatDoNotFitSayWhy();
    void degreesLeaveTheRestToDataAxes();
    void sweepStops();
};

void SweepTest::axesFromText_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QString>("values"); // as forms show them
    QTest::newRow("list") << "plan.tp=1,2,8" << "1|2|8";
    QTest::newRow("doublings") << "plan.tp=1..8..x2" << "1|2|4|8";
    QTest::newRow("doublings that end between") << "run.globalBatch=96..500..x2" << "96|192|384";
    QTest::newRow("three steps") << "run.globalBatch=256..512..3" << "256|384|512";
    QTest::newRow("whole numbers stand once") << "plan.microBatch=1..3..9" << "1|2|3";
    QTest::newRow("eleven unless said otherwise") << "run.globalBatch=10..20" << "10|11|12|13|14|15|16|17|18|19|20";
    QTest::newRow("downwards") << "run.globalBatch=30..10..3" << "30|20|10";
    QTest::newRow("logarithmic") << "run.globalBatch=1..10000..3 log" << "1|100|10000";
    QTest::newRow("one unit for both ends") << "hardware.hbmBandwidth=1..3 TB/s..3" << "1 TB/s|2 TB/s|3 TB/s";
    QTest::newRow("two units") << "hardware.hbmBandwidth=500 GB/s..1 TB/s..2" << "500 GB/s|1 TB/s";
    QTest::newRow("choices") << "remat=none,full" << "none|full";
    QTest::newRow("a share") << "run.paddingShare=0,10 %" << "0|0.1";
}

void SweepTest::axesFromText()
{
    QFETCH(QString, axis);
    QFETCH(QString, values);
    const Result<SweepAxis> parsed = parseSweepAxis(axis.toStdString());
    QVERIFY2(parsed.has_value(), parsed ? "" : text(parsed.error()).c_str());
    QStringList found;
    for (const FieldValue &value : parsed->values)
        found << QString::fromStdString(formatFieldValue(*parsed->field, value));
    QCOMPARE(found.join('|'), values);
}

void SweepTest::wrongAxes_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("no values") << "plan.tp" << "key=FROM..TO";
    QTest::newRow("unknown field") << "plan.tq=1,2" << "plan.tp";
    QTest::newRow("empty") << "plan.tp=" << "plan.tp";
    QTest::newRow("no number") << "plan.tp=1,x" << "plan.tp";
    QTest::newRow("out of range") << "plan.tp=0..4" << "between";
    QTest::newRow("too many parts") << "plan.tp=1..2..3..4" << "FROM..TO";
    QTest::newRow("one step") << "plan.tp=1..8..1" << "from 2";
    QTest::newRow("too many steps") << "plan.tp=1..8..2000" << "1000";
    QTest::newRow("factor of one") << "plan.tp=1..8..x1" << "above 1";
    QTest::newRow("logarithm of nothing") << "run.paddingShare=0..0.5..3 log" << "above 0";
    QTest::newRow("no such choice") << "remat=none,some" << "plan.remat";
}

void SweepTest::wrongAxes()
{
    QFETCH(QString, axis);
    QFETCH(QString, complaint);
    const Result<SweepAxis> parsed = parseSweepAxis(axis.toStdString());
    QVERIFY(!parsed.has_value());
    const QString said = QString::fromStdString(text(parsed.error()));
    QVERIFY2(said.contains(complaint), qPrintable(said));
}

void SweepTest::cellsEqualEvaluate()
{
    const Scenario scenario = eightChips();
    const Result<Sweep> found = sweep(scenario, *parseSweepAxis("run.globalBatch=256,512,1024"), *parseSweepAxis("remat=full,save_dot_except_mlp"), {}, {}, 2);
    QVERIFY(found && found->complete);
    QCOMPARE(found->cells.size(), std::size_t(6));
    const std::array<const char *, 3> batches{"run.globalBatch=256", "run.globalBatch=512", "run.globalBatch=1024"};
    const std::array<const char *, 2> remats{"remat=full", "remat=save_dot_except_mlp"};
    for (std::size_t x = 0; x < batches.size(); ++x)
        for (std::size_t y = 0; y < remats.size(); ++y) {
            const Result<Estimate> cell = evaluate(with(scenario, {batches[x], remats[y]}));
            QVERIFY(found->at(x, y).figures.expected == cell->system.stepTime.expected);
            QVERIFY(found->at(x, y).figures.memory == cell->system.memory.total);
        }
    QVERIFY(found->base.expected == found->at(1, 0).figures.expected);
    const std::optional<std::size_t> best = bestCell(*found, Figure::expectedMfu);
    QVERIFY(best.has_value());
    for (const SweepCell &cell : found->cells)
        QVERIFY(!cell.figures.feasible || cell.figures.expectedMfu.expected <= found->cells[*best].figures.expectedMfu.expected);
}

// 8 B parameters in mixed precision are 18 bytes each: 144 GB on one chip of 80 do not fit; batch 100 does not split over 8 ranks.
void SweepTest::cellsThatDoNotFitSayWhy()
{
    const Result<Sweep> devices = sweep(eightChips(), *parseSweepAxis("run.devices=1,8"), std::nullopt);
    QVERIFY(devices.has_value());
    QVERIFY(devices->cells[0].figures.legal && !devices->cells[0].figures.feasible);
    QVERIFY(text(*devices->cells[0].figures.reason).starts_with("out of memory"));
    QVERIFY(devices->cells[1].figures.feasible);
    const Result<Sweep> batch = sweep(eightChips(), *parseSweepAxis("run.globalBatch=100,104"), std::nullopt);
    QVERIFY(!batch->cells[0].figures.legal && batch->cells[1].figures.legal);
    QVERIFY(text(*batch->cells[0].figures.reason).find("100") != std::string::npos);
    QVERIFY(!sweep(eightChips(), *parseSweepAxis("plan.tp=1,2"), *parseSweepAxis("tp=1,2")));
    QVERIFY(!sweep(eightChips(), *parseSweepAxis("plan.virtualStages=1,2"), std::nullopt)); // no interleaved schedule
}

void SweepTest::degreesLeaveTheRestToDataAxes()
{
    const Scenario scenario = with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=64", "plan.fsdp=8", "plan.dp=8", "plan.remat=full"});
    const auto planAt = [&](std::initializer_list<const char *> texts) {
        std::vector<FieldChange> changes;
        for (const char *text : texts) {
            const SweepAxis axis = *parseSweepAxis(text);
            changes.push_back({axis.field, axis.values.front()});
        }
        return varied(scenario, changes)->plan;
    };
    QVERIFY(planAt({"plan.tp=4"}).dp == 2 && planAt({"plan.tp=4"}).fsdp == 8); // dp gives way first
    QVERIFY(planAt({"plan.tp=8", "plan.pp=4"}).product() == 64);
    QVERIFY(planAt({"plan.fsdp=16"}).dp == 4);
    QVERIFY(planAt({"plan.dp=64"}).fsdp == 1);
    QVERIFY(planAt({"plan.dp=3"}).product() != 64); // 3 divides nothing here: a cell that says so
    QVERIFY(planAt({"run.devices=128"}).dp == 16);
    QVERIFY(planAt({"run.globalBatch=1024"}) == scenario.plan);
}

void SweepTest::sweepStops()
{
    const Result<Sweep> found = sweep(eightChips(), *parseSweepAxis("run.globalBatch=8..800..100"), std::nullopt, stopped());
    QVERIFY(found && !found->complete);
    QCOMPARE(found->cells.size(), std::size_t(100));
    QVERIFY(std::ranges::none_of(found->cells, &SweepCell::done));
}

QTEST_APPLESS_MAIN(SweepTest)
#include "sweep_test.moc"
