// Pipeline schedules simulated pass by pass, against the closed forms of equal stages and against hand arithmetic.

#include "ops/legal_plan.h"
#include "schedule/headline.h"
#include "schedule/pipeline.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace headroom;

namespace {

constexpr Schedule schedules[] = {Schedule::gpipe, Schedule::oneFOneB, Schedule::interleaved,
                                          Schedule::zbH1, Schedule::dualPipe};

struct Piece
{
    double f, b, w; // forward, backward, its weight gradient
};

std::size_t piecesOf(Schedule schedule, const PipelineSize &size) { return static_cast<std::size_t>(piecesPerStage(schedule, size)); }

// Pieces by stage and piece. Under DualPipe piece 1 of a stage is the mirror image's piece 0.
double simulated(Schedule schedule, const PipelineSize &size, const std::vector<Piece> &pieces, double transfer = 0.0)
{
    const std::size_t n = piecesOf(schedule, size);
    PipelineTimes times;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece &piece = pieces[i], &other = pieces[n == 2 && schedule == Schedule::dualPipe ? i ^ 1u : i];
        times.pieces.push_back({Seconds(piece.f), Seconds(piece.b), Seconds(piece.w), Seconds(piece.f + other.b)});
    }
    times.transfers.assign(static_cast<std::size_t>(size.stages), Seconds(transfer));
    const std::vector<TaskTime> ends = simulate(pipelineGraph(schedule, size, times).graph);
    return ends.empty() ? -1.0 : lastEnd(ends).value;
}

double simulatedEqual(Schedule schedule, const PipelineSize &size, const Piece &piece)
{
    return simulated(schedule, size, std::vector<Piece>(static_cast<std::size_t>(size.stages) * piecesOf(schedule, size), piece));
}

// The closed form of the same passes.
double headlineOf(Schedule schedule, const PipelineSize &size, const std::vector<Piece> &pieces, double transfer = 0.0)
{
    const std::size_t n = piecesOf(schedule, size), stages = static_cast<std::size_t>(size.stages);
    StageLayout layout;
    HeadlineInput in;
    const auto add = [&](double f, double b, double w) {
        PassLoad forward, backward, both;
        forward.compute.value = Seconds(f);
        backward.compute.value = Seconds(b);
        both.compute.value = Seconds(f + b);
        in.forward.push_back(forward);
        in.backward.push_back(backward);
        if (schedule == Schedule::dualPipe)
            in.overlapped.push_back(both);
        in.weightGradient.push_back({Seconds(w), {}});
        in.weights.push_back({});
        layout.compositions.push_back({{0, 1.0}});
        return static_cast<std::uint16_t>(layout.compositions.size() - 1);
    };
    layout.piecesPerStage = static_cast<Count>(n);
    layout.copies = schedule == Schedule::dualPipe ? 2.0 : 1.0;
    for (std::size_t s = 0; s < stages; ++s) {
        Piece sum{};
        for (std::size_t i = 0; i < n; ++i) {
            const Piece &piece = pieces[s * n + i];
            sum = {sum.f + piece.f / layout.copies, sum.b + piece.b / layout.copies, sum.w + piece.w / layout.copies};
        }
        layout.stages.push_back(add(sum.f, sum.b, sum.w));
        layout.first.push_back(static_cast<std::uint16_t>(s));
    }
    if (n > 1)
        for (const Piece &piece : pieces)
            layout.pieces.push_back(add(piece.f, piece.b, piece.w));
    in.layout = &layout;
    in.schedule = schedule;
    const LinkTime sent{{Seconds(transfer), {}}, {}}, pass{{Seconds(transfer * static_cast<double>(size.chunks)), {}}, {}};
    in.transfers = {.together = 1, .inside = {}, .outside = sent, .insidePass = {}, .outsidePass = pass, .wraps = false, .around = {}, .aroundPass = {}};
    in.microBatches.value = static_cast<double>(size.microBatches);
    in.overlap = {{1.0, {}}, {1.0, {}}, {0.0, {}}, false};
    Silent off;
    return headline(off, in).step.value.value;
}

double headlineOfEqual(Schedule schedule, const PipelineSize &size, const Piece &piece)
{
    return headlineOf(schedule, size, std::vector<Piece>(static_cast<std::size_t>(size.stages) * piecesOf(schedule, size), piece));
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

double inFlight(Schedule schedule, const PipelineSize &size, std::size_t stage)
{
    Silent off;
    return microBatchesInFlight(off, schedule, size, static_cast<Count>(stage)).value;
}

// Sizes a schedule can have.
std::vector<PipelineSize> sizesOf(Schedule schedule)
{
    std::vector<PipelineSize> out;
    for (const Count p : {1, 2, 3, 4, 6, 8})
        for (const Count m : {1, 2, 3, 4, 6, 8, 12, 16, 24, 40})
            for (const Count v : {1, 2, 3})
                if (const PipelineSize size{p, m, v}; !brokenScheduleRule(schedule, p, v, m))
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
    void heldOfUnequalPieces();
    void longerTasksNeverEndEarlier();
    void unfitSizes();
    void circle();
};

// Two stages, two micro-batches, f 1, b 2. 1F1B: F0 | F1 . | B0 F: stage 1 runs F0 at 1, B0 at 2 to 4, F1 at 4, B1 at 5 to 7; stage 0
// runs B0 at 4 to 6, B1 at 7 to 9: 9 = (2 + 1) * 3. GPipe needs the same.
void PipelineTest::byHand()
{
    QCOMPARE(simulatedEqual(Schedule::oneFOneB, {2, 2, 1}, Piece{1, 2, 1}), 9.0);
    QCOMPARE(simulatedEqual(Schedule::gpipe, {2, 2, 1}, Piece{1, 2, 1}), 9.0);
    // Interleaved with two chunks halves the idle time: 2 * 3 + 3 / 2.
    QCOMPARE(simulatedEqual(Schedule::interleaved, {2, 2, 2}, Piece{0.5, 1, 0.5}), 7.5);
    // ZB-H1 with f = w = b - w = 1: idle (p - 1)(f + b - 2w) = 1.
    QCOMPARE(simulatedEqual(Schedule::zbH1, {2, 2, 1}, Piece{1, 2, 1}), 7.0);
    // A transfer of 1 is paid on the way to the last stage and back: 9 + 2 for one micro-batch more on the way.
    QCOMPARE(simulated(Schedule::oneFOneB, {2, 1, 1}, {Piece{1, 2, 1}, Piece{1, 2, 1}}, 1.0), 8.0);
}

void PipelineTest::closedForms()
{
    // The idle time by hand: (p - 1)(f + b) for GPipe and 1F1B, a v-th of it interleaved, (p - 1)(f + b - 2w) for ZB-H1.
    QCOMPARE(headlineOfEqual(Schedule::gpipe, {4, 8}, {1, 2, 1}), (8 + 3) * 3.0);
    QCOMPARE(headlineOfEqual(Schedule::oneFOneB, {4, 8}, {1, 2, 1}), (8 + 3) * 3.0);
    QCOMPARE(headlineOfEqual(Schedule::interleaved, {4, 8, 2}, {0.5, 1, 0.5}), 8 * 3.0 + 3 * 3.0 / 2);
    QCOMPARE(headlineOfEqual(Schedule::zbH1, {4, 8}, {1, 2, 1}), 8 * 3.0 + 3 * 1.0);
    // DualPipe: (p / 2 - 1)(f + b + b - 3w) - min(f, (p / 2 - 1)(b - w - f)) = 1 * (3 + 2 - 3) - 0.
    QCOMPARE(headlineOfEqual(Schedule::dualPipe, {4, 8}, {1, 2, 1}), 8 * 3.0 + 2.0);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> part(0.1, 1.0);
    for (const Schedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule))
            for (int n = 0; n < 20; ++n) {
                double w = part(random), f = w + part(random), input = w + part(random); // w <= f, w <= b - w
                if (schedule == Schedule::dualPipe)
                    input = f + part(random); // b - w >= f >= w
                if (schedule == Schedule::zbH1 && size.microBatches < size.stages)
                    continue;
                const Piece piece{f, input + w, w};
                const double expected = headlineOfEqual(schedule, size, piece), got = simulatedEqual(schedule, size, piece);
                QVERIFY2(std::abs(got - expected) <= 1e-9 * expected,
                         qPrintable(QString("%1 p %2 m %3 v %4 f %5 b %6 w %7: simulated %8, closed form %9")
                                        .arg(keyOf(schedule)).arg(size.stages).arg(size.microBatches).arg(size.chunks)
                                        .arg(f).arg(input + w).arg(w).arg(got).arg(expected)));
            }
}

// Whatever f, b and w are, of equal pieces or not, and with transfers.
void PipelineTest::closedFormsAreBounds()
{
    std::mt19937 random(2);
    std::uniform_real_distribution<double> part(0.05, 2.0);
    for (const Schedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule))
            for (int n = 0; n < 20; ++n) {
                std::vector<Piece> pieces(static_cast<std::size_t>(size.stages) * piecesOf(schedule, size));
                for (Piece &piece : pieces) {
                    const double w = part(random);
                    piece = {part(random), part(random) + w, w};
                    if (n % 3 == 0)
                        piece = pieces.front();
                }
                if (schedule == Schedule::dualPipe) // piece 1 of a stage is piece 0 of its mirror image
                    for (std::size_t s = 0; s < pieces.size() / 2; ++s)
                        pieces[2 * s + 1] = pieces[pieces.size() - 2 - 2 * s];
                const double transfer = n % 2 == 0 ? 0.0 : 0.01; // shorter than any pass: the link is never the bottleneck
                const double bound = headlineOf(schedule, size, pieces, transfer), got = simulated(schedule, size, pieces, transfer);
                QVERIFY2(got >= bound * (1.0 - 1e-9),
                         qPrintable(QString("%1 p %2 m %3 v %4 run %5: simulated %6 below %7")
                                        .arg(keyOf(schedule)).arg(size.stages).arg(size.microBatches).arg(size.chunks).arg(n).arg(got).arg(bound)));
            }
}

// Every stage works as long as its passes: m (f + b).
void PipelineTest::everyPassOnce()
{
    for (const Schedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule)) {
            const std::size_t pieces = static_cast<std::size_t>(size.stages) * piecesOf(schedule, size);
            const double share = 1.0 / static_cast<double>(size.chunks);
            const PieceTimes each{Seconds(share), Seconds(3.0 * share), Seconds(share), Seconds(4.0 * share)};
            const PipelineTimes times{std::vector<PieceTimes>(pieces, each), std::vector<Seconds>(static_cast<std::size_t>(size.stages)), {}, {}};
            const TaskGraph graph = pipelineGraph(schedule, size, times).graph;
            std::vector<double> work(graph.resources, 0.0);
            for (const Task &t : graph.tasks)
                work[t.resource] += t.duration.value;
            for (const double w : work)
                QCOMPARE(w, 4.0 * static_cast<double>(size.microBatches));
        }
}

void PipelineTest::held()
{
    for (const Schedule schedule : schedules)
        for (const PipelineSize &size : sizesOf(schedule)) {
            const auto orders = pipelineOrder(schedule, size);
            for (std::size_t s = 0; s < orders.size(); ++s)
                QVERIFY2(heldBy(orders[s], static_cast<double>(size.chunks), schedule == Schedule::zbH1)
                             <= inFlight(schedule, size, s) + 1e-12,
                         qPrintable(QString("%1 p %2 m %3 v %4 stage %5: %6 > %7").arg(keyOf(schedule)).arg(size.stages).arg(size.microBatches)
                                        .arg(size.chunks).arg(s).arg(heldBy(orders[s], static_cast<double>(size.chunks), schedule == Schedule::zbH1))
                                        .arg(inFlight(schedule, size, s))));
        }
    // 1F1B with 4 stages and 8 micro-batches holds 4, 3, 2, 1; ZB-H1 the same before the input gradient.
    for (const Schedule schedule : {Schedule::oneFOneB, Schedule::zbH1})
        for (std::size_t s = 0; s < 4; ++s)
            QCOMPARE(heldBy(pipelineOrder(schedule, {4, 8, 1})[s], 1.0, false), 4.0 - static_cast<double>(s));
    QCOMPARE(heldBy(pipelineOrder(Schedule::dualPipe, {8, 20, 1})[0], 1.0, false), 9.0);
}

// Interleaved passes, one by one in the schedule's own order, against the closed form: what is held when pieces keep different shares of a
// stage's activations. By hand: 4 stages in two parts, 256 micro-batches, of which stage 0 keeps 6 layers in its first part and 2 in its
// second. Eleven forwards go ahead, 4 of the first part, 4 of the second, 3 of the first; a backward of the second and a forward of the first
// later it holds 8 of the first and 3 of the second: 8 * 6 + 3 * 2 = 54 layers of the stage's 8.
void PipelineTest::heldOfUnequalPieces()
{
    Silent off;
    const double shares[] = {0.75, 0.25};
    QCOMPARE(microBatchesInFlight(off, Schedule::interleaved, {4, 256, 2}, 0, shares).value, 54.0 / 8.0);
    std::mt19937 random(9);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    for (const PipelineSize &size : sizesOf(Schedule::interleaved)) {
        const auto orders = pipelineOrder(Schedule::interleaved, size);
        for (std::size_t s = 0; s < orders.size(); ++s)
            for (int round = 0; round < 4; ++round) {
                std::vector<double> each(static_cast<std::size_t>(size.chunks));
                std::ranges::generate(each, [&] { return part(random); });
                double now = 0.0, most = 0.0;
                for (const PipelinePass &pass : orders[s]) {
                    const double share = each[static_cast<std::size_t>(pass.chunk)];
                    now += pass.kind == PassKind::forward ? share : pass.kind == PassKind::backward ? -share : 0.0;
                    most = std::max(most, now);
                }
                const double form = microBatchesInFlight(off, Schedule::interleaved, size, static_cast<Count>(s), each).value;
                QVERIFY2(std::abs(form - most) < 1e-9, qPrintable(QString("p %1 m %2 v %3 stage %4: %5, by the order %6").arg(size.stages)
                                                                      .arg(size.microBatches).arg(size.chunks).arg(s).arg(form).arg(most)));
            }
    }
}

void PipelineTest::longerTasksNeverEndEarlier()
{
    std::mt19937 random(4);
    std::uniform_real_distribution<double> part(0.1, 2.0);
    for (const Schedule schedule : schedules) {
        const PipelineSize size{4, 8, schedule == Schedule::interleaved ? 2 : 1};
        PipelineTimes times;
        for (std::size_t i = 0; i < 4 * piecesOf(schedule, size); ++i)
            times.pieces.push_back({Seconds(part(random)), Seconds(part(random) + 2.0), Seconds(part(random)), Seconds(part(random) + 2.0)});
        times.transfers.assign(4, Seconds(0.1));
        TaskGraph graph = pipelineGraph(schedule, size, times).graph;
        const Seconds before = lastEnd(simulate(graph));
        for (std::size_t t = 0; t < graph.tasks.size(); t += 7) {
            const Seconds duration = graph.tasks[t].duration;
            graph.tasks[t].duration += Seconds(0.3);
            QVERIFY(lastEnd(simulate(graph)) >= before);
            graph.tasks[t].duration = duration;
        }
    }
}

void PipelineTest::unfitSizes()
{
    QVERIFY(brokenScheduleRule(Schedule::interleaved, 4, 2, 6));  // 6 % 4 != 0
    QVERIFY(brokenScheduleRule(Schedule::interleaved, 4, 1, 8));
    QVERIFY(brokenScheduleRule(Schedule::oneFOneB, 4, 2, 8));
    QVERIFY(brokenScheduleRule(Schedule::dualPipe, 3, 1, 8));
    QVERIFY(brokenScheduleRule(Schedule::dualPipe, 4, 1, 6));     // fewer than 8
    QVERIFY(!brokenScheduleRule(Schedule::dualPipe, 4, 1, 8));
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
