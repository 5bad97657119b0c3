#pragma once
// Which part of the expected step a traced collective belongs to ("exposed.tp", "exposed.ep"), and how long each part was exposed.

#include "gap/modelled.h"
#include "trace/device_time.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

// The part whose collective a traced one of this kind can only be: by its kind alone, then by the number of its ranks, then by its bytes.
// Nothing where several parts have such collectives, or none.
std::optional<std::string> partOf(const std::vector<ModelledCollective> &modelled, EventClass kind, const std::optional<TracedCollective> &stated);

struct ExposedPart
{
    std::string id;           // key of StepPartId; empty: collectives of no one part
    std::int64_t time = 0;    // picoseconds in which any of its collectives ran
    std::int64_t exposed = 0; // without computation; where several parts are exposed at once, the first in the order of StepPartId has it
};
// The parts that occur in a step, in that order, those of no one part last. Their exposed time sums to
// DeviceTime::exposedCommunication of the step.
std::vector<ExposedPart> exposedParts(const std::vector<ModelledCollective> &modelled, const Trace &trace, const DeviceWork &work, const TraceStep &step);

} // namespace headroom
