#pragma once
// Measured laws of collectives on the networks of a plan: which law of the calibration times which part of a call.

#include "comm/collective.h"

namespace headroom {

// What a collective of a group puts on one chip's links, per payload byte (torus: on one link), and its steps of latency.
struct LinkShares
{
    double up = 0.0, out = 0.0, upSteps = 0.0, outSteps = 0.0;
    TermId upTerm{}, outTerm{}; // of up and out, where they are derived
};

TermId shareTerm(Derivation &why, double share, TermId derived);

// Absent at the ideal level, on a torus, and unless the calibration has the laws of all four kinds: they were measured on switches.
std::optional<LinkLaws> linkLaws(Derivation &why, const HardwareSpec &hardware, const Calibration &calibration, Level level);

// Whether a measured all-reduce of so many ranks runs in the switch: its law then has a share of its own.
bool reducesInSwitch(const LinkLaws &laws, Collective kind, const RankGroup &group);

// As collectiveTime, by the laws of `rates`, for any kind but send-recv. Never below the bound of the same shares.
LinkTime measuredTime(Derivation &why, Collective kind, const RankGroup &group, const Derived<Bytes> &payload, double count,
                      const LinkRates &rates, const LinkShares &shares);

} // namespace headroom
