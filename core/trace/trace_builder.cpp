#include "trace/trace_builder.h"

#include <algorithm>
#include <functional>

namespace headroom {

namespace {

std::size_t mixed(std::size_t seed, std::size_t value) { return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2)); }

std::size_t hashOf(const TraceDetail &d)
{
    const std::hash<std::string> text;
    std::size_t hash = text(d.name);
    for (const std::string *part : {&d.category, &d.scope, &d.shapes})
        hash = mixed(hash, text(*part));
    for (const auto &number : {d.flops, d.bytes})
        hash = mixed(hash, std::hash<std::optional<double>>()(number));
    if (d.collective)
        hash = mixed(mixed(hash, text(d.collective->group)), std::hash<std::optional<double>>()(d.collective->inBytes));
    return hash;
}

std::uint64_t textBytes(const TraceDetail &d)
{
    return sizeof d + d.name.size() + d.category.size() + d.scope.size() + d.shapes.size()
           + (d.collective ? d.collective->group.size() + d.collective->operation.size() : 0);
}

bool inOrder(const TraceEvent &a, const TraceEvent &b)
{
    if (a.lane != b.lane)
        return a.lane < b.lane;
    return a.start != b.start ? a.start < b.start : a.duration > b.duration;
}

bool isWork(LaneKind kind) { return kind == LaneKind::operators || kind == LaneKind::transfers; }

} // namespace

TraceBuilder::TraceBuilder(std::string format, std::string file, const TraceReadOptions &options) : m_options(options)
{
    m_trace.format = std::move(format);
    m_trace.file = std::move(file);
}

std::uint32_t TraceBuilder::addLane(TraceLane lane)
{
    addText(sizeof lane + lane.process.size() + lane.thread.size());
    m_trace.lanes.push_back(std::move(lane));
    return static_cast<std::uint32_t>(m_trace.lanes.size() - 1);
}

std::uint32_t TraceBuilder::newDetail(const TraceDetail &detail)
{
    addText(textBytes(detail));
    m_trace.details.push_back(detail);
    return static_cast<std::uint32_t>(m_trace.details.size() - 1);
}

std::uint32_t TraceBuilder::detail(const TraceDetail &detail)
{
    const std::size_t hash = hashOf(detail);
    const auto [first, last] = m_known.equal_range(hash);
    for (auto known = first; known != last; ++known)
        if (m_trace.details[known->second] == detail)
            return known->second;
    const std::uint32_t index = newDetail(detail);
    m_known.emplace(hash, index);
    return index;
}

std::uint32_t TraceBuilder::openDetail() { return newDetail({}); }

void TraceBuilder::addText(std::uint64_t bytes)
{
    m_textBytes += bytes;
    if (m_textBytes > m_options.largestText)
        refuse(CORE_TEXT("core", "holds more than {0} B of names and shapes"), m_options.largestText);
}

void TraceBuilder::refuse(const char *pattern, std::uint64_t limit)
{
    if (!m_problem)
        m_problem = Issue{Severity::error, "events", {pattern, {std::to_string(limit)}}, m_trace.file};
}

void TraceBuilder::add(std::uint32_t lane, std::uint32_t detail, const Instant &start, std::int64_t duration, std::uint64_t correlation)
{
    if (duration < 0)
        return count(CORE_TEXT("core", "{0} events of negative duration are left out"), Severity::warning);
    if (!m_origin)
        m_origin = start;
    const auto since = picosecondsBetween(*m_origin, start);
    if (!since || duration > longestPicoseconds)
        return count(CORE_TEXT("core", "{0} events more than 53 days from the first one are left out"), Severity::warning);
    if (m_count == m_options.largestEvents)
        return refuse(CORE_TEXT("core", "holds more than {0} events"), m_options.largestEvents);
    if (m_count % chunkEvents == 0)
        m_chunks.emplace_back().reserve(m_count == 0 ? 0 : chunkEvents); // a small record stays small
    ++m_count;
    m_chunks.back().push_back({*since, duration, lane, detail, correlation});
}

void TraceBuilder::begin(std::uint64_t track, std::uint32_t lane, std::uint32_t detail, const Instant &start, std::uint64_t correlation)
{
    if (m_open == mostOpen)
        return count(CORE_TEXT("core", "{0} events that begin while a million others are open are left out"), Severity::warning);
    ++m_open;
    m_begun[track].push_back({lane, detail, start, correlation});
}

void TraceBuilder::end(std::uint64_t track, const Instant &time)
{
    const auto begun = m_begun.find(track);
    if (begun == m_begun.end())
        return count(CORE_TEXT("core", "{0} ends without a beginning are left out"), Severity::warning);
    const Begun last = begun->second.back();
    begun->second.pop_back();
    if (begun->second.empty())
        m_begun.erase(begun);
    --m_open;
    add(last.lane, last.detail, last.start, picosecondsBetween(last.start, time).value_or(longestPicoseconds + 1), last.correlation);
}

void TraceBuilder::sample(const std::string &counter, std::int32_t device, const Instant &time, double value)
{
    if (!m_origin)
        m_origin = time;
    const auto since = picosecondsBetween(*m_origin, time);
    if (!since)
        return count(CORE_TEXT("core", "{0} events more than 53 days from the first one are left out"), Severity::warning);
    const auto [row, isNew] = m_counters.try_emplace({counter, device}, m_trace.counters.size());
    if (isNew)
        m_trace.counters.push_back({counter, device, {}});
    m_trace.counters[row->second].samples.push_back({*since, value});
    addText(sizeof(TraceCounter::Sample));
}

void TraceBuilder::count(const char *pattern, Severity severity)
{
    auto &[times, how] = m_counts[pattern];
    ++times;
    how = severity;
}

bool TraceBuilder::hasDeviceWork() const
{
    return std::ranges::any_of(m_chunks, [this](const auto &chunk) {
        return std::ranges::any_of(chunk, [this](const TraceEvent &e) { return isWork(m_trace.lanes[e.lane].kind); });
    });
}

// One chunk after the other, so that the events are never in memory twice.
void TraceBuilder::joinEvents()
{
    m_trace.events.reserve(m_count);
    for (std::vector<TraceEvent> &chunk : m_chunks) {
        m_trace.events.insert(m_trace.events.end(), chunk.begin(), chunk.end());
        std::vector<TraceEvent>().swap(chunk);
    }
    m_chunks.clear();
}

void TraceBuilder::dropEmptyLanes()
{
    std::vector<std::uint32_t> place(m_trace.lanes.size(), 0);
    for (const TraceEvent &e : m_trace.events)
        place[e.lane] = 1;
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i] == 0)
            continue;
        if (kept != i)
            m_trace.lanes[kept] = std::move(m_trace.lanes[i]);
        place[i] = kept++;
    }
    m_trace.lanes.resize(kept);
    for (TraceEvent &e : m_trace.events)
        e.lane = place[e.lane];
}

void TraceBuilder::moveToZero(std::optional<std::int64_t> unixOffset)
{
    std::int64_t earliest = longestPicoseconds;
    for (const TraceEvent &e : m_trace.events)
        earliest = std::min(earliest, e.start);
    if (m_trace.events.empty())
        return;
    for (TraceEvent &e : m_trace.events)
        e.start -= earliest;
    for (TraceCounter &counter : m_trace.counters)
        for (TraceCounter::Sample &s : counter.samples)
            s.time -= earliest;
    const auto zero = later(*m_origin, earliest);
    std::int64_t epoch = 0;
    if (unixOffset && zero && !__builtin_add_overflow(zero->nanoseconds, *unixOffset, &epoch) && epoch > 0)
        m_trace.epoch = epoch;
}

Result<Trace> TraceBuilder::finish(std::optional<std::int64_t> unixOffset)
{
    if (m_problem)
        return failure(*m_problem);
    for (std::size_t i = 0; i < m_open; ++i)
        count(CORE_TEXT("core", "{0} beginnings without an end are left out"), Severity::warning);
    joinEvents();
    dropEmptyLanes();
    moveToZero(unixOffset);
    std::ranges::sort(m_trace.events, inOrder);
    for (TraceCounter &counter : m_trace.counters)
        std::ranges::stable_sort(counter.samples, {}, &TraceCounter::Sample::time);
    for (const auto &[pattern, times] : m_counts)
        m_trace.issues.push_back({times.second, "events", {pattern, {std::to_string(times.first)}}, m_trace.file});
    return std::move(m_trace);
}

} // namespace headroom
