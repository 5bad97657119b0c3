#pragma once
// The steps of a record: as the program marked them, as runs of one module, or found by what repeats. Steps that say nothing about the
// steady state (compilation and warm-up at the start, what the record cuts off) are left out, with the reason.

#include "base/text.h"
#include "trace/device_work.h"

#include <string>
#include <vector>

namespace headroom {

struct TraceStep
{
    std::string name; // "ProfilerStep#3", "7"
    Span span;        // of the device's time: from its first work to that of the next step
    double seconds() const { return static_cast<double>(span.length()) * 1e-12; }
};

struct LeftOutStep
{
    TraceStep step;
    Message reason;
};

// How steps were found.
enum class StepSource { marked, modules, repetition, whole };
std::span<const EnumRow> rowsOf(StepSource);

struct TraceSteps
{
    StepSource source = StepSource::whole;
    std::vector<TraceStep> steps; // kept, in order
    std::vector<LeftOutStep> leftOut;
    double median = 0.0, p90 = 0.0, p99 = 0.0; // seconds, of the kept ones
};
// `work`: of the device whose time the steps divide; without any, the steps are those of the record's own lane.
TraceSteps traceSteps(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work);

// By linear interpolation between the two nearest ranks; `share` in [0, 1], `values` not empty.
double quantile(std::vector<double> values, double share);

} // namespace headroom
