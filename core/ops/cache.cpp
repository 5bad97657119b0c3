#include "ops/cache.h"

#include "base/text.h"
#include "spec/run_spec.h"

#include <algorithm>

namespace headroom {

double latentElementBytes(const ServingSpec &serving)
{
    constexpr Count scaled = 128;
    const bool whole = serving.cacheFormat == NumberFormat::bf16;
    return storedBytes(serving.cacheFormat, whole ? std::nullopt : std::optional(serving.cacheGroup.value_or(scaled)));
}

Derived<Bytes> cacheTokenBytes(Derivation &why, const AttentionSpec &a, const ServingSpec &serving, Count tp)
{
    static const Formula keys{"cache.keysAndValues", CORE_TEXT("core", "Cache of a token in a layer: keys and values"),
                              "2 * max(1, K / p) * d * w", {"K", "p", "d", "w"}, "Headroom model §11: heads are copied where ranks exceed them"};
    static const Formula latent{"cache.latent", CORE_TEXT("core", "Cache of a token in a layer: latent, rotary and indexer key"),
                                "(r + i) * w + s * o", {"r", "i", "w", "s", "o"}, "operators §3; DeepSeek-V3.2: 656 + 132 bytes in fp8"};
    if (a.kind == AttentionKind::linear)
        return why.given("linear attention caches no tokens", Bytes{});
    if (a.kind == AttentionKind::full) {
        const Derived<double> k = why.given("model.kvHeads", static_cast<double>(a.kvHeads)), p = why.given("plan.tp", static_cast<double>(tp)),
                              d = why.given("model.headDim", static_cast<double>(a.headDim)),
                              w = why.given("run.serving.cacheFormat with its scales", storedBytes(serving.cacheFormat, serving.cacheGroup));
        return why.record(keys, Bytes(2.0 * std::max(1.0, k.value / p.value) * d.value * w.value), {k.term, p.term, d.term, w.term});
    }
    const Derived<double> r = why.given("model.kvRank", static_cast<double>(a.kvRank)),
                          i = why.given("model.indexDim", a.isSparse() ? static_cast<double>(a.indexDim) : 0.0),
                          w = why.given("run.serving.cacheFormat with its scales", latentElementBytes(serving)),
                          s = why.given("bf16 element", computeBytes), o = why.given("model.ropeDim", static_cast<double>(a.ropeDim));
    return why.record(latent, Bytes((r.value + i.value) * w.value + s.value * o.value), {r.term, i.term, w.term, s.term, o.term});
}

Derived<Bytes> stateBytes(Derivation &why, const AttentionSpec &a, Count tp)
{
    static const Formula formula{"cache.state", CORE_TEXT("core", "State of a sequence in a layer of linear attention"),
                                 "(4 * n * k * v + s * c * x) / p", {"n", "k", "v", "s", "c", "x", "p"},
                                 "operators §4: fp32 states, past inputs of the short convolution"};
    if (a.kind != AttentionKind::linear)
        return why.given("a cache of tokens needs no state", Bytes{});
    const Derived<double> n = why.given("model.heads", static_cast<double>(a.heads)), k = why.given("model.headDim", static_cast<double>(a.headDim)),
                          v = why.given("model.valueDim", static_cast<double>(a.valueDim)), s = why.given("bf16 element", computeBytes),
                          c = why.given("past inputs of the convolution", static_cast<double>(std::max<Count>(a.convWidth - 1, 0))),
                          x = why.given("channels of the convolution", static_cast<double>(a.convChannels())),
                          p = why.given("plan.tp", static_cast<double>(tp));
    return why.record(formula, Bytes((4.0 * n.value * k.value * v.value + s.value * c.value * x.value) / p.value),
                      {n.term, k.term, v.term, s.term, c.term, x.term, p.term});
}

} // namespace headroom
