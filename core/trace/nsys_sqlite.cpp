// The export of Nsight Systems, `nsys export --type sqlite`: CUPTI's activities, NVTX ranges, the GPUs. Source: "Exporter, SQLite
// schema" of the Nsight Systems user guide; the schema changes with versions, so columns that are absent are null.

#include "trace/database.h"
#include "trace/readers.h"
#include "trace/trace_builder.h"

#include <array>
#include <iterator>

namespace headroom {

namespace {

using namespace std::string_view_literals;

// The columns asked of every activity, and their places in a row.
constexpr std::array activityColumns{"start"sv, "end"sv, "deviceId"sv, "streamId"sv, "globalTid"sv, "correlationId"sv, "name"sv, "bytes"sv};
enum Column { start, end, device, stream, thread, correlation, name, bytes, fallback };

// A table of activities: where its rows stand and what they are called.
struct ActivityRow
{
    const char *table;
    LaneKind kind;
    bool onDevice;
    std::string_view name, fallback; // columns: an id of StringIds, of `names`, or text
    const char *names = nullptr;     // a table id -> label that the name refers to
    const char *prefix = "";         // of the event's name
    const char *category = "";
};
constexpr ActivityRow activityRows[] = {
    {"CUPTI_ACTIVITY_KIND_KERNEL", LaneKind::operators, true, "demangledName", "shortName", nullptr, "", "kernel"},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", LaneKind::operators, true, "graphId", "graphId", "", "CUDA graph ", "graph"},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", LaneKind::transfers, true, "copyKind", "copyKind", "ENUM_CUDA_MEMCPY_OPER", "Memcpy ", "memcpy"},
    {"CUPTI_ACTIVITY_KIND_MEMSET", LaneKind::transfers, true, "value", "value", "", "Memset ", "memset"},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", LaneKind::annotations, true, "syncType", "syncType", "ENUM_CUPTI_SYNC_TYPE", "Sync ", "sync"},
    {"NVTX_EVENTS", LaneKind::annotations, false, "textId", "text", nullptr, "", "nvtx"},
    {"CUPTI_ACTIVITY_KIND_RUNTIME", LaneKind::host, false, "nameId", "nameId", nullptr, "", "runtime"},
    {"CUPTI_ACTIVITY_KIND_DRIVER", LaneKind::host, false, "nameId", "nameId", nullptr, "", "driver"},
};

class NsysReader
{
public:
    NsysReader(TraceInput &input, const TraceReader &reader, const Database &database)
        : m_input(input), m_database(database), m_builder(reader.key, input.file(), input.options())
    {
    }

    Result<Trace> read()
    {
        if (auto refused = refusal())
            return failure(*std::move(refused));
        if (auto texts = readTexts("StringIds", "value", m_texts); !texts)
            return tl::unexpected(texts.error());
        if (auto threads = readThreads(); !threads)
            return tl::unexpected(threads.error());
        for (std::size_t i = 0; i < std::size(activityRows); ++i) {
            if (auto rows = readActivities(activityRows[i]); !rows)
                return tl::unexpected(rows.error());
            if (m_builder.problem())
                return failure(*m_builder.problem());
            if (m_input.options().progress)
                m_input.options().progress(m_input.fileSize() * (i + 1) / std::size(activityRows), m_input.fileSize());
        }
        if (!m_builder.hasDeviceWork())
            return failure("CUPTI_ACTIVITY_KIND_KERNEL", {CORE_TEXT("core", "holds no kernel and no copy: record with nsys profile --trace=cuda,nvtx"), {}}, m_input.file());
        return finish();
    }

private:
    std::optional<Issue> refusal() const
    {
        if (m_database.has("StringIds"))
            for (const ActivityRow &row : activityRows)
                if (m_database.has(row.table))
                    return std::nullopt;
        std::string tables;
        for (const std::string &table : m_database.tables())
            if (tables.size() < 200)
                tables += (tables.empty() ? "" : ", ") + table;
        if (m_database.has("META_DATA_EXPORT"))
            return Issue{Severity::error, "CUPTI_ACTIVITY_KIND_KERNEL",
                         {CORE_TEXT("core", "is an export of Nsight Systems without activities of a GPU: record with nsys profile --trace=cuda,nvtx"), {}}, m_input.file()};
        return Issue{Severity::error, "CUPTI_ACTIVITY_KIND_KERNEL",
                     {CORE_TEXT("core", "is a database, but no export of Nsight Systems; its tables: {0}"), {tables.empty() ? "-" : tables}}, m_input.file()};
    }

    Result<void> readTexts(const char *table, std::string_view column, std::unordered_map<std::int64_t, std::string> &to)
    {
        std::uint64_t size = 0;
        bool fits = true;
        const std::array columns{"id"sv, column};
        auto read = m_database.each(table, columns, [&](const DatabaseRow &row) {
            std::string text = row.text(1);
            size += text.size() + sizeof text;
            fits = size <= m_input.options().largestText;
            to[row.number(0)] = std::move(text);
            return fits;
        });
        if (read && !fits)
            return failure(table, {CORE_TEXT("core", "holds more than {0} B of names and shapes"), {std::to_string(m_input.options().largestText)}}, m_input.file());
        return read;
    }

    Result<void> readThreads()
    {
        constexpr std::array columns{"globalTid"sv, "nameId"sv};
        return m_database.each("ThreadNames", columns, [&](const DatabaseRow &row) {
            m_threads[row.number(0)] = textOf(row.number(1));
            return m_threads.size() < 1'000'000;
        });
    }

    std::string textOf(std::int64_t id) const
    {
        const auto found = m_texts.find(id);
        return found == m_texts.end() ? std::string() : found->second;
    }

    Result<void> readActivities(const ActivityRow &activity)
    {
        std::unordered_map<std::int64_t, std::string> labels;
        const bool enumerated = activity.names != nullptr;
        if (enumerated && *activity.names != '\0')
            if (auto read = readTexts(activity.names, m_database.has(activity.names, "label") ? "label" : "name", labels); !read)
                return read;
        std::array<std::string_view, std::size(activityColumns) + 1> columns{};
        std::ranges::copy(activityColumns, columns.begin());
        columns[name] = activity.name;
        columns[fallback] = activity.fallback;
        return m_database.each(activity.table, columns, [&](const DatabaseRow &row) {
            if (row.isNull(start) || row.isNull(end)) { // a mark, or a range that was still open
                m_builder.count(CORE_TEXT("core", "{0} marks and open ranges are left out"));
                return true;
            }
            TraceDetail detail;
            detail.category = activity.category;
            detail.name = activity.prefix + (enumerated ? labelOf(labels, row) : nameOf(row));
            if (!row.isNull(bytes))
                detail.bytes = static_cast<double>(row.number(bytes));
            const Instant from{row.number(start), 0};
            const auto duration = picosecondsBetween(from, {row.number(end), 0});
            m_builder.add(laneOf(activity, row), m_builder.detail(detail), from, duration.value_or(longestPicoseconds + 1),
                          static_cast<std::uint64_t>(row.number(correlation)));
            return !m_builder.problem();
        });
    }

    static std::string labelOf(const std::unordered_map<std::int64_t, std::string> &labels, const DatabaseRow &row)
    {
        const auto found = labels.find(row.number(name));
        return found != labels.end() ? found->second : row.text(name);
    }

    // The text of an id; else the fallback, which may be text itself.
    std::string nameOf(const DatabaseRow &row) const
    {
        if (const auto found = m_texts.find(row.number(name)); !row.isNull(name) && found != m_texts.end())
            return found->second;
        const std::string own = row.text(fallback);
        const auto id = wholeNumber(own);
        return id ? textOf(*id) : own;
    }

    std::uint32_t laneOf(const ActivityRow &activity, const DatabaseRow &row)
    {
        const auto key = std::tuple(activity.kind, activity.onDevice ? row.number(device) : -1, row.number(activity.onDevice ? stream : thread));
        if (const auto known = m_lanes.find(key); known != m_lanes.end())
            return known->second;
        TraceLane lane{{}, {}, -1, activity.kind};
        if (activity.onDevice) {
            lane.device = static_cast<std::int32_t>(row.number(device) & 0xfffff);
            lane.thread = "stream " + std::to_string(row.number(stream));
            m_devices.insert(lane.device);
        } else {
            const auto known = m_threads.find(row.number(thread));
            lane.thread = known != m_threads.end() ? known->second : std::to_string(row.number(thread) & 0xffffff); // the system's id
        }
        return m_lanes[key] = m_builder.addLane(std::move(lane));
    }

    Result<Trace> finish()
    {
        std::map<std::int64_t, TracedDevice> stated;
        constexpr std::array columns{"id"sv, "name"sv, "totalMemory"sv, "memoryBandwidth"sv};
        auto read = m_database.each("TARGET_INFO_GPU", columns, [&](const DatabaseRow &row) {
            TracedDevice &to = stated[row.number(0)];
            to.name = row.text(1);
            if (!row.isNull(2))
                to.memoryBytes = static_cast<double>(row.number(2)); // B
            if (!row.isNull(3))
                to.bytesPerSecond = static_cast<double>(row.number(3)); // B/s
            return stated.size() < 4096;
        });
        std::optional<std::int64_t> sessionStart;
        constexpr std::array clock{"utcEpochNs"sv};
        if (read)
            read = m_database.each("TARGET_INFO_SESSION_START_TIME", clock, [&](const DatabaseRow &row) {
                if (!row.isNull(0))
                    sessionStart = row.number(0);
                return false;
            });
        if (!read)
            return tl::unexpected(read.error());
        for (const std::int32_t index : m_devices) {
            TracedDevice to = stated[index];
            to.index = index;
            m_builder.trace().devices.push_back(std::move(to));
        }
        return m_builder.finish(sessionStart);
    }

    TraceInput &m_input;
    const Database &m_database;
    TraceBuilder m_builder;
    std::unordered_map<std::int64_t, std::string> m_texts, m_threads;
    std::map<std::tuple<LaneKind, std::int64_t, std::int64_t>, std::uint32_t> m_lanes;
    std::set<std::int32_t> m_devices;
};

} // namespace

bool isSqlite(std::string_view head) { return head.starts_with("SQLite format 3"); }

Result<Trace> readNsysSqlite(TraceInput &input, const TraceReader &reader)
{
    if (input.packed())
        return failure("byte 0", {CORE_TEXT("core", "is a packed database, which cannot be read in pieces: unpack it with gunzip"), {}}, input.file());
    const Result<Database> database = Database::open(input);
    if (!database)
        return tl::unexpected(database.error());
    return NsysReader(input, reader, *database).read();
}

} // namespace headroom
