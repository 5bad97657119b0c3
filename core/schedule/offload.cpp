#include "schedule/offload.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

Derived<Seconds> hostWait(Derivation &why, const PassLoad &load, Bytes moved, const Derived<BytesPerSecond> &link, const OverlapRates &overlap)
{
    static const Formula busy{"host.busy", CORE_TEXT("core", "Offloaded activations on the host link, one direction"), "B / W", {"B", "W"},
                              "Headroom model §5"};
    static const Formula formula{"host.wait", CORE_TEXT("core", "Wait of a pass for the host link"), "a - r * min(a, t + w1 + w2 + w3 + w4)",
                                 {"a", "r", "t", "w1", "w2", "w3", "w4"}, "Headroom model §5"};
    const Derived<Bytes> b = why.given("activations of the stage kept in the host's memory, per micro-batch", moved);
    const Derived<Seconds> a = why.record(busy, moved / link.value, {b.term, link.term});
    Seconds other = load.compute.value;
    for (const Derived<Seconds> &wait : load.waits)
        other += wait.value;
    return why.record(formula, a.value - overlap.overlap.value * std::min(a.value, other),
                      {a.term, overlap.overlap.term, load.compute.term, load.waits[0].term, load.waits[1].term, load.waits[2].term,
                       load.waits[3].term});
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
