// A step that serves in the form of a step of training: nothing is lost or changed, and every number keeps its derivation.

#include "serving/step_view.h"
#include "spec/phase_change.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;

class StepViewTest : public QObject
{
    Q_OBJECT
private slots:
    void showsTheStep();
    void anIllegalPlanHasItsRooflineAlone();
    void devicesThatShareTheDataGoOnDoingSo_data();
    void devicesThatShareTheDataGoOnDoingSo();
};

void StepViewTest::showsTheStep()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=serving", "run.devices=2", "plan.fsdp=1", "plan.tp=2",
                                                                                     "serving.mixedSteps=off", "calibration=typical"}));
    QCOMPARE(e.steps.size(), std::size_t{2});
    for (const ServedStep &step : e.steps) {
        const Estimate view = stepView(e, step);
        QCOMPARE(view.system.stepTime.expected.value, step.time.expected.value);
        QCOMPARE(view.waterfall.size(), step.waterfall.size());
        QCOMPARE(view.modelFlopsPerToken.value * step.tokens, step.modelFlops.value);
        // What a click on a figure explains is the number of that figure.
        QCOMPARE(view.why.term(view.why.find("system.boundMfu")).value, step.boundMfu);
        QCOMPARE(view.why.term(view.why.find("system.expectedMfu")).value, step.expectedMfu.expected);
        QCOMPARE(view.why.term(view.why.find("stepTime.bound")).value, step.time.bound.value);
        QCOMPARE(view.why.term(view.why.find("roofline.mfu")).value, step.roofline.mfu);
        for (const WaterfallRow &row : view.waterfall)
            QCOMPARE(view.why.term(view.why.find("waterfall." + row.id)).value, row.mfu);
        // The term of the largest batch is what it takes: within the memory, and one more sequence is not.
        QVERIFY(view.why.term(view.why.find("serving.largestBatch")).value <= e.memoryCapacity.value);
        QCOMPARE(view.contract.front().value.arguments.front(), step.id);
    }
}

void StepViewTest::anIllegalPlanHasItsRooflineAlone()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "run.devices=3", "plan.fsdp=1", "plan.tp=3"}));
    const Estimate view = stepView(e, e.steps.front());
    QVERIFY(!view.system.legal && view.system.reason);
    QCOMPARE(view.system.reasonField, std::string("plan.tp"));
    QVERIFY(view.roofline.mfu > 0.0 && view.waterfall.empty());
}

void StepViewTest::devicesThatShareTheDataGoOnDoingSo_data()
{
    QTest::addColumn<Count>("dp");
    QTest::addColumn<Count>("fsdp");
    QTest::addColumn<Count>("cp");
    QTest::addColumn<Count>("copies");
    QTest::newRow("shards") << Count{1} << Count{64} << Count{1} << Count{64};
    QTest::newRow("all kinds") << Count{2} << Count{4} << Count{8} << Count{64};
    QTest::newRow("none") << Count{1} << Count{1} << Count{1} << Count{1};
}

void StepViewTest::devicesThatShareTheDataGoOnDoingSo()
{
    QFETCH(Count, dp);
    QFETCH(Count, fsdp);
    QFETCH(Count, cp);
    QFETCH(Count, copies);
    Scenario s;
    s.plan.tp = 8;
    s.plan.dp = dp;
    s.plan.fsdp = fsdp;
    s.plan.cp = cp;
    s.run.measuredStepTime = Seconds(4.0);
    changePhase(s, RunPhase::decode);
    QVERIFY(!s.run.measuredStepTime); // it was of training
    QCOMPARE(s.run.phase, RunPhase::decode);
    QCOMPARE(s.plan.dp, copies);
    QCOMPARE(s.plan.product(), 8 * copies);
    changePhase(s, RunPhase::serving); // both serve: nothing moves
    QCOMPARE(s.plan.dp, copies);
    changePhase(s, RunPhase::decode);
    s.run.devices = 8 * copies;
    s.run.serving.prefillDevices = 8 * (copies - 1);
    changePhase(s, RunPhase::serving); // but that prompts have devices of their own here
    QCOMPARE(s.plan.dp, Count{1});
    changePhase(s, RunPhase::decode);
    QCOMPARE(s.plan.dp, copies);
    changePhase(s, RunPhase::training);
    QCOMPARE(s.plan.fsdp, copies);
    QCOMPARE(s.plan.product(), 8 * copies);
}

QTEST_APPLESS_MAIN(StepViewTest)
#include "step_view_test.moc"
