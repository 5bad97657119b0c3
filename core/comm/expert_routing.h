#pragma once
// Where the tokens of an expert-parallel layer go. A dispatch sends one copy of a token to each rank that holds one of its experts,
// however many of them; across domains one to each such domain, and there it is forwarded to the ranks. What an exchange moves is
// therefore the expected number of distinct targets of balanced routing, not the k copies that the experts compute on.

#include "base/derivation.h"
#include "comm/placement.h"
#include "spec/model_spec.h"

namespace headroom {

// A token picks topK of the experts of `groupsPerToken` of `groups` equal groups, all choices equally likely.
struct ExpertRouting
{
    double experts = 1.0, topK = 1.0, groups = 1.0, groupsPerToken = 1.0;
    bool operator==(const ExpertRouting &) const = default;
};
ExpertRouting routingOf(const FeedForwardSpec &feedForward);

// Probability that a token picks at least one of `held` neighbouring experts. Experts that are no whole number of groups count as
// the next smaller one: never too much.
Derived<double> reach(Derivation &why, const ExpertRouting &routing, double held);

// Copies of a rank's token that the rank puts on each network: its own to the targets around it, and, of several domains, one to
// each target domain and the forwards of what it receives. `up`: of a torus, on the busiest link.
struct ExchangeCopies
{
    Derived<double> up, out;
};
ExchangeCopies exchangeCopies(Derivation &why, const ExpertRouting &routing, const RankGroup &group);

} // namespace headroom
