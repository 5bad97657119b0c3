// A GPU's kernels and copies as comma-separated values: `nsys stats --report cuda_gpu_trace --format csv`, one row a kernel, and
// the same as a table of enter and leave events, as hpcgroup/pipit writes it.

#include "trace/line_input.h"
#include "trace/readers.h"
#include "trace/trace_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headroom {

namespace {

// Columns by meaning, and their names in either form.
enum Meaning { startTime, duration, device, stream, kernel, correlation, bytes, kind, enterOrLeave, meanings };
struct HeadingRow
{
    std::string_view name;
    Meaning meaning;
};
constexpr HeadingRow headingRows[] = {
    {"start", startTime}, {"duration", duration}, {"device", device},       {"strm", stream},    {"name", kernel},
    {"corrid", correlation}, {"bytes", bytes},    {"size", bytes},          {"timestamp", startTime}, {"streamid", stream},
    {"type", kind},       {"event_type", enterOrLeave},
};

struct Columns
{
    std::array<std::size_t, meanings> at{};  // 1 + its place; 0: absent
    std::array<std::string, meanings> units;

    bool has(Meaning meaning) const { return at[meaning] != 0; }
    std::string_view value(const std::vector<std::string> &row, Meaning meaning) const
    {
        return has(meaning) && at[meaning] <= row.size() ? std::string_view(row[at[meaning] - 1]) : std::string_view();
    }
    bool isTrace() const { return has(startTime) && has(stream) && has(kernel) && (has(duration) || has(enterOrLeave)); }
};

Columns columnsOf(std::string_view line)
{
    Columns out;
    const auto headings = commaSeparated(line);
    for (std::size_t i = 0; i < headings.size(); ++i) {
        const auto [name, unit] = columnName(headings[i]);
        const auto row = std::ranges::find(headingRows, name, &HeadingRow::name);
        if (row == std::end(headingRows) || out.has(row->meaning))
            continue;
        out.at[row->meaning] = i + 1;
        out.units[row->meaning] = unit;
    }
    return out;
}

double bytesPer(std::string_view unit) { return unit == "mb" ? 1e6 : unit == "kb" ? 1e3 : unit == "gb" ? 1e9 : unit == "mib" ? 1048576.0 : 1.0; }

struct Place
{
    std::int32_t device = 0;
    std::string name; // of the device
};

// "NVIDIA A100-SXM4-80GB (0)"
Place placeOf(std::string_view text)
{
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos || !text.ends_with(')'))
        return {0, std::string(text)};
    const auto index = wholeNumber(text.substr(open + 1, text.size() - open - 2));
    const std::string_view name = text.substr(0, open);
    return {index && *index >= 0 && *index < 4096 ? static_cast<std::int32_t>(*index) : 0, std::string(name.substr(0, name.find_last_not_of(' ') + 1))};
}

class NsysCsv
{
public:
    NsysCsv(TraceInput &input, const TraceReader &reader) : m_file(input.file()), m_lines(input), m_builder(reader.key, input.file(), input.options()) {}

    Result<Trace> read()
    {
        std::string line;
        while (!m_columns.isTrace() && m_lines.next(line)) // nsys says what it does before the table
            m_columns = columnsOf(line);
        if (m_columns.isTrace() && !picosecondsPer(m_columns.units[startTime]))
            return failure(m_lines.about({CORE_TEXT("core", "the time's unit is not given: {0}"), {m_columns.units[startTime]}}));
        while (m_lines.next(line) && !m_builder.problem())
            if (!line.empty())
                take(commaSeparated(line));
        if (m_lines.problem())
            return failure(*m_lines.problem());
        if (!m_builder.hasDeviceWork() && !m_builder.problem())
            return failure("line " + std::to_string(m_lines.number()), {CORE_TEXT("core", "the table has no row of a kernel or copy"), {}}, m_file);
        for (const auto &[index, name] : m_devices)
            m_builder.trace().devices.push_back({index, name, {}, {}, {}});
        return m_builder.finish(std::nullopt);
    }

private:
    std::optional<Instant> time(const std::vector<std::string> &row) const
    {
        const std::string_view text = m_columns.value(row, startTime);
        const double unit = *picosecondsPer(m_columns.units[startTime]);
        if (const auto whole = wholeNumber(text); whole && unit == 1e3)
            return Instant{*whole, 0};
        const auto number = decimalNumber(text);
        if (!number || !(std::abs(*number * unit) < 4e18))
            return std::nullopt;
        return later({}, std::llround(*number * unit));
    }

    std::uint32_t lane(const std::vector<std::string> &row, std::string_view name)
    {
        const std::string_view type = m_columns.value(row, kind);
        const bool copies = type.empty() ? name.starts_with("[CUDA mem") : type != "kernel";
        const Place place = placeOf(m_columns.value(row, device));
        m_devices[place.device] = place.name;
        const std::string thread = "stream " + std::string(m_columns.value(row, stream));
        const auto [known, isNew] = m_lanes.try_emplace({place.device, thread, copies}, 0);
        if (isNew)
            known->second = m_builder.addLane({{}, thread, place.device, copies ? LaneKind::transfers : LaneKind::operators});
        return known->second;
    }

    std::uint32_t detail(const std::vector<std::string> &row, std::string_view name)
    {
        TraceDetail out;
        out.name = name;
        out.category = m_columns.value(row, kind);
        if (const auto number = decimalNumber(m_columns.value(row, bytes)))
            out.bytes = *number * bytesPer(m_columns.units[bytes]);
        return m_builder.detail(out);
    }

    void take(const std::vector<std::string> &row)
    {
        const auto start = time(row);
        const std::string_view name = m_columns.value(row, kernel);
        if (!start || name.empty())
            return m_builder.count(CORE_TEXT("core", "{0} rows without a time or a name are left out"), Severity::warning);
        const std::uint32_t at = lane(row, name);
        if (m_columns.has(enterOrLeave))
            return takeHalf(row, at, *start, name);
        const auto number = decimalNumber(m_columns.value(row, duration));
        const double unit = picosecondsPer(m_columns.units[duration]).value_or(*picosecondsPer(m_columns.units[startTime]));
        if (!number || !(std::abs(*number * unit) < 4e18))
            return m_builder.count(CORE_TEXT("core", "{0} rows without a time or a name are left out"), Severity::warning);
        m_builder.add(at, detail(row, name), *start, std::llround(*number * unit), wholeNumber64(m_columns.value(row, correlation)).value_or(0));
    }

    void takeHalf(const std::vector<std::string> &row, std::uint32_t at, const Instant &time, std::string_view name)
    {
        const std::string_view half = m_columns.value(row, enterOrLeave);
        if (half == "Enter")
            m_builder.begin(at, at, detail(row, name), time);
        else if (half == "Leave")
            m_builder.end(at, time);
        else
            m_builder.count(CORE_TEXT("core", "{0} rows without a time or a name are left out"), Severity::warning);
    }

    std::string m_file;
    LineInput m_lines;
    TraceBuilder m_builder;
    Columns m_columns;
    std::map<std::tuple<std::int32_t, std::string, bool>, std::uint32_t> m_lanes;
    std::map<std::int32_t, std::string> m_devices;
};

} // namespace

bool isNsysCsv(std::string_view head)
{
    for (std::size_t start = 0, lines = 0; start < head.size() && lines < 50; ++lines) {
        const std::size_t end = std::min(head.find('\n', start), head.size());
        if (end - start < 4096 && columnsOf(head.substr(start, end - start)).isTrace())
            return true;
        start = end + 1;
    }
    return false;
}

Result<Trace> readNsysCsv(TraceInput &input, const TraceReader &reader) { return NsysCsv(input, reader).read(); }

} // namespace headroom
