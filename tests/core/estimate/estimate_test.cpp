// Whole-model results against published and independently computed numbers.

#include "estimate/estimate.h"
#include "estimate/flop_convention.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

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

} // namespace

class EstimateTest : public QObject
{
    Q_OBJECT
private slots:
    void rooflineMfu_data();
    void rooflineMfu();
    void flopsPerToken_data();
    void flopsPerToken();
    void conventionKeysOfWindow();
    void workedExampleIsWhole();
    void documentRuleCanUndercut();
    void illegalPlanIsAResult();
    void infeasiblePlanIsAResult();
    void measuredAboveTheBoundIsFlagged();
    void inflatedConventionIsFlagged();
    void paddingShortensUsefulWork();
    void waterfallEndsWhereItShould();
    void systemAnchor();
    void stepGains();
    void badScenarios_data();
    void badScenarios();
};

// S 4096, B 512, defaults, MTP 0; percent, from an independent implementation, within 0.1 point.
void EstimateTest::rooflineMfu_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<double>("percent");
    const struct { const char *model; double h100, v5p; } rows[] = {
        {"Llama-3.1-8B", 90.95, 94.26}, {"DeepSeek-V3", 88.79, 92.48}, {"Ling-2.6-flash", 79.52, 87.47}, {"Mixtral-8x7B-v0.1", 90.94, 94.44}};
    for (const auto &r : rows) {
        QTest::addRow("%s H100", r.model) << r.model << "H100 SXM" << r.h100;
        QTest::addRow("%s v5p", r.model) << r.model << "TPU v5p" << r.v5p;
    }
}

void EstimateTest::rooflineMfu()
{
    QFETCH(QString, model);
    QFETCH(QString, chip);
    QFETCH(double, percent);
    const Estimate e = evaluated(scenarioOf(model.toStdString(), chip.toStdString()));
    QVERIFY2(std::abs(100.0 * e.roofline.mfu - percent) < 0.1, qPrintable(QString::number(100.0 * e.roofline.mfu)));
}

// GFLOP per training token, MTP 0, as published and recounted: Megatron-Bridge performance summary, DeepSeek-V3 reports.
void EstimateTest::flopsPerToken_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qlonglong>("sequence");
    QTest::addColumn<Convention>("convention");
    QTest::addColumn<double>("gigaflops");
    QTest::addColumn<int>("decimals");
    const struct { const char *model; qlonglong sequence; double maxtext, megatron, fullRouter; int megatronDecimals, largeDecimals; } rows[] = {
        {"Meta-Llama-3-8B", 8192, 51.4704, 51.4704, 57.9129, 4, 4}, {"Meta-Llama-3-70B", 8192, 449.2225, 449.222, 481.4348, 3, 4},
        {"Llama-3.1-405B", 8192, 2523.956, 2523.956, 2625.425, 3, 3}, {"Mixtral-8x7B-v0.1", 4096, 79.7127, 79.7065, 82.9340, 4, 4},
        {"Qwen3-30B-A3B", 4096, 23.0818, 23.0063, 27.9136, 4, 4}, {"DeepSeek-V3", 4096, 250.4499, 249.8121, 281.1522, 4, 4}};
    for (const auto &r : rows) {
        QTest::addRow("%s maxtext", r.model) << r.model << r.sequence << Convention::maxtext << r.maxtext << r.largeDecimals;
        QTest::addRow("%s megatron", r.model) << r.model << r.sequence << Convention::megatron << r.megatron << r.megatronDecimals;
        QTest::addRow("%s full+router", r.model) << r.model << r.sequence << Convention::palmRouter << r.fullRouter << r.largeDecimals;
    }
}

void EstimateTest::flopsPerToken()
{
    QFETCH(QString, model);
    QFETCH(qlonglong, sequence);
    QFETCH(Convention, convention);
    QFETCH(double, gigaflops);
    QFETCH(int, decimals);
    Scenario s = scenarioOf(model.toStdString(), "H100 SXM");
    s.run.sequenceLength = sequence;
    s.run.convention = convention;
    Derivation off(false);
    const double ours = 3.0 * forwardFlopsPerToken(off, s.model, s.run).value.value / 1e9;
    const double unit = std::pow(10.0, -decimals); // published figures are rounded or cut at their last digit
    QVERIFY2(std::abs(ours - gigaflops) < unit, qPrintable(QString::number(ours, 'f', 6)));
}

// Window 512 of 2048: exact 448.125; MaxText (S W - W^2/2)/S = 448; Megatron S/2; PaLM S.
void EstimateTest::conventionKeysOfWindow()
{
    QCOMPARE(conventionKeys(switchesOf(Convention::headroom), 2048, 512), 448.125);
    QCOMPARE(conventionKeys(switchesOf(Convention::maxtext), 2048, 512), 448.0);
    QCOMPARE(conventionKeys(switchesOf(Convention::megatron), 2048, 512), 1024.0);
    QCOMPARE(conventionKeys(switchesOf(Convention::palm), 2048, 512), 2048.0);
    QCOMPARE(conventionKeys(switchesOf(Convention::sixN), 2048, 512), 0.0);
}

void EstimateTest::workedExampleIsWhole()
{
    const Estimate e = evaluated(workedExample());
    QVERIFY(e.system.legal && e.system.feasible);
    QCOMPARE(e.system.microBatchCount, Count(1)); // 512 / (32 * 8 * 2)
    QVERIFY(!e.contract.empty());
    QVERIFY(e.why.find("system.boundMfu").valid());
    QVERIFY(e.why.find("roofline.mfu").valid());
    QVERIFY(e.why.find("memory.total").valid());
    QVERIFY(e.system.boundMfu < e.roofline.mfu);
    double parts = 0.0, rows = 0.0;
    for (const StepPart &p : e.system.parts)
        parts += p.bound.value;
    QCOMPARE(parts, e.system.stepTime.bound.value);
    for (const MemoryPart &p : e.system.memory.parts)
        rows += p.bytes.value;
    QCOMPARE(rows, e.system.memory.total.value);
}

// max(compute, exposed) + bubble + overhead forgets that a plan does both: where waiting is long it undercuts the bound.
void EstimateTest::documentRuleCanUndercut()
{
    const Estimate e = evaluated(workedExample());
    QVERIFY(e.system.stepTime.documentMax < e.system.stepTime.bound);
    QVERIFY(e.system.stepTime.flopsOnly < e.system.stepTime.documentMax);
}

void EstimateTest::illegalPlanIsAResult()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.run.devices = 8;
    s.plan.fsdp = 1;
    s.plan.ep = 8;
    const Estimate e = evaluated(s);
    QVERIFY(!e.system.legal && !e.system.feasible);
    QVERIFY(e.system.reason.has_value());
    QCOMPARE(e.system.reasonField, std::string("plan.ep"));
    QVERIFY(e.roofline.mfu > 0.9);
}

void EstimateTest::infeasiblePlanIsAResult()
{
    const Estimate e = evaluated(scenarioOf("DeepSeek-V3", "H100 SXM"));
    QVERIFY(e.system.legal && !e.system.feasible);
    QVERIFY(e.system.shortBy.value > 0.0);
    QCOMPARE(e.system.shortBy.value, e.system.memory.total.value - e.system.memory.capacity.value);
    QVERIFY(e.system.reason.has_value());
}

void EstimateTest::measuredAboveTheBoundIsFlagged()
{
    Scenario s = workedExample();
    s.run.measuredStepTime = evaluated(s).system.stepTime.bound * 0.9;
    const Estimate e = evaluated(s);
    QVERIFY(std::any_of(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.field == "run.measuredStepTime"; }));
    QCOMPARE(e.waterfall.back().id, std::string("measured"));
}

// palm counts the full square: at long sequences more than a causal kernel executes.
void EstimateTest::inflatedConventionIsFlagged()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.run.sequenceLength = 131072;
    s.run.convention = Convention::palm;
    const Estimate e = evaluated(s);
    QVERIFY(std::any_of(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.field == "run.convention"; }));
}

void EstimateTest::paddingShortensUsefulWork()
{
    Scenario s = workedExample();
    const Estimate whole = evaluated(s);
    s.run.paddingShare = 0.25;
    const Estimate padded = evaluated(s);
    QCOMPARE(padded.modelFlopsPerStep.value, 0.75 * whole.modelFlopsPerStep.value);
    QCOMPARE(padded.system.stepTime.bound.value, whole.system.stepTime.bound.value);
    QCOMPARE(padded.system.boundMfu, 0.75 * whole.system.boundMfu);
    QVERIFY(padded.system.hfu.padding > 0.0);
    QCOMPARE(padded.system.hfu.total, whole.system.hfu.total);
}

void EstimateTest::waterfallEndsWhereItShould()
{
    const Estimate e = evaluated(workedExample());
    double mfu = 0.0;
    QStringList anchors;
    for (const WaterfallRow &row : e.waterfall) {
        if (row.kind == RowKind::anchor) {
            QVERIFY(anchors.isEmpty() || std::abs(mfu - row.mfu) < 1e-9);
            mfu = row.mfu;
            anchors << QString::fromStdString(row.id);
        } else {
            mfu -= row.mfu;
        }
    }
    QCOMPARE(anchors, (QStringList{"peak", "roofline", "plan", "expected"}));
    QCOMPARE(e.waterfall.front().mfu, 1.0);
    QCOMPARE(mfu, e.system.expectedMfu.expected);
}

// With a best plan the losses lead to it, and the plan's own choice is one more.
void EstimateTest::systemAnchor()
{
    const Scenario s = workedExample();
    Plan better = s.plan;
    better.remat = RematPolicy::none;
    const Result<Estimate> e = evaluate(s, BestPlan{better, 0.9, {}});
    QVERIFY(e);
    const auto row = [&](const char *id) {
        return std::find_if(e->waterfall.begin(), e->waterfall.end(), [&](const WaterfallRow &r) { return r.id == id; });
    };
    QVERIFY(row("system") != e->waterfall.end());
    QVERIFY(row("planChoice") != e->waterfall.end());
    QVERIFY(row("planChoice")->mfu > 0.0);
    QVERIFY(row("recompute") == e->waterfall.end());
    QCOMPARE(row("plan")->mfu, e->system.boundMfu);
}

// Halving an operator's time gains at most half its time on all passes, and never loses.
void EstimateTest::stepGains()
{
    const Estimate e = evaluated(workedExample());
    double largest = 0.0;
    for (const RooflineOperator &op : e.roofline.operators) {
        QVERIFY(op.stepGainIfTwiceAsFast.has_value());
        QVERIFY2(op.stepGainIfTwiceAsFast->value >= -1e-15, op.name.c_str());
        largest = std::max(largest, op.stepGainIfTwiceAsFast->value);
    }
    QVERIFY(largest > 0.0 && largest < e.system.stepTime.bound.value);
    // One device, nothing to wait for: an operator of a layer gains half of its time in all layers.
    Scenario one = scenarioOf("Llama-3.1-8B", "H100 SXM");
    one.run.globalBatch = 1;
    const Estimate plain = evaluated(one);
    for (const RooflineOperator &op : plain.roofline.operators)
        QVERIFY2(std::abs(op.stepGainIfTwiceAsFast->value - 0.5 * op.time.value) <= 1e-9 * plain.system.stepTime.bound.value, op.name.c_str());
}

void EstimateTest::badScenarios_data()
{
    QTest::addColumn<QString>("field");
    for (const char *field : {"run.globalBatch", "run.devices", "plan.tp", "hardware.slice"})
        QTest::newRow(field) << field;
}

void EstimateTest::badScenarios()
{
    QFETCH(QString, field);
    Scenario s = workedExample();
    if (field == "run.globalBatch")
        s.run.globalBatch = 0;
    else if (field == "run.devices")
        s.run.devices = -1;
    else if (field == "plan.tp")
        s.plan.tp = 3; // the product is no longer the devices
    else
        s.hardware.slice = "4x8x9";
    const Result<Estimate> e = evaluate(s);
    QVERIFY(!e);
    QVERIFY(std::any_of(e.error().begin(), e.error().end(), [&](const Issue &i) {
        return i.field == field.toStdString() || (field == "plan.tp" && i.field.starts_with("plan")) || (field == "run.devices" && !i.field.empty());
    }));
}

QTEST_APPLESS_MAIN(EstimateTest)
#include "estimate_test.moc"
