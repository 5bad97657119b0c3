#include "comm/measured_links.h"

#include "base/text.h"
#include "comm/collective_laws.h"
#include "ops/kernel_laws.h"

namespace headroom {

TermId shareTerm(Derivation &why, double share, TermId derived)
{
    return derived.valid() ? derived : why.given("share of the payload on one link", share).term;
}

std::optional<LinkLaws> linkLaws(Derivation &why, const HardwareSpec &hardware, const Calibration &calibration, Level level)
{
    static constexpr LawClass kinds[] = {LawClass::allGather, LawClass::reduceScatter, LawClass::allReduce, LawClass::allToAll};
    if (level == Level::ideal || hardware.scaleUp == ScaleUpKind::torus || calibration.laws.empty())
        return std::nullopt;
    LinkLaws out;
    for (std::size_t k = 0; k < out.rings.size(); ++k) {
        const MeasuredLaw *law = findLaw(calibration.laws, kinds[k], "bytes");
        if (law == nullptr)
            return std::nullopt;
        out.rings[k] = {lawSeconds(why, *law, LawParameter::a0, level), lawSeconds(why, *law, LawParameter::a1, level),
                        lawShare(why, *law, LawParameter::eLink, level), lawShare(why, *law, LawParameter::eNvls, level)};
    }
    const MeasuredLaw *nodes = findLaw(calibration.laws, LawClass::scaleOut, "any");
    if (nodes == nullptr)
        return std::nullopt;
    out.outStart = why.given("start across domains: per node alone", Seconds{});
    out.perNode = lawSeconds(why, *nodes, LawParameter::aNode, level);
    return out;
}

namespace {

const Formula startTime{"link.start", CORE_TEXT("core", "Start of a collective, growing with its ranks"), "max(s + q * (p - 1), h * a)",
                        {"s", "q", "p", "h", "a"}, "Headroom calibration §1; never less than the hardware's latency"};
const Formula transferTime{"link.transfer", CORE_TEXT("core", "Bytes of a collective over a link"), "f * n / (b * e)", {"f", "n", "b", "e"},
                           "Headroom calibration §1"};
const Formula inSwitchTime{"link.inSwitch", CORE_TEXT("core", "Bytes of an all-reduce in the switch"), "max(n / (b * v), f * n / b)",
                           {"n", "b", "v", "f"}, "Headroom calibration §5; never below the bound"};
const Formula startedTime{"link.started", CORE_TEXT("core", "Measured law of a collective on an idle network (no congestion or neighbour jobs)"), "c * (a + b + (a * b) ^ (1 / 2))",
                          {"c", "a", "b"}, "Headroom calibration §1: fit to ai-dynamo/aiconfigurator@095f58a51c4c"};

// The parts of a law's time on one network.
struct LawCall
{
    double count, ranks, share;
    TermId shareTerm;
    double latencySteps;
    Derived<Seconds> start, perRank, latency;
    Derived<BytesPerSecond> bandwidth;
    Derived<double> efficiency;
    const Derived<double> *inSwitch = nullptr;
};

Derived<Seconds> recordedLaw(Derivation &why, Collective kind, const LawCall &c, const Derived<Bytes> &payload, Seconds start, Seconds transfer,
                             Seconds time)
{
    const TermId f = shareTerm(why, c.share, c.shareTerm), p = why.given("ranks", c.ranks).term;
    const TermId h = why.given("steps", c.latencySteps).term, n = why.given("calls", c.count).term;
    const TermId a = why.record(startTime, start, {c.start.term, c.perRank.term, p, h, c.latency.term}, keyOf(kind)).term;
    const TermId b = c.inSwitch
        ? why.record(inSwitchTime, transfer, {payload.term, c.bandwidth.term, c.inSwitch->term, f}, keyOf(kind)).term
        : why.record(transferTime, transfer, {f, payload.term, c.bandwidth.term, c.efficiency.term}, keyOf(kind)).term;
    return why.record(startedTime, time, {n, a, b}, keyOf(kind));
}

Derived<Seconds> lawTime(Derivation &why, Collective kind, const LawCall &c, const Derived<Bytes> &payload)
{
    if (c.share == 0.0)
        return why.given("no traffic on this network", Seconds{});
    const Seconds start = std::max(c.start.value + c.perRank.value * (c.ranks - 1.0), c.latencySteps * c.latency.value);
    const Bytes n = payload.value;
    const BytesPerSecond b = c.bandwidth.value;
    const Seconds transfer = c.inSwitch ? std::max(n / (b * c.inSwitch->value), c.share * n / b) : c.share * n / (b * c.efficiency.value);
    const Seconds time = c.count * startedTransfer(start, transfer);
    return why.recording() ? recordedLaw(why, kind, c, payload, start, transfer, time) : Derived<Seconds>{time, {}};
}

// A flat ring over every NIC sends f(p) n / G over each; an all-to-all only what leaves the domain.
double outShare(Collective kind, const RankGroup &g, double hierarchical)
{
    return kind == Collective::allToAll || g.outside <= 1.0 ? hierarchical : sentShare(kind, g.size()) / g.inside;
}

} // namespace

bool reducesInSwitch(const LinkLaws &laws, Collective kind, const RankGroup &g)
{
    const RingLaw &law = laws.rings[static_cast<std::size_t>(Collective::allReduce)];
    return kind == Collective::allReduce && g.inSwitch && g.inside >= inSwitchRanks && law.inSwitch.value > 0.0;
}

LinkTime measuredTime(Derivation &why, Collective kind, const RankGroup &g, const Derived<Bytes> &payload, double count, const LinkRates &r,
                      const LinkShares &s)
{
    const RingLaw &ring = r.laws->rings[static_cast<std::size_t>(kind)];
    return {lawTime(why, kind, {count, g.inside, s.up, s.upTerm, s.upSteps, ring.start, ring.perRank, r.scaleUpLatency, r.scaleUp, ring.link,
                                kind == Collective::allReduce && g.inSwitch ? &ring.inSwitch : nullptr}, payload),
            lawTime(why, kind, {count, g.outside, outShare(kind, g, s.out), s.outTerm, s.outSteps, r.laws->outStart, r.laws->perNode, r.scaleOutLatency, r.scaleOut,
                                r.scaleOutEfficiency}, payload)};
}

} // namespace headroom
