// Memory over a step: the order of passes by hand, and the ledger's peak on every stage.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "memory/timeline.h"
#include "schedule/pipeline.h"
#include "support/scenarios.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

class TimelineTest : public QObject
{
    Q_OBJECT
private slots:
    void twoStages();
    void peakIsTheLedgers();
    void endsEmpty();
    void tooManyPasses();
};

namespace {

struct Plans
{
    Scenario scenario;
    std::unique_ptr<OwnedPlan> owned;
    explicit Plans(const Scenario &s) : scenario(s)
    {
        Derivation off(false);
        owned = ownedPlan(off, scenario, scenario.plan, *sliceFor(scenario.hardware, scenario.run.devices));
    }
    LedgerInput ledger() const { return ledgerInput(owned->placed); }
};

Scenario llamaOnTwoStages()
{
    Scenario s = testing::scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.plan = {};
    s.run.devices = s.plan.pp = 2;
    s.run.globalBatch = 3;
    return s;
}

// 1F1B with forward 1 s, backward 2 s, a quarter of them at the head; a second after the pipeline.
std::vector<StageTimeline> ofSeconds(const Plans &plan, Count microBatches)
{
    const std::size_t stages = plan.owned->layout.stages.size();
    const PipelineTimes times{std::vector<PieceTimes>(stages, {Seconds(1.0), Seconds(2.0), {}, {}}), std::vector<Seconds>(stages), {}, {}};
    const PipelineGraph graph = pipelineGraph(Schedule::oneFOneB, {static_cast<Count>(stages), microBatches}, times);
    const std::vector<TaskTime> ends = simulate(graph.graph);
    StepSimulation step;
    for (std::size_t t = 0; t < ends.size(); ++t)
        step.passes.push_back({graph.passes[t], graph.graph.tasks[t].resource, ends[t]});
    step.step = lastEnd(ends) + Seconds(1.0);
    return memoryTimeline(plan.ledger(), step, {0.25, 0.25});
}

// Held micro-batches and moment at the points of a stage that are not between passes.
QString shape(const StageTimeline &t)
{
    QStringList out;
    for (const MemoryPoint &p : t.points)
        if (p.moment != Moment::idle)
            out << QStringLiteral("%1%2@%3").arg(QChar::fromLatin1(keyOf(p.moment)[0])).arg(p.held).arg(p.time.value);
    return out.join(' ');
}

} // namespace

// 1F1B of 3 micro-batches: stage 0 runs F0 F1 B0 F2 B1 B2, stage 1 F0 B0 F1 B1 F2 B2. Stage 1: F0 1-2, B0 2-4, F1 4-5, B1 5-7, F2 7-8,
// B2 8-10; stage 0: F0 0-1, F1 1-2, B0 4-6, F2 6-7, B1 7-9, B2 10-12.
void TimelineTest::twoStages()
{
    const Plans plan(llamaOnTwoStages());
    const std::vector<StageTimeline> stages = ofSeconds(plan, 3);
    QCOMPARE(shape(stages[0]), QString("f0@0 f1@1 f1@1 f2@2 b2@4 b1@6 f1@6 f2@7 b2@7 b1@9 b1@10 b0@12"));
    QCOMPARE(shape(stages[1]), QString("f0@1 f1@1.75 h1@1.75 h1@2 h1@2 h1@2.5 b1@2.5 b0@4 f0@4 f1@4.75 h1@4.75 h1@5 h1@5 h1@5.5 b1@5.5 b0@7 "
                                       "f0@7 f1@7.75 h1@7.75 h1@8 h1@8 h1@8.5 b1@8.5 b0@10"));
    QCOMPARE(stages[0].points.back().time.value, 13.0);
    // Between passes a stage keeps what is in flight and no transients.
    const StageMemory waiting = stages[0].at({Seconds(3.0), 2.0, Moment::idle});
    QCOMPARE(waiting[MemoryClass::activations].value, 2.0 * stages[0].rows.kept.value);
    QCOMPARE(waiting[MemoryClass::recompute].value + waiting[MemoryClass::gatheredWeights].value + waiting[MemoryClass::logits].value, 0.0);
}

// The ledger's peak is the largest sum of what is alive together, on every stage: bit for bit under 1F1B and GPipe, never less.
void TimelineTest::peakIsTheLedgers()
{
    std::mt19937_64 random(11);
    int seen = 0;
    while (seen < 60) {
        const Scenario s = testing::randomScenario(random);
        if (s.plan.pp == 1 && seen % 3 != 0)
            continue;
        const Result<Estimate> e = evaluate(s, std::nullopt, Detail::simulated);
        QVERIFY(e.has_value());
        const MemoryEstimate &m = e->system.memory;
        if (m.timelines.empty())
            continue;
        ++seen;
        QCOMPARE(m.timelines.size(), static_cast<std::size_t>(s.plan.pp));
        for (std::size_t stage = 0; stage < m.timelines.size(); ++stage) {
            const StageTimeline &t = m.timelines[stage];
            const double peak = t.at(t.points[t.peak()]).total.value, ledger = m.stageTotals[stage].value;
            if (s.plan.schedule == Schedule::oneFOneB || s.plan.schedule == Schedule::gpipe)
                QCOMPARE(peak, ledger);
            else // in flight is the most of any order; a stage's largest moment may hold fewer
                QVERIFY2(peak <= ledger * (1.0 + 1e-12), qPrintable(QString("%1 above %2").arg(peak).arg(ledger)));
        }
    }
}

// Times never run back; a step starts and ends with no activations.
void TimelineTest::endsEmpty()
{
    std::mt19937_64 random(12);
    for (int i = 0; i < 30; ++i) {
        const Result<Estimate> e = evaluate(testing::randomScenario(random), std::nullopt, Detail::simulated);
        QVERIFY(e.has_value());
        for (const StageTimeline &t : e->system.memory.timelines) {
            QVERIFY(std::ranges::is_sorted(t.points, {}, [](const MemoryPoint &p) { return p.time; }));
            QCOMPARE(t.points.front().held, 0.0);
            QVERIFY(std::abs(t.points.back().held) < 1e-9);
            QVERIFY(std::ranges::all_of(t.points, [](const MemoryPoint &p) { return p.held > -1e-9; }));
        }
    }
}

void TimelineTest::tooManyPasses()
{
    Scenario s = llamaOnTwoStages();
    s.run.globalBatch = 16384;
    QVERIFY(evaluate(s, std::nullopt, Detail::simulated)->system.memory.timelines.size() == 2);
    s.run.globalBatch = 16385;
    QVERIFY(evaluate(s, std::nullopt, Detail::simulated)->system.memory.timelines.empty());
}

QTEST_APPLESS_MAIN(TimelineTest)
#include "timeline_test.moc"
