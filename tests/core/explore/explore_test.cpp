// Goals, scaling curves and trends, against what a memory-bound step must do by hand.

#include "explore/goal_seek.h"
#include "explore/scaling.h"
#include "explore/sweep.h"
#include "explore/trend.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class ExploreTest : public QObject
{
    Q_OBJECT

private slots:
    void goalIsReached();
    void goalBetweenWholeNumbers();
    void goalOutOfReach();
    void scalingKeepsThePlan();
    void scalingWithBestPlans();
    void slicesFollowDevices();
    void trendsOfABatch();
    void trendNamesTheChange();
};

// A memory-bound step of half the time needs twice the bandwidth: 6.7 TB/s for 3.35.
void ExploreTest::goalIsReached()
{
    const Scenario scenario = memoryBound();
    const Figures base = *figuresOf(scenario);
    const Result<Goal> found = goalSeek(scenario, *findField("hardware.hbmBandwidth"), Figure::expectedStep, base.expected.value / 2.0);
    QVERIFY2(found.has_value(), found ? "" : text(found.error()).c_str());
    QVERIFY(!found->before);
    QVERIFY(std::abs(std::get<Band<double>>(found->value).expected / 6.7e12 - 1.0) < 1e-6);
    const Result<Goal> slower = goalSeek(scenario, *findField("hbmEfficiency"), Figure::expectedMfu, base.expectedMfu.expected * 0.3);
    QVERIFY(slower.has_value());
    QVERIFY(std::abs(std::get<Band<double>>(slower->value).expected - 0.3) < 1e-6);
    const Result<Goal> here = goalSeek(scenario, *findField("hardware.hbmBandwidth"), Figure::expectedStep, base.expected.value);
    QVERIFY(here->value == findField("hardware.hbmBandwidth")->get(scenario));
}

// More sequences a step keep the rate of a memory-bound chip nearly as it is, but the optimizer's time is spread over them.
void ExploreTest::goalBetweenWholeNumbers()
{
    const Scenario scenario = memoryBound();
    const double at9 = valueOf(*figuresOf(with(scenario, {"run.globalBatch=9"})), Figure::tokensPerSecondPerChip);
    const double at10 = valueOf(*figuresOf(with(scenario, {"run.globalBatch=10"})), Figure::tokensPerSecondPerChip);
    QVERIFY(at9 < at10);
    const Result<Goal> found = goalSeek(scenario, *findField("globalBatch"), Figure::tokensPerSecondPerChip, 0.5 * (at9 + at10));
    QVERIFY(found.has_value());
    QCOMPARE(std::get<Count>(found->value), Count(10));
    QCOMPARE(std::get<Count>(*found->before), Count(9));
}

void ExploreTest::goalOutOfReach()
{
    const Result<Goal> found = goalSeek(eightChips(), *findField("hardware.scaleUpBandwidth"), Figure::expectedMfu, 2.0);
    QVERIFY(!found.has_value());
    const std::string said = text(found.error());
    QVERIFY2(said.find("no value brings expectedMfu to 200.00 %") != std::string::npos, said.c_str());
    QVERIFY(!goalSeek(eightChips(), *findField("globalBatch"), Figure::expectedMfu, -1.0));
    QVERIFY(!goalSeek(eightChips(), *findField("plan.virtualStages"), Figure::expectedMfu, 0.4));
    QVERIFY(!goalSeek(eightChips(), *findField("run.tokenBudget"), Figure::expectedMfu, 0.4)); // not set
}

// Devices without networks to wait for: a link that takes no time loses nothing, at the bound and as expected alike.
void ExploreTest::scalingKeepsThePlan()
{
    const Result<Scaling> strong = scaling(eightChips(), {.devices = {16, 8, 32, 8}});
    QVERIFY(strong.has_value());
    QCOMPARE(strong->points.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i) {
        const ScalingPoint &p = strong->points[i];
        QCOMPARE(p.devices, Count(8) << i);
        QCOMPARE(p.plan.fsdp, p.devices);
        QCOMPARE(p.globalBatch, Count(512));
        QVERIFY(near(p.speedup, p.efficiency * static_cast<double>(p.devices) / 8.0));
        QVERIFY(i == 0 ? p.efficiency == 1.0 : p.efficiency < strong->points[i - 1].efficiency); // the same work over more links
    }
    const Result<Scaling> weak = scaling(eightChips(), {.kind = ScalingKind::weak, .devices = {8, 16}});
    QCOMPARE(weak->points[1].globalBatch, Count(1024));
    QVERIFY(weak->points[1].efficiency > strong->points[1].efficiency); // twice the work hides more
    QVERIFY(scalingCounts(8) == (std::vector<Count>{2, 4, 8, 16, 32, 64, 128}));
    QVERIFY(scalingCounts(7) == (std::vector<Count>{7, 14, 28, 56, 112}));
    QVERIFY(!scaling(with(eightChips(), {"run.phase=decode"}), {}));
    QVERIFY(!scaling(eightChips(), {.devices = {Count(1) << 21}}));
}

void ExploreTest::scalingWithBestPlans()
{
    const Scenario scenario = eightChips();
    const Result<Scaling> best = scaling(scenario, {.plan = ScalingPlan::best, .devices = {1, 8, 16}});
    QVERIFY(best.has_value());
    QVERIFY(!best->points[0].runs()); // 144 GB of states on 80
    for (std::size_t i = 1; i < 3; ++i) {
        const Result<SearchResult> found = search(withDevices(scenario, best->points[i].devices), {});
        QVERIFY(best->points[i].figures.boundMfu == found->rows.front().boundMfu);
        QVERIFY(best->points[i].plan == found->rows.front().plan);
    }
    QCOMPARE(best->points[1].efficiency, 1.0);
}

void ExploreTest::slicesFollowDevices()
{
    const Scenario scenario = workedExample(); // 4x8x8 chips, all of them
    QCOMPARE(scenario.hardware.slice, std::string("4x8x8"));
    QCOMPARE(withDevices(scenario, 512).hardware.slice, std::string());
    QCOMPARE(withDevices(scenario, 128).hardware.slice, std::string());
    QCOMPARE(withDevices(scenario, 256).hardware.slice, std::string("4x8x8"));
    const Scenario two = with(scenario, {"hardware.slice=4x4x8"});
    QCOMPARE(withDevices(two, 512).hardware.slice, std::string("4x4x8")); // four slices instead of two
    const Result<Figures> figures = figuresOf(withDevices(with(scenario, {"plan.microBatch=1"}), 512)); // 64 · 8 ranks of 512 sequences
    QVERIFY(figures && figures->legal);
}

void ExploreTest::trendsOfABatch()
{
    const Result<Trend> found = trend(eightChips());
    QVERIFY(found && found->complete);
    std::vector<std::string> order;
    for (const TrendRow &r : found->rows)
        order.push_back(r.field->path());
    const std::vector<std::string> wanted{"run.globalBatch", "run.sequenceLength", "run.devices", "plan.tp",        "plan.ep",
                                          "plan.pp",         "plan.cp",            "plan.fsdp",   "plan.microBatch", "run.matmulDtype"};
    QVERIFY(order == wanted);
    const TrendRow &batch = found->rows.front();
    QCOMPARE(batch.points.size(), std::size_t(3));
    QCOMPARE(batch.now, std::size_t(1));
    QVERIFY(batch.points[0].figures.expected < batch.points[1].figures.expected && batch.points[1].figures.expected < batch.points[2].figures.expected);
    QVERIFY(batch.points[2].figures.expected.value < 2.0 * batch.points[1].figures.expected.value); // what is paid once a step
    const TrendRow &dtype = found->rows.back();
    QCOMPARE(std::get<std::string>(dtype.points[dtype.now].value), std::string("bf16"));
    QVERIFY(dtype.points[1].figures.expected < dtype.points[0].figures.expected); // fp8 is faster
}

// 8 H100 share one switch; 16 need the network between nodes, here 1 GB/s for 16 GB of weights, gathered again and again.
void ExploreTest::trendNamesTheChange()
{
    const Result<Trend> found = trend(with(eightChips(), {"hardware.scaleOutBandwidth=1 GB/s"}));
    const auto devices = std::ranges::find_if(found->rows, [](const TrendRow &r) { return r.field->path() == "run.devices"; });
    QVERIFY(devices != found->rows.end());
    QVERIFY(devices->changes == std::vector<std::size_t>{2});
    QVERIFY(devices->points[1].figures.dominant.starts_with("compute."));
    QVERIFY(devices->points[2].figures.dominant.starts_with("exposed."));
}

QTEST_APPLESS_MAIN(ExploreTest)
#include "explore_test.moc"
