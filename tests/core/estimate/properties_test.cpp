// What holds for every model, chip and plan: seeded random scenarios (model.md §12).

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "ops/legal_plan.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace headroom;
using testing::randomScenario;

namespace {

constexpr int cases = 150;

std::string describe(const Scenario &s)
{
    const Plan &p = s.plan;
    return s.model.name + " on " + std::to_string(s.run.devices) + " " + s.hardware.name + " dp" + std::to_string(p.dp) + " fsdp"
        + std::to_string(p.fsdp) + " tp" + std::to_string(p.tp) + " ep" + std::to_string(p.ep) + " pp" + std::to_string(p.pp) + " cp"
        + std::to_string(p.cp) + " mb" + std::to_string(p.microBatch) + " " + keyOf(p.remat) + " " + keyOf(p.regather) + " "
        + keyOf(p.weightSharding) + " " + keyOf(p.schedule) + " " + keyOf(p.contextParallel) + (p.asyncTensorParallel ? " async" : "") + " S" + std::to_string(s.run.sequenceLength) + " B" + std::to_string(s.run.globalBatch);
}

Estimate evaluated(const Scenario &s)
{
    Result<Estimate> e = evaluate(s);
    if (!e)
        qFatal("%s: %s", describe(s).c_str(), testing::text(e.error()).c_str());
    return std::move(*e);
}

bool notLess(double a, double b) { return a >= b * (1.0 - 1e-12); }

} // namespace

class PropertiesTest : public QObject
{
    Q_OBJECT
private slots:
    void orderOfTheTimes();
    void noPlanAboveTheRoofline();
    void shardsDoNoLess();
    void neverAboveItsSimulation();
    void moreHardwareNeverSlows();
    void doubledBatchDoublesUsefulFlops();
    void partsSumAndWaterfallTelescopes();
    void everythingIsFinite();
};

// 1: floor <= bound <= low <= expected <= high; bound <= serial.
void PropertiesTest::orderOfTheTimes()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < cases; ++i) {
        const Scenario s = randomScenario(random);
        const StepTimes t = evaluated(s).system.stepTime;
        const double order[] = {t.floor.value, t.bound.value, t.low.value, t.expected.value, t.high.value};
        for (std::size_t k = 1; k < 5; ++k)
            QVERIFY2(notLess(order[k], order[k - 1]), (describe(s) + " at " + std::to_string(k)).c_str());
        QVERIFY2(notLess(t.serial.value, t.bound.value), describe(s).c_str());
    }
}

// 2: the bound of a plan is never faster than N chips at their roofline.
void PropertiesTest::noPlanAboveTheRoofline()
{
    std::mt19937_64 random(2);
    for (int i = 0; i < cases; ++i) {
        const Scenario s = randomScenario(random);
        const Estimate e = evaluated(s);
        QVERIFY2(notLess(e.system.stepTime.bound.value, e.roofline.stepTime.value / static_cast<double>(s.run.devices)), describe(s).c_str());
        QVERIFY2(notLess(e.roofline.mfu, e.system.boundMfu), describe(s).c_str());
    }
}

// 2a and 3: for every operator, FLOPs and bytes summed over devices and micro-batches are at least one chip's; FLOPs are equal
// without replicated kv heads, copied routers and latents, or context-parallel MLA.
void PropertiesTest::shardsDoNoLess()
{
    std::mt19937_64 random(3);
    for (int i = 0; i < cases; ++i) {
        const Scenario s = randomScenario(random);
        Derivation off(false);
        ModelBlocks one = blockStructure(s.model), shard = blockStructure(s.model);
        const PassShape shape = passShape(s.run, s.plan);
        buildOps(one, off, s.model, s.run, oneChipShape(s.run));
        buildOps(shard, off, s.model, s.run, shape);
        const double copies = static_cast<double>(s.run.devices) / static_cast<double>(s.plan.pp) * shape.microBatchCount;
        for (std::size_t b = 0; b < one.blocks.size(); ++b)
            for (std::size_t o = 0; o < one.blocks[b].ops.size(); ++o) {
                const Op &whole = one.blocks[b].ops[o], &part = shard.blocks[b].ops[o];
                const std::string where = describe(s) + ": " + whole.name;
                QCOMPARE(std::string(part.name), std::string(whole.name));
                QVERIFY2(notLess(copies * part.executedFlops.value.value, whole.executedFlops.value.value), where.c_str());
                QVERIFY2(notLess(copies * part.bytes.value.value, whole.bytes.value.value), where.c_str());
                const bool tpEqual = s.plan.tp == 1 || s.plan.sequenceParallel;
                const Count kv = one.blocks[b].layer.attention.kvHeads;
                // With experts split over tp every rank moves all tokens by its own masks.
                const bool maskCopies = s.plan.expertTensor > 1 && whole.category == OpCategory::experts && whole.modelFlops.value.value == 0.0;
                if (s.plan.cp == 1 && tpEqual && s.plan.tp <= kv && !maskCopies)
                    QVERIFY2(std::abs(copies * part.executedFlops.value.value - whole.executedFlops.value.value)
                                 <= 1e-9 * whole.executedFlops.value.value, where.c_str());
            }
    }
}

// The closed form is never above the same passes simulated, at the bound and as expected.
void PropertiesTest::neverAboveItsSimulation()
{
    std::mt19937_64 random(14);
    std::map<Schedule, int> seen;
    while (std::ranges::any_of(rowsOf(Schedule{}), [&](const EnumRow &row) { return seen[*fromKey<Schedule>(row.key)] < 20; })) {
        const Scenario s = randomScenario(random);
        if (s.plan.pp == 1)
            continue;
        const Result<Estimate> e = evaluate(s, std::nullopt, Detail::simulated);
        QVERIFY(e);
        if (!e->system.boundSimulation)
            continue;
        ++seen[s.plan.schedule];
        const std::string where = describe(s) + " " + keyOf(s.plan.schedule);
        QVERIFY2(notLess(e->system.boundSimulation->step.value, e->system.stepTime.bound.value), where.c_str());
        // A stage's weights move in messages of their mean size. The parts of an interleaved stage have means of their own, and under a
        // measured law, concave in size, those take a little less.
        const double means = s.plan.schedule == Schedule::interleaved ? 1e-4 : 0.0;
        QVERIFY2(notLess(e->system.expectedSimulation->step.value, e->system.stepTime.expected.value * (1.0 - means)), where.c_str());
    }
}

// 4: a faster peak, HBM or link, or a larger memory, never slows a plan down or makes it infeasible.
void PropertiesTest::moreHardwareNeverSlows()
{
    std::mt19937_64 random(4);
    const auto faster = [](auto &band) {
        band.low *= 1.5;
        band.expected *= 1.5;
        band.high *= 1.5;
    };
    for (int i = 0; i < cases; ++i) {
        const Scenario base = randomScenario(random);
        const Estimate before = evaluated(base);
        for (int what = 0; what < 5; ++what) {
            Scenario s = base;
            switch (what) {
            case 0: for (MatrixPeak &p : s.hardware.matrixPeaks) faster(p.rate.value); break;
            case 1: faster(s.hardware.hbmBandwidth.value); break;
            case 2: faster(s.hardware.scaleUpBandwidth.value); faster(s.hardware.linkBandwidth.value); break;
            case 3: faster(s.hardware.scaleOutBandwidth.value); break;
            default: faster(s.hardware.hbmCapacity.value);
            }
            const Estimate after = evaluated(s);
            const StepTimes &a = after.system.stepTime, &b = before.system.stepTime;
            const std::string where = describe(s) + " change " + std::to_string(what);
            QVERIFY2(notLess(b.bound.value, a.bound.value), where.c_str());
            QVERIFY2(notLess(b.low.value, a.low.value), where.c_str());
            QVERIFY2(notLess(b.expected.value, a.expected.value), where.c_str());
            QVERIFY2(notLess(b.high.value, a.high.value), where.c_str());
            QVERIFY2(notLess(b.serial.value, a.serial.value), where.c_str());
            QVERIFY2(notLess(b.floor.value, a.floor.value), where.c_str());
            QVERIFY2(after.system.feasible || !before.system.feasible, where.c_str());
        }
    }
}

// 9
void PropertiesTest::doubledBatchDoublesUsefulFlops()
{
    std::mt19937_64 random(5);
    for (int i = 0; i < cases; ++i) {
        Scenario s = randomScenario(random);
        const double before = evaluated(s).modelFlopsPerStep.value;
        s.run.globalBatch *= 2;
        QCOMPARE(evaluated(s).modelFlopsPerStep.value, 2.0 * before);
    }
}

// 11: parts sum to the step, communication rows to their parts, the waterfall telescopes to 1e-9.
void PropertiesTest::partsSumAndWaterfallTelescopes()
{
    std::mt19937_64 random(6);
    for (int i = 0; i < cases; ++i) {
        Scenario s = randomScenario(random);
        s.run.measuredStepTime = Seconds(1.0);
        const Estimate e = evaluated(s);
        double bound = 0.0, expected = 0.0, exposedParts = 0.0, exposedRows = 0.0;
        for (const StepPart &p : e.system.parts) {
            QVERIFY2(p.bound.value >= 0.0 && p.expected.value >= 0.0, (describe(s) + " " + p.id).c_str());
            bound += p.bound.value;
            expected += p.expected.value;
            if (p.id.starts_with("exposed."))
                exposedParts += p.bound.value;
        }
        for (const CommunicationRow &r : e.system.communication) {
            exposedRows += r.exposed.value;
            QVERIFY2(r.total.value > 0.0 && r.exposed.value <= r.total.value * (1.0 + 1e-9), (describe(s) + " " + r.axis + " " + r.kind).c_str());
        }
        QVERIFY2(std::abs(bound - e.system.stepTime.bound.value) < 1e-9 * bound, describe(s).c_str());
        QVERIFY2(std::abs(expected - e.system.stepTime.expected.value) < 1e-9 * expected, describe(s).c_str());
        QVERIFY2(std::abs(exposedParts - exposedRows) <= 1e-9 * bound, describe(s).c_str());
        double mfu = 1.0, seconds = e.waterfall.front().seconds.value;
        for (std::size_t r = 1; r < e.waterfall.size(); ++r) {
            const WaterfallRow &row = e.waterfall[r];
            if (row.kind == RowKind::loss) {
                mfu -= row.mfu;
                seconds += row.seconds.value;
                continue;
            }
            QVERIFY2(std::abs(mfu - row.mfu) < 1e-9, (describe(s) + " " + row.id).c_str());
            QVERIFY2(std::abs(seconds - row.seconds.value) < 1e-9 * seconds, (describe(s) + " " + row.id).c_str());
        }
        QCOMPARE(e.waterfall.back().seconds.value, 1.0);
    }
}

void PropertiesTest::everythingIsFinite()
{
    std::mt19937_64 random(8);
    for (int i = 0; i < cases; ++i) {
        const Scenario s = randomScenario(random);
        const Estimate e = evaluated(s);
        for (const Term &t : e.why.terms())
            QVERIFY2(std::isfinite(t.value), (describe(s) + ": " + (t.formula ? t.formula->id : "leaf")).c_str());
        QVERIFY(e.system.memory.total.value > 0.0);
        QVERIFY2(e.system.hfu.total <= 1.0 + 1e-9 && e.system.hfu.useful > 0.0 && e.system.hfu.recompute >= -1e-9, describe(s).c_str());
    }
}

QTEST_APPLESS_MAIN(PropertiesTest)
#include "properties_test.moc"
