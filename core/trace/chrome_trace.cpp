#include "trace/chrome_trace.h"

#include "trace/category_rows.h"
#include "trace/xla_rows.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace headroom {

namespace {

// NCCL's data types as torch spells them.
struct TypeRow
{
    std::string_view type;
    double bytes;
};
constexpr TypeRow typeRows[] = {
    {"Byte", 1}, {"Char", 1},     {"Bool", 1}, {"Short", 2},  {"Half", 2},           {"BFloat16", 2},    {"Int", 4},
    {"Float", 4}, {"Long", 8}, {"Double", 8}, {"Float8_e4m3fn", 1}, {"Float8_e5m2", 1},
};

std::optional<double> bytesOf(std::string_view elements, std::string_view type)
{
    const auto count = decimalNumber(elements);
    const auto row = std::ranges::find(typeRows, type, &TypeRow::type);
    return count && row != std::end(typeRows) ? std::optional(*count * row->bytes) : std::nullopt;
}

std::optional<TracedCollective> collectiveOf(const ChromeEvent &e)
{
    if (!e.arg(ChromeArg::longName).empty())
        return hloCollective(e.arg(ChromeArg::longName));
    if (e.arg(ChromeArg::collective).empty())
        return std::nullopt;
    const std::string_view type = e.arg(ChromeArg::dtype);
    TracedCollective out{std::string(e.arg(ChromeArg::collective)), bytesOf(e.arg(ChromeArg::inElements), type),
                         bytesOf(e.arg(ChromeArg::outElements), type), std::string(type), wholeNumber(e.arg(ChromeArg::groupSize)),
                         std::string(e.arg(ChromeArg::groupRanks))};
    if (out.group.empty() || out.group == "[]")
        out.group = e.arg(ChromeArg::groupName);
    return out;
}

std::optional<std::int32_t> deviceIndex(std::string_view text)
{
    const auto index = wholeNumber(text);
    return index && *index >= 0 && *index < 1'000'000 ? std::optional(static_cast<std::int32_t>(*index)) : std::nullopt;
}

constexpr std::int64_t year2001 = 1'000'000'000'000'000'000; // ns

} // namespace

std::uint32_t ChromeTrace::laneOf(const ChromeEvent &e)
{
    const CategoryRow *row = categoryRow(e.category);
    LaneKind kind = row == nullptr ? LaneKind::host : row->kind;
    if ((kind == LaneKind::annotations || kind == LaneKind::host) && isStepName(e.name)) // operators of the host until 2021
        kind = LaneKind::steps;
    m_laneKey.assign(e.process).append(1, '\0').append(e.thread).append(1, '\0');
    m_laneKey += static_cast<char>('a' + static_cast<int>(kind) + (row == nullptr ? 0 : row->onDevice ? 20 : 10));
    const auto known = m_lanes.find(m_laneKey);
    if (known != m_lanes.end())
        return known->second;
    TraceLane lane;
    lane.kind = kind;
    if (row != nullptr && row->onDevice)
        lane.device = deviceIndex(e.process).value_or(deviceIndex(e.arg(ChromeArg::device)).value_or(0));
    const std::uint32_t index = m_builder.addLane(std::move(lane));
    m_lanes.emplace(m_laneKey, index);
    m_rows.push_back({e.process, e.thread, row != nullptr});
    return index;
}

std::uint64_t ChromeTrace::trackOf(const ChromeEvent &e)
{
    return m_tracks.try_emplace(e.process + '\0' + e.thread, m_tracks.size()).first->second;
}

std::uint32_t ChromeTrace::detailOf(const ChromeEvent &e)
{
    TraceDetail &d = m_detail; // keeps its memory
    d.name = e.name;
    const std::string_view hlo = e.arg(ChromeArg::hloCategory);
    d.category = hlo.empty() ? std::string_view(e.category) : hlo;
    d.scope = e.arg(ChromeArg::tfOp);
    d.shapes = e.arg(ChromeArg::longName).empty() ? e.arg(ChromeArg::inputDims) : e.arg(ChromeArg::longName);
    d.flops = decimalNumber(hlo.empty() ? e.arg(ChromeArg::flops) : e.arg(ChromeArg::modelFlops));
    d.bytes = decimalNumber(hlo.empty() ? e.arg(ChromeArg::bytes) : e.arg(ChromeArg::bytesAccessed));
    d.collective = collectiveOf(e);
    return m_builder.detail(d);
}

bool ChromeTrace::take(const ChromeEvent &e)
{
    struct PhaseRow
    {
        std::string_view phases;
        void (ChromeTrace::*take)(const ChromeEvent &);
    };
    static constexpr PhaseRow rows[] = {{"X", &ChromeTrace::takeComplete}, {"B", &ChromeTrace::takeBegin},   {"E", &ChromeTrace::takeEnd},
                                        {"M", &ChromeTrace::takeMetadata}, {"C", &ChromeTrace::takeCounter}, {"iI", &ChromeTrace::takeMemory}};
    const auto row = std::ranges::find_if(rows, [&](const PhaseRow &r) { return e.phase.size() == 1 && r.phases.find(e.phase) != std::string_view::npos; });
    if (row != std::end(rows))
        (this->*row->take)(e);
    else if (!e.phase.empty() && e.phase != "s" && e.phase != "t" && e.phase != "f") // arrows: the correlation says the same
        m_builder.count(CORE_TEXT("core", "{0} events of phases that take no time (samples, objects, asynchronous ones) are left out"));
    return !m_builder.problem();
}

void ChromeTrace::takeMetadata(const ChromeEvent &e)
{
    const std::string_view value = e.arg(ChromeArg::name);
    if (m_names.size() > 1'000'000)
        return m_builder.count(CORE_TEXT("core", "{0} names of processes and threads beyond a million are left out"), Severity::warning);
    if (e.name == "process_name")
        m_names[e.process] = value;
    else if (e.name == "thread_name")
        m_names[e.process + '\0' + e.thread] = value;
}

void ChromeTrace::takeComplete(const ChromeEvent &e)
{
    const auto start = instantOfMicroseconds(e.start);
    const auto duration = e.duration.empty() ? std::optional<std::int64_t>(0) : picosecondsOfMicroseconds(e.duration);
    if (!start || !duration)
        return m_builder.count(CORE_TEXT("core", "{0} events whose ts or dur is no time are left out"), Severity::warning);
    m_sinceEpoch = m_sinceEpoch || start->nanoseconds > year2001;
    m_madeUpTimes += e.category == "cuda_profiler_range" ? 1 : 0;
    m_builder.add(laneOf(e), detailOf(e), *start, *duration, wholeNumber64(e.arg(ChromeArg::correlation)).value_or(0));
}

void ChromeTrace::takeBegin(const ChromeEvent &e)
{
    const auto start = instantOfMicroseconds(e.start);
    if (!start)
        return m_builder.count(CORE_TEXT("core", "{0} events whose ts or dur is no time are left out"), Severity::warning);
    m_builder.begin(trackOf(e), laneOf(e), detailOf(e), *start, wholeNumber64(e.arg(ChromeArg::correlation)).value_or(0));
}

void ChromeTrace::takeEnd(const ChromeEvent &e)
{
    const auto end = instantOfMicroseconds(e.start);
    if (!end)
        return m_builder.count(CORE_TEXT("core", "{0} events whose ts or dur is no time are left out"), Severity::warning);
    m_builder.end(trackOf(e), *end);
}

void ChromeTrace::takeCounter(const ChromeEvent &e)
{
    const auto time = instantOfMicroseconds(e.start);
    for (const auto &[name, text] : e.numbers)
        if (const auto value = decimalNumber(text); value && time)
            m_builder.sample(e.name == name ? name : e.name + " " + name, -1, *time, *value);
}

// Kineto's "[memory]": what the allocator holds after each allocation.
void ChromeTrace::takeMemory(const ChromeEvent &e)
{
    const auto time = instantOfMicroseconds(e.start);
    const auto device = deviceIndex(e.arg(ChromeArg::deviceId));
    if (!time || !device || e.name != "[memory]")
        return;
    for (const auto &[arg, name] : {std::pair{ChromeArg::allocated, "Total Allocated"}, std::pair{ChromeArg::reserved, "Total Reserved"}})
        if (const auto value = decimalNumber(e.arg(arg)))
            m_builder.sample(name, *device, *time, *value);
}

void ChromeTrace::nameLanes()
{
    const auto nameOf = [this](const std::string &key) {
        const auto found = m_names.find(key);
        return found == m_names.end() ? std::string() : found->second;
    };
    std::unordered_map<std::string, bool> streams;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        TraceLane &lane = m_builder.lane(static_cast<std::uint32_t>(i));
        const Row &row = m_rows[i];
        lane.process = nameOf(row.process);
        lane.thread = nameOf(row.process + '\0' + row.thread);
        if (isStreamLine(lane.thread))
            streams[row.process] = true;
        if (lane.process.empty())
            lane.process = row.process;
        if (lane.thread.empty())
            lane.thread = lane.device >= 0 && wholeNumber(row.thread) ? "stream " + row.thread : row.thread;
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        TraceLane &lane = m_builder.lane(static_cast<std::uint32_t>(i));
        const auto device = xlaDevice(lane.process);
        if (m_rows[i].byCategory || !device)
            continue;
        lane.device = *device;
        lane.kind = xlaLineKind(lane.thread, streams.contains(m_rows[i].process));
    }
}

// The devices that worked, with the name that the file gives theirs, or all of its.
void ChromeTrace::nameDevices(const ChromeHeader &header)
{
    std::set<std::int32_t> used;
    for (std::uint32_t i = 0; i < m_rows.size(); ++i)
        used.insert(m_builder.lane(i).device);
    for (const std::int32_t index : used) {
        if (index < 0)
            continue;
        const auto own = std::ranges::find_if(header.devices, [&](const ChromeDevice &d) { return wholeNumber(d.id) == index; });
        const bool alike = !header.devices.empty()
                           && std::ranges::all_of(header.devices, [&](const ChromeDevice &d) { return d.name == header.devices.front().name && d.memory == header.devices.front().memory; });
        TracedDevice device{index, {}, {}, {}, {}};
        if (own != header.devices.end() || alike) {
            const ChromeDevice &stated = own != header.devices.end() ? *own : header.devices.front();
            device.name = stated.name;
            device.memoryBytes = decimalNumber(stated.memory);
        }
        m_builder.trace().devices.push_back(std::move(device));
    }
}

std::optional<std::int64_t> ChromeTrace::unixOffset(const ChromeHeader &header) const
{
    if (const auto base = wholeNumber(header.baseTime))
        return base;
    return m_sinceEpoch ? std::optional<std::int64_t>(0) : std::nullopt;
}

Issue ChromeTrace::noDeviceWork(const ChromeHeader &header) const
{
    const std::string &file = m_builder.trace().file;
    if (!header.hasEvents)
        return {Severity::error, "traceEvents", {CORE_TEXT("core", "is JSON without an array of trace events: no profiler's record"), {}}, file};
    if (m_madeUpTimes > 0)
        return {Severity::error, "cuda_profiler_range",
                {CORE_TEXT("core", "holds {0} ranges of counters, whose kernels were run again and whose times are made up: record without "
                                   "experimental_config to get kernels"), {std::to_string(m_madeUpTimes)}}, file};
    if (!header.schemaVersion.empty())
        return {Severity::error, "traceEvents",
                {CORE_TEXT("core", "holds no kernel or copy of a device, only the host: record with ProfilerActivity.CUDA among the activities"), {}}, file};
    return {Severity::error, "traceEvents",
            {CORE_TEXT("core", "no row is a device's: none has a category kernel or gpu_memcpy (PyTorch) or a process /device:TPU:0 (JAX)"), {}}, file};
}

Result<Trace> ChromeTrace::finish(const ChromeHeader &header)
{
    nameLanes();
    if (!m_builder.hasDeviceWork())
        return failure(noDeviceWork(header));
    nameDevices(header);
    m_builder.trace().rank = wholeNumber(header.rank);
    m_builder.trace().worldSize = wholeNumber(header.worldSize);
    return m_builder.finish(unixOffset(header));
}

} // namespace headroom
