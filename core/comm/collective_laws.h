#pragma once
// Laws of measured collectives: a start that grows with the ranks, the bytes over a link, and, while a ring fills, the geometric
// mean of both. Pure functions of numbers: search calls them for every plan.

#include "base/derivation.h"
#include "comm/collective.h"
#include "spec/calibration.h"

#include <algorithm>
#include <cmath>

namespace headroom {

// a + b + sqrt(a b)
inline Seconds startedTransfer(Seconds start, Seconds transfer)
{
    return start + transfer + Seconds(std::sqrt(start.value * transfer.value));
}

// One domain: p ranks over a link of one direction's bandwidth. Without in-switch reduction `inSwitch` is 0.
struct RingConstants
{
    Seconds start{}, perRank{};  // a0, a1
    double link = 1.0;           // share of the link, (0, 1]
    double inSwitch = 0.0;
};
// The share of the full array's bytes (all-to-all: of a rank's) that a rank sends: (p - 1) / p, all-reduce twice.
constexpr double sentShare(Collective kind, double ranks)
{
    return (kind == Collective::allReduce ? 2.0 : 1.0) * (ranks - 1.0) / ranks;
}
inline constexpr double inSwitchRanks = 5.0; // in-switch reduction serves all-reduces of so many ranks
inline Seconds ringTime(Collective kind, double ranks, Bytes array, BytesPerSecond link, const RingConstants &c)
{
    const bool inSwitch = kind == Collective::allReduce && c.inSwitch > 0.0 && ranks >= inSwitchRanks;
    const Seconds transfer = inSwitch ? array / (link * c.inSwitch) : sentShare(kind, ranks) * array / (link * c.link);
    return startedTransfer(c.start + (ranks - 1.0) * c.perRank, transfer);
}

// Several domains: a flat ring of `ranks` over all `nics` of each of `nodes`.
struct ScaleOutConstants
{
    Seconds perNode{}; // aNode
    double nic = 1.0;
};
inline Seconds acrossNodesTime(Collective kind, double ranks, double nodes, double nics, Bytes array, BytesPerSecond nic,
                            const ScaleOutConstants &c)
{
    return startedTransfer((nodes - 1.0) * c.perNode, sentShare(kind, ranks) * array / (nics * nic * c.nic));
}

// Expert dispatch and combine: `remote` bytes leave the GPU (one node) or the node, each token once per target.
inline Seconds expertExchangeTime(Bytes remote, BytesPerSecond link, Seconds launch, double share)
{
    return launch + remote / (link * share);
}

} // namespace headroom
