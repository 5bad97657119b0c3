#include "memory/kv_cache.h"

namespace headroom {

Bytes kvBytesPerToken(const ModelSpec &model, double elementBytes)
{
    double elements = 0.0;
    for (const LayerGroup &group : model.layers) {
        const AttentionSpec &a = group.layer.attention;
        const double count = static_cast<double>(group.count);
        if (a.kind == AttentionKind::full)
            elements += count * 2.0 * static_cast<double>(a.kvHeads * a.headDim);
        if (a.kind == AttentionKind::mla)
            elements += count * static_cast<double>(a.kvRank + a.ropeDim);
    }
    return Bytes(elements * elementBytes);
}

Bytes kvCacheBytes(const ModelSpec &model, Count sequences, Count context, double elementBytes)
{
    return static_cast<double>(sequences) * static_cast<double>(context) * kvBytesPerToken(model, elementBytes);
}

Bytes linearStateBytes(const ModelSpec &model, Count sequences)
{
    double elements = 0.0;
    for (const LayerGroup &group : model.layers) {
        const AttentionSpec &a = group.layer.attention;
        if (a.kind == AttentionKind::linear)
            elements += static_cast<double>(group.count * a.heads * a.headDim * a.valueDim);
    }
    return Bytes(4.0 * elements * static_cast<double>(sequences));
}

} // namespace headroom
