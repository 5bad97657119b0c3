// Collectives on switches and tori against hand arithmetic, and where axes lie.

#include "comm/collective.h"
#include "comm/comm_plan.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

namespace {

struct Times
{
    double up, out;
};

Times timeOf(Collective kind, const HardwareSpec &hardware, const Slice &slice, const Plan &plan, std::initializer_list<Axis> axes, double bytes)
{
    Derivation why(false);
    Calibration ideal = idealCalibration();
    const LinkRates rates = linkRates(why, hardware, ideal, Level::ideal);
    std::vector<AxisPart> list;
    for (const Axis axis : axes)
        list.push_back({axis, plan.degree(axis)});
    const RankGroup group = rankGroup(placeAxes(hardware, slice, plan), list);
    const LinkTime t = collectiveTime(why, kind, group, {Bytes(bytes), {}}, 1.0, rates);
    return {t.up.value.value, t.out.value.value};
}

HardwareSpec torus(int dims, WrapRule wrap, double gigabytes)
{
    HardwareSpec h = scenarioOf("Llama-3.1-8B", "TPU v5p").hardware;
    h.torusDims = dims;
    h.wrap = wrap;
    h.linkBandwidth.value = Band<BytesPerSecond>::exactly(gigabytesPerSecond(gigabytes));
    return h;
}

Slice sliceOf(const char *text, int dims) { return *parseSlice(text, dims); }

} // namespace

class CollectiveTest : public QObject
{
    Q_OBJECT
private slots:
    void gatherOverEight();
    void hierarchicalGather();
    void reduceIsTwice();
    void switchAllToAll();
    void torusGather_data();
    void torusGather();
    void torusAllToAll_data();
    void torusAllToAll();
    void axesOnTheSlice();
    void axesBeyondTheSlice();
    void partsOfAnAxis();
    void ringAcrossDomains();
    void orderOfAxes();
    void axesOnNamedDimensions();
    void wrappedDimensionsNamed();
    void reductionInTheSwitch();
    void sliceText_data();
    void sliceText();
    void chosenSlice_data();
    void chosenSlice();
};

// bf16[4096, 65536] over 8 H100: n = 536,870,912 B; 7/8 n / 450e9 = 1.0439 ms.
void CollectiveTest::gatherOverEight()
{
    const HardwareSpec h100 = scenarioOf("Llama-3.1-8B", "H100 SXM").hardware;
    Plan plan;
    plan.fsdp = 8;
    const Times t = timeOf(Collective::allGather, h100, {}, plan, {Axis::fsdp}, 2.0 * 4096 * 65536);
    QCOMPARE(std::round(t.up * 1e7) / 1e7, 1.0439e-3);
    QCOMPARE(t.out, 0.0);
}

// 4 x 8 H100, 1 GiB: scale-out 3/4 * (n/8) / 50e9 = 2.013 ms, scale-up 7/8 * n / 450e9 = 2.088 ms.
void CollectiveTest::hierarchicalGather()
{
    const HardwareSpec h100 = scenarioOf("Llama-3.1-8B", "H100 SXM").hardware;
    Plan plan;
    plan.fsdp = 32;
    const Times t = timeOf(Collective::allGather, h100, {}, plan, {Axis::fsdp}, 1073741824.0);
    QCOMPARE(std::round(t.up * 1e6) / 1e6, 2.088e-3);
    QCOMPARE(std::round(t.out * 1e6) / 1e6, 2.013e-3);
}

void CollectiveTest::reduceIsTwice()
{
    HardwareSpec ring = scenarioOf("Llama-3.1-8B", "H100 SXM").hardware;
    ring.inNetworkReduction = {};
    Plan plan;
    plan.dp = 32;
    const Times once = timeOf(Collective::reduceScatter, ring, {}, plan, {Axis::data}, 1e9);
    const Times twice = timeOf(Collective::allReduce, ring, {}, plan, {Axis::data}, 1e9);
    QCOMPARE(twice.up, 2.0 * once.up);
    QCOMPARE(twice.out, 2.0 * once.out);
}

// 16 ranks, 8 in the domain, n bytes each: 7/16 n inside, 8/16 n across.
void CollectiveTest::switchAllToAll()
{
    const HardwareSpec h100 = scenarioOf("Llama-3.1-8B", "H100 SXM").hardware;
    Plan plan;
    plan.ep = 16;
    const Times t = timeOf(Collective::allToAll, h100, {}, plan, {Axis::expert}, 1e9);
    QCOMPARE(t.up, 7.0 / 16.0 * 1e9 / 450e9);
    QCOMPARE(t.out, 8.0 / 16.0 * 1e9 / 50e9);
}

void CollectiveTest::torusGather_data()
{
    QTest::addColumn<QString>("slice");
    QTest::addColumn<int>("dims");
    QTest::addColumn<int>("degree");
    QTest::addColumn<double>("links"); // of the worst-placed chip
    QTest::newRow("a wrapped ring of 8") << "4x4x8" << 3 << 8 << 2.0;
    QTest::newRow("two wrapped dimensions") << "4x4x8" << 3 << 16 << 4.0;
    QTest::newRow("whole slice") << "4x4x8" << 3 << 128 << 6.0;
    QTest::newRow("half a ring is open") << "4x4x8" << 3 << 2 << 1.0;
    QTest::newRow("an axis of 16 wraps (2D)") << "8x16" << 2 << 16 << 2.0;
    QTest::newRow("an axis of 8 does not (2D)") << "8x16" << 2 << 8 << 1.0;
}

// (g - 1)/g n / (links b)
void CollectiveTest::torusGather()
{
    QFETCH(QString, slice);
    QFETCH(int, dims);
    QFETCH(int, degree);
    QFETCH(double, links);
    const HardwareSpec h = torus(dims, dims == 3 ? WrapRule::cube4 : WrapRule::axis16, 100.0);
    Plan plan;
    plan.fsdp = degree;
    const Times t = timeOf(Collective::allGather, h, sliceOf(qPrintable(slice), dims), plan, {Axis::fsdp}, 1e9);
    QCOMPARE(t.up, (degree - 1.0) / degree * 1e9 / (links * 100e9));
    QCOMPARE(t.out, 0.0);
}

void CollectiveTest::torusAllToAll_data()
{
    QTest::addColumn<QString>("slice");
    QTest::addColumn<int>("degree");
    QTest::addColumn<double>("perLink"); // bytes over the busiest link per byte of a rank
    QTest::newRow("ring of 8: a/8") << "4x4x8" << 8 << 1.0;
    QTest::newRow("pair, open: a/4") << "4x4x8" << 2 << 0.5;
    QTest::newRow("4x4: 4/8 each") << "4x4x8" << 16 << 0.5;
    QTest::newRow("odd line of 3: (9-1)/3/4") << "1x2x3" << 3 << (9.0 - 1.0) / 3.0 / 4.0;
}

void CollectiveTest::torusAllToAll()
{
    QFETCH(QString, slice);
    QFETCH(int, degree);
    QFETCH(double, perLink);
    const HardwareSpec h = torus(3, WrapRule::cube4, 100.0);
    Plan plan;
    plan.ep = degree;
    const Times t = timeOf(Collective::allToAll, h, sliceOf(qPrintable(slice), 3), plan, {Axis::expert}, 1e9);
    QCOMPARE(t.up, perLink * 1e9 / 100e9);
}

// 4x8x8: ep 8 takes the first dimension of 8, fsdp 32 the other two (4 * 8).
void CollectiveTest::axesOnTheSlice()
{
    const HardwareSpec h = torus(3, WrapRule::cube4, 100.0);
    Plan plan;
    plan.ep = 8;
    plan.fsdp = 32;
    const Placement p = placeAxes(h, sliceOf("4x8x8", 3), plan);
    QCOMPARE(p.of(Axis::expert).partCount, std::size_t(1));
    QCOMPARE(p.of(Axis::expert).parts[0], (TorusPart{8, 1, true}));
    QCOMPARE(p.of(Axis::fsdp).partCount, std::size_t(2));
    QCOMPARE(p.of(Axis::fsdp).parts[0], (TorusPart{4, 1, true}));
    QCOMPARE(p.of(Axis::fsdp).parts[1], (TorusPart{8, 1, true}));
    // tp 2 takes a part of the first dimension: 4 left of which fsdp gets 2, at stride 2, closing the ring.
    plan.tp = 2;
    plan.ep = 8;
    plan.fsdp = 16;
    const Placement q = placeAxes(h, sliceOf("4x8x8", 3), plan);
    QCOMPARE(q.of(Axis::tensor).parts[0], (TorusPart{2, 1, false}));
    QCOMPARE(q.of(Axis::fsdp).parts[0], (TorusPart{2, 2, true}));
}

// Two slices of 4x4x4: the second factor of dp lies outside.
void CollectiveTest::axesBeyondTheSlice()
{
    const HardwareSpec h = torus(3, WrapRule::cube4, 100.0);
    Plan plan;
    plan.fsdp = 64;
    plan.dp = 2;
    const Placement p = placeAxes(h, sliceOf("4x4x4", 3), plan);
    QCOMPARE(p.of(Axis::fsdp).inside, 64.0);
    QCOMPARE(p.of(Axis::data).inside, 1.0);
    QCOMPARE(p.of(Axis::data).outside, 2.0);
}

// fsdp 32 on 4 * 8 of a torus: two neighbours lie on an open pair; the 16 groups of two on the ring's other half, at stride 2, and a ring
// of 8: 2/2 + 2 links. On switches of 8, fsdp 16: pairs inside, of the 8 pairs 4 inside.
void CollectiveTest::partsOfAnAxis()
{
    const HardwareSpec h = torus(3, WrapRule::cube4, 100.0);
    Plan plan;
    plan.ep = 8;
    plan.fsdp = 32;
    const Placement p = placeAxes(h, sliceOf("4x8x8", 3), plan);
    const AxisPart pair[] = {{Axis::fsdp, 2, 1}}, pairs[] = {{Axis::fsdp, 16, 2}};
    QCOMPARE(rankGroup(p, pair).links, 1.0);
    QCOMPARE(rankGroup(p, pairs).links, 3.0);
    QCOMPARE(rankGroup(p, pairs).inside, 16.0);
    plan = {};
    plan.fsdp = 16;
    const Placement q = placeAxes(scenarioOf("Llama-3.1-8B", "H100 SXM").hardware, {}, plan);
    const AxisPart others[] = {{Axis::fsdp, 8, 2}};
    QCOMPARE(rankGroup(q, pair).inside, 2.0);
    QCOMPARE(rankGroup(q, others).inside, 4.0);
    QCOMPARE(rankGroup(q, others).outside, 2.0);
}

// Who sends to the other domain sends 15 of 16 parts over its own link; a wrapped torus ring passes halves both ways.
void CollectiveTest::ringAcrossDomains()
{
    Plan plan;
    plan.cp = 16;
    const Times t = timeOf(Collective::ring, scenarioOf("Llama-3.1-8B", "H100 SXM").hardware, {}, plan, {Axis::context}, 16e9);
    QCOMPARE(t.up, 15e9 / 450e9);
    QCOMPARE(t.out, 15e9 / 50e9);
    plan.cp = 8;
    const Times wrapped = timeOf(Collective::ring, torus(3, WrapRule::cube4, 100.0), sliceOf("4x4x8", 3), plan, {Axis::context}, 8e9);
    QCOMPARE(wrapped.up, 7e9 / (2.0 * 100e9));
}

// Domains of 8: ep 8 first fills one, tp 2 then lies across two.
void CollectiveTest::orderOfAxes()
{
    const HardwareSpec h100 = scenarioOf("Llama-3.1-8B", "H100 SXM").hardware;
    Plan plan;
    plan.tp = 2;
    plan.ep = 8;
    QCOMPARE(placeAxes(h100, {}, plan).of(Axis::expert).inside, 4.0);
    plan.axisOrder = "ep-tp-cp-fsdp-pp-dp";
    const Placement p = placeAxes(h100, {}, plan);
    QCOMPARE(p.of(Axis::expert).inside, 8.0);
    QCOMPARE(p.of(Axis::tensor).inside, 1.0);
    QCOMPARE(p.of(Axis::tensor).outside, 2.0);
}

// 4x8x8: tp 8 on z instead of the first whole dimension of 8; fsdp 16 on y (8), the rest on x.
void CollectiveTest::axesOnNamedDimensions()
{
    const HardwareSpec h = torus(3, WrapRule::cube4, 100.0);
    Plan plan;
    plan.tp = 8;
    plan.fsdp = 16;
    plan.torusAxes = "tp=z, fsdp=y";
    Slice odd = sliceOf("4x8x8", 3);
    odd.dims[1] = 16; // 4 x 16 x 8
    QCOMPARE(placeAxes(h, odd, plan).of(Axis::tensor).parts[0], (TorusPart{8, 1, true}));
    QCOMPARE(placeAxes(h, odd, plan).of(Axis::fsdp).parts[0], (TorusPart{16, 1, true}));
    const Placement p = placeAxes(h, sliceOf("4x8x8", 3), plan);
    QCOMPARE(p.of(Axis::fsdp).partCount, std::size_t(2));
    QCOMPARE(p.of(Axis::fsdp).parts[0], (TorusPart{8, 1, true}));
    QCOMPARE(p.of(Axis::fsdp).parts[1], (TorusPart{2, 1, false}));
}

// 4x4x8 with the last dimension alone wrapped: 16 ranks on 4 x 4 have one link each way, 8 on the ring two.
void CollectiveTest::wrappedDimensionsNamed()
{
    HardwareSpec h = torus(3, WrapRule::custom, 100.0);
    h.wrappedDims = "z";
    Plan plan;
    plan.fsdp = 16;
    const AxisPart all[] = {{Axis::fsdp, 16, 1}}, ring[] = {{Axis::fsdp, 8, 1}};
    QCOMPARE(rankGroup(placeAxes(h, sliceOf("4x4x8", 3), plan), all).links, 2.0);
    plan.fsdp = 8;
    QCOMPARE(rankGroup(placeAxes(h, sliceOf("4x4x8", 3), plan), ring).links, 2.0);
    h.wrappedDims.clear();
    QCOMPARE(rankGroup(placeAxes(h, sliceOf("4x4x8", 3), plan), ring).links, 1.0);
}

// 8 ranks, 4.5 GB: a switch that adds up takes and gives every byte once, 10 ms; a ring sends 7/4 of them.
void CollectiveTest::reductionInTheSwitch()
{
    HardwareSpec h = scenarioOf("Llama-3.1-8B", "H100 SXM").hardware;
    Plan plan;
    plan.dp = 8;
    QVERIFY(h.inNetworkReduction.value);
    QCOMPARE(timeOf(Collective::allReduce, h, {}, plan, {Axis::data}, 4.5e9).up, 10e-3);
    h.inNetworkReduction.value = false;
    QCOMPARE(timeOf(Collective::allReduce, h, {}, plan, {Axis::data}, 4.5e9).up, 17.5e-3);
}

void CollectiveTest::sliceText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    for (const char *good : {"4x8x8", "1x1x1", "16X16X24"})
        QTest::newRow(good) << good << true;
    for (const char *bad : {"", "4x8", "4x8x8x2", "4x8x", "x4x8", "4x-8x8", "4x0x8", "4 x 8 x 8", "4x8x8 ", "99999999999999999999x1x1", "axbxc"})
        QTest::newRow(*bad ? bad : "empty") << bad << false;
}

void CollectiveTest::sliceText()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    const Result<Slice> slice = parseSlice(text.toStdString(), 3);
    QCOMPARE(slice.has_value(), good);
    if (!good)
        QCOMPARE(slice.error().front().field, std::string("hardware.slice"));
}

void CollectiveTest::chosenSlice_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<qlonglong>("devices");
    QTest::addColumn<QString>("slice");
    QTest::newRow("v5p 256: wrapped cubes") << "TPU v5p" << 256LL << "4x8x8";
    QTest::newRow("v5p 64") << "TPU v5p" << 64LL << "4x4x4";
    QTest::newRow("v5p 8") << "TPU v5p" << 8LL << "2x2x2";
    QTest::newRow("v5e 256: a pod") << "TPU v5e" << 256LL << "16x16";
    QTest::newRow("v5e 1024: four pods") << "TPU v5e" << 1024LL << "16x16";
    QTest::newRow("prime") << "TPU v5p" << 7LL << "1x1x7";
}

void CollectiveTest::chosenSlice()
{
    QFETCH(QString, chip);
    QFETCH(qlonglong, devices);
    QFETCH(QString, slice);
    HardwareSpec h = scenarioOf("Llama-3.1-8B", chip.toStdString()).hardware;
    h.slice.clear();
    const Result<Slice> chosen = sliceFor(h, devices);
    QVERIFY(chosen);
    QCOMPARE(QString::fromStdString(text(*chosen)), slice);
}

QTEST_APPLESS_MAIN(CollectiveTest)
#include "collective_test.moc"
