#pragma once
// What generation keeps of a sequence on one rank: keys and values of its tokens (full), latents (mla), or a state that does not
// grow (linear).

#include "base/derivation.h"
#include "spec/model_spec.h"
#include "spec/serving_spec.h"

namespace headroom {

// Of one token of context in one layer, on one of `tp` ranks: 2 K d of keys and values, whose heads are copied where tp exceeds them;
// r + rope of a latent, whole on every rank, with the key of a sparse indexer; none of linear attention. Quantised latents have a
// scale for each 128 elements unless the run says otherwise, and rotary keys stay bf16 (DeepSeek-V3.2: 656 + 132 bytes).
Derived<Bytes> cacheTokenBytes(Derivation &why, const AttentionSpec &attention, const ServingSpec &serving, Count tp);

// Of one sequence in one linear layer, on one of `tp` ranks: the fp32 states of its heads and the past inputs of its short
// convolution in bf16; none of other kinds.
Derived<Bytes> stateBytes(Derivation &why, const AttentionSpec &attention, Count tp);

// Bytes of an element of a latent or of an indexer's key, with its share of the scales.
double latentElementBytes(const ServingSpec &serving);

} // namespace headroom
