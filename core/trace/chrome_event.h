#pragma once
// One event of a Chrome JSON trace, as text, and what stands beside the events. Source: the "Trace Event Format" description, and
// the records of PyTorch's Kineto and of XLA's profiler.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

// Entries of "args" that mean something here; chrome_json.cpp has their names.
enum class ChromeArg : std::uint8_t {
    name, labels, correlation, device, bytes, flops, inputDims,                                     // metadata, Kineto
    collective, inElements, outElements, groupSize, dtype, groupName, groupRanks,                   // NCCL calls
    allocated, reserved, deviceId,                                                                  // memory counters
    hloCategory, modelFlops, bytesAccessed, longName, tfOp, hloModule, hloOp,                       // XLA
    count
};

struct ChromeEvent
{
    std::string phase, name, category, process, thread, start, duration;
    std::array<std::string, static_cast<std::size_t>(ChromeArg::count)> args;
    std::uint32_t given = 0;                                  // bits of the args that the event has
    std::vector<std::pair<std::string, std::string>> numbers; // all numeric args of a counter

    // Empty if the event has no such arg.
    std::string_view arg(ChromeArg which) const
    {
        const auto index = static_cast<std::size_t>(which);
        return (given >> index & 1U) != 0 ? std::string_view(args[index]) : std::string_view();
    }
    void clear();
};

struct ChromeDevice
{
    std::string id, name, memory;
};

// What a file states beside its events.
struct ChromeHeader
{
    std::vector<ChromeDevice> devices;         // deviceProperties
    std::string rank, worldSize;               // distributedInfo
    std::string baseTime;                      // baseTimeNanoseconds
    std::string schemaVersion;
    bool hasEvents = false;                    // traceEvents, or an array at the top
};

} // namespace headroom
