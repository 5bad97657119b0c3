#pragma once
// What generation keeps of the past on a rank, over the layers that the rank holds: caches that grow with the context and states
// that do not.

#include "ops/cache.h"
#include "spec/model_spec.h"
#include "spec/serving_spec.h"

#include <span>
#include <vector>

namespace headroom {

// Equal contexts of a rank.
struct ContextGroup
{
    double count = 1.0, tokens = 0.0;
};

// Bytes of the caches of all layers of `count` layers each: tokens of every sequence, of which a window keeps its own length.
struct CachedLayer
{
    const AttentionSpec *attention = nullptr;
    double count = 1.0;
};
std::vector<CachedLayer> cachedLayers(const ModelSpec &model);
Derived<Bytes> cacheBytes(Derivation &why, std::span<const CachedLayer> layers, const ServingSpec &serving, Count tp,
                          std::span<const ContextGroup> contexts);
// Bytes of the states of linear layers.
Derived<Bytes> statesBytes(Derivation &why, std::span<const CachedLayer> layers, Count tp, double sequences);

} // namespace headroom
