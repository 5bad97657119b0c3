#pragma once
// Where the time of one device went in one step. Every instant belongs to one class: to computation before communication before copies,
// and what is left, idle, to what the host was doing meanwhile. So the shares add up to the step.

#include "trace/steps.h"

#include <array>

namespace headroom {

struct ClassTime
{
    std::int64_t calls = 0;
    std::int64_t time = 0;  // of the device's lanes added up; picoseconds, as is share
    std::int64_t share = 0; // of the step: what no class before it covers; of classes of the host: idle time under them
};

struct DeviceTime
{
    std::int32_t device = 0;
    TraceStep step;
    std::array<ClassTime, eventClasses> classes{};
    std::int64_t busy = 0;          // any work of the device
    std::int64_t compute = 0;       // unions
    std::int64_t communication = 0;
    std::int64_t exposedCommunication = 0; // without computation
    std::int64_t exposedCopies = 0;        // without computation and communication
    std::int64_t idle = 0;
    std::int64_t idleUnknown = 0;   // of it, under nothing that the record knows of the host
    const ClassTime &of(EventClass c) const { return classes[static_cast<std::size_t>(c)]; }
};

// What the host did, as sets of time by class; only classes that explain an idle device.
struct HostTime
{
    std::array<Spans, eventClasses> spans;
};
HostTime hostTime(const Trace &trace, const ClassifiedTrace &classes);

DeviceTime deviceTime(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, const HostTime &host, const TraceStep &step);

// The pieces of a device's work that begin in a span or reach into it, cut to it.
std::vector<Work> worksIn(const DeviceWork &work, const Span &span);

} // namespace headroom
