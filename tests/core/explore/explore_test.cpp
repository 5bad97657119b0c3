// Studies of variants, against evaluate() and against what a memory-bound or a compute-bound step must do by hand.

#include "estimate/estimate.h"
#include "explore/goal_seek.h"
#include "explore/scaling.h"
#include "explore/sensitivity.h"
#include "explore/sweep.h"
#include "explore/trend.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

#include <set>

using namespace headroom;
using headroom::testing::scenarioOf;

namespace {

constexpr double tiny = 1e-9;

bool near(double a, double b) { return std::abs(a - b) <= tiny * std::max(std::abs(a), std::abs(b)); }

Scenario with(Scenario scenario, std::initializer_list<const char *> settings)
{
    for (const char *setting : settings)
        if (const Issues issues = applySetting(scenario, setting); !issues.empty())
            throw std::runtime_error(setting + std::string(": ") + headroom::testing::text(issues));
    return scenario;
}

// One chip whose step is a sum of HBM times alone: every operator is memory-bound, nothing else takes time.
Scenario memoryBound()
{
    Scenario s = with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=1", "plan.fsdp=1", "run.globalBatch=4", "hardware.peak=1 ZFLOP/s"});
    s.calibration = idealCalibration();
    return s;
}

// The same with a memory that takes no time.
Scenario computeBound()
{
    Scenario s = with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=1", "plan.fsdp=1", "run.globalBatch=4", "hardware.hbmBandwidth=1 EB/s"});
    s.calibration = idealCalibration();
    return s;
}

Scenario eightChips() { return with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=8", "plan.fsdp=8", "plan.remat=full"}); }

const SensitivityRow &row(const Sensitivity &found, const std::string &path)
{
    const auto at = std::ranges::find_if(found.rows, [&](const SensitivityRow &r) { return r.field->path() == path; });
    if (at == found.rows.end())
        throw std::runtime_error("no row " + path);
    return *at;
}

Count countOf(const std::optional<SensitivityStep> &step) { return step ? std::get<Count>(step->value) : -1; }

std::stop_token stopped()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

} // namespace

class ExploreTest : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreThoseOfEvaluate();
    void servedFiguresAreThoseOfEvaluate();
    void bandwidthOfAMemoryBoundStep();
    void peakOfAComputeBoundStep();
    void wholeNumbersGoToLegalValues();
    void everyNumericFieldHasARow();
    void largestSwingsComeFirst();
    void endsOfRangesAreLeftOut();
    void sensitivityStops();
    void axesFromText_data();
    void axesFromText();
    void wrongAxes_data();
    void wrongAxes();
    void cellsEqualEvaluate();
    void cellsThatDoNotFitSayWhy();
    void degreesLeaveTheRestToDataAxes();
    void sweepStops();
    void goalIsReached();
    void goalBetweenWholeNumbers();
    void goalOutOfReach();
    void scalingKeepsThePlan();
    void scalingWithBestPlans();
    void slicesFollowDevices();
    void trendsOfABatch();
    void trendNamesTheChange();
};

void ExploreTest::figuresAreThoseOfEvaluate()
{
    std::mt19937_64 random(20260711);
    int legal = 0;
    for (int i = 0; i < 60; ++i) {
        const Scenario scenario = headroom::testing::randomScenario(random);
        const Result<Figures> figures = figuresOf(scenario);
        const Result<Estimate> estimate = evaluate(scenario);
        QVERIFY(figures && estimate);
        const SystemEstimate &system = estimate->system;
        QCOMPARE(figures->legal, system.legal);
        QCOMPARE(figures->feasible, system.feasible);
        QVERIFY(figures->reason == system.reason);
        if (!system.legal)
            continue;
        ++legal;
        QVERIFY(figures->boundMfu == system.boundMfu && figures->expectedMfu == system.expectedMfu);
        QVERIFY(figures->bound == system.stepTime.bound && figures->low == system.stepTime.low);
        QVERIFY(figures->expected == system.stepTime.expected && figures->high == system.stepTime.high);
        QVERIFY(figures->memory == system.memory.total && figures->shortBy == system.shortBy);
        QVERIFY(figures->tokensPerSecondPerChip == system.tokensPerSecondPerChip);
        QCOMPARE(figures->dominant, system.dominant);
    }
    QVERIFY(legal > 30);
}

void ExploreTest::servedFiguresAreThoseOfEvaluate()
{
    Scenario scenario = eightChips();
    scenario.plan = Plan{.tp = 8};
    for (const char *phase : {"prefill", "decode", "serving"}) {
        const Scenario served = with(scenario, {(std::string("run.phase=") + phase).c_str()});
        const Result<Figures> figures = figuresOf(served);
        const Result<ServingEstimate> estimate = evaluateServing(served);
        QVERIFY(figures && estimate);
        QVERIFY(figures->legal);
        QVERIFY(figures->memory == estimate->memoryTotal);
        QCOMPARE(figures->tokensPerSecondPerChip, estimate->latency.expectedTokens.expected);
        QVERIFY(figures->bound <= figures->low && figures->low <= figures->expected && figures->expected <= figures->high);
    }
}

// Every second is bytes over bandwidth, so a tenth more bandwidth takes 1 / 1.1 of the time.
void ExploreTest::bandwidthOfAMemoryBoundStep()
{
    const Result<Sensitivity> found = sensitivity(memoryBound());
    QVERIFY(found.has_value());
    const SensitivityRow &bandwidth = row(*found, "hardware.hbmBandwidth");
    QVERIFY(near(bandwidth.up->figures.expected.value, found->base.expected.value / 1.1));
    QVERIFY(near(bandwidth.down->figures.expected.value, found->base.expected.value / 0.9));
    QVERIFY(near(bandwidth.up->figures.expectedMfu.expected, 1.1 * found->base.expectedMfu.expected));
    QVERIFY(near(row(*found, "calibration.hbmEfficiency").down->figures.expected.value, found->base.expected.value / 0.9));
    QCOMPARE(row(*found, "hardware.scaleUpBandwidth").swing(found->base, Figure::expectedStep), 0.0); // one chip sends nothing
}

// A faster peak takes less time and counts for as much less MFU: the ratio stays.
void ExploreTest::peakOfAComputeBoundStep()
{
    const Result<Sensitivity> found = sensitivity(computeBound(), 0.25);
    QVERIFY(found.has_value());
    const SensitivityRow &peak = row(*found, "hardware.peak");
    QVERIFY(std::abs(peak.up->figures.bound.value / (found->base.bound.value / 1.25) - 1.0) < 1e-5);
    QVERIFY(std::abs(peak.up->figures.boundMfu - found->base.boundMfu) < 1e-5);
}

// 512 sequences on 8 ranks: a tenth more is 563, and the nearest multiples of 8 are 560 and 568; a tenth less 461: 464, 456.
// Devices between 9 and 16 (4 and 7) must split 512 sequences: 16 (4). 32 heads on 8 kv heads: tp 2 after 1, the rest from fsdp.
void ExploreTest::wholeNumbersGoToLegalValues()
{
    const Result<Sensitivity> found = sensitivity(eightChips());
    QVERIFY(found.has_value());
    QCOMPARE(countOf(row(*found, "run.globalBatch").up), Count(560));
    QCOMPARE(countOf(row(*found, "run.globalBatch").down), Count(464));
    QCOMPARE(countOf(row(*found, "run.devices").up), Count(16));
    QCOMPARE(countOf(row(*found, "run.devices").down), Count(4));
    const SensitivityRow &tp = row(*found, "plan.tp");
    QCOMPARE(countOf(tp.up), Count(2));
    QCOMPARE(tp.up->followed, std::string("fsdp 8 → 4"));
    QVERIFY(!tp.down && tp.downOut);
    QCOMPARE(countOf(row(*found, "plan.microBatch").up), Count(2));
    QVERIFY(!row(*found, "plan.ep").up); // no experts
    QCOMPARE(countOf(row(*found, "run.sequenceLength").up), Count(4506)); // 4096 × 1.1 = 4505.6
}

void ExploreTest::everyNumericFieldHasARow()
{
    const Scenario scenario = eightChips();
    const Result<Sensitivity> found = sensitivity(scenario);
    QVERIFY(found && found->complete);
    std::multiset<std::string> wanted, rows;
    for (const Field &field : fields()) {
        const bool number = field.kind != FieldKind::flag && field.kind != FieldKind::choice && field.kind != FieldKind::text;
        if (number && (!field.applies || field.applies(scenario)))
            wanted.insert(field.path());
    }
    for (const SensitivityRow &r : found->rows) {
        rows.insert(r.field->path());
        QVERIFY2(r.down.has_value() != r.downOut.has_value(), r.field->path().c_str()); // a step, or why there is none
        QVERIFY2(r.up.has_value() != r.upOut.has_value(), r.field->path().c_str());
    }
    QVERIFY(rows == wanted);
    QVERIFY(rows.size() > 40);
}

void ExploreTest::largestSwingsComeFirst()
{
    const Result<Sensitivity> found = sensitivity(workedExample());
    QVERIFY(found.has_value());
    for (std::size_t i = 1; i < found->rows.size(); ++i)
        QVERIFY(found->rows[i - 1].swing(found->base, Figure::expectedMfu) >= found->rows[i].swing(found->base, Figure::expectedMfu));
}

void ExploreTest::endsOfRangesAreLeftOut()
{
    Scenario scenario = eightChips();
    scenario.calibration = idealCalibration(); // efficiencies of 1 are the most there is
    const Result<Sensitivity> found = sensitivity(scenario);
    const SensitivityRow &efficiency = row(*found, "calibration.matrixEfficiency");
    QVERIFY(efficiency.down && !efficiency.up);
    QCOMPARE(text(*efficiency.upOut), std::string("1 is the end of its range"));
    QCOMPARE(text(*row(*found, "run.paddingShare").upOut), std::string("is 0, and so is any share of it"));
    QCOMPARE(text(*row(*found, "run.tokenBudget").upOut), std::string("is not set"));
    QVERIFY(!sensitivity(scenario, 0.0) && !sensitivity(scenario, 1.0));
}

void ExploreTest::sensitivityStops()
{
    const Result<Sensitivity> found = sensitivity(eightChips(), 0.1, stopped());
    QVERIFY(found && !found->complete && found->rows.empty());
}

void ExploreTest::axesFromText_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QString>("values"); // as forms show them
    QTest::newRow("list") << "plan.tp=1,2,8" << "1|2|8";
    QTest::newRow("doublings") << "plan.tp=1..8..x2" << "1|2|4|8";
    QTest::newRow("doublings that end between") << "run.globalBatch=96..500..x2" << "96|192|384";
    QTest::newRow("three steps") << "run.globalBatch=256..512..3" << "256|384|512";
    QTest::newRow("whole numbers stand once") << "plan.microBatch=1..3..9" << "1|2|3";
    QTest::newRow("eleven unless said otherwise") << "run.globalBatch=10..20" << "10|11|12|13|14|15|16|17|18|19|20";
    QTest::newRow("downwards") << "run.globalBatch=30..10..3" << "30|20|10";
    QTest::newRow("logarithmic") << "run.globalBatch=1..10000..3 log" << "1|100|10000";
    QTest::newRow("one unit for both ends") << "hardware.hbmBandwidth=1..3 TB/s..3" << "1 TB/s|2 TB/s|3 TB/s";
    QTest::newRow("two units") << "hardware.hbmBandwidth=500 GB/s..1 TB/s..2" << "500 GB/s|1 TB/s";
    QTest::newRow("choices") << "remat=none,full" << "none|full";
    QTest::newRow("a share") << "run.paddingShare=0,10 %" << "0|0.1";
}

void ExploreTest::axesFromText()
{
    QFETCH(QString, axis);
    QFETCH(QString, values);
    const Result<SweepAxis> parsed = parseSweepAxis(axis.toStdString());
    QVERIFY2(parsed.has_value(), parsed ? "" : headroom::testing::text(parsed.error()).c_str());
    QStringList found;
    for (const FieldValue &value : parsed->values)
        found << QString::fromStdString(formatFieldValue(*parsed->field, value));
    QCOMPARE(found.join('|'), values);
}

void ExploreTest::wrongAxes_data()
{
    QTest::addColumn<QString>("axis");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("no values") << "plan.tp" << "key=FROM..TO";
    QTest::newRow("unknown field") << "plan.tq=1,2" << "plan.tp";
    QTest::newRow("empty") << "plan.tp=" << "plan.tp";
    QTest::newRow("no number") << "plan.tp=1,x" << "plan.tp";
    QTest::newRow("out of range") << "plan.tp=0..4" << "between";
    QTest::newRow("too many parts") << "plan.tp=1..2..3..4" << "FROM..TO";
    QTest::newRow("one step") << "plan.tp=1..8..1" << "from 2";
    QTest::newRow("too many steps") << "plan.tp=1..8..2000" << "1000";
    QTest::newRow("factor of one") << "plan.tp=1..8..x1" << "above 1";
    QTest::newRow("logarithm of nothing") << "run.paddingShare=0..0.5..3 log" << "above 0";
    QTest::newRow("no such choice") << "remat=none,some" << "plan.remat";
}

void ExploreTest::wrongAxes()
{
    QFETCH(QString, axis);
    QFETCH(QString, complaint);
    const Result<SweepAxis> parsed = parseSweepAxis(axis.toStdString());
    QVERIFY(!parsed.has_value());
    const QString said = QString::fromStdString(headroom::testing::text(parsed.error()));
    QVERIFY2(said.contains(complaint), qPrintable(said));
}

void ExploreTest::cellsEqualEvaluate()
{
    const Scenario scenario = eightChips();
    const Result<Sweep> found = sweep(scenario, *parseSweepAxis("run.globalBatch=256,512,1024"), *parseSweepAxis("remat=full,save_dot_except_mlp"), {}, {}, 2);
    QVERIFY(found && found->complete);
    QCOMPARE(found->cells.size(), std::size_t(6));
    const std::array<const char *, 3> batches{"run.globalBatch=256", "run.globalBatch=512", "run.globalBatch=1024"};
    const std::array<const char *, 2> remats{"remat=full", "remat=save_dot_except_mlp"};
    for (std::size_t x = 0; x < batches.size(); ++x)
        for (std::size_t y = 0; y < remats.size(); ++y) {
            const Result<Estimate> cell = evaluate(with(scenario, {batches[x], remats[y]}));
            QVERIFY(found->at(x, y).figures.expected == cell->system.stepTime.expected);
            QVERIFY(found->at(x, y).figures.memory == cell->system.memory.total);
        }
    QVERIFY(found->base.expected == found->at(1, 0).figures.expected);
    const std::optional<std::size_t> best = bestCell(*found, Figure::expectedMfu);
    QVERIFY(best.has_value());
    for (const SweepCell &cell : found->cells)
        QVERIFY(!cell.figures.feasible || cell.figures.expectedMfu.expected <= found->cells[*best].figures.expectedMfu.expected);
}

// 8 B parameters in mixed precision are 18 bytes each: 144 GB on one chip of 80 do not fit; batch 100 does not split over 8 ranks.
void ExploreTest::cellsThatDoNotFitSayWhy()
{
    const Result<Sweep> devices = sweep(eightChips(), *parseSweepAxis("run.devices=1,8"), std::nullopt);
    QVERIFY(devices.has_value());
    QVERIFY(devices->cells[0].figures.legal && !devices->cells[0].figures.feasible);
    QVERIFY(text(*devices->cells[0].figures.reason).starts_with("out of memory"));
    QVERIFY(devices->cells[1].figures.feasible);
    const Result<Sweep> batch = sweep(eightChips(), *parseSweepAxis("run.globalBatch=100,104"), std::nullopt);
    QVERIFY(!batch->cells[0].figures.legal && batch->cells[1].figures.legal);
    QVERIFY(text(*batch->cells[0].figures.reason).find("100") != std::string::npos);
    QVERIFY(!sweep(eightChips(), *parseSweepAxis("plan.tp=1,2"), *parseSweepAxis("tp=1,2")));
    QVERIFY(!sweep(eightChips(), *parseSweepAxis("plan.virtualStages=1,2"), std::nullopt)); // no interleaved schedule
}

void ExploreTest::degreesLeaveTheRestToDataAxes()
{
    const Scenario scenario = with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=64", "plan.fsdp=8", "plan.dp=8", "plan.remat=full"});
    const auto planAt = [&](std::initializer_list<const char *> texts) {
        std::vector<FieldChange> changes;
        for (const char *text : texts) {
            const SweepAxis axis = *parseSweepAxis(text);
            changes.push_back({axis.field, axis.values.front()});
        }
        return varied(scenario, changes)->plan;
    };
    QVERIFY(planAt({"plan.tp=4"}).dp == 2 && planAt({"plan.tp=4"}).fsdp == 8); // dp gives way first
    QVERIFY(planAt({"plan.tp=8", "plan.pp=4"}).product() == 64);
    QVERIFY(planAt({"plan.fsdp=16"}).dp == 4);
    QVERIFY(planAt({"plan.dp=64"}).fsdp == 1);
    QVERIFY(planAt({"plan.dp=3"}).product() != 64); // 3 divides nothing here: a cell that says so
    QVERIFY(planAt({"run.devices=128"}).dp == 16);
    QVERIFY(planAt({"run.globalBatch=1024"}) == scenario.plan);
}

void ExploreTest::sweepStops()
{
    const Result<Sweep> found = sweep(eightChips(), *parseSweepAxis("run.globalBatch=8..800..100"), std::nullopt, stopped());
    QVERIFY(found && !found->complete);
    QCOMPARE(found->cells.size(), std::size_t(100));
    QVERIFY(std::ranges::none_of(found->cells, &SweepCell::done));
}

// A memory-bound step of half the time needs twice the bandwidth: 6.7 TB/s for 3.35.
void ExploreTest::goalIsReached()
{
    const Scenario scenario = memoryBound();
    const Figures base = *figuresOf(scenario);
    const Result<Goal> found = goalSeek(scenario, *findField("hardware.hbmBandwidth"), Figure::expectedStep, base.expected.value / 2.0);
    QVERIFY2(found.has_value(), found ? "" : headroom::testing::text(found.error()).c_str());
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
    const std::string said = headroom::testing::text(found.error());
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
