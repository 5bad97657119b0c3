#include "schedule/in_flight.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

template <class Why> Derived<double> microBatchesInFlight(Why &why, Schedule schedule, const PipelineSize &size, Count stage)
{
    static constexpr const char *name = CORE_TEXT("core", "Micro-batches in flight");
    static constexpr const char *design = "Headroom model §8";
    static const Formula all{"inFlight.all", name, "m", {"m"}, design};
    static const Formula oneEach{"inFlight.1F1B", name, "min(p - i, m)", {"p", "i", "m"}, design};
    static const Formula interleaved{"inFlight.interleaved", name, "min(m * v, 2 * (p - i - 1) + (v - 1) * p + 1) / v", {"m", "v", "p", "i"},
                                     design};
    static const Formula zeroBubble{"inFlight.ZB-H1", name, "min(p, m)", {"p", "m"}, design};
    static const Formula dual{"inFlight.DualPipe", name, "p + 1", {"p"}, design};
    const Derived<double> p = why.given("plan.pp", static_cast<double>(size.stages)),
                          m = why.given("micro-batches per step", static_cast<double>(size.microBatches)),
                          v = why.given("plan.virtualStages", static_cast<double>(size.chunks)),
                          i = why.given("stage", static_cast<double>(stage));
    switch (schedule) {
    case Schedule::gpipe: return why.record(all, m.value, {m.term});
    case Schedule::oneFOneB: return why.record(oneEach, std::min(p.value - i.value, m.value), {p.term, i.term, m.term});
    case Schedule::interleaved:
        return why.record(interleaved,
                          std::min(m.value * v.value, 2.0 * (p.value - i.value - 1.0) + (v.value - 1.0) * p.value + 1.0) / v.value,
                          {m.term, v.term, p.term, i.term});
    case Schedule::zbH1: return why.record(zeroBubble, std::min(p.value, m.value), {p.term, m.term});
    case Schedule::dualPipe: break;
    }
    return why.record(dual, p.value + 1.0, {p.term});
}

template Derived<double> microBatchesInFlight(Derivation &, Schedule, const PipelineSize &, Count);
template Derived<double> microBatchesInFlight(Silent &, Schedule, const PipelineSize &, Count);

} // namespace headroom
