#pragma once
// Collects what a reader finds into a Trace: equal details once, events on one clock, complaints counted instead of repeated.

#include "base/result.h"
#include "trace/clock.h"
#include "trace/read_options.h"
#include "trace/trace.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace headroom {

class TraceBuilder
{
public:
    TraceBuilder(std::string format, std::string file, const TraceReadOptions &options);

    std::uint32_t addLane(TraceLane lane);
    TraceLane &lane(std::uint32_t index) { return m_trace.lanes[index]; }

    // The index of an equal detail, new or not.
    std::uint32_t detail(const TraceDetail &detail);
    // A detail that is completed later: it is never equal to another.
    std::uint32_t openDetail();
    TraceDetail &detailAt(std::uint32_t index) { return m_trace.details[index]; }

    // Durations in ps. An event of negative duration or farther than 53 days from the first one is counted and left out.
    void add(std::uint32_t lane, std::uint32_t detail, const Instant &start, std::int64_t duration, std::uint64_t correlation = 0);
    // An event in two halves: each end closes the last beginning of its track. What never ends is counted by finish().
    void begin(std::uint64_t track, std::uint32_t lane, std::uint32_t detail, const Instant &start, std::uint64_t correlation = 0);
    void end(std::uint64_t track, const Instant &time);
    void sample(const std::string &counter, std::int32_t device, const Instant &time, double value);

    // Something that was left out or mended, `pattern` as in CORE_TEXT with {0} for how often.
    void count(const char *pattern, Severity severity = Severity::note);
    void add(Issue issue) { m_trace.issues.push_back(std::move(issue)); }

    Trace &trace() { return m_trace; }
    const Trace &trace() const { return m_trace; }
    // Whether events of an `operators` or `transfers` lane were added.
    bool hasDeviceWork() const;
    bool empty() const { return m_count == 0; }
    // A limit of the options that was reached: whoever reads stops.
    const std::optional<Issue> &problem() const { return m_problem; }

    // The trace in order, time 0 at the first event, lanes without events gone. Time since 1970 is the file's clock + `unixOffset`, ns;
    // nothing if the file does not say.
    Result<Trace> finish(std::optional<std::int64_t> unixOffset);

private:
    static constexpr std::size_t chunkEvents = 1u << 16, mostOpen = 1'000'000;

    struct Begun
    {
        std::uint32_t lane, detail;
        Instant start;
        std::uint64_t correlation;
    };

    std::uint32_t newDetail(const TraceDetail &detail);
    void addText(std::uint64_t bytes);
    void refuse(const char *pattern, std::uint64_t limit);
    void joinEvents();
    void dropEmptyLanes();
    void moveToZero(std::optional<std::int64_t> unixOffset);

    Trace m_trace;
    TraceReadOptions m_options;
    std::optional<Issue> m_problem;
    std::optional<Instant> m_origin; // the first event seen: where the events' times count from until finish()
    std::vector<std::vector<TraceEvent>> m_chunks;
    std::size_t m_count = 0, m_open = 0;
    std::unordered_map<std::uint64_t, std::vector<Begun>> m_begun; // by track
    std::uint64_t m_textBytes = 0;
    std::unordered_multimap<std::size_t, std::uint32_t> m_known; // hash -> detail
    std::map<std::pair<std::string, std::int32_t>, std::size_t> m_counters;
    std::map<std::string, std::pair<std::size_t, Severity>> m_counts;
};

} // namespace headroom
