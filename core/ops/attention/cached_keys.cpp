// How many keys new tokens meet, and how much of a cache they read.

#include "ops/attention/cached.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

const Formula productFormula{"cache.tokens", CORE_TEXT("core", "Tokens of equal sequences"), "n * f", {"n", "f"}, "arithmetic"};
const Formula sumFormula{"cache.sum", CORE_TEXT("core", "Sum over the sequences of a pass"), "sum(x)", {"x"}, "T = sum of T_i; Headroom model §11"};

struct GroupDims
{
    Dim count, cached, fresh;
};

Dim pairsOf(OpBuilder &ops, const GroupDims &g, std::optional<Dim> limit)
{
    static const Formula causal{"cache.pairs", CORE_TEXT("core", "Query-key pairs of equal sequences, causal"), "n * (f * c + f * (f + 1) / 2)",
                                {"n", "f", "c"}, "each new token meets the cached ones, the new ones before it and itself"};
    static const Formula below{"cache.belowLimit", CORE_TEXT("core", "New tokens with fewer keys than the limit"), "max(0, min(f, W - c))",
                               {"f", "W", "c"}, "arithmetic"};
    static const Formula limited{"cache.limitedPairs", CORE_TEXT("core", "Query-key pairs of equal sequences, at most a limit each"),
                                 "n * (u * c + u * (u + 1) / 2 + (f - u) * W)", {"n", "u", "c", "f", "W"}, "Headroom model §11: min(T, W)"};
    const double n = g.count.value, c = g.cached.value, f = g.fresh.value;
    if (!limit)
        return ops.why().record(causal, n * (f * c + f * (f + 1.0) / 2.0), {g.count.term, g.fresh.term, g.cached.term});
    const double w = limit->value;
    const Dim u = ops.why().record(below, std::max(0.0, std::min(f, w - c)), {g.fresh.term, limit->term, g.cached.term});
    return ops.why().record(limited, n * (u.value * c + u.value * (u.value + 1.0) / 2.0 + (f - u.value) * w),
                            {g.count.term, u.term, g.cached.term, g.fresh.term, limit->term});
}

// The first new token reaches farthest back; chosen keys may differ from one to the next.
Dim readOf(OpBuilder &ops, const GroupDims &g, const KeyLimit &limit)
{
    static const Formula windowed{"cache.windowRead", CORE_TEXT("core", "Cached tokens in reach of a window"), "n * min(c, W - 1)", {"n", "c", "W"},
                                  "Headroom model §11"};
    static const Formula picked{"cache.chosenRead", CORE_TEXT("core", "Cached tokens that an indexer chooses"), "n * min(c, f * K)",
                                {"n", "c", "f", "K"}, "Headroom model §11"};
    const double n = g.count.value, c = g.cached.value;
    if (limit.chosen) {
        const Dim k = ops.field("model.indexTopK", *limit.chosen);
        return ops.why().record(picked, n * std::min(c, g.fresh.value * k.value), {g.count.term, g.cached.term, g.fresh.term, k.term});
    }
    if (limit.window) {
        const Dim w = ops.field("model.window", *limit.window);
        return ops.why().record(windowed, n * std::min(c, w.value - 1.0), {g.count.term, g.cached.term, w.term});
    }
    return ops.why().record(productFormula, n * c, {g.count.term, g.cached.term});
}

} // namespace

CachedKeys cachedKeys(OpBuilder &ops, bool decodes, const KeyLimit &limit)
{
    Derivation &why = ops.why();
    Sum<double> rows(why), sequences(why), pairs(why), read(why), whole(why);
    std::optional<Dim> most;
    if (limit.chosen)
        most = ops.field("model.indexTopK", *limit.chosen);
    else if (limit.window)
        most = ops.field("model.window", *limit.window);
    for (const SequenceGroup &group : ops.generation()->groups) {
        if (group.decodes != decodes)
            continue;
        const GroupDims g{why.given("sequences of the device and pass", group.count), why.given("cached tokens of each", group.cached),
                          why.given("new tokens of each", group.fresh)};
        rows.add(ops.times(g.count, g.fresh));
        sequences.add(g.count);
        pairs.add(pairsOf(ops, g, most));
        read.add(readOf(ops, g, limit));
        whole.add(ops.times(g.count, ops.plus(g.cached, g.fresh)));
    }
    return {rows.total(sumFormula), sequences.total(sumFormula), pairs.total(sumFormula), read.total(sumFormula), whole.total(sumFormula)};
}

Dim promptRows(OpBuilder &ops) { return cachedKeys(ops, false, {}).rows; }

} // namespace headroom
