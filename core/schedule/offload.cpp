#include "schedule/offload.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

struct HostPass
{
    Derived<Seconds> link;  // time on the host link
    Derived<Seconds> other; // what the pass does meanwhile
};

HostPass hostPass(Derivation &why, const PassLoad &load, Bytes moved, const Derived<BytesPerSecond> &link)
{
    static const Formula busy{"host.busy", CORE_TEXT("core", "Offloaded activations on the host link, one direction"), "B / W", {"B", "W"},
                              "Headroom model §5"};
    static const Formula meanwhile{"host.meanwhile", CORE_TEXT("core", "Operators and waits of a pass beside the host link"), "t + w1 + w2 + w3 + w4",
                                   {"t", "w1", "w2", "w3", "w4"}, "Headroom model §5"};
    const Derived<Bytes> b = why.given("activations of the stage kept in the host's memory, per micro-batch", moved);
    Seconds other = load.compute.value;
    for (const Derived<Seconds> &wait : load.waits)
        other += wait.value;
    return {why.record(busy, moved / link.value, {b.term, link.term}),
            why.record(meanwhile, other, {load.compute.term, load.waits[0].term, load.waits[1].term, load.waits[2].term, load.waits[3].term})};
}

} // namespace

Derived<Seconds> hostWait(Derivation &why, const PassLoad &load, Bytes moved, const Derived<BytesPerSecond> &link, const OverlapRates &overlap)
{
    static const Formula formula{"host.wait", CORE_TEXT("core", "Wait of a pass for the host link"), "a - r * min(a, t)", {"a", "r", "t"},
                                 "Headroom model §5"};
    const HostPass p = hostPass(why, load, moved, link);
    return why.record(formula, p.link.value - overlap.overlap.value * std::min(p.link.value, p.other.value),
                      {p.link.term, overlap.overlap.term, p.other.term});
}

Derived<Seconds> putOffUnderHost(Derivation &why, const PassLoad &load, Bytes moved, const Derived<BytesPerSecond> &link, const OverlapRates &overlap,
                                 const Derived<Seconds> &weightGradient)
{
    static const Formula formula{"host.putOff", CORE_TEXT("core", "What a backward gets shorter by without its weight gradients, under the host link"),
                                 "w - r * (min(a, t) - min(a, t - w))", {"w", "r", "a", "t"}, "Headroom model §5, §8"};
    const HostPass p = hostPass(why, load, moved, link);
    const Seconds w = weightGradient.value, hidden = std::min(p.link.value, p.other.value) - std::min(p.link.value, p.other.value - w);
    return why.record(formula, w - overlap.overlap.value * hidden, {weightGradient.term, overlap.overlap.term, p.link.term, p.other.term});
}

PassLoad withHostWait(Derivation &why, const PassLoad &load, const Derived<Seconds> &wait)
{
    static const Formula formula{"pass.withHostWait", CORE_TEXT("core", "Operators of a pass and its wait for the host link"), "t + w", {"t", "w"},
                                 "Headroom model §5"};
    PassLoad out = load;
    out.compute = why.record(formula, load.compute.value + wait.value, {load.compute.term, wait.term});
    return out;
}

} // namespace headroom
