#pragma once
// Which ranges of the program an event of a device belongs to: those around its launch on the host's thread, or, where no launch is
// known, those that lie over it on its device.

#include "trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

struct Annotations
{
    // Outermost first, joined by " > ": "1F1B > attn(F)". Index 0 is the empty path.
    std::vector<std::string> paths{std::string()};
    std::vector<std::uint32_t> ofEvent; // per event of the trace: index into paths; 0 for events of the host
    const std::string &path(std::size_t event) const { return paths[ofEvent[event]]; }
};
// `launches` as launchesOf() gives them.
Annotations annotationsOf(const Trace &trace, const std::vector<std::int64_t> &launches);

// Per event, the event of the host that launched it; -1: unknown or not of a device.
std::vector<std::int64_t> launchesOf(const Trace &trace);

// The last part of a path: "attn(F)".
std::string innermost(const std::string &path);

// Whether an event marks a step of the program: such ranges are no annotations.
bool marksStep(const Trace &trace, const TraceEvent &event);

// Whether events of the lane are busy time of a device.
bool isDeviceWork(const TraceLane &lane);

} // namespace headroom
