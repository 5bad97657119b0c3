#include "comm/expert_routing.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

ExpertRouting routingOf(const FeedForwardSpec &f)
{
    return {static_cast<double>(f.experts), static_cast<double>(f.topK), static_cast<double>(f.routingGroups),
            static_cast<double>(f.groupsPerToken)};
}

namespace {

const char *source = "hypergeometric: k of E without repetition; one copy per target as DeepSeek-V3 report §3.2.2 and DeepEP send it";

// Ways to choose `count` of `size` things; `size` may be a fraction.
double choose(double size, double count)
{
    double ways = 1.0;
    for (double i = 0.0; i < count; i += 1.0)
        ways *= std::max(0.0, size - i) / (count - i);
    return ways;
}

// choose(few, count) / choose(many, count), where those may overflow.
double chooseRatio(double few, double many, double count)
{
    double ratio = 1.0;
    for (double i = 0.0; i < count; i += 1.0)
        ratio *= std::max(0.0, few - i) / (many - i);
    return ratio;
}

struct RoutingTerms
{
    TermId experts, topK, groups, groupsPerToken;
    RoutingTerms(Derivation &why, const ExpertRouting &r)
        : experts(why.given("model.experts", r.experts).term), topK(why.given("model.topK", r.topK).term),
          groups(why.given("model.routingGroups", r.groups).term), groupsPerToken(why.given("model.groupsPerToken", r.groupsPerToken).term)
    {
    }
};

Derived<double> reachWithinGroup(Derivation &why, const ExpertRouting &r, double held)
{
    static const Formula formula{"routing.reach", CORE_TEXT("core", "Tokens that pick one of the experts of a target"),
                                 "M / G * (1 - choose(M * E / G - n, k) / choose(M * E / G, k))", {"M", "G", "E", "n", "k"}, source};
    const double open = r.groupsPerToken * r.experts / r.groups;
    const double value = r.groupsPerToken / r.groups * (1.0 - chooseRatio(open - held, open, r.topK));
    if (!why.recording())
        return {value, {}};
    const RoutingTerms t(why, r);
    return why.record(formula, value, {t.groupsPerToken, t.groups, t.experts, why.given("experts of a target", held).term, t.topK});
}

// Of `whole` groups a token may pick experts of `met`; it misses the target when it picks none of theirs.
Derived<double> reachOfGroups(Derivation &why, const ExpertRouting &r, double whole)
{
    static const Formula missed{"routing.missed", CORE_TEXT("core", "Tokens that meet some groups of a target, but none of their experts"),
                                "choose(c, j) * choose(G - c, M - j) / choose(G, M) * choose((M - j) * E / G, k) / choose(M * E / G, k)",
                                {"c", "j", "G", "M", "E", "k"}, source};
    static const Formula missedSum{"routing.missedAll", CORE_TEXT("core", "Tokens that miss a target"), "sum(q)", {"q"}, source};
    static const Formula reached{"routing.reachGroups", CORE_TEXT("core", "Tokens that pick one of the experts of a target"), "1 - q", {"q"}, source};
    const double width = r.experts / r.groups;
    Sum<double> misses(why);
    for (double met = 0.0; met <= std::min(whole, r.groupsPerToken); met += 1.0) {
        const double left = r.groupsPerToken - met;
        const double value = choose(whole, met) * choose(r.groups - whole, left) / choose(r.groups, r.groupsPerToken)
            * chooseRatio(left * width, r.groupsPerToken * width, r.topK);
        TermId term;
        if (why.recording()) {
            const RoutingTerms t(why, r);
            term = why.record(missed, value, {why.given("groups of a target", whole).term, why.given("of them met", met).term, t.groups,
                                              t.groupsPerToken, t.experts, t.topK}).term;
        }
        misses.add({value, term});
    }
    const Derived<double> miss = misses.total(missedSum);
    return why.record(reached, 1.0 - miss.value, {miss.term});
}

} // namespace

Derived<double> reach(Derivation &why, const ExpertRouting &r, double held)
{
    const double whole = std::floor(held * r.groups / r.experts);
    return whole > 1.0 ? reachOfGroups(why, r, whole) : reachWithinGroup(why, r, std::min(held, r.experts / r.groups));
}

ExchangeCopies exchangeCopies(Derivation &why, const ExpertRouting &r, const RankGroup &g)
{
    static const Formula inside{"routing.copiesInside", CORE_TEXT("core", "Copies of a token inside the domain, forwards included"), "p * d * r",
                                {"p", "d", "r"}, source};
    static const Formula outside{"routing.copiesOutside", CORE_TEXT("core", "Copies of a token to other domains"), "(d - 1) * r", {"d", "r"}, source};
    const double peers = g.torus ? g.allToAll * g.inside : g.inside - 1.0;
    const Derived<double> domains = why.given("domains", g.outside);
    ExchangeCopies out{why.given("one rank in each domain", 0.0), why.given("one domain", 0.0)};
    if (peers > 0.0) {
        const Derived<double> p = why.given(g.torus ? "ranks whose data the busiest link carries" : "other ranks in the domain", peers);
        const Derived<double> hit = reach(why, r, r.experts / g.size());
        out.up = why.record(inside, p.value * domains.value * hit.value, {p.term, domains.term, hit.term});
    }
    if (g.outside > 1.0) {
        const Derived<double> hit = reach(why, r, r.experts / g.outside);
        out.out = why.record(outside, (domains.value - 1.0) * hit.value, {domains.term, hit.term});
    }
    return out;
}

} // namespace headroom
