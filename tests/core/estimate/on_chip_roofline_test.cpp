// The roofline against on-chip memory: bytes by tiles, by hand; absent where a chip states nothing.

#include "estimate/on_chip_roofline.h"
#include "estimate/estimate.h"
#include "report/report.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

using namespace headroom;
using testing::scenarioOf;

namespace {

Estimate evaluated(const Scenario &s)
{
    Result<Estimate> e = evaluate(s);
    if (!e)
        qFatal("%s", testing::text(e.error()).c_str());
    return std::move(*e);
}

// One sequence of 8192 tokens of Llama-3-8B.
Estimate llama(const char *chip)
{
    Scenario s = scenarioOf("Meta-Llama-3-8B", chip);
    s.run.sequenceLength = 8192;
    s.run.globalBatch = 1;
    return evaluated(s);
}

const RooflineOperator &find(const Estimate &e, const std::string &name, Phase phase)
{
    const auto found = std::ranges::find_if(e.roofline.operators,
                                            [&](const auto &op) { return op.name == name && op.phase == phase; });
    if (found == e.roofline.operators.end())
        qFatal("no operator %s", name.c_str());
    return *found;
}

} // namespace

class OnChipRooflineTest : public QObject
{
    Q_OBJECT
private slots:
    void bytes_data();
    void bytes();
    void timesAndRidge();
    void neverLessThanHbm_data();
    void neverLessThanHbm();
    void absentWithoutBandwidth();
    void tilesChangeNothingElse();
    void isInTheReport();
};

void OnChipRooflineTest::bytes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("phase");
    QTest::addColumn<double>("bytes"); // of one layer
    const auto phase = [](Phase p) { return static_cast<int>(p); };
    // [8192, 4096] x [4096, 4096], tiles of 128 x 256: 2 * 8192 * 4096 * 4096 * (1/128 + 1/256) + 2 * 8192 * 4096
    QTest::newRow("output projection") << "output projection" << phase(Phase::forward) << 3288334336.0;
    // The same product with the sizes' roles exchanged; M, K and N are multiples of the tile: the same bytes.
    QTest::newRow("its input gradient") << "output projection" << phase(Phase::backwardInput) << 3288334336.0;
    // [4096, 8192] x [8192, 4096]: 2 * 4096 * 8192 * 16 + 2 * 8192 * 4096 * 32 = 3221225472, and 4 * 4096 * 4096 of
    // fp32 gradients written once (one micro-batch)
    QTest::newRow("its weight gradient") << "output projection" << phase(Phase::backwardWeight) << 3288334336.0;
    // 2 * (128 + 128) * 8192 * 32 * (1 + 4096.5 / 128) + 4 * 8192 * 32
    QTest::newRow("attention core") << "attention core" << phase(Phase::forward) << 4430757888.0;
    // twice the streams: 2 * 4429709312 + 1048576
    QTest::newRow("attention backward") << "attention core" << phase(Phase::backward) << 8860467200.0;
    // once in, once out: SwiGLU reads 2 * 14336 and writes 14336 elements of 2 bytes per token
    QTest::newRow("SwiGLU") << "SwiGLU" << phase(Phase::forward) << 8192.0 * 3.0 * 14336.0 * 2.0;
}

void OnChipRooflineTest::bytes()
{
    QFETCH(QString, name);
    QFETCH(int, phase);
    QFETCH(double, bytes);
    const Estimate e = llama("A100");
    const RooflineOperator &op = find(e, name.toStdString(), static_cast<Phase>(phase));
    QVERIFY(op.onChip);
    QCOMPARE(op.onChip->bytes.value / op.count, bytes);
}

void OnChipRooflineTest::timesAndRidge()
{
    const Estimate e = llama("A100");
    QVERIFY(e.roofline.onChip);
    QCOMPARE(e.roofline.onChip->memory, std::string("L2"));
    // 312 TFLOP/s over 5120 B/clock * 1.41 GHz = 7.2192 TB/s
    QCOMPARE(e.roofline.onChip->ridge.value, 312e12 / 7.2192e12);
    // 2 * 8192 * 4096 * 4096 FLOPs / 312e12 = 0.881 ms against 3288334336 B / 7.2192e12 = 0.455 ms
    const OnChipPoint &point = *find(e, "output projection", Phase::forward).onChip;
    QCOMPARE(point.boundBy, BoundBy::compute);
    QCOMPARE(point.time.value / 32.0, 2.0 * 8192.0 * 4096.0 * 4096.0 / 312e12);
    // SwiGLU has no matrix FLOPs: 704643072 B / 7.2192e12 = 97.6 us
    const OnChipPoint &vector = *find(e, "SwiGLU", Phase::forward).onChip;
    QCOMPARE(vector.boundBy, BoundBy::onChip);
    QCOMPARE(vector.time.value / 32.0, 704643072.0 / 7.2192e12);
    double sum = 0.0, shares = 0.0;
    for (const RooflineOperator &op : e.roofline.operators) {
        sum += op.onChip->time.value;
        shares += op.onChip->timeShare;
    }
    QVERIFY(std::abs(sum / e.roofline.onChip->stepTime.value - 1.0) < 1e-12);
    QVERIFY(std::abs(shares - 1.0) < 1e-12);
}

void OnChipRooflineTest::neverLessThanHbm_data()
{
    QTest::addColumn<QString>("model");
    for (const CatalogEntry &entry : modelEntries())
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

// What crosses HBM crosses on-chip memory.
void OnChipRooflineTest::neverLessThanHbm()
{
    QFETCH(QString, model);
    const Estimate e = evaluated(scenarioOf(model.toStdString(), "TPU v5p"));
    for (const RooflineOperator &op : e.roofline.operators)
        QVERIFY2(op.onChip && op.onChip->bytes.value >= op.bytes.value * (1.0 - 1e-12), op.name.c_str());
}

void OnChipRooflineTest::absentWithoutBandwidth()
{
    const Estimate e = llama("B200");
    QVERIFY(!e.roofline.onChip);
    QVERIFY(std::ranges::none_of(e.roofline.operators, [](const auto &op) { return op.onChip.has_value(); }));
    QVERIFY(text(*onChipMissing(e)).find("B200") != std::string::npos);
    QVERIFY(!onChipMissing(llama("A100")));
    QVERIFY(!e.why.find("roofline.onChip.stepTime").valid());
}

void OnChipRooflineTest::tilesChangeNothingElse()
{
    Scenario s = scenarioOf("Qwen3-30B-A3B", "H100");
    const Estimate before = evaluated(s);
    s.run.kernels.tileM = s.run.kernels.tileN = 64;
    const Estimate after = evaluated(s);
    QVERIFY(after.roofline.onChip->stepTime > before.roofline.onChip->stepTime);
    QCOMPARE(after.roofline.stepTime.value, before.roofline.stepTime.value);
    QCOMPARE(after.system.stepTime.bound.value, before.system.stepTime.bound.value);
    QCOMPARE(after.system.stepTime.expected.value, before.system.stepTime.expected.value);
    for (std::size_t i = 0; i < after.roofline.operators.size(); ++i) {
        const RooflineOperator &a = after.roofline.operators[i], &b = before.roofline.operators[i];
        QVERIFY2(a.onChip->bytes >= b.onChip->bytes, a.name.c_str());
        QCOMPARE(a.bytes.value, b.bytes.value);
    }
}

void OnChipRooflineTest::isInTheReport()
{
    const auto with = nlohmann::json::parse(estimateJson(llama("A100")))["roofline"];
    const auto without = nlohmann::json::parse(estimateJson(llama("B200")))["roofline"];
    QCOMPARE(with["onChip"]["memory"].get<std::string>(), std::string("L2"));
    QVERIFY(with["operators"][0].contains("onChip"));
    QVERIFY(!without.contains("onChip") && !without["operators"][0].contains("onChip"));
}

QTEST_APPLESS_MAIN(OnChipRooflineTest)
#include "on_chip_roofline_test.moc"
