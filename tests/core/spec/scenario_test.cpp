// What makes a scenario meaningless is an error that names field and values; everything in the catalog is fine.

#include "spec/catalog.h"
#include "spec/field.h"
#include "support/support.h"

#include <QtTest>

#include <cmath>

using namespace headroom;

using Change = void (*)(Scenario &);
Q_DECLARE_METATYPE(Change)

class ScenarioTest : public QObject
{
    Q_OBJECT

private slots:
    void catalogIsSound();
    void workedExampleIsAsDescribed();
    void refuses_data();
    void refuses();
    void degreesOfEveryAxis();
};

void ScenarioTest::catalogIsSound()
{
    for (const CatalogEntry &model : modelEntries())
        for (const CatalogEntry &chip : hardwareEntries()) {
            const Issues issues =
                checkScenario(defaultScenario(*catalogModel(model.name), *catalogHardware(chip.name)));
            QVERIFY2(issues.empty(), testing::text(issues).c_str());
        }
}

void ScenarioTest::workedExampleIsAsDescribed()
{
    const Scenario s = workedExample();
    QVERIFY(checkScenario(s).empty());
    QCOMPARE(s.model.name, std::string("Ling-2.6-flash"));
    QCOMPARE(s.model.mtpDepth, Count{0});
    QCOMPARE(s.hardware.name, std::string("TPU v5p"));
    QCOMPARE(s.hardware.slice, std::string("4x8x8"));
    QCOMPARE(s.run.devices, Count{256});
    QCOMPARE(s.run.sequenceLength, Count{4096});
    QCOMPARE(s.run.globalBatch, Count{512});
    QCOMPARE(s.plan.fsdp * s.plan.ep, Count{256});
    QCOMPARE(s.plan.ep, Count{8});
    QCOMPARE(s.plan.microBatch, Count{2});
    QCOMPARE(s.plan.remat, RematPolicy::saveDotExceptMlp);
    QCOMPARE(s.calibration.name, std::string("generic"));
}

void ScenarioTest::refuses_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QStringList>("values"); // that the message shows
    const auto row = [](const char *name, Change change, const char *field, QStringList values) {
        QTest::newRow(name) << change << field << values;
    };
    row("product", [](Scenario &s) { s.plan.tp = 2; }, "plan", {"512", "256"});
    row("product overflows 64 bits",
        [](Scenario &s) { s.plan = {1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20}; }, "plan", {"256"});
    row("degree 0", [](Scenario &s) { s.plan.dp = 0; }, "plan.dp", {"0"});
    row("negative degree", [](Scenario &s) { s.plan.pp = -1; }, "plan.pp", {"-1"});
    row("no devices", [](Scenario &s) { s.run.devices = 0; }, "run.devices", {"0"});
    row("huge batch", [](Scenario &s) { s.run.globalBatch = Count{1} << 40; }, "run.globalBatch", {});
    row("no length", [](Scenario &s) { s.run.documentLengths = "4096, 12x"; }, "run.documentLengths", {"12x"});
    row("document of nothing", [](Scenario &s) { s.run.documentLengths = "0"; }, "run.documentLengths", {"\"0\""});
    row("document longer than a sequence", [](Scenario &s) { s.run.documentLengths = "17, 3x4097"; }, "run.documentLengths", {"4097", "4096"});
    row("padding", [](Scenario &s) { s.run.paddingShare = 1.0; }, "run.paddingShare", {"1"});
    row("padding is no number", [](Scenario &s) { s.run.paddingShare = std::nan(""); }, "run.paddingShare", {});
    row("negative step", [](Scenario &s) { s.run.measuredStepTime = Seconds(-1.0); }, "run.measuredStepTime", {});
    row("no layers", [](Scenario &s) { s.model.layers.clear(); }, "model.layers", {});
    row("empty group", [](Scenario &s) { s.model.layers[1].count = 0; }, "model.layers", {"0"});
    row("heads in a later group", [](Scenario &s) { s.model.layers[1].layer.attention.heads = 0; }, "model.heads",
        {"0"});
    row("experts in a later group", [](Scenario &s) { s.model.layers[2].layer.feedForward.topK = 1000; }, "model.topK",
        {"1000", "256"});
    row("kv heads", [](Scenario &s) { s.model.layers[0].layer.attention.kvHeads = 5; }, "model.kvHeads", {"5", "32"});
    row("rotary dims", [](Scenario &s) { s.model.layers[0].layer.attention.rotaryDim = 129; }, "model.rotaryDim",
        {"129", "128"});
    row("no peak", [](Scenario &s) { s.hardware.matrixPeaks.clear(); }, "hardware.peak", {});
    row("capacity", [](Scenario &s) { s.hardware.hbmCapacity.value = {}; }, "hardware.hbmCapacity", {});
    row("bandwidth is no number", [](Scenario &s) { s.hardware.hbmBandwidth.value.high.value = std::nan(""); },
        "hardware.hbmBandwidth", {});
    row("band out of order",
        [](Scenario &s) {
            std::swap(s.calibration.matrixEfficiency.value.low, s.calibration.matrixEfficiency.value.high);
        },
        "calibration.matrixEfficiency", {"0.8352"});
    row("efficiency above 1", [](Scenario &s) { s.calibration.hbmEfficiency.value.high = 1.2; },
        "calibration.hbmEfficiency", {"1.2"});
    row("contention below 1", [](Scenario &s) { s.calibration.contention.value.low = 0.5; }, "calibration.contention",
        {"0.5"});
    row("reserved beyond the capacity", [](Scenario &s) { s.hardware.reserved = Band<Bytes>::exactly(gigabytes(96)); },
        "hardware.reserved", {"95 GB", "96 GB"});
    row("slice syntax", [](Scenario &s) { s.hardware.slice = "4*8*8"; }, "hardware.slice", {"4*8*8"});
    row("slice with two dims", [](Scenario &s) { s.hardware.slice = "16x16"; }, "hardware.slice", {"16x16", "3"});
    row("slice ends in x", [](Scenario &s) { s.hardware.slice = "4x8x8x"; }, "hardware.slice", {});
    row("slice with 0", [](Scenario &s) { s.hardware.slice = "0x8x8"; }, "hardware.slice", {});
    row("slice with a sign", [](Scenario &s) { s.hardware.slice = "-4x8x-8"; }, "hardware.slice", {});
    row("slice larger than the run", [](Scenario &s) { s.hardware.slice = "8x8x8"; }, "hardware.slice", {"512", "256"});
    row("slice does not divide", [](Scenario &s) { s.hardware.slice = "3x4x4"; }, "hardware.slice", {"48", "256"});
    row("axis twice", [](Scenario &s) { s.plan.axisOrder = "tp-cp-ep-fsdp-pp-tp"; }, "plan.axisOrder", {"tp-cp-ep-fsdp-pp-tp"});
    row("axis left out", [](Scenario &s) { s.plan.axisOrder = "tp-cp-ep-fsdp-pp"; }, "plan.axisOrder", {"tp-cp-ep-fsdp-pp"});
    row("axis too many", [](Scenario &s) { s.plan.axisOrder = "tp-cp-ep-fsdp-pp-dp-tp"; }, "plan.axisOrder", {});
    row("dimension of no torus", [](Scenario &s) { s.plan.torusAxes = "tp=w"; }, "plan.torusAxes", {"w", "3"});
    row("axis placed twice", [](Scenario &s) { s.plan.torusAxes = "tp=x, tp=y"; }, "plan.torusAxes", {"tp=x, tp=y"});
    row("axis without dimension", [](Scenario &s) { s.plan.torusAxes = "tp="; }, "plan.torusAxes", {});
    row("wrapped twice", [](Scenario &s) { s.hardware.wrap = WrapRule::custom; s.hardware.wrappedDims = "xx"; }, "hardware.wrappedDims", {"xx"});
    row("slice overflows", [](Scenario &s) { s.hardware.slice = "1048576x1048576x1048576"; }, "hardware.slice", {});
}

void ScenarioTest::refuses()
{
    QFETCH(Change, change);
    QFETCH(QString, field);
    QFETCH(QStringList, values);
    Scenario s = workedExample();
    change(s);
    const Issues issues = checkScenario(s);
    QVERIFY(hasError(issues));
    const auto found = std::ranges::find(issues, field.toStdString(), &Issue::field);
    QVERIFY2(found != issues.end(), testing::text(issues).c_str());
    for (const QString &value : values)
        QVERIFY2(QString::fromStdString(text(found->message)).contains(value), text(*found).c_str());
}

void ScenarioTest::degreesOfEveryAxis()
{
    Plan plan;
    Count degree = 2;
    for (const Axis axis : innermostFirst) {
        plan.setDegree(axis, degree);
        QCOMPARE(plan.degree(axis), degree);
        ++degree;
    }
    QCOMPARE(plan.tp, Count{2});
    QCOMPARE(plan.dp, Count{7});
    QCOMPARE(plan.product(), Count{5040}); // 7!
    for (const Axis axis : innermostFirst)
        QCOMPARE(fromKey<Axis>(keyOf(axis)), std::optional(axis));
}

QTEST_APPLESS_MAIN(ScenarioTest)
#include "scenario_test.moc"
