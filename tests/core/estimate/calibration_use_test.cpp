// The typical calibration at work: which laws a chip gets, what they make of operators and calls, and what an estimate says when
// it leaves the range of their points.

#include "estimate/calibration_use.h"
#include "estimate/estimate.h"
#include "comm/collective_laws.h"
#include "ops/roofline.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "spec/project_file.h"
#include "spec/typical_calibration.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

class CalibrationUseTest : public QObject
{
    Q_OBJECT

private slots:
    void chips_data();
    void chips();
    void fp8ProductsHaveTheirOwnLaw();
    void efficienciesFollowThePeak();
    void otherHardware();
    void operatorsByHand();
    void attentionBackward();
    void windows();
    void expertsShareTheirLaunch();
    void callsByHand();
    void editsCount();
    void rangesAreWatched_data();
    void rangesAreWatched();
    void namesAreStated();
    void projectsKeepLaws();
};

namespace {

HardwareSpec chip(const char *name) { return catalogHardware(name).value(); }

Scenario typical(const char *model, const char *hardware, std::initializer_list<const char *> settings)
{
    Scenario s = defaultScenario(catalogModel(model).value(), chip(hardware));
    s.calibration = catalogCalibration("typical", s.hardware).value();
    for (const char *setting : settings)
        if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(headroom::testing::text(issues));
    return s;
}

double seconds(const Op &op, const char *hardware, Level level)
{
    Derivation why;
    const HardwareSpec h = chip(hardware);
    return boundOp(why, op, chipRates(why, h, catalogCalibration("typical", h).value(), RunSpec{}, level)).time.value.value;
}

Op product(double flops, double bytes, Phase phase = Phase::forward)
{
    return {.name = "product", .phase = phase, .modelFlops = {Flops(flops), {}}, .executedFlops = {Flops(flops), {}}, .bytes = {Bytes(bytes), {}}, .onChipBytes = {}};
}

Op attention(double flops, Phase phase, double edgeKeys = 0.0)
{
    Derivation why;
    Op op = product(flops, 1.0, phase);
    op.category = OpCategory::attention;
    op.attention = AttentionShape{why.given("d", 128.0), why.given("keys", 2048.5), why.given("tiles", 1024.0), why.given("edge", edgeKeys),
                                  why.given("masked", 0.0)};
    return op;
}

bool near(double a, double b, double tolerance = 1e-4) { return std::abs(a / b - 1.0) < tolerance; }

bool mentions(const Issues &issues, Severity severity, const char *part)
{
    return std::ranges::any_of(issues, [&](const Issue &i) {
        return i.severity == severity && i.field == "calibration.name" && text(i.message).find(part) != std::string::npos;
    });
}

} // namespace

void CalibrationUseTest::chips_data()
{
    QTest::addColumn<QString>("hardware");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<double>("matrix");
    QTest::addColumn<double>("hbm");
    // Expected values of the calibration's table: GEMM eCompute, elementwise eMemory.
    QTest::newRow("A100: no elementwise kernel, the generic one") << "A100" << "A100 SXM 80GB" << 0.8155 << 0.6475;
    QTest::newRow("H100") << "H100" << "H100 SXM" << 0.7831 << 0.9233;
    QTest::newRow("TPU v5p: not measured") << "TPU v5p" << "generic TPU" << 0.84 << 0.85;
}

void CalibrationUseTest::chips()
{
    QFETCH(QString, hardware);
    QFETCH(QString, chip);
    QFETCH(double, matrix);
    QFETCH(double, hbm);
    const auto c = catalogCalibration("typical", ::chip(qPrintable(hardware)));
    QVERIFY(c);
    QCOMPARE(QString::fromStdString(c->chip), chip);
    QCOMPARE(c->matrixEfficiency.value.expected, matrix);
    QCOMPARE(c->hbmEfficiency.value.expected, hbm);
    for (const CalibrationEntry *e : {&c->matrixEfficiency, &c->attentionEfficiency, &c->hbmEfficiency, &c->scaleUpEfficiency, &c->scaleOutEfficiency})
        QVERIFY(!e->source.empty());
    for (const CalibrationEntry *e : {&c->overlap, &c->contention, &c->overhead})
        QVERIFY(e->source.find("judgement") != std::string::npos);
}

// H100, fp8: 4.388 us + 1e13 FLOP / (1979e12 FLOP/s * 0.741 * 0.9192 under load) = 7.4231 ms; bf16 takes
// 3.596 us + 1e13 / (989e12 * 0.7831 * 0.9192) = 14.0507 ms.
void CalibrationUseTest::fp8ProductsHaveTheirOwnLaw()
{
    Op op = product(1e13, 1.0);
    const double bf16 = seconds(op, "H100", Level::expected);
    op.dtype = MatrixDtype::fp8;
    RunSpec run;
    run.matmulDtype = MatrixDtype::fp8;
    Derivation why;
    const HardwareSpec h = chip("H100");
    const double fp8 = boundOp(why, op, chipRates(why, h, catalogCalibration("typical", h).value(), run, Level::expected)).time.value.value;
    QVERIFY2(near(bf16, 14.0507e-3), qPrintable(QString::number(bf16)));
    QVERIFY2(near(fp8, 7.4231e-3), qPrintable(QString::number(fp8)));
}

// A chip that is stated at twice the peak and the bandwidth of the fit reaches half their share; never more than all of it.
void CalibrationUseTest::efficienciesFollowThePeak()
{
    HardwareSpec h = chip("H100");
    for (MatrixPeak &p : h.matrixPeaks)
        p.rate.value = Band<FlopsPerSecond>::exactly(2.0 * p.rate.value.expected);
    h.hbmBandwidth.value = Band<BytesPerSecond>::exactly(0.5 * h.hbmBandwidth.value.expected);
    const auto c = catalogCalibration("typical", h);
    QVERIFY(c);
    QVERIFY(near(c->matrixEfficiency.value.expected, 0.7831 / 2.0, 1e-9));
    QCOMPARE(c->hbmEfficiency.value.expected, 1.0);
}

void CalibrationUseTest::otherHardware()
{
    HardwareSpec unknown = chip("H100");
    unknown.name = "My chip";
    const Calibration h100 = catalogCalibration("typical", chip("H100")).value();
    QCOMPARE(catalogCalibration("typical", unknown)->chip, std::string("generic GPU"));
    QCOMPARE(calibrationFor(h100, chip("H100"), chip("A100")), catalogCalibration("typical", chip("A100")).value());
    Calibration edited = h100;
    edited.matrixEfficiency.value.expected = 0.75;
    QCOMPARE(calibrationFor(edited, chip("H100"), chip("A100")), edited);
    const Calibration generic = catalogCalibration("generic").value();
    QCOMPARE(calibrationFor(generic, chip("H100"), chip("A100")), generic);
}

// A down projection of Llama-3.1-8B on 4096 tokens: F = 2 * 4096 * 14336 * 4096 = 481.036 GFLOP over 989 TFLOP/s * .7831 * .9192 =
// 711.90 TFLOP/s: 675.71 us; 268.435 MB over 3350 GB/s * .8476 = 2839.5 GB/s: 94.54 us. Cubes: 675.71 * (1 + .13991^3)^(1/3) =
// 676.32 us, and 3.596 us of launch.
void CalibrationUseTest::operatorsByHand()
{
    const double flops = 2.0 * 4096 * 14336 * 4096, bytes = 2.0 * (4096.0 * 14336 + 14336.0 * 4096 + 4096.0 * 4096);
    QVERIFY(near(seconds(product(flops, bytes), "H100", Level::expected), 679.92e-6));
    // At the ideal level the plain roofline: 481.036 GFLOP over 989 TFLOP/s.
    QVERIFY(near(seconds(product(flops, bytes), "H100", Level::ideal), 486.386e-6));
    // Gradients: the same expected time, a wider band.
    for (const Phase phase : {Phase::backwardInput, Phase::backwardWeight}) {
        QCOMPARE(seconds(product(flops, bytes, phase), "H100", Level::expected), seconds(product(flops, bytes), "H100", Level::expected));
        QVERIFY(seconds(product(flops, bytes, phase), "H100", Level::low) < seconds(product(flops, bytes), "H100", Level::low));
        QVERIFY(seconds(product(flops, bytes, phase), "H100", Level::high) > seconds(product(flops, bytes), "H100", Level::high));
    }
    // A norm of 100 MB: 100 MB over 3350 GB/s * .9233 = 32.33 us, and 1.345 us.
    Op norm = product(0.0, 1e8);
    norm.engine = Engine::vector;
    norm.category = OpCategory::elementwise;
    QVERIFY(near(seconds(norm, "H100", Level::expected), 33.675e-6));
    // A delta-rule core on a TPU has no law: 1 TFLOP over 459 TFLOP/s * .5, the attention's share.
    Op linear = product(1e12, 1.0);
    linear.category = OpCategory::linearAttention;
    QVERIFY(near(seconds(linear, "TPU v5p", Level::expected), 4.3573e-3));
}

// Backward: the forward law at 0.7 of its rate. The launch of an H100 core is 13.78 us.
void CalibrationUseTest::attentionBackward()
{
    const double launch = 13.78e-6, forward = seconds(attention(1e12, Phase::forward), "H100", Level::expected) - launch;
    QVERIFY(near(seconds(attention(1e12, Phase::backward), "H100", Level::expected) - launch, forward / 0.7, 1e-9));
    // 1 TFLOP over 989 * .6462 * .9192 TFLOP/s = 1702.3 us; (1 + (83.19 / 128)^3)^(1/3) = 1.0840; 1 + 342.1 / 2048.5 = 1.1670;
    // 1 + 80.22 / 1024 = 1.0783: 2322.6 us.
    QVERIFY(near(forward, 2322.57e-6));
}

// 2048.5 keys of a window and 128 of its last tiles: 6.25 % more work.
void CalibrationUseTest::windows()
{
    const double plain = seconds(attention(1e12, Phase::forward), "H100", Level::expected) - 13.78e-6;
    const double windowed = seconds(attention(1e12, Phase::forward, 128.0), "H100", Level::expected) - 13.78e-6;
    QVERIFY(near(windowed / plain, (2176.5 / 2048.5) * (1.0 + 342.1 / 2176.5) / (1.0 + 342.1 / 2048.5), 1e-9));
    // Gemma 3 has windows of 1024 keys in five of six layers, Llama none.
    const auto edges = [](const char *model) {
        const Scenario s = typical(model, "H100", {});
        Derivation off(false);
        ModelBlocks blocks = blockStructure(s.model);
        buildOps(blocks, off, s.model, s.run, oneChipShape(s.run));
        int count = 0;
        for (const Block &b : blocks.blocks)
            for (const Op &op : b.ops)
                count += op.attention && op.attention->edgeKeys.value > 0.0 ? 1 : 0;
        return count;
    };
    QCOMPARE(edges("gemma-3-27b-it"), 2); // forward and backward of one kind of layer
    QCOMPARE(edges("Llama-3.1-8B"), 0);
}

// The module's launch of 26.71 us falls on its two grouped products; its elementwise parts have none.
void CalibrationUseTest::expertsShareTheirLaunch()
{
    Op grouped = product(1.0, 1.0);
    grouped.category = OpCategory::experts;
    grouped.expertCompute = true;
    QVERIFY(near(seconds(grouped, "H100", Level::expected), 13.355e-6));
    Op combine = product(0.0, 1e9);
    combine.engine = Engine::vector;
    combine.category = OpCategory::experts;
    QVERIFY(near(seconds(combine, "H100", Level::expected), 1e9 / (3350e9 * 0.4691)));
}

// One domain: the ring law, as the held-out points test it. Four domains of 8: a flat ring over all NICs.
void CalibrationUseTest::callsByHand()
{
    Derivation why;
    const HardwareSpec h = chip("H100");
    const LinkRates rates = linkRates(why, h, catalogCalibration("typical", h).value(), Level::expected);
    QVERIFY(rates.laws.has_value());
    const RankGroup eight{.inside = 8.0, .outside = 1.0, .hops = 7.0};
    const Derived<Bytes> payload = why.given("payload", Bytes(256e6));
    for (const Collective kind : {Collective::allGather, Collective::reduceScatter, Collective::allToAll}) {
        const RingLaw &ring = rates.laws->rings[static_cast<std::size_t>(kind)];
        const LinkTime t = collectiveTime(why, kind, eight, payload, 3.0, rates);
        const Seconds one = ringTime(kind, 8.0, Bytes(256e6), gigabytesPerSecond(450),
                                     {ring.start.value, ring.perRank.value, ring.link.value, ring.inSwitch.value});
        QVERIFY(near(t.up.value.value, 3.0 * one.value, 1e-12));
        QCOMPARE(t.out.value, Seconds{});
    }
    // All-gather of 256 MB: a = 4.561 + 7 * .8925 = 10.8085 us; b = 7/8 * 256 MB / (450 GB/s * .7246) = 686.97 us; root 86.17 us.
    QVERIFY(near(collectiveTime(why, Collective::allGather, eight, payload, 1.0, rates).up.value.value, 783.95e-6));
    // All-reduce in the switch: 256 MB over .6082 of the link are 935.36 us.
    RankGroup reducing = eight;
    reducing.inSwitch = true;
    const double start = 4.612e-6 + 7.0 * 1.555e-6, transfer = 935.36e-6;
    QVERIFY(near(collectiveTime(why, Collective::allReduce, reducing, payload, 1.0, rates).up.value.value,
                 start + transfer + std::sqrt(start * transfer)));
    // Across 4 domains of 8: a = 3 * 100 us; b = 31/32 * 256 MB / (8 * 50 GB/s * .95) = 652.63 us; root 442.48 us.
    const RankGroup nodes{.inside = 8.0, .outside = 4.0, .hops = 7.0};
    QVERIFY(near(collectiveTime(why, Collective::allGather, nodes, payload, 1.0, rates).out.value.value, 1395.11e-6));
    // A message between two stages has no law: 256 MB over 450 GB/s and reduce-scatter's share, .7372.
    const RankGroup pair{.inside = 2.0, .outside = 1.0, .hops = 1.0, .stride = 1.0};
    QVERIFY(near(collectiveTime(why, Collective::sendRecv, pair, payload, 1.0, rates).up.value.value, 771.68e-6));
}

// The efficiencies a user may edit are the laws' main parameters.
void CalibrationUseTest::editsCount()
{
    const auto expected = [](const Scenario &s) { return evaluate(s).value().system.stepTime.expected; };
    const auto slower = [&](const Scenario &base, std::initializer_list<const char *> settings) {
        for (const char *setting : settings) {
            Scenario s = base;
            QVERIFY(!hasError(applySetting(s, setting)));
            QVERIFY2(expected(s) > expected(base), setting);
        }
    };
    slower(typical("Mixtral-8x7B", "H100", {}),
           {"calibration.matrixEfficiency=0.5", "calibration.attentionEfficiency=0.3", "calibration.hbmEfficiency=0.5", "calibration.overhead=1 s"});
    slower(typical("Mixtral-8x7B", "H100", {"run.devices=16", "plan.fsdp=16", "plan.remat=full"}),
           {"calibration.scaleOutEfficiency=0.3", "calibration.overlap=0.1"});
    Scenario staged = typical("Llama-3.1-8B", "H100", {"run.devices=8", "plan.fsdp=1", "plan.pp=8"});
    const Seconds before = expected(staged);
    QVERIFY(!hasError(applySetting(staged, "calibration.scaleUpEfficiency=0.01")));
    QVERIFY(expected(staged) > before);
}

void CalibrationUseTest::rangesAreWatched_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("hardware");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<bool>("warning");
    QTest::addColumn<QString>("part");
    QTest::newRow("longer sequence") << "Llama-3.1-8B" << "H100" << QStringList{"run.devices=8", "plan.fsdp=8", "run.sequenceLength=65536"} << true
                                     << "attentionForward bf16 of the H100 SXM was fitted for keys";
    QTest::newRow("more ranks") << "Llama-3.1-8B" << "H100"
                                << QStringList{"run.devices=16", "hardware.domainSize=16", "plan.fsdp=16"} << true
                                << "allGather bytes of the H100 SXM was fitted for ranks from 2 to 8; this plan uses it at 16";
    QTest::newRow("more nodes") << "Llama-3.1-8B" << "H100" << QStringList{"run.devices=1024", "run.globalBatch=1024", "plan.fsdp=1024"} << true
                                << "scaleOut any of the generic GPU was fitted for nodes from 2 to 64; this plan uses it at 128";
    QTest::newRow("head dim") << "Llama-3.1-8B" << "A100" << QStringList{"run.devices=8", "plan.fsdp=8", "model.headDim=64"} << true
                              << "attentionForward bf16 of the A100 SXM 80GB was fitted for headDim";
    QTest::newRow("unmeasured chip") << "Llama-3.1-8B" << "TPU v5p" << QStringList{"run.devices=8", "plan.fsdp=8"} << false
                                     << "no kernel of TPU v5p was measured";
    QTest::newRow("unmeasured class") << "Llama-3.1-8B" << "A100" << QStringList{"run.devices=8", "plan.fsdp=8"} << false
                                      << "the law elementwise is that of the generic GPU";
    QTest::newRow("torus") << "Llama-3.1-8B" << "TPU v5p" << QStringList{"run.devices=8", "plan.fsdp=8"} << false
                           << "collectives on a torus were not measured";
    QTest::newRow("linear core on a TPU") << "Ling-2.6-flash" << "TPU v5p" << QStringList{"run.devices=256", "plan.fsdp=256"} << false
                                          << "no law linearAttention for generic TPU";
}

void CalibrationUseTest::rangesAreWatched()
{
    QFETCH(QString, model);
    QFETCH(QString, hardware);
    QFETCH(QStringList, settings);
    QFETCH(bool, warning);
    QFETCH(QString, part);
    Scenario s = typical(qPrintable(model), qPrintable(hardware), {});
    for (const QString &setting : settings)
        if (setting == "model.headDim=64")
            s.model.layers.front().layer.attention.headDim = s.model.layers.front().layer.attention.rotaryDim = 64;
        else if (const Issues issues = applySetting(s, setting.toStdString()); hasError(issues))
            QFAIL(headroom::testing::text(issues).c_str());
    s.run.globalBatch = std::max(s.run.globalBatch, s.run.devices);
    const auto e = evaluate(s);
    QVERIFY2(e, e ? "" : headroom::testing::text(e.error()).c_str());
    QVERIFY(e->system.legal);
    QVERIFY2(mentions(e->issues, warning ? Severity::warning : Severity::note, qPrintable(part)), headroom::testing::text(e->issues).c_str());
    // Neither ideal nor generic has laws to leave.
    s.calibration = catalogCalibration("generic").value();
    QVERIFY(!mentions(evaluate(s)->issues, Severity::warning, "") && !mentions(evaluate(s)->issues, Severity::note, ""));
}

// The contract names the calibration; within the range there is no warning; another chip's laws are a warning.
void CalibrationUseTest::namesAreStated()
{
    Scenario s = typical("Llama-3.1-8B", "H100", {"run.devices=8", "plan.fsdp=8"});
    const auto line = [](const Estimate &e) {
        return text(std::ranges::find(e.contract, std::string("calibration"), &ContractLine::id)->value);
    };
    const auto e = evaluate(s);
    QVERIFY(e);
    QVERIFY(line(*e).starts_with("typical: laws of the H100 SXM"));
    QVERIFY(line(*e).find("judgement") != std::string::npos);
    QVERIFY(!mentions(e->issues, Severity::warning, "measured on"));
    s.hardware = chip("A100");
    QVERIFY(mentions(evaluate(s)->issues, Severity::warning, "the laws were measured on H100 SXM, not on A100 SXM 80GB"));
    s.calibration = idealCalibration();
    QVERIFY(line(*evaluate(s)).starts_with("ideal: shares of the peaks"));
}

void CalibrationUseTest::projectsKeepLaws()
{
    Project project;
    project.scenarios = {{"typical", typical("Llama-3.1-8B", "H100", {"run.devices=8", "plan.fsdp=8"})}};
    const std::string text = writeProject(project);
    const auto read = readProject(text, "p");
    QVERIFY2(read, read ? "" : headroom::testing::text(read.error()).c_str());
    QCOMPARE(read->scenarios.front().scenario.calibration, project.scenarios.front().scenario.calibration);
    // An efficiency above 1 would beat the peak; the message names the law's place.
    std::string bad = text;
    const std::size_t at = bad.find("\"eCompute\"");
    QVERIFY(at != std::string::npos);
    bad.replace(bad.find("0.", at), 1, "9");
    const auto refused = readProject(bad, "p");
    QVERIFY(!refused);
    QVERIFY2(headroom::testing::text(refused.error()).find("scenarios[0].calibration.laws[0].eCompute") != std::string::npos,
             headroom::testing::text(refused.error()).c_str());
}

QTEST_APPLESS_MAIN(CalibrationUseTest)
#include "calibration_use_test.moc"
