#pragma once
// A pass of a model that serves: sequences whose earlier tokens lie in a cache, each with new tokens to compute. A prefill is
// sequences with many new tokens, a decode step sequences with one; both may share a pass.

#include <vector>

namespace headroom {

// `count` equal sequences of a device: a mean over many steps need not be whole.
struct SequenceGroup
{
    double count = 1.0;
    double cached = 0.0; // tokens before the new ones
    double fresh = 1.0;  // tokens to compute
    double logits = 1.0; // of them, those whose next token is asked for
    bool decodes = true; // tokens of an answer: cores meet the cache as it is; else of a prompt, computed as in training
    bool operator==(const SequenceGroup &) const = default;
};

struct GenerationPass
{
    std::vector<SequenceGroup> groups;
    double rows() const { return sum([](const SequenceGroup &g) { return g.count * g.fresh; }); }
    double logits() const { return sum([](const SequenceGroup &g) { return g.count * g.logits; }); }
    double sequences() const { return sum([](const SequenceGroup &g) { return g.count; }); }
    template <class F> double sum(F of) const
    {
        double total = 0.0;
        for (const SequenceGroup &group : groups)
            total += of(group);
        return total;
    }
};

} // namespace headroom
