#pragma once
// How long one pass of a stage lasts (model.md §8). Templates over Derivation and Silent, so that a search pays for no terms.

#include "base/text.h"
#include "schedule/headline.h"

#include <algorithm>
#include <optional>

namespace headroom {

inline constexpr const char *scheduleDesign = "Headroom model §8";

inline Seconds hiddenOf(const PassLoad &load)
{
    return load.hidden[0].value + load.hidden[1].value + load.hidden[2].value + load.hidden[3].value;
}

// What a pass does one thing after the other: operators, their slow-down, waits.
inline Seconds workOf(const PassLoad &load, const Derived<Seconds> &contention)
{
    return load.compute.value + contention.value + load.waits[0].value + load.waits[1].value + load.waits[2].value + load.waits[3].value;
}

template <class Why> Derived<Seconds> workTime(Why &why, const PassLoad &load, const Derived<Seconds> &contention)
{
    static const Formula formula{"pass.work", CORE_TEXT("core", "Operators and waits of a pass"), "t + d + w1 + w2 + w3 + w4",
                                 {"t", "d", "w1", "w2", "w3", "w4"}, scheduleDesign};
    return why.record(formula, workOf(load, contention), {load.compute.term, contention.term, load.waits[0].term, load.waits[1].term,
                                                          load.waits[2].term, load.waits[3].term});
}

template <class Why> Derived<Seconds> contentionOf(Why &why, const PassLoad &load, const OverlapRates &r)
{
    static const Formula formula{"pass.contention", CORE_TEXT("core", "Compute slowed by communication under it"),
                                 "(c - 1) * min(h1 + h2 + h3 + h4, t)", {"c", "h1", "h2", "h3", "h4", "t"}, scheduleDesign};
    return why.record(formula, (r.contention.value - 1.0) * std::min(hiddenOf(load), load.compute.value),
                      {r.contention.term, load.hidden[0].term, load.hidden[1].term, load.hidden[2].term, load.hidden[3].term,
                       load.compute.term});
}

template <class Why> Derived<Seconds> busyWith(Why &why, const Derived<Seconds> &busy, const Derived<Seconds> &transfer)
{
    static const Formula formula{"pass.busyWithTransfer", CORE_TEXT("core", "Busy time of a network with the stage transfer"), "b + c",
                                 {"b", "c"}, scheduleDesign};
    if (transfer.value.value == 0.0)
        return busy;
    return why.record(formula, busy.value + transfer.value, {busy.term, transfer.term});
}

// The time of a pass whose compute loses so much to contention, with transfers on the networks or none.
template <class Why>
PassTime passTime(Why &why, const PassLoad &load, const Derived<Seconds> &contention, const LinkTime *transfer)
{
    static const Formula formula{"pass.time", CORE_TEXT("core", "Time of one pass of a stage"),
                                 "max(t + d + w1 + w2 + w3 + w4, u, o)", {"t", "d", "w1", "w2", "w3", "w4", "u", "o"}, scheduleDesign};
    PassTime out;
    out.contention = contention;
    out.busyUp = transfer ? busyWith(why, load.busyUp, transfer->up) : load.busyUp;
    out.busyOut = transfer ? busyWith(why, load.busyOut, transfer->out) : load.busyOut;
    const Seconds work = workOf(load, contention);
    out.total = why.record(formula, std::max({work, out.busyUp.value, out.busyOut.value}),
                           {load.compute.term, out.contention.term, load.waits[0].term, load.waits[1].term, load.waits[2].term,
                            load.waits[3].term, out.busyUp.term, out.busyOut.term});
    return out;
}

// A forward of one micro-batch and the backward of another run together, as DualPipe does: what one waits for hides under the
// other's operators, as far as overlap goes.
template <class Why> PassLoad overlappedPasses(Why &why, const PassLoad &f, const PassLoad &b, const OverlapRates &r)
{
    static const Formula sum{"pass.both", CORE_TEXT("core", "Forward and backward together"), "f + b", {"f", "b"}, scheduleDesign};
    static const Formula wait{"pass.bothWait", CORE_TEXT("core", "Waits that two overlapped passes do not hide"), "(1 - r) * (f + b)",
                              {"r", "f", "b"}, scheduleDesign};
    static const Formula hides{"pass.bothHidden", CORE_TEXT("core", "Communication under the compute of two overlapped passes"),
                               "f + b + r * (v + w)", {"f", "b", "r", "v", "w"}, scheduleDesign};
    const auto add = [&](const Derived<Seconds> &x, const Derived<Seconds> &y) {
        return why.record(sum, x.value + y.value, {x.term, y.term});
    };
    PassLoad out;
    out.communicates = f.communicates || b.communicates;
    out.compute = add(f.compute, b.compute);
    out.busyUp = add(f.busyUp, b.busyUp);
    out.busyOut = add(f.busyOut, b.busyOut);
    const double share = r.overlap.value;
    for (std::size_t c = 0; c < waitCauses; ++c) {
        const Derived<Seconds> &v = f.waits[c], &w = b.waits[c];
        out.waits[c] = why.record(wait, (1.0 - share) * (v.value + w.value), {r.overlap.term, v.term, w.term});
        out.hidden[c] = why.record(hides, f.hidden[c].value + b.hidden[c].value + share * (v.value + w.value),
                                   {f.hidden[c].term, b.hidden[c].term, r.overlap.term, v.term, w.term});
    }
    return out;
}

// The pass that a stage runs first for a micro-batch, and the one after it: forward and backward, or both together and nothing.
inline const PassLoad &firstPass(const HeadlineInput &in, std::size_t composition)
{
    return in.overlapped.empty() ? in.forward[composition] : in.overlapped[composition];
}
inline const PassLoad &secondPass(const HeadlineInput &in, std::size_t composition)
{
    return in.overlapped.empty() ? in.backward[composition] : in.nothing;
}

// The boundary transfers that a stage sends in a pass; null when there are none.
inline const LinkTime *transferOf(const HeadlineInput &in, std::size_t stage, bool forward)
{
    const bool end = forward ? stage + 1 == in.layout->stages.size() : stage == 0;
    if (end)
        return in.transfers.wraps ? &in.transfers.aroundPass : nullptr;
    return &in.transfers.inPass(forward ? stage : stage - 1);
}

template <class Why> LinkTime plus(Why &why, const LinkTime &a, const LinkTime &b)
{
    static const Formula formula{"link.sum", CORE_TEXT("core", "Busy time of a network in two calls"), "a + b", {"a", "b"}, scheduleDesign};
    if (b.up.value.value == 0.0 && b.out.value.value == 0.0)
        return a;
    return {why.record(formula, a.up.value + b.up.value, {a.up.term, b.up.term}),
            why.record(formula, a.out.value + b.out.value, {a.out.term, b.out.term})};
}

// What one stage sends in a forward and a backward.
template <class Why> std::optional<LinkTime> bothTransfers(Why &why, const LinkTime *up, const LinkTime *down)
{
    if (up && down)
        return plus(why, *up, *down);
    return up ? std::optional(*up) : down ? std::optional(*down) : std::nullopt;
}

template <class Why> Derived<Seconds> transferTime(Why &why, const LinkTime &transfer)
{
    static const Formula formula{"stage.transfer", CORE_TEXT("core", "Transfer between two stages"), "u + o", {"u", "o"}, scheduleDesign};
    return why.record(formula, transfer.up.value + transfer.out.value, {transfer.up.term, transfer.out.term});
}

} // namespace headroom
