// Figures of variants and their sensitivities, against evaluate() and against what a memory-bound or a compute-bound step must do by hand.

#include "estimate/estimate.h"
#include "explore/sensitivity.h"
#include "support/serving.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

#include <set>

using namespace headroom;
using namespace headroom::testing;

namespace {

// One chip as memoryBound(), but with a memory that takes no time.
Scenario computeBound()
{
    Scenario s = with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=1", "plan.fsdp=1", "run.globalBatch=4", "hardware.hbmBandwidth=1 EB/s"});
    s.calibration = idealCalibration();
    return s;
}

const SensitivityRow &row(const Sensitivity &found, const std::string &path)
{
    const auto at = std::ranges::find_if(found.rows, [&](const SensitivityRow &r) { return r.field->path() == path; });
    if (at == found.rows.end())
        throw std::runtime_error("no row " + path);
    return *at;
}

Count countOf(const std::optional<SensitivityStep> &step) { return step ? std::get<Count>(step->value) : -1; }

} // namespace

class SensitivityTest : public QObject
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
};

void SensitivityTest::figuresAreThoseOfEvaluate()
{
    std::mt19937_64 random(20260711);
    int legal = 0;
    for (int i = 0; i < 60; ++i) {
        const Scenario scenario = randomScenario(random);
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

void SensitivityTest::servedFiguresAreThoseOfEvaluate()
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
void SensitivityTest::bandwidthOfAMemoryBoundStep()
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
void SensitivityTest::peakOfAComputeBoundStep()
{
    const Result<Sensitivity> found = sensitivity(computeBound(), 0.25);
    QVERIFY(found.has_value());
    const SensitivityRow &peak = row(*found, "hardware.peak");
    QVERIFY(std::abs(peak.up->figures.bound.value / (found->base.bound.value / 1.25) - 1.0) < 1e-5);
    QVERIFY(std::abs(peak.up->figures.boundMfu - found->base.boundMfu) < 1e-5);
}

// 512 sequences on 8 ranks: a tenth more is 563, and the nearest multiples of 8 are 560 and 568; a tenth less 461: 464, 456.
// Devices between 9 and 16 (4 and 7) must split 512 sequences: 16 (4). 32 heads on 8 kv heads: tp 2 after 1, the rest from fsdp.
void SensitivityTest::wholeNumbersGoToLegalValues()
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

void SensitivityTest::everyNumericFieldHasARow()
{
    const Scenario scenario = eightChips();
    const Result<Sensitivity> found = sensitivity(scenario);
    QVERIFY(found && found->complete);
    std::multiset<std::string> wanted, rows;
    for (const Field &field : fields()) {
        const bool number = field.kind != FieldKind::flag && field.kind != FieldKind::choice && field.kind != FieldKind::text;
        if (number && field.appliesTo(scenario))
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

void SensitivityTest::largestSwingsComeFirst()
{
    const Result<Sensitivity> found = sensitivity(workedExample());
    QVERIFY(found.has_value());
    for (std::size_t i = 1; i < found->rows.size(); ++i)
        QVERIFY(found->rows[i - 1].swing(found->base, Figure::expectedMfu) >= found->rows[i].swing(found->base, Figure::expectedMfu));
}

void SensitivityTest::endsOfRangesAreLeftOut()
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

void SensitivityTest::sensitivityStops()
{
    const Result<Sensitivity> found = sensitivity(eightChips(), 0.1, stopped());
    QVERIFY(found && !found->complete && found->rows.empty());
}

QTEST_APPLESS_MAIN(SensitivityTest)
#include "sensitivity_test.moc"
