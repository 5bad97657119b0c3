#pragma once
// What generation keeps of the past: keys and values per token (full), latents (mla), a fixed state (linear).

#include "base/units.h"
#include "spec/model_spec.h"

namespace headroom {

// Bytes of the cache per token of context, all layers: 2 K d s per full layer, (r + rope) s per MLA layer (with the key of a
// sparse indexer), none for linear ones.
Bytes kvBytesPerToken(const ModelSpec &model, double elementBytes);
// Bytes of a batch of equal contexts, of which a window keeps its own length; and of the linear layers' fp32 states with the
// past inputs of their short convolutions.
Bytes kvCacheBytes(const ModelSpec &model, Count sequences, Count context, double elementBytes);
// One token of one MLA layer with the latent and the indexer's key in fp8, an fp32 scale per 128 elements, and the rotary key
// in bf16: DeepSeek-V3.2's 656 + 132 bytes.
Bytes fp8LatentBytesPerToken(const AttentionSpec &attention);
Bytes linearStateBytes(const ModelSpec &model, Count sequences);

} // namespace headroom
