#pragma once
// How long the passes of each stage last, and what is moved once a step and outlasts them; of the closed form and the simulation alike.

#include "schedule/headline.h"
#include "schedule/pass_time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <span>

namespace headroom {

// Work done once a step that hides under one pass: what is left after the pass's free time on each network.
template <class Why> Derived<Seconds> lateTime(Why &why, const LinkTime &work, const PassTime &pass, const OverlapRates &r)
{
    static const Formula formula{"step.late", CORE_TEXT("core", "Once-a-step communication that outlasts the pass it runs under"),
                                 "max(0, u - r * (b - x), o - r * (b - y))", {"u", "r", "b", "x", "o", "y"}, scheduleDesign};
    // Serial: it runs alone, one network after the other.
    static const Formula serial{"step.lateSerial", CORE_TEXT("core", "Once-a-step communication, nothing overlapped"), "u + o", {"u", "o"},
                                scheduleDesign};
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

inline StageKind kindOf(const HeadlineInput &in, std::size_t stage)
{
    const bool first = stage == 0, last = stage + 1 == in.layout->stages.size();
    return {in.layout->stages[stage], in.layout->piecesOf(stage), first, last, transferOf(in, stage, true), transferOf(in, stage, false)};
}

// What a stage's operators lose to communication under them in a pass: piece by piece, as the pieces run.
template <class Why> Derived<Seconds> stageContention(Why &why, const HeadlineInput &in, const StageKind &kind, bool first)
{
    static constexpr const char *name = CORE_TEXT("core", "Compute of all pieces slowed by communication");
    static const Formula sum{"pass.contentions", name, "a + b", {"a", "b"}, scheduleDesign};
    static const Formula half{"pass.contentionsHalved", name, "a / 2", {"a"}, scheduleDesign}; // half of the micro-batches meet each piece
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
                               {"l", "k"}, scheduleDesign};
    static const Formula longer{"pass.ofPieces", CORE_TEXT("core", "A piece's pass and p of each piece before it"), "t + p * s", {"t", "p", "s"}, scheduleDesign};
    static const Formula sum{"pass.together", CORE_TEXT("core", "Passes of several pieces"), "s + t", {"s", "t"}, scheduleDesign};
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

} // namespace headroom
