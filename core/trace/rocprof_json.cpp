// rocprofv3's JSON: {"rocprofiler-sdk-tool": [{"agents": […], "kernel_symbols": […], "buffer_records": {"kernel_dispatch": […], …}}]},
// times in ns. Source: ROCm/rocprofiler-sdk, source/lib/output (generateJSON.cpp and the structs it writes).

#include "trace/json_stream.h"
#include "trace/readers.h"
#include "trace/trace_builder.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace headroom {

namespace {

// What a field of a record says; its path below the record.
enum Slot { id, type, name, productName, deviceIndex, formattedName, kernelName, start, end, correlation, agent, queue, kernel, source, target, bytes, kind, operation, thread, slots };
struct SlotRow
{
    std::string_view path;
    Slot slot;
};
constexpr SlotRow slotRows[] = {
    {"id/handle", id}, {"kernel_id", id}, {"type", type}, {"name", name}, {"product_name", productName}, {"logical_node_type_id", deviceIndex},
    {"formatted_kernel_name", formattedName}, {"kernel_name", kernelName}, {"start_timestamp", start}, {"end_timestamp", end},
    {"correlation_id/internal", correlation}, {"dispatch_info/agent_id/handle", agent}, {"dispatch_info/queue_id/handle", queue},
    {"dispatch_info/kernel_id", kernel}, {"src_agent_id/handle", source}, {"dst_agent_id/handle", target}, {"bytes", bytes}, {"kind", kind},
    {"operation", operation}, {"thread_id", thread},
};

constexpr std::size_t deepest = 64, mostRows = 1'000'000, longestKey = 256;
constexpr std::string_view gpuType = "2"; // of rocprofiler_agent_type_t

class RocprofJson : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, RocprofJson>
{
public:
    RocprofJson(const TraceInput &input, const TraceReader &reader) : m_file(input.file()), m_builder(reader.key, input.file(), input.options()) {}

    Result<Trace> finish()
    {
        if (!m_builder.hasDeviceWork())
            return failure("kernel_dispatch", {CORE_TEXT("core", "holds no kernel and no copy: record with rocprofv3 --kernel-trace --memory-copy-trace"), {}}, m_file);
        for (const auto &[index, device] : m_devices)
            m_builder.trace().devices.push_back(device);
        return m_builder.finish(std::nullopt); // the clock counts from the machine's start
    }

    // Of parseJson
    void setStream(JsonStream &stream) { m_stream = &stream; }
    std::optional<Issue> refused() const
    {
        if (m_tooDeep)
            return Issue{Severity::error, "byte " + std::to_string(m_stream->Tell()),
                         {CORE_TEXT("core", "JSON within JSON more than {0} levels deep"), {std::to_string(deepest)}}, m_file};
        return m_builder.problem();
    }
    static bool mayEndHere() { return false; }

    // Of RapidJSON
    bool Null() { return scalar({}); }
    bool Bool(bool) { return scalar({}); }
    bool RawNumber(const char *text, rapidjson::SizeType length, bool) { return scalar({text, length}); }
    bool String(const char *text, rapidjson::SizeType length, bool) { return scalar({text, length}); }
    bool Key(const char *text, rapidjson::SizeType length, bool)
    {
        m_stream->progressed();
        if (length > longestKey)
            length = longestKey;
        m_path.resize(m_levels.back());
        m_path.append(text, length);
        return true;
    }
    bool StartObject() { return open(); }
    bool StartArray() { return open(); }
    bool EndObject(rapidjson::SizeType) { return close(); }
    bool EndArray(rapidjson::SizeType) { return close(); }

private:
    using Record = std::array<std::string, slots>;
    struct Device
    {
        std::int32_t index = 0;
        bool isGpu = false;
    };
    // The arrays that are read: their path, and what takes their elements.
    struct ArrayRow
    {
        std::string_view path;
        void (RocprofJson::*take)(const Record &);
    };

    static std::span<const ArrayRow> arrays()
    {
        static constexpr ArrayRow rows[] = {
            {"agents", &RocprofJson::takeAgent},
            {"kernel_symbols", &RocprofJson::takeSymbol},
            {"buffer_records/kernel_dispatch", &RocprofJson::takeKernel},
            {"buffer_records/memory_copy", &RocprofJson::takeCopy},
            {"buffer_records/hip_api", &RocprofJson::takeHost},
            {"buffer_records/hsa_api", &RocprofJson::takeHost},
            {"buffer_records/rccl_api", &RocprofJson::takeHost},
            {"buffer_records/marker_api", &RocprofJson::takeHost},
        };
        return rows;
    }

    static constexpr std::string_view tool = "rocprofiler-sdk-tool//";

    bool open()
    {
        m_stream->progressed();
        if (m_levels.size() == deepest) {
            m_tooDeep = true;
            return false;
        }
        const std::string_view here = m_path;
        if (!m_recordLevel && here.starts_with(tool) && here.ends_with('/')) {
            const std::string_view array = here.substr(tool.size(), here.size() - tool.size() - 1);
            const auto row = std::ranges::find(arrays(), array, &ArrayRow::path);
            if (row != arrays().end()) {
                m_take = row->take;
                m_recordLevel = m_levels.size();
                for (std::string &slot : m_record)
                    slot.clear();
            }
        }
        if (!m_levels.empty())
            m_path += '/';
        m_levels.push_back(m_path.size());
        return true;
    }

    bool close()
    {
        m_stream->progressed();
        m_levels.pop_back();
        m_path.resize(m_levels.empty() ? 0 : m_levels.back());
        if (m_recordLevel == m_levels.size()) {
            m_recordLevel.reset();
            (this->*m_take)(m_record);
        } else if (m_levels.size() == 2) {
            endTool();
        }
        return !m_builder.problem();
    }

    bool scalar(std::string_view text)
    {
        m_stream->progressed();
        const std::string_view here = m_path;
        if (m_recordLevel) {
            const auto row = std::ranges::find(slotRows, here.substr(m_levels[*m_recordLevel]), &SlotRow::path);
            if (row != std::end(slotRows))
                m_record[row->slot] = text;
        } else if (here == "rocprofiler-sdk-tool//strings/buffer_records//kind" && m_operations.size() < mostRows) {
            m_operations.emplace_back();
        } else if (here == "rocprofiler-sdk-tool//strings/buffer_records//operations/") {
            addOperation(text);
        }
        return true;
    }

    // strings/buffer_records: kinds in the order of their numbers, each with the names of its operations.
    void addOperation(std::string_view text)
    {
        if (!m_operations.empty() && m_operations.back().size() < mostRows)
            m_operations.back().emplace_back(text);
    }

    static std::int64_t number(const std::string &text) { return wholeNumber(text).value_or(0); }

    void takeAgent(const Record &r)
    {
        if (m_agents.size() == mostRows)
            return;
        const Device device{static_cast<std::int32_t>(number(r[deviceIndex]) & 0xfffff), r[type] == gpuType};
        m_agents[r[id]] = device;
        if (device.isGpu)
            m_names[device.index] = r[productName].empty() ? r[name] : r[productName];
    }

    void takeSymbol(const Record &r)
    {
        if (m_symbols.size() < mostRows)
            m_symbols[r[id]] = r[formattedName].empty() ? r[kernelName] : r[formattedName];
    }

    std::uint32_t kernelDetail(const std::string &kernelId)
    {
        const auto [known, isNew] = m_kernels.try_emplace(kernelId, 0);
        if (isNew) {
            known->second = m_builder.openDetail();
            m_builder.detailAt(known->second).category = "kernel_dispatch";
        }
        return known->second;
    }

    std::uint32_t laneOf(const std::string &process, const std::string &row, std::int32_t device, LaneKind laneKind)
    {
        const auto [known, isNew] = m_lanes.try_emplace({process, row, device, laneKind}, 0);
        if (isNew)
            known->second = m_builder.addLane({process, row, device, laneKind});
        return known->second;
    }

    void add(const Record &r, std::uint32_t lane, std::uint32_t detail)
    {
        const auto from = wholeNumber(r[start]), to = wholeNumber(r[end]);
        if (!from || !to)
            return m_builder.count(CORE_TEXT("core", "{0} rows without a time or a name are left out"), Severity::warning);
        m_builder.add(lane, detail, {*from, 0}, picosecondsBetween({*from, 0}, {*to, 0}).value_or(longestPicoseconds + 1),
                      wholeNumber64(r[correlation]).value_or(0));
    }

    std::int32_t deviceOf(const std::string &handle)
    {
        const auto known = m_agents.find(handle);
        const std::int32_t index = known == m_agents.end() ? 0 : known->second.index;
        m_devices.try_emplace(index, TracedDevice{index, m_names.contains(index) ? m_names[index] : "", {}, {}, {}});
        return index;
    }

    void takeKernel(const Record &r)
    {
        add(r, laneOf({}, "queue " + r[queue], deviceOf(r[agent]), LaneKind::operators), kernelDetail(r[kernel]));
    }

    void takeCopy(const Record &r)
    {
        const auto from = m_agents.find(r[source]);
        const bool fromGpu = from != m_agents.end() && from->second.isGpu;
        TraceDetail detail;
        detail.name = operationOf(r);
        detail.category = "memory_copy";
        detail.bytes = decimalNumber(r[bytes]);
        add(r, laneOf({}, "copies", deviceOf(fromGpu ? r[source] : r[target]), LaneKind::transfers), m_builder.detail(detail));
    }

    void takeHost(const Record &r)
    {
        TraceDetail detail;
        detail.name = operationOf(r);
        add(r, laneOf("host", r[thread], -1, LaneKind::host), m_builder.detail(detail));
    }

    std::string operationOf(const Record &r) const
    {
        const auto which = wholeNumber64(r[kind]), what = wholeNumber64(r[operation]);
        if (which && what && *which < m_operations.size() && *what < m_operations[*which].size())
            return m_operations[*which][*what];
        return "operation " + r[operation];
    }

    // Numbers of kernels and kinds are those of one process.
    void endTool()
    {
        for (const auto &[kernelId, detail] : m_kernels) {
            const auto symbol = m_symbols.find(kernelId);
            m_builder.detailAt(detail).name = symbol == m_symbols.end() ? "kernel " + kernelId : symbol->second;
        }
        m_kernels.clear();
        m_symbols.clear();
        m_operations.clear();
    }

    std::string m_file;
    TraceBuilder m_builder;
    JsonStream *m_stream = nullptr;
    std::string m_path;                // keys of all levels, '/' between; that of an array is empty
    std::vector<std::size_t> m_levels; // where each level's key starts in it
    bool m_tooDeep = false;
    std::optional<std::size_t> m_recordLevel; // of the record that is being read
    Record m_record;
    void (RocprofJson::*m_take)(const Record &) = nullptr;
    std::vector<std::vector<std::string>> m_operations;
    std::map<std::string, Device> m_agents;
    std::map<std::int32_t, std::string> m_names;
    std::unordered_map<std::string, std::string> m_symbols;   // kernel_id -> name
    std::unordered_map<std::string, std::uint32_t> m_kernels; // kernel_id -> detail
    std::map<std::tuple<std::string, std::string, std::int32_t, LaneKind>, std::uint32_t> m_lanes;
    std::map<std::int32_t, TracedDevice> m_devices;
};

} // namespace

bool isRocprofJson(std::string_view head) { return isChromeJson(head) && head.substr(0, 4096).find("\"rocprofiler-sdk-tool\"") != std::string_view::npos; }

Result<Trace> readRocprofJson(TraceInput &input, const TraceReader &reader)
{
    RocprofJson json(input, reader);
    if (auto parsed = parseJson(input, json); !parsed)
        return tl::unexpected(parsed.error());
    return json.finish();
}

} // namespace headroom
