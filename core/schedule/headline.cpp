#include "schedule/headline.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {
namespace {

const char *design = "Headroom model §8";

Seconds hiddenOf(const PassLoad &load)
{
    return load.hidden[0].value + load.hidden[1].value + load.hidden[2].value + load.hidden[3].value;
}

Derived<Seconds> contentionOf(Derivation &why, const PassLoad &load, const OverlapRates &r)
{
    static const Formula formula{"pass.contention", CORE_TEXT("core", "Compute slowed by communication under it"),
                                 "(c - 1) * min(h1 + h2 + h3 + h4, t)", {"c", "h1", "h2", "h3", "h4", "t"}, design};
    return why.record(formula, (r.contention.value - 1.0) * std::min(hiddenOf(load), load.compute.value),
                      {r.contention.term, load.hidden[0].term, load.hidden[1].term, load.hidden[2].term, load.hidden[3].term,
                       load.compute.term});
}

Derived<Seconds> busyWith(Derivation &why, const Derived<Seconds> &busy, const Derived<Seconds> &transfer)
{
    static const Formula formula{"pass.busyWithTransfer", CORE_TEXT("core", "Busy time of a network with the stage transfer"), "b + c",
                                 {"b", "c"}, design};
    if (transfer.value.value == 0.0)
        return busy;
    return why.record(formula, busy.value + transfer.value, {busy.term, transfer.term});
}

// What a pass does one thing after the other: operators, their slow-down, waits.
Seconds workOf(const PassLoad &load, const Derived<Seconds> &contention)
{
    Seconds work = load.compute.value + contention.value;
    for (const Derived<Seconds> &wait : load.waits)
        work += wait.value;
    return work;
}

// The time of a pass whose compute loses so much to contention, with a transfer on the networks or none.
PassTime passTime(Derivation &why, const PassLoad &load, const Derived<Seconds> &contention, const LinkTime *transfer)
{
    static const Formula formula{"pass.time", CORE_TEXT("core", "Time of one pass of a stage"),
                                 "max(t + d + w1 + w2 + w3 + w4, u, o)", {"t", "d", "w1", "w2", "w3", "w4", "u", "o"}, design};
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

// Work done once a step that hides under one pass: what is left after the pass's free time on each network.
Derived<Seconds> lateTime(Derivation &why, const LinkTime &work, const PassTime &pass, const OverlapRates &r)
{
    static const Formula formula{"step.late", CORE_TEXT("core", "Once-a-step communication that outlasts the pass it runs under"),
                                 "max(0, u - r * (b - x), o - r * (b - y))", {"u", "r", "b", "x", "o", "y"}, design};
    const double share = r.overlap.value;
    const Seconds up = work.up.value - share * (pass.total.value - pass.busyUp.value);
    const Seconds out = work.out.value - share * (pass.total.value - pass.busyOut.value);
    return why.record(formula, std::max({Seconds{}, up, out}),
                      {work.up.term, r.overlap.term, pass.total.term, pass.busyUp.term, work.out.term, pass.busyOut.term});
}

// Serial: once-a-step communication runs alone, one network after the other.
Derived<Seconds> serialLate(Derivation &why, const LinkTime &work)
{
    static const Formula formula{"step.lateSerial", CORE_TEXT("core", "Once-a-step communication, nothing overlapped"), "u + o",
                                 {"u", "o"}, design};
    return why.record(formula, work.up.value + work.out.value, {work.up.term, work.out.term});
}

LinkTime plus(Derivation &why, const LinkTime &a, const LinkTime &b)
{
    static const Formula formula{"link.sum", CORE_TEXT("core", "Busy time of a network in two calls"), "a + b", {"a", "b"}, design};
    if (b.up.value.value == 0.0 && b.out.value.value == 0.0)
        return a;
    return {why.record(formula, a.up.value + b.up.value, {a.up.term, b.up.term}),
            why.record(formula, a.out.value + b.out.value, {a.out.term, b.out.term})};
}

// The boundary transfer that a stage sends in a pass; null at the pipeline's ends.
const LinkTime *transferOf(const HeadlineInput &in, std::size_t stage, bool forward)
{
    if (forward)
        return stage + 1 < in.layout->stages.size() ? &in.transfers.over(stage) : nullptr;
    return stage > 0 ? &in.transfers.over(stage - 1) : nullptr;
}

// What decides a stage's times: stages that agree in all of it share them.
struct StageKind
{
    std::size_t composition;
    bool edge;
    const LinkTime *forward, *backward;
    bool operator==(const StageKind &) const = default;
};

StageKind kindOf(const HeadlineInput &in, std::size_t stage)
{
    const bool edge = stage == 0 || stage + 1 == in.layout->stages.size();
    return {in.layout->stages[stage], edge, transferOf(in, stage, true), transferOf(in, stage, false)};
}

StageTime stageTime(Derivation &why, const HeadlineInput &in, const StageKind &kind)
{
    const PassLoad &f = in.forward[kind.composition], &b = in.backward[kind.composition];
    const WeightLoad &w = in.weights[kind.composition];
    StageTime out;
    const Derived<Seconds> slowF = contentionOf(why, f, in.overlap), slowB = contentionOf(why, b, in.overlap);
    out.forward = passTime(why, f, slowF, kind.forward);
    out.backward = passTime(why, b, slowB, kind.backward);
    out.firstUp = kind.forward ? passTime(why, f, slowF, nullptr).total : out.forward.total;
    out.lastDown = kind.backward ? passTime(why, b, slowB, nullptr).total : out.backward.total;
    const LinkTime reduction = kind.edge ? plus(why, w.reduction, in.tiedReduction) : w.reduction;
    out.gather = in.overlap.serial ? serialLate(why, w.gather) : lateTime(why, w.gather, out.forward, in.overlap);
    out.late = in.overlap.serial ? serialLate(why, reduction) : lateTime(why, reduction, out.backward, in.overlap);
    return out;
}

Derived<Seconds> transferTime(Derivation &why, const LinkTime &transfer)
{
    static const Formula formula{"stage.transfer", CORE_TEXT("core", "Transfer between two stages"), "u + o", {"u", "o"}, design};
    return why.record(formula, transfer.up.value + transfer.out.value, {transfer.up.term, transfer.out.term});
}

Ahead extended(Derivation &why, const Ahead &a, const StageTime &stage, const Derived<Seconds> &transfer)
{
    static const Formula passes{"pipeline.passes", CORE_TEXT("core", "Forward and backward of the earlier stages"), "a + f + b",
                                {"a", "f", "b"}, design};
    static const Formula transfers{"pipeline.transfers", CORE_TEXT("core", "Transfers to and from the earlier stages"), "a + 2 * c",
                                   {"a", "c"}, design};
    static const Formula arriving{"pipeline.arriving", CORE_TEXT("core", "Forward of the earlier stages with transfers"), "a + f + c",
                                  {"a", "f", "c"}, design};
    static const Formula returning{"pipeline.returning", CORE_TEXT("core", "Backward of the earlier stages with transfers"), "a + b + c",
                                   {"a", "b", "c"}, design};
    const Seconds f = stage.firstUp.value, b = stage.lastDown.value;
    return {why.record(passes, a.passes.value + f + b, {a.passes.term, stage.firstUp.term, stage.lastDown.term}),
            why.record(transfers, a.transfers.value + 2.0 * transfer.value, {a.transfers.term, transfer.term}),
            why.record(arriving, a.arriving.value + f + transfer.value, {a.arriving.term, stage.firstUp.term, transfer.term}),
            why.record(returning, a.returning.value + b + transfer.value, {a.returning.term, stage.lastDown.term, transfer.term})};
}

Derived<Seconds> stillLate(Derivation &why, const Derived<Seconds> &late, const Derived<Seconds> &slack)
{
    static const Formula formula{"pipeline.late", CORE_TEXT("core", "Once-a-step communication left over"), "max(0, l - s)", {"l", "s"}, design};
    return why.record(formula, std::max(Seconds{}, late.value - slack.value), {late.term, slack.term});
}

// The way through the pipeline by one stage; `at` holds the stage's times and what lies ahead of it.
void finishPath(Derivation &why, Headline &at, const Derived<double> &microBatches)
{
    static const Formula formula{"pipeline.path", CORE_TEXT("core", "Way through the pipeline by one stage"), "a + c + m * (f + b) + g + l",
                                 {"a", "c", "m", "f", "b", "g", "l"}, design};
    at.gather = stillLate(why, at.times.gather, at.ahead.arriving);
    at.late = stillLate(why, at.times.late, at.ahead.returning);
    const Derived<Seconds> &f = at.times.forward.total, &b = at.times.backward.total;
    at.path = why.record(formula,
                         at.ahead.passes.value + at.ahead.transfers.value + microBatches.value * (f.value + b.value) + at.gather.value
                             + at.late.value,
                         {at.ahead.passes.term, at.ahead.transfers.term, microBatches.term, f.term, b.term, at.gather.term, at.late.term});
}

Derived<Seconds> slowestOptimizer(Derivation &why, const HeadlineInput &in)
{
    static const Formula formula{"step.optimizer", CORE_TEXT("core", "Slowest stage's optimizer step"), "max(t)", {"t"}, design};
    Seconds slowest{};
    std::vector<TermId> terms;
    for (const WeightLoad &w : in.weights) {
        slowest = std::max(slowest, w.optimizer.value);
        if (why.recording())
            terms.push_back(w.optimizer.term);
    }
    return why.record(formula, slowest, std::span<const TermId>(terms));
}

Derived<Seconds> perMicroBatch(Derivation &why, const HeadlineInput &in, const Derived<Seconds> &f, const Derived<Seconds> &b)
{
    static const Formula formula{"parts.bothPasses", CORE_TEXT("core", "Both passes of all micro-batches"), "m * (f + b)", {"m", "f", "b"}, design};
    return why.record(formula, in.microBatches.value * (f.value + b.value), {in.microBatches.term, f.term, b.term});
}

Derived<Seconds> excessOf(Derivation &why, const PassLoad &load, const PassTime &pass)
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
Derived<Seconds> shareOf(Derivation &why, const Derived<Seconds> &excess, const Derived<Seconds> &part, const PassLoad &load,
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

void shareExcess(Derivation &why, StepAttribution &parts, const HeadlineInput &in, const Headline &h)
{
    const std::size_t c = in.layout->stages[h.critical];
    const PassLoad &f = in.forward[c], &b = in.backward[c];
    const Derived<Seconds> zero = why.given("nothing", Seconds{});
    const Derived<Seconds> excessF = excessOf(why, f, h.times.forward), excessB = excessOf(why, b, h.times.backward);
    const auto transfer = [&](bool forward) {
        const LinkTime *sent = transferOf(in, h.critical, forward);
        return sent ? transferTime(why, *sent) : zero;
    };
    const Derived<Seconds> transferF = transfer(true), transferB = transfer(false);
    for (std::size_t w = 0; w < waitCauses; ++w)
        parts.linkExcess[w] = perMicroBatch(why, in, shareOf(why, excessF, f.hidden[w], f, transferF),
                                            shareOf(why, excessB, b.hidden[w], b, transferB));
    parts.transferExcess = perMicroBatch(why, in, shareOf(why, excessF, transferF, f, transferF),
                                         shareOf(why, excessB, transferB, b, transferB));
}

} // namespace

StepAttribution attribution(Derivation &why, const HeadlineInput &in, const Headline &h)
{
    static const Formula wait{"parts.imbalance", CORE_TEXT("core", "Waiting for a slower stage's optimizer"), "x - o", {"x", "o"}, design};
    const std::size_t c = in.layout->stages[h.critical];
    const PassLoad &f = in.forward[c], &b = in.backward[c];
    StepAttribution parts;
    parts.compute = perMicroBatch(why, in, f.compute, b.compute);
    for (std::size_t w = 0; w < waitCauses; ++w)
        parts.waits[w] = perMicroBatch(why, in, f.waits[w], b.waits[w]);
    shareExcess(why, parts, in, h);
    parts.contention = perMicroBatch(why, in, h.times.forward.contention, h.times.backward.contention);
    parts.transfer = h.ahead.transfers;
    parts.gather = h.gather;
    parts.reduction = h.late;
    parts.bubble = h.ahead.passes;
    parts.optimizer = in.weights[c].optimizer;
    parts.imbalance = why.record(wait, h.optimizer.value - parts.optimizer.value, {h.optimizer.term, parts.optimizer.term});
    parts.overhead = in.overhead;
    return parts;
}

Headline headline(Derivation &why, const HeadlineInput &in)
{
    static const Formula formula{"step.time", CORE_TEXT("core", "Step time: longest way through the pipeline, then optimizer"), "p + x + h",
                                 {"p", "x", "h"}, design};
    const Derived<Seconds> zero = why.given("nothing", Seconds{});
    Headline at, longest;
    at.ahead = {zero, zero, zero, zero};
    StageKind last{};
    for (std::size_t stage = 0; stage < in.layout->stages.size(); ++stage) {
        if (const StageKind kind = kindOf(in, stage); stage == 0 || kind != last) {
            at.times = stageTime(why, in, kind);
            last = kind;
        }
        at.critical = stage;
        finishPath(why, at, in.microBatches);
        if (stage == 0 || at.path.value > longest.path.value)
            longest = at;
        if (last.forward)
            at.ahead = extended(why, at.ahead, at.times, transferTime(why, *last.forward));
    }
    longest.optimizer = slowestOptimizer(why, in);
    longest.step = why.record(formula, longest.path.value + longest.optimizer.value + in.overhead.value,
                              {longest.path.term, longest.optimizer.term, in.overhead.term});
    return longest;
}

std::vector<StagePasses> stagePasses(const HeadlineInput &in)
{
    Derivation off(false);
    std::vector<StagePasses> out;
    for (std::size_t stage = 0; stage < in.layout->stages.size(); ++stage) {
        const StageTime t = stageTime(off, in, kindOf(in, stage));
        const Seconds f = t.forward.total.value, b = t.backward.total.value;
        out.push_back({.forward = f, .backward = b, .weightGradient = {}, .overlapped = f + b});
    }
    return out;
}

Seconds meanTransfer(const HeadlineInput &in)
{
    Derivation off(false);
    const std::size_t boundaries = in.layout->stages.size() - 1;
    Seconds sum{};
    for (std::size_t b = 0; b < boundaries; ++b)
        sum += transferTime(off, in.transfers.over(b)).value;
    return boundaries == 0 ? sum : sum / static_cast<double>(boundaries);
}

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
    for (std::size_t c = 0; c < in.weights.size(); ++c) {
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
