// What a cluster measured, at the end of the waterfall of a step that serves.

#include "serving/serving.h"
#include "support/conformance.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;

namespace {

bool close(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

const WaterfallRow *rowOf(const ServedStep &step, const std::string &id)
{
    const auto row = std::ranges::find(step.waterfall, id, &WaterfallRow::id);
    return row == step.waterfall.end() ? nullptr : &*row;
}

} // namespace

class MeasuredStepTest : public QObject
{
    Q_OBJECT
private slots:
    void ofADecodeStep();
    void betweenPrompts();
    void ofAPrefill();
    void impossibleTimes();
};

// Without a draft the time per output token is the step's: MFU = F / (N peak 0.05 s).
void MeasuredStepTest::ofADecodeStep()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-70B", "H100 SXM", {"run.phase=decode", "run.devices=8", "plan.fsdp=1", "plan.tp=8",
                                                                                      "serving.batch=64", "measuredStepTime=50 ms"}));
    const ServedStep &step = e.steps.front();
    const WaterfallRow *measured = rowOf(step, "measured"), *lost = rowOf(step, "unexplained"), *expected = rowOf(step, "expected");
    QVERIFY(measured && lost && expected);
    QVERIFY(close(measured->seconds.value, 0.05, 1e-12));
    QVERIFY(close(measured->mfu, step.modelFlops.value / (8.0 * step.roofline.peak.value * 0.05), 1e-12));
    QVERIFY(close(lost->mfu, expected->mfu - measured->mfu, 1e-9));
    QVERIFY(close(lost->seconds.value, 0.05 - expected->seconds.value, 1e-9));
    QVERIFY(testing::checkDerivation(e.why).empty());
    QCOMPARE(e.why.term(measured->term).value, measured->mfu);
}

// Of phases with both, the decode step's; the prefill has no bar.
void MeasuredStepTest::betweenPrompts()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=serving", "serving.mixedSteps=off", "measuredStepTime=1 s"}));
    QCOMPARE(rowOf(*e.step("decode"), "measured")->seconds.value, 1.0);
    QVERIFY(!rowOf(*e.step("prefill"), "measured"));
}

void MeasuredStepTest::ofAPrefill()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=prefill", "serving.batch=4", "measuredStepTime=2 s"}));
    QVERIFY(close(rowOf(e.steps.front(), "measured")->seconds.value, 2.0, 1e-12));
}

// Faster than the bound is shown and doubted.
void MeasuredStepTest::impossibleTimes()
{
    const auto of = [](const char *time) { return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", std::string("measuredStepTime=") + time})); };
    const auto doubted = [](const ServingEstimate &e) {
        return std::ranges::any_of(e.issues, [](const Issue &i) { return i.field == "run.measuredStepTime" && i.severity == Severity::warning; });
    };
    QVERIFY(!doubted(of("1 s")));
    const ServingEstimate fast = of("1 us");
    QVERIFY(rowOf(fast.steps.front(), "measured")->mfu > fast.steps.front().boundMfu && doubted(fast));
}

QTEST_APPLESS_MAIN(MeasuredStepTest)
#include "measured_step_test.moc"
