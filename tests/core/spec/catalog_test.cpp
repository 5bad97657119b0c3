// Built-in entries: all read, every number has a source, published sizes to the byte.

#include "estimate/estimate.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QtTest>

#include <set>

using namespace headroom;
using Json = nlohmann::json;

class CatalogTest : public QObject
{
    Q_OBJECT

private slots:
    void everyFileIsAnEntry();
    void namesAreUnique();
    void chips_data();
    void chips();
    void everyNumberHasASource();
    void bandsOfDisputedNumbers_data();
    void bandsOfDisputedNumbers();
    void sparsePeaksAreNoRoof();
    void onChipMemory();
    void calibrations();
    void namesAreForgiving();
    void unknownNames();
    void droppedHardware_data();
    void droppedHardware();
};

static QStringList filesIn(const char *folder)
{
    return QDir(QStringLiteral(HEADROOM_SOURCE_DIR "/resources/") + folder).entryList({"*.json"});
}

void CatalogTest::everyFileIsAnEntry()
{
    QCOMPARE(modelEntries().size(), std::size_t(filesIn("models").size()));
    QCOMPARE(hardwareEntries().size(), std::size_t(filesIn("hardware").size()));
    QCOMPARE(calibrationEntries().size(),
             std::size_t(filesIn("calibrations").size()) + 1); // ideal is its own definition
    for (const CatalogEntry &entry : modelEntries()) {
        const auto model = catalogModel(entry.name);
        QVERIFY2(model, entry.name.c_str());
        QCOMPARE(model->name, entry.name);
        QVERIFY2(!model->source.empty(), entry.name.c_str());
        QCOMPARE(model->source, entry.source);
    }
    for (const CatalogEntry &entry : hardwareEntries()) {
        const auto chip = catalogHardware(entry.name);
        QVERIFY2(chip, chip ? "" : testing::text(chip.error()).c_str());
        QCOMPARE(chip->name, entry.name);
        QVERIFY2(!entry.source.empty(), entry.name.c_str());
    }
    for (const CatalogEntry &entry : calibrationEntries())
        QVERIFY2(catalogCalibration(entry.name), entry.name.c_str());
}

void CatalogTest::namesAreUnique()
{
    for (const auto *entries : {&modelEntries(), &hardwareEntries(), &calibrationEntries()}) {
        std::set<QString> names;
        for (const CatalogEntry &entry : *entries) {
            QVERIFY2(names.insert(QString::fromStdString(entry.name).toLower()).second, entry.name.c_str());
            for (const std::string &alias : entry.aliases)
                QVERIFY2(names.insert(QString::fromStdString(alias).toLower()).second, alias.c_str());
        }
    }
}

void CatalogTest::chips_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("peak");      // TFLOP/s
    QTest::addColumn<double>("capacity");  // bytes
    QTest::addColumn<double>("bandwidth"); // GB/s, expected
    QTest::addColumn<bool>("torus");
    QTest::addColumn<double>("link"); // GB/s: a torus link or the switch
    const double mib = 1048576.0;
    QTest::newRow("v4") << "v4" << 275.0 << 34359738368.0 << 1200.0 << true << 45.0;
    QTest::newRow("v5e") << "v5e" << 197.0 << 16e9 << 819.0 << true << 50.0;
    QTest::newRow("v5p") << "v5p" << 459.0 << 95e9 << 2765.0 << true << 100.0;
    QTest::newRow("v6e") << "v6e" << 918.0 << 32e9 << 1638.0 << true << 100.0;
    QTest::newRow("A100") << "A100" << 312.0 << 81920 * mib << 2039.0 << false << 300.0;
    QTest::newRow("H100") << "H100" << 989.0 << 81559 * mib << 3350.0 << false << 450.0;
    QTest::newRow("H200") << "H200" << 989.0 << 143771 * mib << 4800.0 << false << 450.0;
    QTest::newRow("B200") << "B200" << 2250.0 << 183359 * mib << 8000.0 << false << 900.0;
    // Hand-copied: TPU7x documentation; nvidia-smi and rocm-smi where known, else the published gigabytes.
    QTest::newRow("v7x") << "v7x" << 2307.0 << 206158430208.0 << 7380.0 << true << 100.0;
    QTest::newRow("H800") << "H800" << 989.0 << 81559 * mib << 3350.0 << false << 200.0;
    QTest::newRow("H20") << "H20" << 148.0 << 97871 * mib << 4000.0 << false << 450.0;
    QTest::newRow("GB200") << "GB200" << 2500.0 << 189471 * mib << 8000.0 << false << 900.0;
    QTest::newRow("MI300X") << "MI300X" << 1307.4 << 206141652992.0 << 5300.0 << false << 448.0;
    QTest::newRow("MI325X") << "MI325X" << 1307.4 << 256e9 << 6000.0 << false << 448.0;
    QTest::newRow("MI355X") << "MI355X" << 2516.6 << 288e9 << 8000.0 << false << 537.6;
    QTest::newRow("910B") << "910B" << 354.0 << 65536 * mib << 1600.0 << false << 196.0;
}

void CatalogTest::chips()
{
    QFETCH(QString, name);
    QFETCH(double, peak);
    QFETCH(double, capacity);
    QFETCH(double, bandwidth);
    QFETCH(bool, torus);
    QFETCH(double, link);
    const auto chip = catalogHardware(name.toStdString());
    QVERIFY2(chip, chip ? "" : testing::text(chip.error()).c_str());
    QVERIFY(matrixPeak(*chip, "bf16"));
    QCOMPARE(matrixPeak(*chip, "bf16")->value.expected.value, peak * 1e12);
    QCOMPARE(chip->matrixPeaks.front().dtype, std::string("bf16"));
    QCOMPARE(chip->hbmCapacity.value.expected.value, capacity);
    QVERIFY(chip->hbmCapacity.value.isExact());
    QCOMPARE(chip->hbmBandwidth.value.expected.value, bandwidth * 1e9);
    QCOMPARE(chip->scaleUp == ScaleUpKind::torus, torus);
    QCOMPARE((torus ? chip->linkBandwidth : chip->scaleUpBandwidth).value.expected.value, link * 1e9);
    QVERIFY(!chip->scaleUpLatency && !chip->linkLatency && !chip->scaleOutLatency);
    if (!torus)
        QCOMPARE(chip->domainSize.value.expected, std::int64_t{name == "GB200" ? 72 : 8});
    else
        QCOMPARE(chip->wrap, chip->torusDims == 3 ? WrapRule::cube4 : WrapRule::axis16);
}

void CatalogTest::everyNumberHasASource()
{
    for (const CatalogEntry &entry : hardwareEntries()) {
        Scenario s = defaultScenario(*catalogModel("Llama-3.1-8B"), *catalogHardware(entry.name));
        for (const Field &field : fields())
            if (field.source && field.appliesTo(s) && field.get(s) != FieldValue())
                QVERIFY2(!field.source(s).empty(), (entry.name + " " + field.path()).c_str());
        for (const MatrixPeak &peak : s.hardware.matrixPeaks)
            QVERIFY2(!peak.rate.source.empty(), entry.name.c_str());
        for (const MatrixPeak &peak : s.hardware.sparsePeaks)
            QVERIFY2(!peak.rate.source.empty(), entry.name.c_str());
        if (s.hardware.hostBandwidth)
            QVERIFY2(!s.hardware.hostBandwidth->source.empty(), entry.name.c_str());
    }
}

void CatalogTest::bandsOfDisputedNumbers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("high");
    QTest::newRow("B200") << "B200"
                          << "hardware.hbmBandwidth" << 7.67e12 << 8e12 << 8e12;
    QTest::newRow("v7x") << "v7x"
                         << "hardware.hbmBandwidth" << 7.37e12 << 7.38e12 << 7.38e12;
    QTest::newRow("H800") << "H800"
                          << "hardware.hbmBandwidth" << 3.35e12 << 3.35e12 << 3.43e12;
    QTest::newRow("MI355X") << "MI355X"
                            << "hardware.peak" << 2500e12 << 2516.6e12 << 2516.6e12;
    QTest::newRow("910B peak") << "910B"
                               << "hardware.peak" << 320e12 << 354e12 << 376e12;
    QTest::newRow("910B HBM") << "910B"
                              << "hardware.hbmBandwidth" << 1.2e12 << 1.6e12 << 1.6e12;
}

void CatalogTest::bandsOfDisputedNumbers()
{
    QFETCH(QString, name);
    QFETCH(QString, field);
    QFETCH(double, low);
    QFETCH(double, expected);
    QFETCH(double, high);
    const auto chip = catalogHardware(name.toStdString());
    QVERIFY(chip);
    const Scenario s = defaultScenario(*catalogModel("Llama-3.1-8B"), *chip);
    QCOMPARE(findField(field.toStdString())->get(s), FieldValue(Band<double>{low, expected, high}));
    const std::string &note = field == "hardware.peak" ? matrixPeak(*chip, "bf16")->note : chip->hbmBandwidth.note;
    QVERIFY(!note.empty());
}

// With 2:4 sparsity a published rate doubles: no dense peak of the catalog is one of them, of its dtype, and the roof
// stays where it is when the sparse numbers change.
void CatalogTest::sparsePeaksAreNoRoof()
{
    int stated = 0;
    for (const CatalogEntry &entry : hardwareEntries()) {
        HardwareSpec chip = *catalogHardware(entry.name);
        for (MatrixPeak &sparse : chip.sparsePeaks) {
            const auto *dense = matrixPeak(chip, sparse.dtype);
            QVERIFY2(dense, entry.name.c_str());
            const double ratio = sparse.rate.value.expected / dense->value.expected;
            QVERIFY2(ratio > 1.99 && ratio < 2.01, entry.name.c_str());
            QVERIFY2(sparse.rate.source.find("sparsity") != std::string::npos, entry.name.c_str());
            sparse.rate.value = Band<FlopsPerSecond>::exactly(FlopsPerSecond(1e21));
            ++stated;
        }
        const Scenario s = defaultScenario(*catalogModel("Llama-3.1-8B"), *catalogHardware(entry.name));
        Scenario other = s;
        other.hardware = chip;
        const auto before = evaluate(s), after = evaluate(other);
        QVERIFY2(before && after, entry.name.c_str());
        QCOMPARE(after->roofline.stepTime.value, before->roofline.stepTime.value);
        QCOMPARE(after->system.stepTime.bound.value, before->system.stepTime.bound.value);
        QCOMPARE(after->system.stepTime.expected.value, before->system.stepTime.expected.value);
    }
    QVERIFY(stated >= 16);
}

void CatalogTest::onChipMemory()
{
    QCOMPARE(catalogHardware("A100")->onChipMemory, std::string("L2"));
    QCOMPARE(catalogHardware("A100")->onChipCapacity->value.expected.value, 40e6);
    QCOMPARE(catalogHardware("A100")->onChipBandwidth->value.expected.value, 5120.0 * 1410e6); // B/clock x clock
    QCOMPARE(catalogHardware("v5p")->onChipCapacity->value.expected.value, 134217728.0);       // 2 x 64 MiB
    QCOMPARE(catalogHardware("v5p")->onChipBandwidth->value.expected.value, 22.0 * 2.765e12);  // scaling book
    QCOMPARE(catalogHardware("MI300X")->onChipCapacity->value.expected.value, 268435456.0);
    // Stated sizes without a stated bandwidth stay without one; where nothing is stated nothing is there.
    QVERIFY(catalogHardware("B200")->onChipCapacity && !catalogHardware("B200")->onChipBandwidth);
    QVERIFY(!catalogHardware("v6e")->onChipBandwidth);
    QVERIFY(!catalogHardware("v7x")->onChipCapacity && catalogHardware("v7x")->onChipMemory.empty());
}

void CatalogTest::calibrations()
{
    QCOMPARE(*catalogCalibration("ideal"), idealCalibration());
    const auto generic = catalogCalibration("generic");
    QVERIFY(generic);
    QCOMPARE(generic->overlap.value, (Band<double>{0.6, 0.9, 1.0}));
    QCOMPARE(generic->contention.value, (Band<double>{1.0, 1.0, 1.1}));
    QCOMPARE(generic->overhead.value, (Band<double>{0.0, 0.0, 0.0}));
    QCOMPARE(generic->matrixEfficiency.value, (Band<double>{0.6062, 0.7573, 0.8352}));
    for (const CalibrationEntry *e : {&generic->overlap, &generic->contention, &generic->overhead})
        QVERIFY(e->source.find("judgement") != std::string::npos);
    for (const CalibrationEntry *e :
         {&generic->matrixEfficiency, &generic->attentionEfficiency, &generic->hbmEfficiency,
          &generic->scaleUpEfficiency, &generic->scaleOutEfficiency})
        QVERIFY(e->source.find("aiconfigurator") != std::string::npos
                || e->source.find("ml-engineering") != std::string::npos);
}

void CatalogTest::namesAreForgiving()
{
    QCOMPARE(catalogHardware("h100 sxm")->name, std::string("H100 SXM"));
    QCOMPARE(catalogHardware("H100")->name, std::string("H100 SXM"));
    QCOMPARE(catalogHardware("v5P")->name, std::string("TPU v5p"));
    QCOMPARE(catalogModel("llama-3-8b")->name, std::string("Meta-Llama-3-8B"));
    QCOMPARE(catalogModel("mixtral-8x7b")->name, std::string("Mixtral-8x7B-v0.1"));
    QCOMPARE(catalogCalibration("Generic")->name, std::string("generic"));
}

void CatalogTest::unknownNames()
{
    const auto chip = catalogHardware("TPU v5");
    QVERIFY(!chip);
    QVERIFY2(text(chip.error().front()).find("TPU v5p") != std::string::npos, text(chip.error().front()).c_str());
    QVERIFY(!catalogModel(""));
    QVERIFY(!catalogModel(std::string(1000000, 'x')));
    QVERIFY(text(catalogModel("Lama-3.1-8B").error().front()).find("Llama-3.1-8B") != std::string::npos);
}

void CatalogTest::droppedHardware_data()
{
    QTest::addColumn<QString>("change"); // merged into the H100's file; null removes a key
    QTest::addColumn<QString>("field");  // "" when it reads
    QTest::newRow("as it is") << "{}"
                              << "";
    QTest::newRow("latency") << R"({"scaleUpLatency": {"value": 2, "unit": "us", "source": "ours"}})"
                             << "";
    QTest::newRow("no name") << R"({"name": null})"
                             << "name";
    QTest::newRow("no bandwidth") << R"({"hbmBandwidth": null})"
                                  << "hbmBandwidth";
    QTest::newRow("bare number") << R"({"hbmBandwidth": 3350})"
                                 << "hbmBandwidth";
    QTest::newRow("no unit") << R"({"hbmBandwidth": {"value": 3350, "source": "x"}})"
                             << "hbmBandwidth.unit";
    QTest::newRow("no source") << R"({"hbmBandwidth": {"value": 3350, "unit": "GB/s"}})"
                               << "hbmBandwidth.source";
    QTest::newRow("other unit") << R"({"hbmBandwidth": {"value": 3350, "unit": "GB", "source": "x"}})"
                                << "hbmBandwidth.unit";
    QTest::newRow("value as a text") << R"({"hbmBandwidth": {"value": "3350", "unit": "GB/s", "source": "x"}})"
                                     << "hbmBandwidth.value";
    QTest::newRow("zero") << R"({"hbmCapacity": {"value": 0, "unit": "GB", "source": "x"}})"
                          << "hbmCapacity.value";
    QTest::newRow("negative") << R"({"hbmCapacity": {"value": -80, "unit": "GB", "source": "x"}})"
                              << "hbmCapacity.value";
    QTest::newRow("band out of order")
        << R"({"hbmCapacity": {"low": 90, "value": 80, "high": 85, "unit": "GB", "source": "x"}})"
        << "hbmCapacity";
    QTest::newRow("half a domain") << R"({"domainSize": {"value": 7.5, "source": "x"}})"
                                   << "domainSize";
    QTest::newRow("unknown topology") << R"({"scaleUp": "mesh"})"
                                      << "scaleUp";
    QTest::newRow("torus without links") << R"({"scaleUp": "torus"})"
                                         << "linkBandwidth";
    QTest::newRow("unknown key") << R"({"tdp": 700})"
                                 << "tdp";
    QTest::newRow("no bf16 peak") << R"({"matrixPeaks": []})"
                                  << "matrixPeaks";
    QTest::newRow("peak is no object") << R"({"matrixPeaks": [989]})"
                                       << "matrixPeaks";
}

void CatalogTest::droppedHardware()
{
    QFETCH(QString, change);
    QFETCH(QString, field);
    Json json = Json::parse(testing::testData("../resources/hardware/h100_sxm.json"));
    const Json changes = Json::parse(change.toStdString());
    for (const auto &[key, value] : changes.items())
        if (value.is_null())
            json.erase(key);
        else
            json[key] = value;
    const auto chip = readHardware(json.dump(), "mine.json");
    if (field.isEmpty()) {
        QVERIFY2(chip, chip ? "" : testing::text(chip.error()).c_str());
        return;
    }
    QVERIFY(!chip);
    const auto found = std::ranges::find(chip.error(), field.toStdString(), &Issue::field);
    QVERIFY2(found != chip.error().end(), testing::text(chip.error()).c_str());
    QCOMPARE(found->file, std::string("mine.json"));
}

QTEST_APPLESS_MAIN(CatalogTest)
#include "catalog_test.moc"
