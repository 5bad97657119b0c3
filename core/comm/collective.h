#pragma once
// Collectives and the time they take on a switch, a torus and across both (model.md §7).

#include "base/derivation.h"
#include "comm/expert_routing.h"
#include "comm/placement.h"
#include "spec/calibration.h"
#include "spec/hardware_spec.h"

#include <array>
#include <optional>

namespace headroom {

enum class Collective { allGather, reduceScatter, allReduce, allToAll, sendRecv, ring };
std::span<const EnumRow> rowsOf(Collective);

// A measured law of one kind of collective inside a domain, and across domains (comm/collective_laws).
struct RingLaw
{
    Derived<Seconds> start, perRank;
    Derived<double> link, inSwitch; // shares of the link; 0: no in-switch reduction
};
struct LinkLaws
{
    std::array<RingLaw, 4> rings;   // by Collective; messages between two ranks have none
    Derived<Seconds> outStart, perNode;
};

// What the networks deliver at a level.
struct LinkRates
{
    Derived<BytesPerSecond> scaleUp;   // per chip on a switch, per link on a torus; per direction
    Derived<BytesPerSecond> scaleOut;
    Derived<Seconds> scaleUpLatency, scaleOutLatency; // 0 where the hardware states none
    Derived<double> scaleUpEfficiency, scaleOutEfficiency;
    std::optional<LinkLaws> laws;      // of the calibration, for a switch, at other levels than ideal
};
inline bool hasLaw(Collective kind) { return kind != Collective::sendRecv && kind != Collective::ring; }
LinkRates linkRates(Derivation &why, const HardwareSpec &hardware, const Calibration &calibration, Level level);

// How long a call keeps each network busy. Pipelined over both it lasts the larger; step by step the sum.
struct LinkTime
{
    Derived<Seconds> up, out;
};

// `payload`: the full array for all-gather, reduce-scatter, all-reduce and for a ring that passes parts round; a rank's data for
// all-to-all, or with `routing` its tokens once; the message for send-recv. `count` equal calls. A group of one takes no time.
LinkTime collectiveTime(Derivation &why, Collective kind, const RankGroup &group, Derived<Bytes> payload, double count,
                        const LinkRates &rates, const std::optional<ExpertRouting> &routing = std::nullopt);

// Bytes one chip sends in one call.
Bytes wireBytes(Collective kind, const RankGroup &group, Bytes payload, const std::optional<ExpertRouting> &routing = std::nullopt);

} // namespace headroom
