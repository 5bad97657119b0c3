#include "schedule/headline.h"

#include "schedule/fastest_passes.h"
#include "schedule/pass_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory_resource>
#include <optional>
#include <span>

namespace headroom {
namespace {

const char *design = scheduleDesign;

// Work done once a step that hides under one pass: what is left after the pass's free time on each network.
template <class Why> Derived<Seconds> lateTime(Why &why, const LinkTime &work, const PassTime &pass, const OverlapRates &r)
{
    static const Formula formula{"step.late", CORE_TEXT("core", "Once-a-step communication that outlasts the pass it runs under"),
                                 "max(0, u - r * (b - x), o - r * (b - y))", {"u", "r", "b", "x", "o", "y"}, design};
    // Serial: it runs alone, one network after the other.
    static const Formula serial{"step.lateSerial", CORE_TEXT("core", "Once-a-step communication, nothing overlapped"), "u + o", {"u", "o"},
                                design};
    if (r.serial)
        return why.record(serial, work.up.value + work.out.value, {work.up.term, work.out.term});
    const double share = r.overlap.value;
    const Seconds up = work.up.value - share * (pass.total.value - pass.busyUp.value);
    const Seconds out = work.out.value - share * (pass.total.value - pass.busyOut.value);
    return why.record(formula, std::max({Seconds{}, up, out}),
                      {work.up.term, r.overlap.term, pass.total.term, pass.busyUp.term, work.out.term, pass.busyOut.term});
}

// What decides a stage's times: stages that agree in all of it share them.
struct StageKind
{
    std::size_t composition;
    std::span<const std::uint16_t> pieces;
    bool first, last; // of the pipeline
    const LinkTime *forward, *backward;
    std::size_t piece() const { return pieces.front(); }
    bool operator==(const StageKind &o) const
    {
        return composition == o.composition && first == o.first && last == o.last && forward == o.forward && backward == o.backward
            && std::ranges::equal(pieces, o.pieces);
    }
};

StageKind kindOf(const HeadlineInput &in, std::size_t stage)
{
    const bool first = stage == 0, last = stage + 1 == in.layout->stages.size();
    return {in.layout->stages[stage], in.layout->piecesOf(stage), first, last, transferOf(in, stage, true), transferOf(in, stage, false)};
}

// What a stage's operators lose to communication under them in a pass: piece by piece, as the pieces run.
template <class Why> Derived<Seconds> stageContention(Why &why, const HeadlineInput &in, const StageKind &kind, bool first)
{
    static constexpr const char *name = CORE_TEXT("core", "Compute of all pieces slowed by communication");
    static const Formula sum{"pass.contentions", name, "a + b", {"a", "b"}, design};
    static const Formula half{"pass.contentionsHalved", name, "a / 2", {"a"}, design}; // half of the micro-batches meet each piece
    const bool dual = !in.overlapped.empty();
    if (kind.pieces.size() == 1 || (dual && !first))
        return contentionOf(why, first ? firstPass(in, kind.composition) : secondPass(in, kind.composition), in.overlap);
    Derived<Seconds> total = why.given("nothing", Seconds{});
    for (const std::uint16_t piece : kind.pieces) {
        const std::uint16_t other = piece == kind.pieces.front() ? kind.pieces.back() : kind.pieces.front();
        const Derived<Seconds> each = contentionOf(
            why, dual ? overlappedPasses(why, in.forward[piece], in.backward[other], in.overlap) : first ? in.forward[piece] : in.backward[piece],
            in.overlap);
        total = why.record(sum, total.value + each.value, {total.term, each.term});
    }
    return dual ? why.record(half, total.value / 2.0, {total.term}) : total;
}

// Interleaved: once its last micro-batch is through, a piece's gradients are reduced while the pieces before it, which end after it,
// run p passes each; and a piece's weights are gathered while the pieces before it run their first p passes.
template <class Why> Derived<Seconds> lateOfPieces(Why &why, const HeadlineInput &in, const StageKind &kind, bool gathers)
{
    static const Formula later{"step.lateOfPieces", CORE_TEXT("core", "Once-a-step communication that outlasts the passes of all pieces"), "max(l, k)",
                               {"l", "k"}, design};
    static const Formula longer{"pass.ofPieces", CORE_TEXT("core", "A piece's pass and p of each piece before it"), "t + p * s", {"t", "p", "s"}, design};
    static const Formula sum{"pass.together", CORE_TEXT("core", "Passes of several pieces"), "s + t", {"s", "t"}, design};
    const Derived<double> p = why.given("plan.pp", static_cast<double>(in.layout->stages.size()));
    const Derived<Seconds> none = why.given("nothing", Seconds{});
    PassTime before{none, none, none, none};
    LinkTime work{none, none};
    Derived<Seconds> late = none;
    for (std::size_t n = 0; n < kind.pieces.size(); ++n) {
        const std::size_t piece = kind.pieces[n];
        const WeightLoad &w = in.weights[piece];
        work = plus(why, work, gathers ? w.gather : w.reduction);
        if (!gathers && ((kind.first && n == 0) || (kind.last && n + 1 == kind.pieces.size())))
            work = plus(why, work, in.tiedReduction);
        const PassLoad &load = gathers ? in.forward[piece] : in.backward[piece];
        const PassTime own = passTime(why, load, contentionOf(why, load, in.overlap), nullptr);
        PassTime all = own;
        for (auto part : {&PassTime::total, &PassTime::busyUp, &PassTime::busyOut}) {
            all.*part = why.record(longer, (own.*part).value + p.value * (before.*part).value, {(own.*part).term, p.term, (before.*part).term});
            before.*part = why.record(sum, (before.*part).value + (own.*part).value, {(before.*part).term, (own.*part).term});
        }
        const Derived<Seconds> each = lateTime(why, work, all, in.overlap);
        late = why.record(later, std::max(late.value, each.value), {late.term, each.term});
    }
    return late;
}

template <class Why> StageTime stageTime(Why &why, const HeadlineInput &in, const StageKind &kind)
{
    const PassLoad &f = firstPass(in, kind.composition), &b = secondPass(in, kind.composition);
    const WeightLoad &w = in.weights[kind.composition];
    StageTime out;
    const Derived<Seconds> slowF = stageContention(why, in, kind, true), slowB = stageContention(why, in, kind, false);
    if (in.overlapped.empty()) {
        out.forward = passTime(why, f, slowF, kind.forward);
        out.backward = passTime(why, b, slowB, kind.backward);
    } else { // both sends in the one pass
        const std::optional<LinkTime> sent = bothTransfers(why, kind.forward, kind.backward);
        out.forward = passTime(why, f, slowF, sent ? &*sent : nullptr);
        out.backward = passTime(why, b, slowB, nullptr);
    }
    if (kind.piece() != kind.composition) {
        const PassLoad &up = in.forward[kind.piece()], &down = in.backward[kind.piece()];
        out.firstUp = passTime(why, up, contentionOf(why, up, in.overlap), nullptr).total;
        out.lastDown = passTime(why, down, contentionOf(why, down, in.overlap), nullptr).total;
    } else {
        out.firstUp = kind.forward ? passTime(why, f, slowF, nullptr).total : out.forward.total;
        out.lastDown = kind.backward ? passTime(why, b, slowB, nullptr).total : out.backward.total;
    }
    if (!in.weightGradient.empty())
        out.weightGradient = in.weightGradient[kind.piece()];
    if (in.schedule == Schedule::zbH1) {
        out.forwardWork = workTime(why, f, slowF);
        out.backwardWork = workTime(why, b, slowB);
    }
    if (in.schedule == Schedule::interleaved && kind.pieces.size() > 1) {
        out.gather = lateOfPieces(why, in, kind, true);
        out.late = lateOfPieces(why, in, kind, false);
        return out;
    }
    out.gather = lateTime(why, w.gather, out.forward, in.overlap);
    out.late = lateTime(why, kind.first || kind.last ? plus(why, w.reduction, in.tiedReduction) : w.reduction,
                        in.overlapped.empty() ? out.backward : out.forward, in.overlap);
    return out;
}

// Times of all stages; equal stages share theirs.
class StageTimes
{
    static constexpr std::size_t expectedKinds = 8;

public:
    template <class Why> StageTimes(Why &why, const HeadlineInput &in)
    {
        const std::size_t stages = in.layout->stages.size();
        m_of.reserve(stages);
        m_kinds.reserve(expectedKinds);
        m_times.reserve(expectedKinds);
        for (std::size_t stage = 0; stage < stages; ++stage) {
            const StageKind kind = kindOf(in, stage);
            const auto known = std::find(m_kinds.begin(), m_kinds.end(), kind);
            m_of.push_back(static_cast<std::uint32_t>(known - m_kinds.begin()));
            if (known != m_kinds.end())
                continue;
            m_kinds.push_back(kind);
            m_times.push_back(stageTime(why, in, kind));
        }
    }
    const StageTime &operator[](std::size_t stage) const { return m_times[m_of[stage]]; }

private:
    // Enough for most pipelines: a search makes these for every plan, and must not wait for the heap.
    std::array<std::byte, 4096> m_buffer;
    std::pmr::monotonic_buffer_resource m_memory{m_buffer.data(), m_buffer.size()};
    std::pmr::vector<StageKind> m_kinds{&m_memory};
    std::pmr::vector<StageTime> m_times{&m_memory};
    std::pmr::vector<std::uint32_t> m_of{&m_memory};
};

// What lies ahead of a stage on the way down and back up the pipeline.
struct Ahead
{
    Derived<Seconds> passes;    // sum of earlier stages' forward and backward, of their first pieces
    Derived<Seconds> transfers; // twice the boundary transfers
    Derived<Seconds> arriving;  // earlier stages' forward and transfers: time before the stage's first pass
    Derived<Seconds> returning; // earlier stages' backward and transfers: time in which the stage's reductions go on
};

template <class Why> Ahead extended(Why &why, const Ahead &a, const StageTime &stage, const Derived<Seconds> &transfer, bool putOff)
{
    static const Formula passes{"pipeline.passes", CORE_TEXT("core", "Forward and backward of other stages"), "a + f + b",
                                {"a", "f", "b"}, design};
    static const Formula inputs{"pipeline.inputPasses", CORE_TEXT("core", "Forward of the earlier stages, and input gradients but for busy networks"),
                                "a + f + k - w", {"a", "f", "k", "w"}, design};
    static const Formula transfers{"pipeline.transfers", CORE_TEXT("core", "Transfers to and from the earlier stages"), "a + 2 * c",
                                   {"a", "c"}, design};
    static const Formula arriving{"pipeline.arriving", CORE_TEXT("core", "Forward of the earlier stages with transfers"), "a + f + c",
                                  {"a", "f", "c"}, design};
    static const Formula returning{"pipeline.returning", CORE_TEXT("core", "Backward of the earlier stages with transfers"), "a + b + c",
                                   {"a", "b", "c"}, design};
    const Seconds f = stage.firstUp.value, b = stage.lastDown.value;
    const Derived<Seconds> &w = stage.weightGradient, &k = stage.backwardWork;
    return {putOff ? why.record(inputs, a.passes.value + f + k.value - w.value, {a.passes.term, stage.firstUp.term, k.term, w.term})
                   : why.record(passes, a.passes.value + f + b, {a.passes.term, stage.firstUp.term, stage.lastDown.term}),
            why.record(transfers, a.transfers.value + 2.0 * transfer.value, {a.transfers.term, transfer.term}),
            why.record(arriving, a.arriving.value + f + transfer.value, {a.arriving.term, stage.firstUp.term, transfer.term}),
            why.record(returning, a.returning.value + b + transfer.value, {a.returning.term, stage.lastDown.term, transfer.term})};
}

template <class Why> Derived<Seconds> stillLate(Why &why, const Derived<Seconds> &late, const Derived<Seconds> &slack)
{
    static const Formula formula{"pipeline.late", CORE_TEXT("core", "Once-a-step communication left over"), "max(0, l - s)", {"l", "s"}, design};
    return why.record(formula, std::max(Seconds{}, late.value - slack.value), {late.term, slack.term});
}

// The ways through the pipeline, stage by stage, under one schedule; keeps the longest.
template <class Why> class Ways
{
public:
    Ways(Why &why, const HeadlineInput &in) : m_why(why), m_in(in), m_times(why, in), m_zero(why.given("nothing", Seconds{})) {}

    Headline longest()
    {
        const bool zeroBubble = m_in.schedule == Schedule::zbH1;
        if (m_in.schedule == Schedule::gpipe)
            sumBehind();
        if (m_in.schedule == Schedule::dualPipe)
            m_least = dualPipeLeast();
        Ahead ahead{m_zero, m_zero, m_zero, m_zero};
        for (std::size_t stage = 0; stage < m_in.layout->stages.size(); ++stage) {
            consider(stage, ahead);
            ahead = next(stage, ahead, zeroBubble);
        }
        return m_longest;
    }

private:
    Ahead next(std::size_t stage, const Ahead &ahead, bool putOff)
    {
        const bool last = stage + 1 == m_in.layout->stages.size();
        return extended(m_why, ahead, m_times[stage], last ? m_zero : transferTime(m_why, m_in.transfers.over(stage)), putOff);
    }
    // For each stage, forward and backward of all later ones.
    void sumBehind()
    {
        m_behind.assign(m_in.layout->stages.size(), m_zero);
        for (std::size_t stage = m_behind.size(); stage-- > 1;)
            m_behind[stage - 1] = extended(m_why, {m_behind[stage], m_zero, m_zero, m_zero}, m_times[stage], m_zero, false).passes;
    }

    void consider(std::size_t stage, const Ahead &ahead)
    {
        const StageTime &t = m_times[stage];
        const Derived<Seconds> gather = stillLate(m_why, t.gather, ahead.arriving);
        switch (m_in.schedule) {
        case Schedule::oneFOneB:
        case Schedule::interleaved:
            way(stage, ahead.passes, ahead.transfers, gather, stillLate(m_why, t.late, ahead.returning));
            break;
        case Schedule::gpipe:
            way(stage, others(stage, ahead), ahead.transfers, gather, stillLate(m_why, t.late, ahead.returning));
            break;
        case Schedule::zbH1:
            way(stage, zeroBubbleIdle(stage, ahead), ahead.transfers, gather, m_zero);
            way(stage, arriving(ahead), half(ahead.transfers), gather, t.late);
            break;
        case Schedule::dualPipe:
            way(stage, dualPipeIdle(t), m_zero, t.gather, t.late);
            break;
        }
    }

    void way(std::size_t stage, const Derived<Seconds> &bubble, const Derived<Seconds> &transfers, const Derived<Seconds> &gather,
             const Derived<Seconds> &late)
    {
        static const Formula formula{"pipeline.path", CORE_TEXT("core", "Way through the pipeline by one stage"), "a + c + m * (f + b) + g + l",
                                     {"a", "c", "m", "f", "b", "g", "l"}, design};
        const StageTime &t = m_times[stage];
        const Derived<Seconds> &f = t.forward.total, &b = t.backward.total;
        const Derived<Seconds> path = m_why.record(
            formula, bubble.value + transfers.value + m_in.microBatches.value * (f.value + b.value) + gather.value + late.value,
            {bubble.term, transfers.term, m_in.microBatches.term, f.term, b.term, gather.term, late.term});
        if (m_any && path.value <= m_longest.path.value)
            return;
        m_any = true;
        m_longest = {{}, stage, t, bubble, transfers, gather, late, path, {}, {}};
    }

    // GPipe: all forwards end before the first backward, so every other stage's passes lie on the way.
    Derived<Seconds> others(std::size_t stage, const Ahead &ahead)
    {
        static const Formula formula{"pipeline.others", CORE_TEXT("core", "Forward and backward of all other stages"), "a + b", {"a", "b"}, design};
        return m_why.record(formula, ahead.passes.value + m_behind[stage].value, {ahead.passes.term, m_behind[stage].term});
    }

    // ZB-H1, order of Qi et al. 2023: when its last input gradient leaves, stage i has i + 1 weight gradients still to do (and no more
    // than those); the first stage ends with one of its own. What networks ask of the passes may wait for those weight gradients too.
    Derived<Seconds> zeroBubbleIdle(std::size_t stage, const Ahead &ahead)
    {
        static const Formula formula{"pipeline.zeroBubble", CORE_TEXT("core", "Idle time that weight gradients do not fill"),
                                     "a + max(m * (j + k) - min(i + 1, m) * w, (m - min(i + 1, m)) * (f + b)) + v - m * (f + b)",
                                     {"a", "m", "j", "k", "i", "w", "f", "b", "v"}, "Headroom model §8; Qi et al. 2023, ZB-H1"};
        const Derived<double> i = m_why.given("stage", static_cast<double>(stage)), &m = m_in.microBatches;
        const StageTime &t = m_times[stage];
        const Derived<Seconds> &j = t.forwardWork, &k = t.backwardWork, &w = t.weightGradient, &v = m_times[0].weightGradient, &f = t.forward.total,
                               &b = t.backward.total;
        const double off = std::min(i.value + 1.0, m.value);
        const Seconds least = std::max(m.value * (j.value + k.value) - off * w.value, (m.value - off) * (f.value + b.value));
        return m_why.record(formula, ahead.passes.value + least + v.value - m.value * (f.value + b.value),
                            {ahead.passes.term, m.term, j.term, k.term, i.term, w.term, f.term, b.term, v.term});
    }
    Derived<Seconds> half(const Derived<Seconds> &transfers)
    {
        static const Formula formula{"pipeline.oneWay", CORE_TEXT("core", "Transfers from the earlier stages"), "c / 2", {"c"}, design};
        return m_why.record(formula, transfers.value / 2.0, {transfers.term});
    }
    Derived<Seconds> arriving(const Ahead &ahead)
    {
        static const Formula formula{"pipeline.forwards", CORE_TEXT("core", "Forward of the earlier stages"), "r - c / 2", {"r", "c"}, design};
        return m_why.record(formula, ahead.arriving.value - ahead.transfers.value / 2.0, {ahead.arriving.term, ahead.transfers.term});
    }

    // DualPipe: the time of a pipeline whose stages are all as fast as the fastest piece in each pass; no real one is faster.
    Derived<Seconds> dualPipeLeast();
    Derived<Seconds> dualPipeIdle(const StageTime &t)
    {
        static const Formula formula{"pipeline.dualIdle", CORE_TEXT("core", "Idle time of a stage under DualPipe"), "max(0, x - m * (f + b))",
                                     {"x", "m", "f", "b"}, design};
        const Derived<Seconds> &f = t.forward.total, &b = t.backward.total;
        return m_why.record(formula, std::max(Seconds{}, m_least.value - m_in.microBatches.value * (f.value + b.value)),
                            {m_least.term, m_in.microBatches.term, f.term, b.term});
    }

    Why &m_why;
    const HeadlineInput &m_in;
    StageTimes m_times;
    Derived<Seconds> m_zero, m_least;
    std::vector<Derived<Seconds>> m_behind; // GPipe
    Headline m_longest;
    bool m_any = false;
};

template <class Why> Derived<Seconds> Ways<Why>::dualPipeLeast()
{
    static const Formula exact{"pipeline.dualExact", CORE_TEXT("core", "Step of equal stages under DualPipe"),
                               "m * o + h * (k + i - 2 * w) - min(f, h * (i - f))", {"m", "o", "h", "k", "i", "w", "f"},
                               "Headroom model §8, from the published schedule"};
    static const Formula bound{"pipeline.dualBound", CORE_TEXT("core", "Lower bound of the step under DualPipe"),
                               "m * o + max(0, h * (k + i - 2 * w) - f)", {"m", "o", "h", "k", "i", "w", "f"},
                               "Headroom model §8, from the published schedule"};
    const FastestPasses p = FastestPassesOf<Why>(m_why, m_in).find();
    const double stages = static_cast<double>(m_in.layout->stages.size());
    const Derived<double> &m = m_in.microBatches, h = m_why.given("plan.pp / 2 - 1", stages / 2.0 - 1.0);
    const Seconds o = p.both.value, i = p.input.value, w = p.weight.value, f = p.forward.value;
    const std::initializer_list<TermId> terms{m.term, p.both.term, h.term, p.bothWork.term, p.input.term, p.weight.term, p.forward.term};
    const Seconds fill = h.value * (p.bothWork.value + i - 2.0 * w);
    const bool noGain = std::abs(o.value - (f + i + w).value) <= 1e-12 * o.value; // overlapping hides nothing
    if (p.equal && noGain && i >= f && f >= w)
        return m_why.record(exact, m.value * o + fill - std::min(f, h.value * (i - f)), terms);
    return m_why.record(bound, m.value * o + std::max(Seconds{}, fill - f), terms);
}

template <class Why> Derived<Seconds> slowestOptimizer(Why &why, const HeadlineInput &in)
{
    static const Formula formula{"step.optimizer", CORE_TEXT("core", "Slowest stage's optimizer step"), "max(t)", {"t"}, design};
    Seconds slowest{};
    std::vector<TermId> terms;
    for (std::size_t c = 0; c < in.weights.size() && in.layout->isOfStage(c); ++c) {
        slowest = std::max(slowest, in.weights[c].optimizer.value);
        if (why.recording())
            terms.push_back(in.weights[c].optimizer.term);
    }
    return why.record(formula, slowest, std::span<const TermId>(terms));
}

template <class Why>
Derived<Seconds> stragglersOf(Why &why, const HeadlineInput &in, const Derived<Seconds> &path, const Derived<Seconds> &optimizer)
{
    static const Formula formula{"step.stragglers", CORE_TEXT("core", "Waiting for the slowest device"), "g * d * (p + x)", {"g", "d", "p", "x"},
                                 "weak scaling of NVIDIA's dgxc-benchmarking recipes"};
    return why.record(formula, stragglersTime(in, path.value + optimizer.value),
                      {in.stragglers.term, in.doublings.term, path.term, optimizer.term});
}

} // namespace

template <class Why> Headline headline(Why &why, const HeadlineInput &in)
{
    static const Formula formula{"step.time", CORE_TEXT("core", "Step time: longest way through the pipeline, then optimizer"), "p + x + s + h",
                                 {"p", "x", "s", "h"}, design};
    Headline out = Ways<Why>(why, in).longest();
    out.optimizer = slowestOptimizer(why, in);
    out.stragglers = stragglersOf(why, in, out.path, out.optimizer);
    out.step = why.record(formula, out.path.value + out.optimizer.value + out.stragglers.value + in.overhead.value,
                          {out.path.term, out.optimizer.term, out.stragglers.term, in.overhead.term});
    return out;
}

std::vector<StageTime> stageTimes(const HeadlineInput &in)
{
    Silent off;
    const StageTimes times(off, in);
    std::vector<StageTime> out;
    for (std::size_t stage = 0; stage < in.layout->stages.size(); ++stage)
        out.push_back(times[stage]);
    return out;
}

template Headline headline(Derivation &, const HeadlineInput &);
template Headline headline(Silent &, const HeadlineInput &);

} // namespace headroom
