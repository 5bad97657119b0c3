#include "schedule/offload.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

// What the pass does beside the host link.
template <class Why> Derived<Seconds> meanwhileOf(Why &why, const PassLoad &load)
{
    static const Formula meanwhile{"host.meanwhile", CORE_TEXT("core", "Operators and waits of a pass beside the host link"), "t + w1 + w2 + w3 + w4",
                                   {"t", "w1", "w2", "w3", "w4"}, "Headroom model §5"};
    Seconds other = load.compute.value;
    for (const Derived<Seconds> &wait : load.waits)
        other += wait.value;
    return why.record(meanwhile, other, {load.compute.term, load.waits[0].term, load.waits[1].term, load.waits[2].term, load.waits[3].term});
}

} // namespace

template <class Why> Derived<Seconds> hostBusy(Why &why, Bytes moved, const Derived<BytesPerSecond> &link)
{
    static const Formula busy{"host.busy", CORE_TEXT("core", "Offloaded activations on the host link, one direction"), "B / W", {"B", "W"},
                              "Headroom model §5"};
    const Derived<Bytes> b = why.given("activations of the stage kept in the host's memory, per micro-batch", moved);
    return why.record(busy, moved / link.value, {b.term, link.term});
}

template <class Why> Derived<Seconds> hostWait(Why &why, const PassLoad &load, const Derived<Seconds> &busy, const OverlapRates &overlap)
{
    static const Formula formula{"host.wait", CORE_TEXT("core", "Wait of a pass for the host link"), "a - r * min(a, t)", {"a", "r", "t"},
                                 "Headroom model §5"};
    const Derived<Seconds> other = meanwhileOf(why, load);
    return why.record(formula, busy.value - overlap.overlap.value * std::min(busy.value, other.value),
                      {busy.term, overlap.overlap.term, other.term});
}

template <class Why> Derived<Seconds> putOffUnderHost(Why &why, const PassLoad &load, const Derived<Seconds> &busy, const OverlapRates &overlap,
                                 const Derived<Seconds> &weightGradient)
{
    static const Formula formula{"host.putOff", CORE_TEXT("core", "What a backward gets shorter by without its weight gradients, under the host link"),
                                 "w - r * (min(a, t) - min(a, t - w))", {"w", "r", "a", "t"}, "Headroom model §5, §8"};
    const Derived<Seconds> other = meanwhileOf(why, load);
    const Seconds w = weightGradient.value, hidden = std::min(busy.value, other.value) - std::min(busy.value, other.value - w);
    return why.record(formula, w - overlap.overlap.value * hidden, {weightGradient.term, overlap.overlap.term, busy.term, other.term});
}

template <class Why> PassLoad withHostWait(Why &why, const PassLoad &load, const Derived<Seconds> &wait)
{
    static const Formula formula{"pass.withHostWait", CORE_TEXT("core", "Operators of a pass and its wait for the host link"), "t + w", {"t", "w"},
                                 "Headroom model §5"};
    PassLoad out = load;
    out.compute = why.record(formula, load.compute.value + wait.value, {load.compute.term, wait.term});
    return out;
}

template Derived<Seconds> hostBusy(Derivation &, Bytes, const Derived<BytesPerSecond> &);
template Derived<Seconds> hostWait(Derivation &, const PassLoad &, const Derived<Seconds> &, const OverlapRates &);
template Derived<Seconds> putOffUnderHost(Derivation &, const PassLoad &, const Derived<Seconds> &, const OverlapRates &, const Derived<Seconds> &);
template PassLoad withHostWait(Derivation &, const PassLoad &, const Derived<Seconds> &);
template Derived<Seconds> hostBusy(Silent &, Bytes, const Derived<BytesPerSecond> &);
template Derived<Seconds> hostWait(Silent &, const PassLoad &, const Derived<Seconds> &, const OverlapRates &);
template Derived<Seconds> putOffUnderHost(Silent &, const PassLoad &, const Derived<Seconds> &, const OverlapRates &, const Derived<Seconds> &);
template PassLoad withHostWait(Silent &, const PassLoad &, const Derived<Seconds> &);

} // namespace headroom
