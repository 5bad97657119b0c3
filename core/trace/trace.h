#pragma once
// A profiler's record of a run, whatever wrote it: lanes of events on one clock. Readers fill it with what the file states and no more;
// what events mean (classes, steps, exposed communication) is worked out from it by classify and summary.

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

// What the events of a lane are. Only `operators` and `transfers` are busy time of a device; the other lanes repeat or explain it.
enum class LaneKind : std::uint8_t {
    operators,   // kernels or operators that run on a device: a stream, "XLA Ops"
    transfers,   // copies and asynchronous collectives beside them: a copy stream, "Async XLA Ops"
    modules,     // whole programs on a device ("XLA Modules"): they contain the operators
    steps,       // steps as the program marked them ("Steps", ProfilerStep#N)
    annotations, // ranges named by the program: NVTX, record_function, gpu_user_annotation
    host,        // threads of the host: operators, launches, waits, Python
};

struct TraceLane
{
    std::string process, thread; // as the file names them, empty if it does not
    std::int32_t device = -1;    // device index; -1 for the host
    LaneKind kind = LaneKind::host;
};

// A collective as its record states it; what is absent was not stated.
struct TracedCollective
{
    std::string operation;              // the file's word: "all_reduce", "all-gather"
    std::optional<double> inBytes, outBytes; // message of one rank before and after
    std::string dtype;
    std::optional<std::int64_t> groupSize;
    std::string group;                  // process group or replica groups, as text
    bool operator==(const TracedCollective &) const = default;
};

// What many events share: kept once, events carry its index.
struct TraceDetail
{
    std::string name;
    std::string category;              // the file's own word: "kernel", "convolution fusion"
    std::string scope;                 // path of the operator in the program (tf_op, module stack), if stated
    std::string shapes;                // dimensions of the operands as text: HLO, or Input Dims
    std::optional<double> flops, bytes; // of one call, where the file states them: FLOP, B of device memory
    std::optional<TracedCollective> collective;
    bool operator==(const TraceDetail &) const = default;
};

// Times are picoseconds since Trace::epoch: 64 bits hold 106 days.
struct TraceEvent
{
    std::int64_t start = 0, duration = 0;
    std::uint32_t lane = 0, detail = 0; // indices into Trace::lanes and Trace::details
    std::uint64_t correlation = 0;      // ties a launch on the host to its kernel; 0: none
    std::int64_t end() const { return start + duration; }
};

struct TracedDevice
{
    std::int32_t index = 0;
    std::string name; // "NVIDIA H100 80GB HBM3", "TPU v6 Lite"
    std::optional<double> memoryBytes, peakFlopsPerSecond, bytesPerSecond;
};

// A counter of the file, e.g. allocated memory.
struct TraceCounter
{
    std::string name;
    std::int32_t device = -1;
    struct Sample { std::int64_t time = 0; double value = 0.0; };
    std::vector<Sample> samples;
};

struct Trace
{
    std::string format;          // key of the reader: "kineto", "xplane"
    std::string file;
    std::int64_t epoch = 0;      // ns since 1970 of time 0, or 0 where the file does not say
    std::optional<std::int64_t> rank, worldSize;
    std::vector<TracedDevice> devices;
    std::vector<TraceLane> lanes;
    std::vector<TraceDetail> details;
    std::vector<TraceEvent> events; // in order of lane, then start, then longest first
    std::vector<TraceCounter> counters;
    Issues issues;               // what was mended or left out, with counts
};

} // namespace headroom
