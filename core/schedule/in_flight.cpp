#include "schedule/in_flight.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

// Interleaved passes of a stage: p micro-batches of one piece, then p of the next, forwards from the first piece on and backwards from the
// last; `ahead` forwards before the first backward ends, then one of each in turn.
struct Turns
{
    Count p, v, passes, ahead;

    // Passes of the piece at `place` in its direction's order among the first `done`.
    Count of(Count done, Count place) const { return done / (p * v) * p + std::clamp<Count>(done % (p * v) - place * p, 0, p); }
    // Held of a piece when `more` forwards and as many backwards have followed those ahead.
    Count held(Count piece, Count more) const { return of(ahead + more, piece) - of(more, v - 1 - piece); }
};

Turns turnsOf(const PipelineSize &size, Count stage)
{
    const Count passes = size.microBatches * size.chunks;
    return {size.stages, size.chunks, passes, std::min(passes, 2 * (size.stages - stage - 1) + (size.chunks - 1) * size.stages + 1)};
}

// When most is held: what is held moves in straight lines from one change of pieces to the next, and again and again after p v passes.
Count fullest(const Turns &t, std::span<const double> shares)
{
    const Count end = std::min(t.passes - t.ahead, t.p * t.v), toChange = (t.p - t.ahead % t.p) % t.p;
    Count best = 0;
    double most = -1.0;
    const auto consider = [&](Count more) {
        double held = 0.0;
        for (Count piece = 0; piece < t.v; ++piece)
            held += static_cast<double>(t.held(piece, more)) * shares[static_cast<std::size_t>(piece)];
        if (more <= end && held > most) {
            most = held;
            best = more;
        }
    };
    for (Count n = 0; n <= t.v; ++n) {
        consider(std::min(end, n * t.p));
        consider(std::min(end, toChange + n * t.p));
    }
    return best;
}

template <class Why> Derived<double> heldByShares(Why &why, const PipelineSize &size, Count stage, std::span<const double> shares)
{
    static const Formula formula{"inFlight.ofPieces", CORE_TEXT("core", "Micro-batches in flight"), "a + n * s", {"a", "n", "s"},
                                 "order of interleaved 1F1B, Narayanan et al. 2021"};
    const Turns turns = turnsOf(size, stage);
    const Count more = fullest(turns, shares);
    Derived<double> sum = why.given("nothing", 0.0);
    for (Count piece = 0; piece < turns.v; ++piece) {
        const Derived<double> n = why.given("passes of a piece that are held, by the order of the passes", static_cast<double>(turns.held(piece, more)));
        const Derived<double> s = why.given("share of what the stage keeps", shares[static_cast<std::size_t>(piece)]);
        sum = why.record(formula, sum.value + n.value * s.value, {sum.term, n.term, s.term});
    }
    return sum;
}

} // namespace

template <class Why>
Derived<double> microBatchesInFlight(Why &why, Schedule schedule, const PipelineSize &size, Count stage, std::span<const double> shares)
{
    if (schedule == Schedule::interleaved && !shares.empty())
        return heldByShares(why, size, stage, shares);
    static constexpr const char *name = CORE_TEXT("core", "Micro-batches in flight");
    static constexpr const char *design = "Headroom model §8";
    static const Formula all{"inFlight.all", name, "m", {"m"}, design};
    static const Formula oneEach{"inFlight.1F1B", name, "min(p - i, m)", {"p", "i", "m"}, design};
    static const Formula interleaved{"inFlight.interleaved", name, "min(m * v, 2 * (p - i - 1) + (v - 1) * p + 1) / v", {"m", "v", "p", "i"},
                                     design};
    static const Formula zeroBubble{"inFlight.ZB-H1", name, "min(p, m)", {"p", "m"}, design};
    static const Formula dual{"inFlight.DualPipe", name, "p + 1", {"p"}, design};
    const Derived<double> p = why.given("plan.pp", static_cast<double>(size.stages)),
                          m = why.given("micro-batches per step", static_cast<double>(size.microBatches)),
                          v = why.given("plan.virtualStages", static_cast<double>(size.chunks)),
                          i = why.given("stage", static_cast<double>(stage));
    switch (schedule) {
    case Schedule::gpipe: return why.record(all, m.value, {m.term});
    case Schedule::oneFOneB: return why.record(oneEach, std::min(p.value - i.value, m.value), {p.term, i.term, m.term});
    case Schedule::interleaved:
        return why.record(interleaved,
                          std::min(m.value * v.value, 2.0 * (p.value - i.value - 1.0) + (v.value - 1.0) * p.value + 1.0) / v.value,
                          {m.term, v.term, p.term, i.term});
    case Schedule::zbH1: return why.record(zeroBubble, std::min(p.value, m.value), {p.term, m.term});
    case Schedule::dualPipe: break;
    }
    return why.record(dual, p.value + 1.0, {p.term});
}

template Derived<double> microBatchesInFlight(Derivation &, Schedule, const PipelineSize &, Count, std::span<const double>);
template Derived<double> microBatchesInFlight(Silent &, Schedule, const PipelineSize &, Count, std::span<const double>);

} // namespace headroom
