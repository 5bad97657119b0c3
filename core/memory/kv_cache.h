#pragma once
// What generation keeps of the past: keys and values per token (full), latents (mla), a fixed state (linear).

#include "base/units.h"
#include "spec/model_spec.h"

namespace headroom {

// Bytes of the cache per token of context, all layers: 2 K d s per full layer, (r + rope) s per MLA layer, none for linear ones.
Bytes kvBytesPerToken(const ModelSpec &model, double elementBytes);
// Bytes of a batch of equal contexts, and of the linear layers' fp32 states.
Bytes kvCacheBytes(const ModelSpec &model, Count sequences, Count context, double elementBytes);
Bytes linearStateBytes(const ModelSpec &model, Count sequences);

} // namespace headroom
