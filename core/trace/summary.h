#pragma once
// What is in a trace: its steps, where the time of each device went, its operators, collectives and ranges.

#include "trace/collective_use.h"
#include "trace/overview.h"
#include "trace/trace_critical_path.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

// An operator by name, in all steps of one device.
struct OperatorUse
{
    std::string name, shapes;
    EventClass eventClass{};
    std::int64_t calls = 0;
    double time = 0.0;                   // seconds of all calls
    std::optional<double> flops, bytes;  // of all calls, where the record states them
    std::optional<double> bandwidth, rate; // B/s and FLOP/s: over the time
    std::optional<double> ofBandwidth, ofPeak; // of what the record says of the device; above 1 is flagged
};

// A range of the program by name: what was launched in it, or what ran under it.
struct RangeUse
{
    std::string name;
    std::int64_t calls = 0;                 // of device work in it
    double time = 0.0;                      // seconds of the work added up
    double span = 0.0;                      // seconds in which any of it ran
    double compute = 0.0, communication = 0.0; // seconds in which such work of it ran
    double hidden = 0.0;                    // seconds of its communication under computation of any range
    std::vector<std::string> lanes;         // threads or streams of the device
};

struct MemoryPeak
{
    std::string counter;
    std::int32_t device = -1;
    double value = 0.0;
};

struct TraceSummary
{
    std::string format, file;
    std::optional<std::int64_t> rank, worldSize;
    std::vector<TracedDevice> devices;
    TraceOverview overview;
    TraceSteps steps;
    std::vector<DeviceTime> times;   // per device and step: all steps of the first device, then of the next
    std::int32_t device = -1;        // the busiest, which the rest is about; -1: no device did anything
    std::optional<DeviceTime> typical; // its step of median length
    std::optional<TraceCriticalPath> criticalPath; // of that step
    std::vector<OperatorUse> operators;    // longest first
    std::vector<CollectiveUse> collectives;
    std::vector<RangeUse> ranges;          // longest first
    std::vector<MemoryPeak> counters;
    std::vector<UnknownName> unknown;
    Issues issues;
};
TraceSummary summarize(const Trace &trace, const ClassifiedTrace &classes);

} // namespace headroom
