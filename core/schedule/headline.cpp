#include "schedule/headline.h"

#include "schedule/fastest_passes.h"
#include "schedule/stage_times.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace headroom {
namespace {

const char *design = scheduleDesign;

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
