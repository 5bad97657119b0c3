#pragma once
// The busy time of each device in order of time. An operator that holds others (a loop of XLA) counts only where none of them runs.

#include "trace/classify.h"
#include "trace/intervals.h"

#include <vector>

namespace headroom {

struct Work
{
    Span span;
    std::uint32_t event = 0;  // index into Trace::events
    EventClass eventClass{};
    bool call = false;        // the first piece of its event, and no end of an asynchronous one
};

struct DeviceWork
{
    std::int32_t device = 0;
    std::vector<Work> pieces; // in order of start
    std::int64_t longest = 0; // of a piece
};
// Of every device with work, in order of their index.
std::vector<DeviceWork> deviceWork(const Trace &trace, const ClassifiedTrace &classes);

} // namespace headroom
