// How much of a call waits, against hand arithmetic: calls of 1 ms over NVLink of 450 GB/s.

#include "estimate/plan_model.h"
#include "estimate/system_bound.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

class OverlapTest : public QObject
{
    Q_OBJECT
private slots:
    void asynchronousTensorParallel();
    void inputGradients();
    void contextKinds();
    void asyncNeverSlower();
    void pipelinedHierarchy();
};

namespace {

// How long a call of 1 ms over the ranks of an axis of 4 or 8 waits.
double waitOf(BlockCall call, double share, const BlockTimes &times, const OverlapRates &overlap)
{
    const Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    Derivation off(false);
    const LinkRates links = linkRates(off, s.hardware, s.calibration, Level::ideal);
    Plan plan;
    plan.tp = 8;
    const PlanLinks tensor = planLinks(s.hardware, {}, plan, 1);
    plan.tp = 1;
    plan.cp = 4;
    const PlanLinks context = planLinks(s.hardware, {}, plan, 1);
    call.payload = {Bytes(450e9 * 1e-3 / share), {}};
    const bool isTensor = call.group == &AxisGroups::tensor;
    return callTime(off, call, times, {isTensor ? tensor.groups : context.groups, links, overlap, 4, 8}).wait.value.value;
}

OverlapRates rates(double firstPiece) { return {{1.0, {}}, {1.0, {}}, {0.0, {}}, false, {1.0, {}}, {firstPiece, {}}}; }
bool near(double a, double b) { return std::abs(a - b) < 1e-15; }

} // namespace

// All-gather of 7/8 n. Under 0.6 ms of products 0.4 ms are left; in 8 pieces the first eighth of the products has no transfer beside it:
// 1 - 7/8 * 0.6. Five ms hide everything.
void OverlapTest::asynchronousTensorParallel()
{
    BlockCall call{Purpose::attentionActivations, Collective::allGather, &AxisGroups::tensor, Pass::forward, Hide::products, 1.0, {}, TensorSide::input};
    BlockTimes times;
    Derived<Seconds> &products = times.products[0][productsIndex(TensorPart::attention, TensorSide::input)];
    products.value = Seconds(0.6e-3);
    QVERIFY(near(waitOf(call, 7.0 / 8.0, times, rates(0.0)), 0.4e-3));
    QVERIFY(near(waitOf(call, 7.0 / 8.0, times, rates(1.0)), 0.475e-3));
    products.value = Seconds(5e-3);
    QVERIFY(near(waitOf(call, 7.0 / 8.0, times, rates(1.0)), 0.0));
    call.hide = Hide::nothing;
    QVERIFY(near(waitOf(call, 7.0 / 8.0, times, rates(1.0)), 1e-3));
}

// The sum of the inputs' gradients over 8 ranks runs beside 0.6 ms of weight gradients, whatever else the backward computes.
void OverlapTest::inputGradients()
{
    const BlockCall call{Purpose::attentionActivations, Collective::reduceScatter, &AxisGroups::tensor, Pass::backward, Hide::weightGradients, 1.0,
                         {}, TensorSide::input};
    const std::size_t index = productsIndex(TensorPart::attention, TensorSide::input);
    BlockTimes times;
    times.products[1][index].value = Seconds(5e-3);
    times.products[2][index].value = Seconds(0.6e-3);
    QVERIFY(near(waitOf(call, 7.0 / 8.0, times, rates(0.0)), 0.4e-3));
    QCOMPARE(causeOf(call), WaitCause::tensor);
}

// A ring of 4 passes three parts under three quarters of 0.8 ms of attention; an all-gather waits.
void OverlapTest::contextKinds()
{
    BlockTimes times;
    times.core[0].value = Seconds(0.8e-3);
    const BlockCall ring{Purpose::contextKeys, Collective::ring, &AxisGroups::context, Pass::forward, Hide::core, 1.0, {}, TensorSide::none};
    QVERIFY(near(waitOf(ring, 3.0 / 4.0, times, rates(0.0)), 0.4e-3));
    const BlockCall gather{Purpose::contextKeys, Collective::allGather, &AxisGroups::context, Pass::forward, Hide::nothing, 1.0, {}, TensorSide::none};
    QVERIFY(near(waitOf(gather, 3.0 / 4.0, times, rates(0.0)), 1e-3));
    QCOMPARE(causeOf(gather), WaitCause::context);
}

// Every level of a plan whose tensor collectives go in pieces is at most that of the plan whose don't.
void OverlapTest::asyncNeverSlower()
{
    for (const char *model : {"Llama-3.1-8B", "DeepSeek-V3", "Qwen3-Next-80B-A3B"}) {
        Scenario s = scenarioOf(model, "H100 SXM");
        s.plan.tp = 4;
        s.run.devices = s.plan.product();
        Derivation off(false);
        const auto step = [&](Level level) {
            const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, s, s.plan, {});
            return levelResult(off, owned->placed, LevelChoice::all(level)).headline.step.value.value;
        };
        for (const Level level : {Level::ideal, Level::low, Level::expected, Level::high}) {
            s.plan.asyncTensorParallel = false;
            const double waits = step(level);
            s.plan.asyncTensorParallel = true;
            QVERIFY(step(level) < waits);
        }
    }
}

// 4 x 8 H100, 1 GiB gathered: 2.013 ms over scale-out and 2.088 ms inside; 4.101 ms one after the other, 2.088 ms pipelined.
void OverlapTest::pipelinedHierarchy()
{
    const Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    Derivation off(false);
    Plan plan;
    plan.fsdp = 32;
    const PlanLinks links = planLinks(s.hardware, {}, plan, 1);
    const LinkTime time = collectiveTime(off, Collective::allGather, links.groups.denseShard, {Bytes(1073741824.0), {}}, 1.0,
                                         linkRates(off, s.hardware, s.calibration, Level::ideal));
    const auto lasts = [&](double pipelining) {
        const OverlapRates overlap{{1.0, {}}, {1.0, {}}, {0.0, {}}, false, {pipelining, {}}, {0.0, {}}};
        return std::round(backgroundTime(off, "gather", time, overlap).total.value.value * 1e6);
    };
    QCOMPARE(lasts(1.0), 2088.0);
    QCOMPARE(lasts(0.0), 4101.0);
}

QTEST_APPLESS_MAIN(OverlapTest)
#include "overlap_test.moc"
