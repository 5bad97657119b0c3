#pragma once
// The collectives of a device's steps, call by call: how long, how exposed, at which bus bandwidth.

#include "trace/device_time.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

// Calls of one kind, group and size in all steps of one device.
struct CollectiveUse
{
    EventClass kind{};
    std::string operation, group;         // as the record states them
    std::optional<std::int64_t> groupSize;
    std::optional<double> bytes;          // the full array: what an all-gather makes, what the others take; B of one rank
    std::int64_t calls = 0;
    double time = 0.0, exposed = 0.0;     // seconds of all calls
    double shortest = 0.0, median = 0.0, longest = 0.0; // seconds of one call
    // Of the median call. Bus bytes are what a ring's link carries: 2 (g - 1) / g of an all-reduce, (g - 1) / g of the others, all of a
    // send (nccl-tests, PERFORMANCE.md).
    std::optional<double> busBytes, busBandwidth; // B, B/s
};
std::vector<CollectiveUse> collectiveUses(const Trace &trace, const DeviceWork &work, const std::vector<TraceStep> &steps);

// The full array of a collective as its record states it, in bytes.
std::optional<double> fullArray(EventClass kind, const TracedCollective &collective);

// Bytes over a ring's busiest link; nothing for kinds without such a rule. g >= 1.
std::optional<double> busBytes(EventClass kind, double bytes, double g);

} // namespace headroom
