#pragma once
// One plane of XLA's profile: what its events and stats are called, and the details they make.

#include "trace/trace_builder.h"
#include "trace/wire_input.h"

#include <trace_proto/xplane.pb.h>

namespace headroom {

struct XPlane
{
    std::string name;
    std::unordered_map<std::int64_t, std::string> statNames;
    std::unordered_map<std::int64_t, xplane::EventMetadata> events;
    std::vector<xplane::Stat> stats;
    bool hasStreams = false;
    std::unordered_map<std::int64_t, std::uint32_t> details; // of events whose own stats say nothing of them

    // Empty for one that is not named.
    const std::string &statName(const xplane::Stat &stat) const;
    std::string textOf(const xplane::Stat &stat) const;
};
std::optional<double> numberOf(const xplane::Stat &stat);

// The detail of an event; `correlation` is what its stats say, 0 if nothing.
std::uint32_t xplaneDetail(XPlane &plane, const xplane::Event &event, TraceBuilder &builder, std::uint64_t &correlation);
// What the stats of a device's plane tell: type, peaks, memory.
TracedDevice xplaneDevice(const XPlane &plane, std::int32_t index);

} // namespace headroom
