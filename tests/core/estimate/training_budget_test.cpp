// Token budgets and failures: hand arithmetic, published runs, and failures drawn one by one.

#include "estimate/estimate.h"
#include "spec/field.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace headroom;

namespace {

Scenario with(std::initializer_list<const char *> settings)
{
    return headroom::testing::with(headroom::testing::scenarioOf("Llama-3.1-8B", "H100 SXM"), settings);
}

SystemEstimate estimateOf(std::initializer_list<const char *> settings)
{
    const Result<Estimate> estimate = evaluate(with(settings));
    if (!estimate)
        throw std::runtime_error(headroom::testing::text(estimate.error()));
    return estimate->system;
}

// Useful share of a run whose failures are drawn from an exponential distribution: work and checkpoints that a failure interrupts are
// lost, and so are restarts.
double drawnShare(double mtbf, double interval, double checkpoint, double restart)
{
    std::mt19937_64 random(7);
    std::exponential_distribution<double> nextFailure(1.0 / mtbf);
    double wall = 0.0, useful = 0.0, left = nextFailure(random);
    const auto survives = [&](double seconds) {
        if (left >= seconds) {
            left -= seconds;
            wall += seconds;
            return true;
        }
        wall += left;
        left = nextFailure(random);
        return false;
    };
    constexpr int segments = 400000;
    for (int i = 0; i < segments; ++i) {
        while (!survives(interval + checkpoint))
            while (!survives(restart)) { }
        useful += interval;
    }
    return useful / wall;
}

} // namespace

class TrainingBudgetTest : public QObject
{
    Q_OBJECT

private slots:
    void daysAndChipHours();
    void tokensPerParameter();
    void failuresOfLlama3();
    void shareAsDrawn_data();
    void shareAsDrawn();
    void bestIntervalIsBest();
    void nothingWithoutFailures();
};

// 1e12 tokens at 512 x 4096 a step are 476,837.2 steps.
void TrainingBudgetTest::daysAndChipHours()
{
    const SystemEstimate system = estimateOf({"run.devices=8", "plan.fsdp=8", "run.tokenBudget=1e12"});
    const double seconds = 1e12 / (512.0 * 4096.0) * system.stepTime.expected.value;
    QVERIFY(std::abs(system.budget->days / (seconds / 86400.0) - 1.0) < 1e-12);
    QVERIFY(std::abs(system.budget->chipHours / (8.0 * seconds / 3600.0) - 1.0) < 1e-12);
    const SystemEstimate padded = estimateOf({"run.devices=8", "plan.fsdp=8", "run.tokenBudget=1e12", "run.paddingShare=0.5"});
    QVERIFY(std::abs(padded.budget->days / padded.stepTime.expected.value / (2.0 * system.budget->days / system.stepTime.expected.value) - 1.0) < 1e-12);
}

// Llama 3.1: 15.6 T tokens for 8.03 B parameters, 1943 each; twenty are what Hoffmann et al. 2022 found best.
void TrainingBudgetTest::tokensPerParameter()
{
    const SystemEstimate system = estimateOf({"run.devices=8", "plan.fsdp=8", "run.tokenBudget=15.6e12"});
    QVERIFY(std::abs(system.budget->tokensPerParameter - 15.6e12 / 8030261248.0) < 1e-6);
    QVERIFY(system.budget->tokensPerActiveParameter == system.budget->tokensPerParameter); // dense
    QVERIFY(!estimateOf({"run.devices=8", "plan.fsdp=8"}).budget);
}

// The Llama 3 report, section 3.3.4: 419 unexpected interruptions in 54 days of 16,384 H100, more than 90 % of the time useful. A device
// fails every 54 d * 16,384 / 419 = 50,677 h, the cluster every 3.09 h. Checkpoints of a minute and restarts of ten: the best interval is
// about sqrt(2 * 60 s * 11,135 s) = 1,156 s less what the law takes off.
void TrainingBudgetTest::failuresOfLlama3()
{
    const SystemEstimate system = estimateOf({"run.devices=16384", "plan.fsdp=512", "plan.tp=8", "plan.pp=4", "run.globalBatch=2048", "run.deviceMtbf=50677 h",
                                              "run.checkpointTime=1 min", "run.restartTime=10 min", "run.tokenBudget=15.6e12"});
    const TrainingGoodput &g = *system.goodput;
    QVERIFY(std::abs(g.mtbf.value / 3600.0 - 3.093) < 0.001);
    QVERIFY(std::abs(g.failuresPerDay - 419.0 / 54.0) < 0.01);
    QVERIFY(g.bestInterval && std::abs(g.checkpointInterval.value - 1156.0) < 60.0);
    QVERIFY(g.goodput > 0.8 && g.goodput < 0.9); // 5 % checkpoints, 5 % work done twice, 5 % restarts
    QVERIFY(std::abs(*g.wallDays * g.goodput / system.budget->days - 1.0) < 1e-12);
}

void TrainingBudgetTest::shareAsDrawn_data()
{
    QTest::addColumn<double>("interval");
    QTest::addColumn<double>("checkpoint");
    QTest::addColumn<double>("restart");
    QTest::newRow("short") << 600.0 << 60.0 << 600.0;
    QTest::newRow("long") << 7200.0 << 60.0 << 600.0;
    QTest::newRow("slow checkpoints") << 3600.0 << 1800.0 << 60.0;
    QTest::newRow("free checkpoints") << 1800.0 << 0.0 << 0.0;
}

// 8 devices that fail every 24 h each: the cluster every 3 h.
void TrainingBudgetTest::shareAsDrawn()
{
    QFETCH(double, interval);
    QFETCH(double, checkpoint);
    QFETCH(double, restart);
    Scenario scenario = with({"run.devices=8", "plan.fsdp=8", "run.deviceMtbf=24 h"});
    scenario.run.checkpointInterval = Seconds(interval);
    scenario.run.checkpointTime = Seconds(checkpoint);
    scenario.run.restartTime = Seconds(restart);
    const double share = evaluate(scenario)->system.goodput->goodput;
    const double drawn = drawnShare(3.0 * 3600.0, interval, checkpoint, restart);
    QVERIFY2(std::abs(share - drawn) < 0.005, qPrintable(QString("%1 computed, %2 drawn").arg(share).arg(drawn)));
}

void TrainingBudgetTest::bestIntervalIsBest()
{
    Scenario scenario = with({"run.devices=8", "plan.fsdp=8", "run.deviceMtbf=24 h", "run.checkpointTime=2 min", "run.restartTime=5 min"});
    const TrainingGoodput best = *evaluate(scenario)->system.goodput;
    double most = 0.0;
    for (int step = -28; step <= 28; ++step) { // a quarter of it to four times it
        scenario.run.checkpointInterval = best.checkpointInterval * std::pow(1.05, step);
        most = std::max(most, evaluate(scenario)->system.goodput->goodput);
    }
    QVERIFY(best.goodput > most - 1e-4); // the law is an expansion
}

void TrainingBudgetTest::nothingWithoutFailures()
{
    QVERIFY(!estimateOf({"run.devices=8", "plan.fsdp=8"}).goodput);
    Scenario scenario = with({"run.devices=8", "plan.fsdp=8"});
    QVERIFY(!applySetting(scenario, "run.checkpointTime=1 min").empty()); // changes nothing without failures
    const TrainingGoodput rare = *estimateOf({"run.devices=8", "plan.fsdp=8", "run.deviceMtbf=1e12 s"}).goodput;
    QVERIFY(rare.goodput > 0.999);
    const SystemEstimate hopeless = estimateOf({"run.devices=8", "plan.fsdp=8", "run.deviceMtbf=1 s", "run.checkpointTime=1 h"});
    QVERIFY(hopeless.goodput->goodput >= 0.0 && hopeless.goodput->goodput < 1e-6);
}

QTEST_APPLESS_MAIN(TrainingBudgetTest)
#include "training_budget_test.moc"
