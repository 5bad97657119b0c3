#include "comm/collective.h"

#include "base/text.h"
#include "comm/measured_links.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(Collective)
{
    static constexpr EnumRow rows[] = {
        {"all-gather", CORE_TEXT("core", "All-gather")},
        {"reduce-scatter", CORE_TEXT("core", "Reduce-scatter")},
        {"all-reduce", CORE_TEXT("core", "All-reduce")},
        {"all-to-all", CORE_TEXT("core", "All-to-all")},
        {"send-recv", CORE_TEXT("core", "Send and receive")},
        {"ring", CORE_TEXT("core", "Ring of sends and receives")},
    };
    return rows;
}

LinkRates linkRates(Derivation &why, const HardwareSpec &hardware, const Calibration &calibration, Level level)
{
    const bool torus = hardware.scaleUp == ScaleUpKind::torus;
    const auto share = [&](const char *name, const CalibrationEntry &entry) {
        return level == Level::ideal ? why.given("ideal calibration", 1.0) : why.given(name, at(entry.value, level, Faster::larger));
    };
    const auto latency = [&](const char *name, const std::optional<Sourced<Seconds>> &entry) {
        return entry ? why.given(name, at(entry->value, level, Faster::smaller)) : why.given("latency not stated: 0", Seconds{});
    };
    const auto &up = torus ? hardware.linkBandwidth : hardware.scaleUpBandwidth;
    return {.scaleUp = why.given(torus ? "hardware.linkBandwidth" : "hardware.scaleUpBandwidth", at(up.value, level, Faster::larger)),
            .scaleOut = why.given("hardware.scaleOutBandwidth", at(hardware.scaleOutBandwidth.value, level, Faster::larger)),
            .scaleUpLatency = torus ? latency("hardware.linkLatency", hardware.linkLatency)
                                    : latency("hardware.scaleUpLatency", hardware.scaleUpLatency),
            .scaleOutLatency = latency("hardware.scaleOutLatency", hardware.scaleOutLatency),
            .scaleUpEfficiency = share("calibration.scaleUpEfficiency", calibration.scaleUpEfficiency),
            .scaleOutEfficiency = share("calibration.scaleOutEfficiency", calibration.scaleOutEfficiency),
            .laws = linkLaws(why, hardware, calibration, level)};
}

namespace {

// Every collective sends a share of its payload over each network and waits for some steps of latency; how much, is the
// row of the kind. Link terms are lower bounds, and their names say of what.
const Formula scaleUpTime{"link.scaleUp", CORE_TEXT("core", "Scale-up time of a collective (lower bound: no congestion, topology, channels or neighbour jobs)"),
                          "c * (f * n / (b * e) + h * a)", {"c", "f", "n", "b", "e", "h", "a"},
                          "ring and torus algorithms; Headroom model §7"};
const Formula scaleOutTime{"link.scaleOut", CORE_TEXT("core", "Scale-out time of a collective (lower bound: no congestion, topology, NIC binding or neighbour jobs)"),
                           "c * (f * n / (b * e) + h * a)", {"c", "f", "n", "b", "e", "h", "a"},
                           "hierarchical ring; Headroom model §7"};

LinkShares gatherShares(const RankGroup &g)
{
    const double up = (g.inside - 1.0) / g.inside;
    return {g.torus ? (g.links > 0.0 ? up / g.links : 0.0) : up, (g.outside - 1.0) / g.outside / g.inside, g.hops, g.outside - 1.0};
}

LinkShares allToAllShares(const RankGroup &g)
{
    const double size = g.size();
    return {g.torus ? g.allToAll * g.inside / size : (g.inside - 1.0) / size, (size - g.inside) / size, g.hops, g.outside - 1.0};
}

// An exchange of routed tokens; `steps` as an all-to-all.
LinkShares exchangeShares(Derivation &why, const ExpertRouting &routing, const RankGroup &g)
{
    const ExchangeCopies copies = exchangeCopies(why, routing, g);
    return {copies.up.value, copies.out.value, g.hops, g.outside - 1.0, copies.up.term, copies.out.term};
}

// Every rank passes every part but the last on to the next one; on a torus both ways at once where the chip has two links. Whoever sends
// to another domain sends all of that over its own scale-out link.
LinkShares ringShares(const RankGroup &g)
{
    const double steps = g.size() - 1.0, sent = steps / g.size();
    const double up = g.inside > 1.0 ? (g.torus ? sent / std::min(g.links, 2.0) : sent) : 0.0;
    return {up, g.outside > 1.0 ? sent : 0.0, g.inside > 1.0 ? steps : 0.0, g.outside > 1.0 ? steps : 0.0};
}

LinkShares sharesOf(Collective kind, const RankGroup &g)
{
    switch (kind) {
    case Collective::allGather:
    case Collective::reduceScatter: return gatherShares(g);
    case Collective::allReduce: {
        const LinkShares once = gatherShares(g);
        if (g.inSwitch && g.inside > 1.0) // up to the switch and back: each byte once
            return {1.0, 2.0 * once.out, 2.0, 2.0 * once.outSteps};
        return {2.0 * once.up, 2.0 * once.out, 2.0 * once.upSteps, 2.0 * once.outSteps};
    }
    case Collective::allToAll: return allToAllShares(g);
    case Collective::ring: return ringShares(g);
    case Collective::sendRecv: break;
    }
    return g.outside > 1.0 ? LinkShares{0.0, 1.0, 0.0, 1.0} : LinkShares{g.inside > 1.0 ? g.stride : 0.0, 0.0, g.inside > 1.0 ? 1.0 : 0.0, 0.0};
}

} // namespace

LinkTime collectiveTime(Derivation &why, Collective kind, const RankGroup &group, Derived<Bytes> payload, double count,
                        const LinkRates &r, const std::optional<ExpertRouting> &routing)
{
    const auto shares = [&](const RankGroup &g) { return routing ? exchangeShares(why, *routing, g) : sharesOf(kind, g); };
    if (r.laws && hasLaw(kind)) {
        RankGroup measured = group;
        measured.inSwitch = reducesInSwitch(*r.laws, kind, group);
        return measuredTime(why, kind, measured, payload, count, r, shares(measured));
    }
    const LinkShares share = shares(group);
    const auto busy = [&](const Formula &formula, double part, TermId partTerm, double steps, const Derived<BytesPerSecond> &bandwidth,
                          const Derived<double> &efficiency, const Derived<Seconds> &latency) -> Derived<Seconds> {
        if (part == 0.0)
            return why.given("no traffic on this network", Seconds{});
        const Seconds time = count * (part * payload.value / (bandwidth.value * efficiency.value) + steps * latency.value);
        if (!why.recording())
            return {time, {}};
        const TermId c = why.given("calls", count).term, f = shareTerm(why, part, partTerm);
        const TermId h = why.given("steps", steps).term;
        return why.record(formula, time, {c, f, payload.term, bandwidth.term, efficiency.term, h, latency.term}, keyOf(kind));
    };
    return {busy(scaleUpTime, share.up, share.upTerm, share.upSteps, r.scaleUp, r.scaleUpEfficiency, r.scaleUpLatency),
            busy(scaleOutTime, share.out, share.outTerm, share.outSteps, r.scaleOut, r.scaleOutEfficiency, r.scaleOutLatency)};
}

Bytes wireBytes(Collective kind, const RankGroup &group, Bytes payload, const std::optional<ExpertRouting> &routing)
{
    if (routing) {
        Derivation off(false);
        const double ranks = group.inside - 1.0, domains = group.outside; // a torus link carries other ranks' copies too
        const double remote = domains > 1.0 ? (domains - 1.0) * reach(off, *routing, routing->experts / domains).value : 0.0;
        return (ranks * domains * reach(off, *routing, routing->experts / group.size()).value + remote) * payload;
    }
    const double size = group.size(), moved = (size - 1.0) / size;
    switch (kind) {
    case Collective::allReduce:
        if (group.inSwitch && group.inside > 1.0)
            return (1.0 + 2.0 * (group.outside - 1.0) / size) * payload;
        return 2.0 * moved * payload;
    case Collective::sendRecv: return payload;
    default: return moved * payload;
    }
}

} // namespace headroom
