#include "memory/kv_cache.h"

#include "spec/run_spec.h"

#include <algorithm>

namespace headroom {

namespace {

// Elements of one cached token in a layer: keys and values, or latent, rotary key and indexer key.
double cachedElements(const AttentionSpec &a)
{
    switch (a.kind) {
    case AttentionKind::full: return 2.0 * static_cast<double>(a.kvHeads * a.headDim);
    case AttentionKind::mla: return static_cast<double>(a.kvRank + a.ropeDim + (a.isSparse() ? a.indexDim : 0));
    case AttentionKind::linear: break;
    }
    return 0.0;
}

} // namespace

Bytes kvBytesPerToken(const ModelSpec &model, double elementBytes)
{
    double elements = 0.0;
    for (const LayerGroup &group : model.layers)
        elements += static_cast<double>(group.count) * cachedElements(group.layer.attention);
    return Bytes(elements * elementBytes);
}

Bytes kvCacheBytes(const ModelSpec &model, Count sequences, Count context, double elementBytes)
{
    double elements = 0.0;
    for (const LayerGroup &group : model.layers) {
        const AttentionSpec &a = group.layer.attention;
        const Count held = std::min(context, a.window.value_or(context));
        elements += static_cast<double>(group.count) * static_cast<double>(held) * cachedElements(a);
    }
    return Bytes(elements * elementBytes * static_cast<double>(sequences));
}

Bytes fp8LatentBytesPerToken(const AttentionSpec &a)
{
    constexpr double group = 128.0, scale = 4.0; // one fp32 scale for so many fp8 elements
    const auto quantised = [](double elements) { return elements + elements / group * scale; };
    const double latent = quantised(static_cast<double>(a.kvRank)) + computeBytes * static_cast<double>(a.ropeDim);
    return Bytes(latent + (a.isSparse() ? quantised(static_cast<double>(a.indexDim)) : 0.0));
}

Bytes linearStateBytes(const ModelSpec &model, Count sequences)
{
    double bytes = 0.0;
    for (const LayerGroup &group : model.layers) {
        const AttentionSpec &a = group.layer.attention;
        if (a.kind != AttentionKind::linear)
            continue;
        const double past = static_cast<double>(std::max<Count>(a.convWidth - 1, 0) * a.convChannels());
        bytes += static_cast<double>(group.count)
            * (4.0 * static_cast<double>(a.heads * a.headDim * a.valueDim) + computeBytes * past);
    }
    return Bytes(bytes * static_cast<double>(sequences));
}

} // namespace headroom
