// Pipeline schedules simulated pass by pass, against the closed forms of equal stages and against hand arithmetic.

#include "schedule/headline.h"
#include "schedule/pipeline.h"

#include <QTest>

#include <random>

using namespace headroom;

namespace {

constexpr PipelineSchedule schedules[] = {PipelineSchedule::gpipe, PipelineSchedule::oneFOneB, PipelineSchedule::interleaved,
                                          PipelineSchedule::zbH1, PipelineSchedule::dualPipe};

StagePasses passes(double f, double b, double w) { return {Seconds(f), Seconds(b), Seconds(w), Seconds(f + b)}; }

double simulated(PipelineSchedule schedule, const PipelineSize &size, const std::vector<StagePasses> &stages, double transfer = 0.0)
{
    const std::vector<TaskTime> times = simulate(pipelineGraph(schedule, size, stages, Seconds(transfer)));
    return times.empty() ? -1.0 : lastEnd(times).value;
}

double simulatedEqual(PipelineSchedule schedule, const PipelineSize &size, const StagePasses &stage)
{
    return simulated(schedule, size, std::vector<StagePasses>(static_cast<std::size_t>(size.stages), stage));
}

// What a stage's order holds at most between a forward and the end of its backward (with its weight gradient), in whole stages.
double heldBy(const std::vector<PipelinePass> &order, double chunks, bool untilWeights)
{
    double held = 0.0, most = 0.0;
    for (const PipelinePass &p : order) {
        const bool starts = p.kind == PassKind::forward || p.kind == PassKind::forwardAndBackward;
        held += starts ? 1.0 : 0.0;
        most = std::max(most, held);
        const bool ends = p.kind == PassKind::backward || p.kind == PassKind::forwardAndBackward
            || p.kind == (untilWeights ? PassKind::weightGradient : PassKind::inputGradient);
        held -= ends ? 1.0 : 0.0;
    }
    return most / chunks;
}

// Sizes a schedule can have.
std::vector<PipelineSize> sizesOf(PipelineSchedule schedule)
{
    std::vector<PipelineSize> out;
    for (const Count p : {1, 2, 3, 4, 6, 8})
        for (const Count m : {1, 2, 3, 4, 6, 8, 12, 16, 24, 40})
            for (const Count v : {1, 2, 3})
                if (const PipelineSize size{p, m, v}; !unfit(schedule, size))
                    out.push_back(size);
    return out;
}

} // namespace

class PipelineTest : public QObject
{
    Q_OBJECT
private slots:
    void byHand();
    void closedForms();
    void closedFormsAreBounds();
    void everyPassOnce();
    void held();
    void unequalStagesReachTheHeadline();
    void longerTasksNeverEndEarlier();
    void unfitSizes();
    void circle();
};

// Two stages, two micro-batches, f 1, b 2. 1F1B: F0 | F1 . | B0 F: stage 1 runs F0 at 1, B0 at 2 to 4, F1 at 4, B1 at 5 to 7; stage 0
// runs B0 at 4 to 6, B1 at 7 to 9: 9 = (2 + 1) * 3. GPipe needs the same.
void PipelineTest::byHand()
{
    QCOMPARE(simulatedEqual(PipelineSchedule::oneFOneB, {2, 2, 1}, passes(1, 2, 1)), 9.0);
    QCOMPARE(simulatedEqual(PipelineSchedule::gpipe, {2, 2, 1}, passes(1, 2, 1)), 9.0);
    // Interleaved with two chunks halves the idle time: 2 * 3 + 3 / 2.
    QCOMPARE(simulatedEqual(PipelineSchedule::interleaved, {2, 2, 2}, passes(1, 2, 1)), 7.5);
    // ZB-H1 with f = w = b - w = 1: idle (p - 1)(f + b - 2w) = 1.
    QCOMPARE(simulatedEqual(PipelineSchedule::zbH1, {2, 2, 1}, passes(1, 2, 1)), 7.0);
    // A transfer of 1 is paid on the way to the last stage and back: 9 + 2 for one micro-batch more on the way.
    QCOMPARE(simulated(PipelineSchedule::oneFOneB, {2, 1, 1}, {passes(1, 2, 1), passes(1, 2, 1)}, 1.0), 8.0);
}

void PipelineTest::closedForms()
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> part(0.1, 1.0);
    for (const PipelineSchedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule))
            for (int n = 0; n < 20; ++n) {
                double w = part(random), f = w + part(random), input = w + part(random); // w <= f, w <= b - w
                if (schedule == PipelineSchedule::dualPipe)
                    input = f + part(random); // b - w >= f >= w
                const StagePasses stage = passes(f, input + w, w);
                if (schedule == PipelineSchedule::zbH1 && size.microBatches < size.stages)
                    continue;
                const double expected = equalStagesTime(schedule, size, stage).value;
                const double got = simulatedEqual(schedule, size, stage);
                QVERIFY2(std::abs(got - expected) <= 1e-9 * expected,
                         qPrintable(QString("%1 p %2 m %3 v %4 f %5 b %6 w %7: simulated %8, closed form %9")
                                        .arg(keyOf(schedule)).arg(size.stages).arg(size.microBatches).arg(size.chunks)
                                        .arg(f).arg(input + w).arg(w).arg(got).arg(expected)));
            }
}

// Whatever f, b and w are, and where overlap shortens a pair of passes.
void PipelineTest::closedFormsAreBounds()
{
    std::mt19937 random(2);
    std::uniform_real_distribution<double> part(0.05, 2.0), share(0.6, 1.0);
    for (const PipelineSchedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule))
            for (int n = 0; n < 20; ++n) {
                const double f = part(random), w = part(random), input = part(random);
                StagePasses stage = passes(f, input + w, w);
                stage.overlapped = std::max({share(random) * stage.overlapped, stage.forward, stage.backward});
                const double bound = equalStagesTime(schedule, size, stage).value, got = simulatedEqual(schedule, size, stage);
                QVERIFY2(got >= bound * (1.0 - 1e-9),
                         qPrintable(QString("%1 p %2 m %3 v %4 f %5 i %6 w %7 o %8: simulated %9 below %10")
                                        .arg(keyOf(schedule)).arg(size.stages).arg(size.microBatches).arg(size.chunks)
                                        .arg(f).arg(input).arg(w).arg(stage.overlapped.value).arg(got).arg(bound)));
            }
}

// Every stage works as long as its passes: m (f + b).
void PipelineTest::everyPassOnce()
{
    for (const PipelineSchedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule)) {
            const TaskGraph graph = pipelineGraph(schedule, size, std::vector<StagePasses>(static_cast<std::size_t>(size.stages), passes(1, 3, 1)), {});
            std::vector<double> work(graph.resources, 0.0);
            for (const Task &t : graph.tasks)
                work[t.resource] += t.duration.value;
            for (const double w : work)
                QCOMPARE(w, 4.0 * static_cast<double>(size.microBatches));
        }
}

void PipelineTest::held()
{
    for (const PipelineSchedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule)) {
            const auto orders = pipelineOrder(schedule, size);
            for (std::size_t s = 0; s < orders.size(); ++s)
                QVERIFY2(heldBy(orders[s], static_cast<double>(size.chunks), schedule == PipelineSchedule::zbH1)
                             <= heldMicroBatches(schedule, size, static_cast<Count>(s)) + 1e-12,
                         qPrintable(QString("%1 p %2 m %3 v %4 stage %5: %6 > %7").arg(keyOf(schedule)).arg(size.stages).arg(size.microBatches)
                                        .arg(size.chunks).arg(s).arg(heldBy(orders[s], static_cast<double>(size.chunks), schedule == PipelineSchedule::zbH1))
                                        .arg(heldMicroBatches(schedule, size, static_cast<Count>(s)))));
        }
    // 1F1B with 4 stages and 8 micro-batches holds 4, 3, 2, 1; ZB-H1 the same before the input gradient.
    for (const PipelineSchedule schedule : {PipelineSchedule::oneFOneB, PipelineSchedule::zbH1})
        for (std::size_t s = 0; s < 4; ++s)
            QCOMPARE(heldBy(pipelineOrder(schedule, {4, 8, 1})[s], 1.0, false), 4.0 - static_cast<double>(s));
    QCOMPARE(heldBy(pipelineOrder(PipelineSchedule::dualPipe, {8, 20, 1})[0], 1.0, false), 9.0);
}

// The headline of unequal stages under 1F1B is never above the simulation, and meets it for equal ones.
void PipelineTest::unequalStagesReachTheHeadline()
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> part(0.1, 2.0);
    for (const Count p : {1, 2, 3, 5, 8})
        for (const Count m : {1, 2, 4, 9, 16})
            for (int n = 0; n < 10; ++n) {
                StageLayout layout;
                HeadlineInput in;
                std::vector<StagePasses> stages;
                for (Count s = 0; s < p; ++s) {
                    const double f = part(random), b = part(random);
                    stages.push_back(passes(f, b, 0.0));
                    layout.stages.push_back(static_cast<std::uint16_t>(s));
                    layout.first.push_back(static_cast<std::uint16_t>(s));
                    layout.compositions.push_back({{0, 1.0}});
                    PassLoad forward, backward;
                    forward.compute.value = Seconds(f);
                    backward.compute.value = Seconds(b);
                    in.forward.push_back(forward);
                    in.backward.push_back(backward);
                    in.weights.push_back({});
                }
                const double transfer = n % 2 == 0 ? 0.0 : 0.1; // shorter than any pass: the link is never the bottleneck
                in.layout = &layout;
                in.transfers = {1, {}, {{Seconds(transfer), {}}, {}}};
                in.microBatches.value = static_cast<double>(m);
                in.overlap = {{1.0, {}}, {1.0, {}}, {0.0, {}}, false};
                Derivation off(false);
                const double bound = headline(off, in).step.value.value, got = simulated(PipelineSchedule::oneFOneB, {p, m, 1}, stages, transfer);
                QVERIFY2(got >= bound * (1.0 - 1e-9), qPrintable(QString("p %1 m %2: simulated %3 below the headline %4").arg(p).arg(m).arg(got).arg(bound)));
            }
}

void PipelineTest::longerTasksNeverEndEarlier()
{
    std::mt19937 random(4);
    std::uniform_real_distribution<double> part(0.1, 2.0);
    for (const PipelineSchedule schedule : schedules) {
        const PipelineSize size{4, 8, schedule == PipelineSchedule::interleaved ? 2 : 1};
        std::vector<StagePasses> stages;
        for (int s = 0; s < 4; ++s)
            stages.push_back(passes(part(random), part(random) + 2.0, part(random)));
        TaskGraph graph = pipelineGraph(schedule, size, stages, Seconds(0.1));
        const Seconds before = lastEnd(simulate(graph));
        for (std::size_t t = 0; t < graph.tasks.size(); t += 7) {
            graph.tasks[t].duration += Seconds(0.3);
            QVERIFY(lastEnd(simulate(graph)) >= before);
            graph.tasks[t].duration -= Seconds(0.3);
        }
    }
}

void PipelineTest::unfitSizes()
{
    QVERIFY(unfit(PipelineSchedule::interleaved, {4, 6, 2}));  // 6 % 4 != 0
    QVERIFY(unfit(PipelineSchedule::interleaved, {4, 8, 1}));
    QVERIFY(unfit(PipelineSchedule::oneFOneB, {4, 8, 2}));
    QVERIFY(unfit(PipelineSchedule::dualPipe, {3, 8, 1}));
    QVERIFY(unfit(PipelineSchedule::dualPipe, {4, 6, 1}));     // fewer than 8
    QVERIFY(!unfit(PipelineSchedule::dualPipe, {4, 8, 1}));
}

void PipelineTest::circle()
{
    TaskGraph graph;
    graph.resources = 1;
    graph.tasks = {{0, Seconds(1.0), {{1, {}}}}, {0, Seconds(1.0), {}}}; // the first needs the second, which runs after it
    QVERIFY(simulate(graph).empty());
}

QTEST_APPLESS_MAIN(PipelineTest)
#include "pipeline_test.moc"
