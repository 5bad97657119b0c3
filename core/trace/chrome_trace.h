#pragma once
// What the events of a Chrome JSON mean: whose lane, of which kind, on which device. Kineto says so by category, XLA's profiler
// by the names of its processes and threads.

#include "trace/chrome_event.h"
#include "trace/trace_builder.h"

namespace headroom {

class ChromeTrace
{
public:
    ChromeTrace(const std::string &format, const std::string &file, const TraceReadOptions &options) : m_builder(format, file, options) {}

    // False: a limit is reached.
    bool take(const ChromeEvent &event);
    std::optional<Issue> problem() const { return m_builder.problem(); }
    // Errors: no events at all, none of a device.
    Result<Trace> finish(const ChromeHeader &header);

private:
    struct Row // of a lane
    {
        std::string process, thread;
        bool byCategory = false; // its kind is known by the events' category
    };
    std::uint32_t laneOf(const ChromeEvent &event);
    std::uint64_t trackOf(const ChromeEvent &event);
    std::uint32_t detailOf(const ChromeEvent &event);
    void takeMetadata(const ChromeEvent &event);
    void takeComplete(const ChromeEvent &event);
    void takeBegin(const ChromeEvent &event);
    void takeEnd(const ChromeEvent &event);
    void takeCounter(const ChromeEvent &event);
    void takeMemory(const ChromeEvent &event);

    void nameLanes();
    void nameDevices(const ChromeHeader &header);
    std::optional<std::int64_t> unixOffset(const ChromeHeader &header) const;
    Issue noDeviceWork(const ChromeHeader &header) const;

    TraceBuilder m_builder;
    std::vector<Row> m_rows; // of the builder's lanes
    std::unordered_map<std::string, std::uint32_t> m_lanes; // process, thread and kind
    std::unordered_map<std::string, std::string> m_names;   // of processes and, with both ids, of threads
    std::unordered_map<std::string, std::uint64_t> m_tracks; // process and thread: ends may lack a category
    std::string m_laneKey;
    TraceDetail m_detail;
    bool m_sinceEpoch = false; // times count from 1970
    std::size_t m_madeUpTimes = 0; // of ranges without times of their own
};

} // namespace headroom
