#pragma once
// What a step of a device waited for, from its end back to its start: each piece of work, before it the work that ended last before it
// began, and between the two what the host did, or its launch, if that came late. The pieces cover the step.

#include "trace/device_time.h"

#include <array>
#include <string>
#include <vector>

namespace headroom {

struct PathOperator
{
    std::string name;
    EventClass eventClass{};
    std::int64_t calls = 0, time = 0; // picoseconds
};

struct TraceCriticalPath
{
    std::array<std::int64_t, eventClasses> byClass{}; // picoseconds; hostLaunch: gaps that a late launch made
    std::int64_t waiting = 0;                         // gaps of no known cause
    std::vector<PathOperator> operators;              // longest first
    std::int64_t length() const;
    EventClass dominant() const; // the class that takes most; hostWork stands for the gaps of no known cause
};
TraceCriticalPath traceCriticalPath(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, const HostTime &host,
                                    const TraceStep &step);

} // namespace headroom
