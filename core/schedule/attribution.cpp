// Where the critical stage's step goes, and what no step can be faster than.

#include "schedule/pass_time.h"

#include <algorithm>

namespace headroom {
namespace {

const char *design = scheduleDesign;

template <class Why> Derived<Seconds> perMicroBatch(Why &why, const HeadlineInput &in, const Derived<Seconds> &f, const Derived<Seconds> &b)
{
    static const Formula formula{"parts.bothPasses", CORE_TEXT("core", "Both passes of all micro-batches"), "m * (f + b)", {"m", "f", "b"}, design};
    return why.record(formula, in.microBatches.value * (f.value + b.value), {in.microBatches.term, f.term, b.term});
}

template <class Why> Derived<Seconds> excessOf(Why &why, const PassLoad &load, const PassTime &pass)
{
    static const Formula formula{"parts.linkExcess", CORE_TEXT("core", "Pass held up by a busy network"),
                                 "max(0, u - t - d - w1 - w2 - w3 - w4, o - t - d - w1 - w2 - w3 - w4)",
                                 {"u", "o", "t", "d", "w1", "w2", "w3", "w4"}, design};
    const Seconds work = workOf(load, pass.contention);
    return why.record(formula, std::max({Seconds{}, pass.busyUp.value - work, pass.busyOut.value - work}),
                      {pass.busyUp.term, pass.busyOut.term, load.compute.term, pass.contention.term, load.waits[0].term,
                       load.waits[1].term, load.waits[2].term, load.waits[3].term});
}

// The share of a pass's link excess that falls to one of the things hidden on the link.
template <class Why> Derived<Seconds> shareOf(Why &why, const Derived<Seconds> &excess, const Derived<Seconds> &part, const PassLoad &load,
                         const Derived<Seconds> &transfer)
{
    static const Formula formula{"parts.excessShare", CORE_TEXT("core", "Share of the link excess"), "x * h / (h1 + h2 + h3 + h4 + c)",
                                 {"x", "h", "h1", "h2", "h3", "h4", "c"}, design};
    if (excess.value.value == 0.0)
        return excess;
    return why.record(formula, excess.value * (part.value / (hiddenOf(load) + transfer.value)),
                      {excess.term, part.term, load.hidden[0].term, load.hidden[1].term, load.hidden[2].term, load.hidden[3].term,
                       transfer.term});
}

template <class Why> void shareExcess(Why &why, StepAttribution &parts, const HeadlineInput &in, const Headline &h)
{
    const std::size_t c = in.layout->stages[h.critical];
    const PassLoad &f = firstPass(in, c), &b = secondPass(in, c);
    const Derived<Seconds> zero = why.given("nothing", Seconds{});
    const Derived<Seconds> excessF = excessOf(why, f, h.times.forward), excessB = excessOf(why, b, h.times.backward);
    const auto timeOf = [&](const std::optional<LinkTime> &sent) { return sent ? transferTime(why, *sent) : zero; };
    const LinkTime *up = transferOf(in, h.critical, true), *down = transferOf(in, h.critical, false);
    const bool together = !in.overlapped.empty();
    const Derived<Seconds> transferF = timeOf(bothTransfers(why, up, together ? down : nullptr)),
                           transferB = timeOf(bothTransfers(why, together ? nullptr : down, nullptr));
    for (std::size_t w = 0; w < waitCauses; ++w)
        parts.linkExcess[w] = perMicroBatch(why, in, shareOf(why, excessF, f.hidden[w], f, transferF),
                                            shareOf(why, excessB, b.hidden[w], b, transferB));
    parts.transferExcess = perMicroBatch(why, in, shareOf(why, excessF, transferF, f, transferF),
                                         shareOf(why, excessB, transferB, b, transferB));
}

} // namespace

template <class Why> StepAttribution attribution(Why &why, const HeadlineInput &in, const Headline &h)
{
    static const Formula wait{"parts.imbalance", CORE_TEXT("core", "Waiting for a slower stage's optimizer"), "x - o", {"x", "o"}, design};
    const std::size_t c = in.layout->stages[h.critical];
    const PassLoad &f = firstPass(in, c), &b = secondPass(in, c);
    StepAttribution parts;
    parts.compute = perMicroBatch(why, in, f.compute, b.compute);
    for (std::size_t w = 0; w < waitCauses; ++w)
        parts.waits[w] = perMicroBatch(why, in, f.waits[w], b.waits[w]);
    shareExcess(why, parts, in, h);
    parts.contention = perMicroBatch(why, in, h.times.forward.contention, h.times.backward.contention);
    parts.transfer = h.transfers;
    parts.gather = h.gather;
    parts.reduction = h.late;
    parts.bubble = h.bubble;
    parts.optimizer = in.weights[c].optimizer;
    parts.imbalance = why.record(wait, h.optimizer.value - parts.optimizer.value, {h.optimizer.term, parts.optimizer.term});
    parts.stragglers = h.stragglers;
    parts.overhead = in.overhead;
    return parts;
}

template StepAttribution attribution(Derivation &, const HeadlineInput &, const Headline &);
template StepAttribution attribution(Silent &, const HeadlineInput &, const Headline &);

Derived<Seconds> floorTime(Derivation &why, const HeadlineInput &in)
{
    static const Formula compute{"floor.compute", CORE_TEXT("core", "Compute of one stage in a step"), "m * (f + b) + x", {"m", "f", "b", "x"}, design};
    static const Formula link{"floor.link", CORE_TEXT("core", "Busy time of one network in a step"), "m * (f + b) + g + r",
                              {"m", "f", "b", "g", "r"}, design};
    static const Formula busiest{"floor.time", CORE_TEXT("core", "Busiest resource of any stage"), "max(t)", {"t"}, design};
    const double m = in.microBatches.value;
    std::vector<TermId> terms;
    Seconds longest{};
    const auto consider = [&](const Derived<Seconds> &t) {
        longest = std::max(longest, t.value);
        if (why.recording())
            terms.push_back(t.term);
    };
    for (std::size_t c = 0; c < in.weights.size() && in.layout->isOfStage(c); ++c) {
        const PassLoad &f = in.forward[c], &b = in.backward[c];
        const WeightLoad &s = in.weights[c];
        const Derived<Seconds> &up = in.hostWaits.empty() ? f.compute : in.hostWaits[c][0].operators;
        const Derived<Seconds> &down = in.hostWaits.empty() ? b.compute : in.hostWaits[c][1].operators;
        consider(why.record(compute, m * (up.value + down.value) + s.optimizer.value,
                            {in.microBatches.term, up.term, down.term, s.optimizer.term}));
        consider(why.record(link, m * (f.busyUp.value + b.busyUp.value) + s.gather.up.value + s.reduction.up.value,
                            {in.microBatches.term, f.busyUp.term, b.busyUp.term, s.gather.up.term, s.reduction.up.term}));
        consider(why.record(link, m * (f.busyOut.value + b.busyOut.value) + s.gather.out.value + s.reduction.out.value,
                            {in.microBatches.term, f.busyOut.term, b.busyOut.term, s.gather.out.term, s.reduction.out.term}));
    }
    return why.record(busiest, longest, std::span<const TermId>(terms));
}

} // namespace headroom
