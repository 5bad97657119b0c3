#include "trace/xplane_rows.h"

#include "trace/xla_rows.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

// What a stat tells of an event. Several may tell the same; the first row that an event has counts.
enum class Tells { category, scope, flops, bytes, correlation };
struct StatRow
{
    std::string_view stat;
    Tells what;
};
constexpr StatRow statRows[] = {
    {"hlo_category", Tells::category}, {"name", Tells::scope},           {"tf_op", Tells::scope},         {"hlo_op", Tells::scope},
    {"model_flops", Tells::flops},     {"flops", Tells::flops},          {"bytes_accessed", Tells::bytes}, {"correlation_id", Tells::correlation},
};
constexpr auto noRow = std::size(statRows);

std::size_t rowOf(std::string_view name)
{
    return static_cast<std::size_t>(std::ranges::find(statRows, name, &StatRow::stat) - std::begin(statRows));
}

// The best row found so far for each thing that stats tell.
class Told
{
public:
    void add(const XPlane &plane, const xplane::Stat &stat)
    {
        const std::size_t row = rowOf(plane.statName(stat));
        if (row == noRow)
            return;
        auto &[best, value] = m_told[static_cast<std::size_t>(statRows[row].what)];
        if (row < best || best == noRow) {
            best = row;
            value = &stat;
        }
    }
    const xplane::Stat *stat(Tells what) const { return m_told[static_cast<std::size_t>(what)].second; }
    bool beyondCorrelation() const
    {
        return std::ranges::any_of(m_told.begin(), m_told.begin() + static_cast<int>(Tells::correlation), [](const auto &t) { return t.second != nullptr; });
    }

private:
    std::array<std::pair<std::size_t, const xplane::Stat *>, 5> m_told{{{noRow, nullptr}, {noRow, nullptr}, {noRow, nullptr}, {noRow, nullptr}, {noRow, nullptr}}};
};

TraceDetail made(const XPlane &plane, const xplane::EventMetadata &meta, const Told &told)
{
    TraceDetail out;
    out.name = meta.display_name().empty() ? meta.name() : meta.display_name();
    const bool instruction = meta.name().starts_with('%');
    if (instruction)
        out.shapes = meta.name();
    if (const auto *stat = told.stat(Tells::category))
        out.category = plane.textOf(*stat);
    if (const auto *stat = told.stat(Tells::scope))
        out.scope = plane.textOf(*stat);
    if (const auto *stat = told.stat(Tells::flops))
        out.flops = numberOf(*stat);
    if (const auto *stat = told.stat(Tells::bytes))
        out.bytes = numberOf(*stat);
    if (instruction)
        out.collective = hloCollective(meta.name());
    return out;
}

} // namespace

const std::string &XPlane::statName(const xplane::Stat &stat) const
{
    static const std::string none;
    const auto found = statNames.find(stat.metadata_id());
    return found == statNames.end() ? none : found->second;
}

std::string XPlane::textOf(const xplane::Stat &stat) const
{
    if (!stat.has_ref_value())
        return stat.str_value();
    const auto found = statNames.find(static_cast<std::int64_t>(stat.ref_value()));
    return found == statNames.end() ? std::string() : found->second;
}

std::optional<double> numberOf(const xplane::Stat &stat)
{
    if (stat.has_double_value())
        return stat.double_value();
    if (stat.has_uint64_value())
        return static_cast<double>(stat.uint64_value());
    return stat.has_int64_value() ? std::optional(static_cast<double>(stat.int64_value())) : std::nullopt;
}

std::uint32_t xplaneDetail(XPlane &plane, const xplane::Event &event, TraceBuilder &builder, std::uint64_t &correlation)
{
    Told told;
    for (const xplane::Stat &stat : event.stats())
        told.add(plane, stat);
    if (const auto *stat = told.stat(Tells::correlation))
        correlation = stat->has_uint64_value() ? stat->uint64_value() : static_cast<std::uint64_t>(stat->int64_value());
    const bool own = told.beyondCorrelation();
    if (const auto known = plane.details.find(event.metadata_id()); !own && known != plane.details.end())
        return known->second;
    const auto meta = plane.events.find(event.metadata_id());
    if (meta == plane.events.end()) {
        builder.count(CORE_TEXT("core", "{0} events have no name in their plane"), Severity::warning);
        return builder.detail({});
    }
    for (const xplane::Stat &stat : meta->second.stats())
        told.add(plane, stat);
    const std::uint32_t detail = builder.detail(made(plane, meta->second, told));
    if (!own)
        plane.details.emplace(event.metadata_id(), detail);
    return detail;
}

TracedDevice xplaneDevice(const XPlane &plane, std::int32_t index)
{
    TracedDevice out{index, {}, {}, {}, {}};
    for (const xplane::Stat &stat : plane.stats) {
        const std::string &name = plane.statName(stat);
        const auto number = numberOf(stat);
        if (name == "device_type_string")
            out.name = plane.textOf(stat);
        else if (name == "peak_teraflops_per_second" && number)
            out.peakFlopsPerSecond = *number * 1e12;
        else if (name == "peak_hbm_bw_gigabytes_per_second" && number)
            out.bytesPerSecond = *number * 1e9;
        else if (name == "memory_bandwidth" && number) // B/s
            out.bytesPerSecond = number;
        else if (name == "memory_size" && number) // B
            out.memoryBytes = number;
    }
    return out;
}

} // namespace headroom
