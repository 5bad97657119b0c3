// Losses put into a trace that otherwise does what is expected: each term recovers its own.

#include "gap/advice.h"
#include "spec/field.h"
#include "support/modelled_trace.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace headroom;
using namespace headroom::testing;

namespace {

// Dense with sharded weights; MoE with expert exchange, also in a pipeline; linear attention on a torus.
Scenario scenarioNamed(const QString &name)
{
    if (name == "linear")
        return workedExample();
    Scenario s = scenarioOf(name == "dense" ? "Llama-3.1-8B" : "Mixtral-8x7B", "H100 SXM");
    s.run.devices = name == "dense" ? 8 : 64;
    s.run.globalBatch = name == "dense" ? 64 : 256;
    s.plan.fsdp = 8;
    s.plan.ep = name == "dense" ? 1 : 8;
    s.plan.microBatch = 2;
    s.plan.remat = RematPolicy::full;
    if (name == "pipeline") {
        s.plan.fsdp = 2;
        s.plan.pp = 4;
    }
    s.calibration = *catalogCalibration("typical", s.hardware);
    return s;
}

Estimate estimated(const Scenario &s)
{
    Result<Estimate> e = evaluate(s);
    if (!e)
        throw std::runtime_error(headroom::testing::text(e.error()));
    return *std::move(e);
}

struct Measured
{
    Trace trace;
    ClassifiedTrace classes;
    TraceSummary summary;
    explicit Measured(Trace t) : trace(std::move(t)), classes(classify(trace, builtInTraceRules())), summary(summarize(trace, classes)) {}
    GapInput input(Estimate estimate) const
    {
        GapInput in;
        in.estimate = std::move(estimate);
        in.trace = &trace;
        in.classes = &classes;
        in.summary = &summary;
        return in;
    }
};

GapAnalysis analyzed(GapInput input)
{
    Result<GapAnalysis> gap = analyzeGap(std::move(input));
    if (!gap)
        throw std::runtime_error(headroom::testing::text(gap.error()));
    return *std::move(gap);
}

// Of a row, or of all parts of it.
Seconds lost(const GapAnalysis &gap, const std::string &id)
{
    Seconds out{};
    for (const GapRow &row : gap.rows)
        if (row.id == id || row.id.starts_with(id + "."))
            out += row.lost();
    return out;
}

bool near(Seconds a, Seconds b, Seconds tolerance) { return std::abs((a - b).value) <= tolerance.value; }

void scenarios()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"dense", "experts", "pipeline", "linear"})
        QTest::newRow(name) << name;
}

} // namespace

class GapTest : public QObject
{
    Q_OBJECT

private slots:
    void partsOfTheModel_data() { scenarios(); }
    void partsOfTheModel()
    {
        QFETCH(QString, name);
        const Estimate e = estimated(scenarioNamed(name));
        const ModelledStep m = modelledStep(e);
        Seconds sum = m.contention + m.exposedCommunication + m.exposedCopies + m.waits + m.overhead;
        for (const Seconds s : m.expected)
            sum += s;
        QVERIFY2(near(sum, m.step, 1e-9 * m.step), qPrintable(QString("%1 of %2").arg(sum.value).arg(m.step.value)));
        double calls = 0.0;
        for (const ModelledOperator &op : m.operators)
            calls += op.calls;
        QCOMPARE(static_cast<double>(m.order.size()), name == "pipeline" ? 0.0 : calls);
    }

    void partsOfRandomPlans()
    {
        std::mt19937_64 random(11);
        int legal = 0;
        for (int round = 0; round < 300; ++round) {
            const Result<Estimate> e = evaluate(randomScenario(random));
            if (!e || !e->system.legal)
                continue;
            ++legal;
            const ModelledStep m = modelledStep(*e);
            Seconds sum = m.contention + m.exposedCommunication + m.exposedCopies + m.waits + m.overhead;
            for (const Seconds s : m.expected)
                sum += s;
            QVERIFY2(near(sum, m.step, 1e-9 * m.step), qPrintable(QString("round %1: %2 of %3").arg(round).arg(sum.value).arg(m.step.value)));
        }
        QVERIFY(legal > 100);
    }

    void nothingLost_data() { scenarios(); }
    void nothingLost()
    {
        QFETCH(QString, name);
        const Estimate e = estimated(scenarioNamed(name));
        const Measured measured(modelledTrace(e, {}));
        const GapAnalysis gap = analyzed(measured.input(e));
        const Seconds small = 1e-4 * e.system.stepTime.expected;
        QVERIFY(near(gap.measuredStep, e.system.stepTime.expected, small));
        for (const GapRow &row : gap.rows)
            QVERIFY2(near(row.lost(), Seconds{}, small), qPrintable(QString("%1: %2").arg(row.id.c_str()).arg(row.lost().value)));
        QVERIFY(!gap.dominant->differs);
    }

    void lossesComeBack_data() { scenarios(); }
    void lossesComeBack()
    {
        QFETCH(QString, name);
        const Estimate e = estimated(scenarioNamed(name));
        const ModelledStep model = modelledStep(e);
        const Seconds idle(5e-3), input(3e-3), unhidden = hiddenByOne(e);
        const Measured measured(modelledTrace(e, {EventClass::matmul, 1.2, idle, input, true}));
        const GapAnalysis gap = analyzed(measured.input(e));
        const Seconds products = lost(gap, "gap.matmul"), added = gap.measuredStep - e.system.stepTime.expected;
        Seconds all{};
        for (const Seconds s : model.expected)
            all += s;
        const Seconds slower = 0.2 * (1.0 + model.contention / all) * model.expected[static_cast<std::size_t>(EventClass::matmul)];
        QVERIFY(near(products, slower, 0.01 * slower));
        QVERIFY(near(lost(gap, "gap.idle"), idle, 0.01 * idle));
        QVERIFY(near(lost(gap, "gap.dataInput"), input, 0.01 * input));
        QVERIFY(near(lost(gap, "gap.communication"), unhidden, 0.01 * unhidden));
        QVERIFY(near(lost(gap, "gap.unexplained"), Seconds{}, 0.01 * added));
        Seconds sum{};
        for (const GapRow &row : gap.rows)
            sum += row.lost();
        QVERIFY(near(sum, added, 1e-9 * added));
    }

    // Sharded weights and experts: gathers and scatters are the weights', exchanges the experts'. The parts sum to the whole.
    void exposedByPart()
    {
        const Estimate e = estimated(scenarioNamed("experts"));
        const Measured measured(modelledTrace(e, {EventClass::matmul, 1.0, {}, {}, true}));
        const GapAnalysis gap = analyzed(measured.input(e));
        Seconds sum{};
        std::set<std::string> ids;
        for (const GapRow &row : gap.rows)
            if (row.id.starts_with("gap.communication")) {
                sum += row.measured;
                ids.insert(row.id);
            }
        QVERIFY(ids.contains("gap.communication.ep") && ids.contains("gap.communication.fsdp") && !ids.contains("gap.communication"));
        QVERIFY(std::abs(sum.value - static_cast<double>(measured.summary.typical->exposedCommunication) * 1e-12) < 1e-12);
    }

    void waterfallTelescopes()
    {
        const Estimate e = estimated(scenarioNamed("experts"));
        const Measured measured(modelledTrace(e, {EventClass::experts, 1.3, Seconds(2e-3), Seconds(1e-3), true}));
        const GapAnalysis gap = analyzed(measured.input(e));
        double at = 1.0;
        for (const WaterfallRow &row : gap.estimate.waterfall) {
            if (row.kind == RowKind::loss)
                at -= row.mfu;
            else
                QVERIFY(std::abs(at - row.mfu) < 1e-9);
        }
        QCOMPARE(gap.estimate.waterfall.back().id, std::string("measured"));
        const double whole = e.modelFlopsPerStep / (64.0 * e.roofline.peak * gap.measuredStep);
        QVERIFY(std::abs(gap.measuredMfu - whole) < 1e-12);
        for (const GapRow &row : gap.rows)
            QCOMPARE(row.lost().value > 0.0, row.mfu > 0.0);
    }

    void operatorsInOrder()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        const Measured measured(modelledTrace(e, {EventClass::attention, 1.5, {}, {}, false}));
        const GapAnalysis gap = analyzed(measured.input(e));
        const ModelledStep model = modelledStep(e);
        QVERIFY(gap.matches->modelled.empty());
        for (const OperatorMatch &m : gap.matches->matched) {
            const ModelledOperator &op = model.operators[m.modelled];
            QCOMPARE(m.calls, op.calls);
            QCOMPARE(m.traced, std::vector<std::string>{kernelName(op.eventClass, m.modelled)});
            if (op.eventClass == EventClass::attention)
                QVERIFY(m.measured > 1.45 * op.calls * op.expected);
        }
    }

    // The optimizer's one kernel is no operator of a block.
    void unmatchedTime()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        const Measured measured(modelledTrace(e, {}));
        const Matches matches = *analyzed(measured.input(e)).matches;
        QCOMPARE(matches.traced.size(), 1U);
        QCOMPARE(matches.traced.front().eventClass, EventClass::optimizer);
    }

    // Those that a scenario keeps count after those of a file; of an operator that the plan has not, a flag tells.
    void correctionsKept()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        const Measured measured(modelledTrace(e, {}));
        GapInput in = measured.input(e);
        in.kept = {{"^adam", ""}, {"^flash", "nobody"}, {"^nothing", ""}};
        const GapAnalysis gap = analyzed(in);
        QVERIFY(gap.matches->traced.front().byHand);
        QCOMPARE(gap.flags.size(), 2U);
        QVERIFY(headroom::testing::text(gap.flags).find("nobody") != std::string::npos);
        QVERIFY(headroom::testing::text(gap.flags).find("^nothing") != std::string::npos);
        in.corrections = {{"^adam", gap.operators.front().id}};
        const GapAnalysis other = analyzed(in);
        QVERIFY(std::ranges::none_of(other.matches->traced, [](const UnmatchedTraced &u) { return u.eventClass == EventClass::optimizer; }));
        QCOMPARE(other.flags.size(), 3U); // "^adam" of the scenario comes too late
    }

    void stops()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        const Measured measured(modelledTrace(e, {EventClass::matmul, 1.2, {}, {}, false}));
        std::stop_source source;
        source.request_stop();
        GapInput in = measured.input(e);
        in.stop = source.get_token();
        QVERIFY(!analyzeGap(in));
        const GapAnalysis gap = analyzed(measured.input(e));
        QVERIFY(advise(gap, 8, source.get_token()).empty());
        std::vector<double> shares;
        advise(gap, 8, {}, [&](double share) { shares.push_back(share); });
        QVERIFY(!shares.empty() && std::ranges::is_sorted(shares) && shares.front() == 0.0 && shares.back() < 1.0);
    }

    // A run under the calibration that its trace gives is expected to take as long as it did.
    void usedAsCalibration_data() { scenarios(); }
    void usedAsCalibration()
    {
        QFETCH(QString, name);
        const Scenario s = scenarioNamed(name);
        const Estimate e = estimated(s);
        const Measured measured(modelledTrace(e, {EventClass::matmul, 1.2, Seconds(5e-3), Seconds(3e-3), true}));
        const GapAnalysis gap = analyzed(measured.input(e));
        Scenario again = s;
        again.calibration = *gap.calibration;
        const Seconds now = estimated(again).system.stepTime.expected;
        // Slower stages make a pipeline wait longer; the made trace leaves its waits as they were.
        const double tolerance = name == "pipeline" ? 0.05 : 0.02;
        QVERIFY2(near(now, gap.measuredStep, tolerance * gap.measuredStep), qPrintable(QString("%1 of %2").arg(now.value).arg(gap.measuredStep.value)));
        QVERIFY(gap.calibration->matrixEfficiency.source.starts_with("measured: made.json"));
    }

    void adviceIsWorthWhatItSays()
    {
        const Scenario s = scenarioNamed("dense");
        const Estimate e = estimated(s);
        const Measured measured(modelledTrace(e, {EventClass::matmul, 1.2, Seconds(5e-3), {}, false}));
        const GapAnalysis gap = analyzed(measured.input(e));
        const std::vector<Advice> advice = advise(gap, 100);
        const auto matrix = std::ranges::find(advice, std::string("gap.matmul"), &Advice::term);
        QVERIFY(matrix != advice.end());
        QVERIFY(matrix->setting.starts_with("calibration.matrixEfficiency="));
        QVERIFY(near(matrix->gain, matrix->lost, 0.15 * matrix->lost)); // faster products hide less communication
        Scenario run = s;
        run.calibration = *gap.calibration;
        const Seconds before = estimated(run).system.stepTime.expected;
        for (const Advice &a : advice) {
            Scenario changed = run;
            QVERIFY(applySetting(changed, a.setting).empty());
            QVERIFY(near(before - estimated(changed).system.stepTime.expected, a.gain, 1e-9 * before));
            QVERIFY(a.gain.value > 0.0);
        }
    }

    void withoutATrace()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        GapInput in;
        in.estimate = e;
        QVERIFY(!analyzeGap(in));
        in.measuredStep = 1.1 * e.system.stepTime.expected;
        const GapAnalysis gap = analyzed(in);
        QCOMPARE(gap.rows.size(), 1U);
        QVERIFY(near(lost(gap, "gap.unexplained"), 0.1 * e.system.stepTime.expected, 1e-9 * e.system.stepTime.expected));
        QVERIFY(gap.flags.empty());
        in.measuredStep = 0.9 * e.system.stepTime.bound;
        QCOMPARE(analyzed(in).flags.size(), 1U);
    }

    void devicesAndRanks()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        Trace trace = modelledTrace(e, {});
        trace.worldSize = 8;
        trace.devices = {{0, "NVIDIA H100 80GB HBM3", 8e10, e.roofline.peak.value, e.roofline.hbmBandwidth.value}};
        QVERIFY(analyzed(Measured(trace).input(e)).flags.empty());
        trace.worldSize = 16;
        trace.devices = {{0, "TPU v6 Lite", 3.2e10, 918e12, 1638e9}};
        const GapAnalysis gap = analyzed(Measured(trace).input(e));
        QCOMPARE(gap.flags.size(), 3U);
        QCOMPARE(gap.flags.back().field, std::string("run.devices"));
    }

    void anotherDominantTerm()
    {
        const Estimate e = estimated(scenarioNamed("dense"));
        const Measured measured(modelledTrace(e, {EventClass::matmul, 1.0, {}, 3.0 * e.system.stepTime.expected, false}));
        const GapAnalysis gap = analyzed(measured.input(e));
        QVERIFY(gap.dominant->differs);
        QCOMPARE(gap.dominant->measured, EventClass::hostWork);
        QCOMPARE(gap.dominant->suspects.front().eventClass, EventClass::dataInput);
        QCOMPARE(gap.dominant->suspects.front().name, std::string("enumerate(DataLoader)#next"));
    }
};

QTEST_GUILESS_MAIN(GapTest)
#include "gap_test.moc"
