// XLA's profile as protobuf, <host>.xplane.pb: planes (devices, hosts) of lines of events. Names of events and stats stand behind
// the lines that use them, so the file is read twice: names first, then lines.

#include "trace/readers.h"
#include "trace/xla_rows.h"
#include "trace/xplane_rows.h"

#include <algorithm>
#include <map>

namespace headroom {

namespace {

// Numbers of fields: of XSpace, XPlane and XLine.
enum { spacePlane = 1 };
enum { planeName = 2, planeLine = 3, planeEvents = 4, planeStatNames = 5, planeStats = 6 };
enum { lineName = 2, lineTimestamp = 3, lineEvent = 4, lineDisplayName = 11 };

constexpr std::int64_t year2001 = 1'000'000'000'000'000'000; // ns
constexpr std::size_t mostPlanes = 65536;

class XplaneReader
{
public:
    XplaneReader(TraceInput &input, const TraceReader &reader) : m_input(input), m_builder(reader.key, input.file(), input.options()) {}

    Result<Trace> read()
    {
        if (auto names = pass(&XplaneReader::readNames); !names)
            return tl::unexpected(names.error());
        m_input.rewind();
        if (auto lines = pass(&XplaneReader::readLines); !lines)
            return tl::unexpected(lines.error());
        if (!m_builder.hasDeviceWork())
            return failure("planes", {CORE_TEXT("core", "no plane /device:TPU or /device:GPU has operators, only the host's threads: record on an accelerator"), {}},
                           m_input.file());
        for (const auto &[index, device] : m_devices)
            m_builder.trace().devices.push_back(device);
        return m_builder.finish(m_sinceEpoch ? std::optional<std::int64_t>(0) : m_profileStart);
    }

private:
    using PlaneReader = bool (XplaneReader::*)(WireInput &, XPlane &);

    Result<void> pass(PlaneReader readPlane)
    {
        WireInput in(m_input);
        std::size_t plane = 0;
        const bool good = in.message([&](std::uint32_t field) {
            if (field != spacePlane)
                return in.skip();
            if (plane == m_planes.size())
                m_planes.emplace_back();
            if (++plane > mostPlanes)
                return in.fail(CORE_TEXT("core", "more than {0} planes"), std::to_string(mostPlanes));
            return in.within([&] { return (this->*readPlane)(in, m_planes[plane - 1]); });
        });
        if (m_builder.problem())
            return failure(*m_builder.problem());
        if (!good || m_input.problem())
            return failure(in.problem());
        return {};
    }

    bool readNames(WireInput &in, XPlane &plane)
    {
        const bool good = in.message([&](std::uint32_t field) {
            switch (field) {
            case planeName:
                return in.text(plane.name);
            case planeLine:
                return in.within([&] { return readLineName(in, plane); });
            case planeEvents: {
                xplane::EventMetadataEntry entry;
                if (!in.parsed(entry))
                    return false;
                m_nameBytes += entry.ByteSizeLong() * 2;
                plane.events[entry.key()] = std::move(*entry.mutable_value());
                return withinLimit(in);
            }
            case planeStatNames: {
                xplane::StatMetadataEntry entry;
                if (!in.parsed(entry))
                    return false;
                m_nameBytes += entry.ByteSizeLong() * 2;
                plane.statNames[entry.key()] = entry.value().name();
                return withinLimit(in);
            }
            case planeStats:
                m_nameBytes += sizeof(xplane::Stat);
                return in.parsed(plane.stats.emplace_back()) && withinLimit(in);
            default:
                return in.skip();
            }
        });
        if (good && plane.name == "Task Environment")
            for (const xplane::Stat &stat : plane.stats)
                if (plane.statName(stat) == "profile_start_time")
                    m_profileStart = stat.has_uint64_value() ? static_cast<std::int64_t>(stat.uint64_value()) : stat.int64_value();
        return good;
    }

    bool withinLimit(WireInput &in) const
    {
        return m_nameBytes <= m_input.options().largestText
               || in.fail(CORE_TEXT("core", "holds more than {0} B of names and shapes"), std::to_string(m_input.options().largestText));
    }

    static bool readLineName(WireInput &in, XPlane &plane)
    {
        std::string name;
        return in.message([&](std::uint32_t field) {
            if (field != lineName)
                return in.skip();
            const bool good = in.text(name);
            plane.hasStreams = plane.hasStreams || isStreamLine(name);
            return good;
        });
    }

    bool readLines(WireInput &in, XPlane &plane)
    {
        return in.message([&](std::uint32_t field) {
            if (field != planeLine)
                return in.skip();
            const bool good = in.within([&] { return readLine(in, plane); });
            return good && !m_builder.problem();
        });
    }

    // A line's name and time stand before its events: protobuf writes fields in the order of their numbers.
    bool readLine(WireInput &in, XPlane &plane)
    {
        std::string name;
        std::int64_t timestamp = 0;
        std::optional<std::uint32_t> lane;
        xplane::Event event;
        return in.message([&](std::uint32_t field) {
            switch (field) {
            case lineName:
                return in.text(name);
            case lineTimestamp:
                return in.number(timestamp);
            case lineDisplayName:
                return lane || !name.empty() ? in.skip() : in.text(name);
            case lineEvent:
                event.Clear();
                if (!in.parsed(event))
                    return false;
                m_sinceEpoch = m_sinceEpoch || timestamp > year2001;
                if (!lane)
                    lane = addLane(plane, name);
                if (!isIgnoredLine(name))
                    addEvent(plane, *lane, event, timestamp);
                return !m_builder.problem();
            default:
                return in.skip();
            }
        });
    }

    std::uint32_t addLane(const XPlane &plane, const std::string &name)
    {
        TraceLane lane{plane.name, name, -1, plane.name.starts_with("/host") ? LaneKind::host : LaneKind::annotations};
        if (const auto device = xlaDevice(plane.name)) {
            lane.device = *device;
            lane.kind = xlaLineKind(name, plane.hasStreams);
            m_devices.try_emplace(*device, xplaneDevice(plane, *device));
        }
        return m_builder.addLane(std::move(lane));
    }

    void addEvent(XPlane &plane, std::uint32_t lane, const xplane::Event &event, std::int64_t timestamp)
    {
        const auto start = later({timestamp, 0}, event.offset_ps());
        if (!start)
            return m_builder.count(CORE_TEXT("core", "{0} events whose ts or dur is no time are left out"), Severity::warning);
        std::uint64_t correlation = 0;
        const std::uint32_t detail = xplaneDetail(plane, event, m_builder, correlation);
        m_builder.add(lane, detail, *start, event.duration_ps(), correlation);
    }

    TraceInput &m_input;
    TraceBuilder m_builder;
    std::vector<XPlane> m_planes;
    std::map<std::int32_t, TracedDevice> m_devices;
    std::optional<std::int64_t> m_profileStart; // ns since 1970
    bool m_sinceEpoch = false;
    std::uint64_t m_nameBytes = 0;
};

} // namespace

bool isXplane(std::string_view head)
{
    if (!head.starts_with('\x0a'))
        return false;
    const std::string_view start = head.substr(0, 512);
    return std::ranges::any_of(std::initializer_list<std::string_view>{"/device:", "/host:", "Task Environment"},
                               [&](std::string_view name) { return start.find(name) != std::string_view::npos; });
}

Result<Trace> readXplane(TraceInput &input, const TraceReader &reader) { return XplaneReader(input, reader).read(); }

} // namespace headroom
