#pragma once
// How a trace is read: who may stop it, who hears of its progress, and how much a file may ask for.

#include <cstdint>
#include <functional>
#include <stop_token>

namespace headroom {

struct TraceReadOptions
{
    std::stop_token stop;
    // Bytes read so far and bytes of the file, as it lies on disk; called from the thread that reads.
    std::function<void(std::uint64_t read, std::uint64_t size)> progress;

    // Limits, so that a file made to exhaust memory is refused rather than believed.
    std::uint64_t largestEvents = 60'000'000;         // 2 GB of events
    std::uint64_t largestText = std::uint64_t(1) << 30; // B of names, shapes and scopes, each kept once
};

} // namespace headroom
