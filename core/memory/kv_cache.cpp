#include "memory/kv_cache.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>

namespace headroom {

std::vector<CachedLayer> cachedLayers(const ModelSpec &model)
{
    std::vector<CachedLayer> out;
    for (const LayerGroup &group : model.layers)
        out.push_back({&group.layer.attention, static_cast<double>(group.count)});
    return out;
}

namespace {

// sum of T_i, each at most a window.
Derived<double> tokensHeld(Derivation &why, const AttentionSpec &a, std::span<const ContextGroup> contexts)
{
    static const Formula whole{"cache.contextTokens", CORE_TEXT("core", "Cached tokens of equal sequences"), "n * T", {"n", "T"}, "Headroom model §11"};
    static const Formula windowed{"cache.windowTokens", CORE_TEXT("core", "Cached tokens of equal sequences in a window"), "n * min(T, W)",
                                  {"n", "T", "W"}, "Headroom model §11"};
    static const Formula all{"cache.allTokens", CORE_TEXT("core", "Cached tokens of all sequences"), "sum(T)", {"T"}, "T = sum of T_i; Headroom model §11"};
    Sum<double> sum(why);
    for (const ContextGroup &g : contexts) {
        const Derived<double> n = why.given("sequences", g.count), t = why.given("tokens of each", g.tokens);
        if (a.window) {
            const Derived<double> w = why.given("model.window", static_cast<double>(*a.window));
            sum.add(why.record(windowed, n.value * std::min(t.value, w.value), {n.term, t.term, w.term}));
        } else {
            sum.add(why.record(whole, n.value * t.value, {n.term, t.term}));
        }
    }
    return sum.total(all);
}

const Formula layersFormula{"cache.layers", CORE_TEXT("core", "Cache of equal layers"), "L * T * b", {"L", "T", "b"}, "Headroom model §11"};
const Formula sumFormula{"cache.allLayers", CORE_TEXT("core", "Cache of all layers"), "sum(b)", {"b"}, "Headroom model §11"};

} // namespace

Derived<Bytes> cacheBytes(Derivation &why, std::span<const CachedLayer> layers, const ServingSpec &serving, Count tp,
                          std::span<const ContextGroup> contexts)
{
    Sum<Bytes> sum(why);
    for (const CachedLayer &layer : layers) {
        if (layer.attention->kind == AttentionKind::linear)
            continue;
        const Derived<double> l = why.given("layers", layer.count), t = tokensHeld(why, *layer.attention, contexts);
        const Derived<Bytes> b = cacheTokenBytes(why, *layer.attention, serving, tp);
        sum.add(why.record(layersFormula, l.value * t.value * b.value, {l.term, t.term, b.term}));
    }
    return sum.total(sumFormula);
}

Derived<Bytes> statesBytes(Derivation &why, std::span<const CachedLayer> layers, Count tp, double sequences)
{
    static const Formula formula{"cache.states", CORE_TEXT("core", "States of equal layers"), "L * n * b", {"L", "n", "b"}, "Headroom model §11"};
    static const Formula all{"cache.allStates", CORE_TEXT("core", "States of all layers"), "sum(b)", {"b"}, "Headroom model §11"};
    Sum<Bytes> sum(why);
    for (const CachedLayer &layer : layers) {
        if (layer.attention->kind != AttentionKind::linear)
            continue;
        const Derived<double> l = why.given("layers", layer.count), n = why.given("sequences", sequences);
        const Derived<Bytes> b = stateBytes(why, *layer.attention, tp);
        sum.add(why.record(formula, l.value * n.value * b.value, {l.term, n.term, b.term}));
    }
    return sum.total(all);
}

} // namespace headroom
