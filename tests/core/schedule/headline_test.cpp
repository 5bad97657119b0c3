// The closed form of 1F1B on made loads, against hand arithmetic.

#include "schedule/headline.h"

#include <QTest>

using namespace headroom;

namespace {

Derived<Seconds> seconds(double v) { return {Seconds(v), {}}; }

PassLoad load(double compute, double up = 0.0, double out = 0.0)
{
    PassLoad l;
    l.compute = seconds(compute);
    l.busyUp = seconds(up);
    l.busyOut = seconds(out);
    l.hidden[static_cast<std::size_t>(WaitCause::shard)] = seconds(std::max(up, out)); // all of it background
    return l;
}

struct Timed
{
    Derived<Seconds> step;
    std::size_t critical;
    StepAttribution parts;
};

// A pipeline of made stages; each its own composition.
struct Made
{
    StageLayout layout;
    HeadlineInput in;

    void stage(const PassLoad &forward, const PassLoad &backward, double optimizer = 0.0, double reduction = 0.0)
    {
        layout.stages.push_back(static_cast<std::uint16_t>(layout.compositions.size()));
        layout.first.push_back(layout.stages.back());
        layout.compositions.push_back({{0, 1.0}});
        in.forward.push_back(forward);
        in.backward.push_back(backward);
        in.weights.push_back({{}, {}, {seconds(0), seconds(0)}, {seconds(reduction), seconds(0)}, seconds(optimizer)});
    }
    // The last stage in pieces, one after the other: forward, backward, what is reduced of each.
    void pieces(const std::vector<std::array<double, 3>> &of)
    {
        in.schedule = Schedule::interleaved;
        layout.piecesPerStage = static_cast<Count>(of.size());
        for (const auto &[forward, backward, reduction] : of) {
            layout.pieces.push_back(static_cast<std::uint16_t>(layout.compositions.size()));
            layout.compositions.push_back({{0, 1.0}});
            in.forward.push_back(load(forward));
            in.backward.push_back(load(backward));
            in.weights.push_back({{}, {}, {seconds(0), seconds(0)}, {seconds(reduction), seconds(0)}, seconds(0)});
        }
    }
    Timed time(double microBatches, double transfer = 0.0)
    {
        in.layout = &layout;
        in.microBatches = {microBatches, {}};
        in.overlap = {{1.0, {}}, {1.0, {}}, {0.0, {}}, false};
        in.overhead = seconds(0.0);
        const LinkTime sent{seconds(transfer), seconds(0)};
        in.transfers = {.together = 1, .inside = {}, .outside = sent, .insidePass = {}, .outsidePass = sent, .wraps = false, .around = {}, .aroundPass = {}};
        Derivation off(false);
        const Headline h = headline(off, in);
        return {h.step, h.critical, attribution(off, in, h)};
    }
};

double sumOf(const StepAttribution &p)
{
    double sum = p.compute.value.value + p.transferExcess.value.value + p.contention.value.value + p.transfer.value.value + p.gather.value.value
        + p.reduction.value.value + p.bubble.value.value + p.imbalance.value.value + p.optimizer.value.value + p.stragglers.value.value + p.overhead.value.value;
    for (std::size_t c = 0; c < waitCauses; ++c)
        sum += p.waits[c].value.value + p.linkExcess[c].value.value;
    return sum;
}

} // namespace

class HeadlineTest : public QObject
{
    Q_OBJECT
private slots:
    void equalStages();
    void unequalStages();
    void linkBound();
    void lateReduction();
    void reductionHidesBehindEarlierStages();
    void reductionsOfPieces();
    void transfers();
    void slowTransfers();
    void slowestOptimizer();
    void stragglers();
};

// 4 equal stages, f = 1, b = 2, 8 micro-batches: 8 * 3 + (4 - 1) * 3 = 33 s, of which 9 s bubble.
void HeadlineTest::equalStages()
{
    Made m;
    for (int i = 0; i < 4; ++i)
        m.stage(load(1.0), load(2.0));
    const Timed h = m.time(8.0);
    QCOMPARE(h.step.value.value, 33.0);
    QCOMPARE(h.parts.bubble.value.value, 9.0);
    QCOMPARE(sumOf(h.parts), 33.0);
    QCOMPARE(m.time(2.0).step.value.value, 15.0); // fewer micro-batches than stages
}

// Stages of 3 s and 6 s per micro-batch, 4 micro-batches: max(4 * 3, 3 + 4 * 6) = 27.
void HeadlineTest::unequalStages()
{
    Made m;
    m.stage(load(1.0), load(2.0));
    m.stage(load(2.0), load(4.0));
    const Timed h = m.time(4.0);
    QCOMPARE(h.step.value.value, 27.0);
    QCOMPARE(h.critical, std::size_t(1));
    QCOMPARE(h.parts.bubble.value.value, 3.0);
}

// A link busy for 5 s in a forward of 2 s of work holds it up by 3 s.
void HeadlineTest::linkBound()
{
    Made m;
    m.stage(load(2.0, 5.0, 1.0), load(4.0, 1.0, 1.0));
    const Timed h = m.time(3.0);
    QCOMPARE(h.step.value.value, 3.0 * (5.0 + 4.0));
    QCOMPARE(h.parts.linkExcess[static_cast<std::size_t>(WaitCause::shard)].value.value, 9.0);
    QCOMPARE(sumOf(h.parts), 27.0);
}

// A reduction of 7 s under the last backward of 4 s, whose link is busy for 1 s: 7 - 3 = 4 s outlast it.
void HeadlineTest::lateReduction()
{
    Made m;
    m.stage(load(2.0), load(4.0, 1.0), 0.0, 7.0);
    const Timed h = m.time(2.0);
    QCOMPARE(h.step.value.value, 2.0 * 6.0 + 4.0);
    QCOMPARE(h.parts.reduction.value.value, 4.0);
}

// One stage in pieces of 2 and 3 s of backward, which follow one another from the last: the last piece's gradients are whole while the
// first one's last backward is still to come (p = 1 of them, 2 s). They take 4 s, of which 3 hide under their own last backward; the
// first piece's 1 s follows and hides under its own 2 s: what is left of 4 + 1 s after 3 + 2 s is nothing. With 6 s and 1 s, 7 - 5 = 2 s.
// A first piece of 4 s leaves 4 - 2 = 2 s however early the other one is done.
void HeadlineTest::reductionsOfPieces()
{
    const auto lateOf = [](double first, double last) {
        Made m;
        m.stage(load(2.5), load(5.0), 0.0, first + last);
        m.pieces({{1.0, 2.0, first}, {1.5, 3.0, last}});
        return m.time(4.0).parts.reduction.value.value;
    };
    QCOMPARE(lateOf(1.0, 4.0), 0.0);
    QCOMPARE(lateOf(1.0, 6.0), 2.0);
    QCOMPARE(lateOf(4.0, 1.0), 2.0);
    QCOMPARE(lateOf(4.0, 3.0), 2.0);
    QCOMPARE(lateOf(4.0, 4.0), 3.0); // 8 - 5
}

// The last of two stages may reduce while the first still runs its backward of 4 s: 4 - 4 = 0 is left.
void HeadlineTest::reductionHidesBehindEarlierStages()
{
    Made m;
    m.stage(load(2.0), load(4.0, 1.0));
    m.stage(load(2.0), load(4.0, 1.0), 0.0, 7.0);
    const Timed h = m.time(2.0);
    QCOMPARE(h.parts.reduction.value.value, 0.0);
    QCOMPARE(h.step.value.value, 6.0 + 2.0 * 6.0);
}

// Each boundary is crossed forward and back: 3 boundaries * 2 * 0.5 s.
void HeadlineTest::transfers()
{
    Made m;
    for (int i = 0; i < 4; ++i)
        m.stage(load(1.0), load(2.0));
    const Timed h = m.time(8.0, 0.5);
    QCOMPARE(h.step.value.value, 36.0);
    QCOMPARE(h.parts.transfer.value.value, 3.0);
}

// Transfers of 3 s under passes of 1 s and 2 s: each of 8 micro-batches waits for its transfer on the last stage's way back and
// the first stage's way up, and the excess is the pipeline's, not weight sharding's.
void HeadlineTest::slowTransfers()
{
    Made m;
    m.stage(load(1.0), load(2.0));
    m.stage(load(1.0), load(2.0));
    const Timed h = m.time(8.0, 3.0);
    // By the last stage: 1 + 2 ahead, 2 * 3 of transfers, 8 * (1 + 3).
    QCOMPARE(h.critical, std::size_t(1));
    QCOMPARE(h.step.value.value, 3.0 + 6.0 + 32.0);
    QCOMPARE(h.parts.transferExcess.value.value, 8.0);
    QCOMPARE(sumOf(h.parts), 41.0);
}

void HeadlineTest::slowestOptimizer()
{
    Made m;
    m.stage(load(1.0), load(2.0), 5.0);
    m.stage(load(1.0), load(2.0), 1.0);
    const Timed h = m.time(1.0);
    QCOMPARE(h.step.value.value, 3.0 + 3.0 + 5.0);
    QCOMPARE(h.parts.optimizer.value.value, 1.0);
    QCOMPARE(h.parts.imbalance.value.value, 4.0);
    QCOMPARE(sumOf(h.parts), 11.0);
}

// 1 % per doubling over 32 devices, of two passes of 3 s and an optimizer of 2 s: 5 * 0.01 * 8 = 0.4 s.
void HeadlineTest::stragglers()
{
    Made m;
    m.stage(load(1.0), load(2.0), 2.0);
    m.in.stragglers = {0.01, {}};
    m.in.doublings = {5.0, {}};
    const Timed h = m.time(2.0);
    QCOMPARE(h.step.value.value, 8.4);
    QCOMPARE(h.parts.stragglers.value.value, 0.4);
    QCOMPARE(sumOf(h.parts), 8.4);
}

QTEST_APPLESS_MAIN(HeadlineTest)
#include "headline_test.moc"
