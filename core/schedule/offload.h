#pragma once
// Activations that a stage keeps in the host's memory: they leave during its forward and come back before its backward, over a link
// of their own.

#include "schedule/block_load.h"

namespace headroom {

// Why: Derivation or Silent, here and below.
// How long so many bytes keep the host link busy, one direction.
template <class Why> Derived<Seconds> hostBusy(Why &why, Bytes moved, const Derived<BytesPerSecond> &link);
// How long a pass of this load waits for a host link that is busy for so long: what neither its operators nor its other waits hide.
template <class Why> Derived<Seconds> hostWait(Why &why, const PassLoad &load, const Derived<Seconds> &busy, const OverlapRates &overlap);
// What a backward gets shorter by when its weight gradients are put off: all of them, but for what the host link then still waits for.
template <class Why> Derived<Seconds> putOffUnderHost(Why &why, const PassLoad &load, const Derived<Seconds> &busy, const OverlapRates &overlap,
                                 const Derived<Seconds> &weightGradient);
// The pass with that wait among what it does.
template <class Why> PassLoad withHostWait(Why &why, const PassLoad &load, const Derived<Seconds> &wait);

} // namespace headroom
