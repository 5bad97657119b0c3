// Perfetto's protobuf (.pftrace): packets with track events, slices that begin and end on tracks. What a slice is, its category
// tells (rocprofv3 writes kernel_dispatch and memory_copy), else the name of its track's process as XLA writes it. Source: google/perfetto
// docs/reference/synthetic-track-event and protos/perfetto/trace.

#include "trace/category_rows.h"
#include "trace/readers.h"
#include "trace/trace_builder.h"
#include "trace/wire_input.h"
#include "trace/xla_rows.h"

#include <trace_proto/perfetto.pb.h>

#include <algorithm>
#include <map>
#include <set>

namespace headroom {

namespace {

enum { tracePacket = 1 };
enum SliceType { sliceBegin = 1, sliceEnd = 2, counterSample = 4 };
constexpr std::uint32_t stateCleared = 1;
constexpr std::size_t mostTracks = 1'000'000, mostClocks = 64;
constexpr std::uint32_t firstOwnClock = 64;

// A clock of a sequence's own, ids from 64 on: in units of so many ns, and perhaps counting from the packet before.
struct OwnClock
{
    std::uint64_t now = 0, unit = 1;
    bool incremental = false;
};

// What a sequence of packets has said once for all that follow.
struct Sequence
{
    std::map<std::uint32_t, OwnClock> clocks;
    std::uint32_t defaultClock = 0;
    std::unordered_map<std::uint64_t, std::string> categories, names, annotations;
    std::uint64_t defaultTrack = 0;
};

struct Track
{
    std::string name, process, thread;
    std::uint64_t parent = 0;
};

class PerfettoReader
{
public:
    PerfettoReader(TraceInput &input, const TraceReader &reader) : m_input(input), m_builder(reader.key, input.file(), input.options()) {}

    Result<Trace> read()
    {
        WireInput in(m_input);
        perfetto::Packet packet;
        const bool good = in.message([&](std::uint32_t field) {
            if (field != tracePacket)
                return in.skip();
            packet.Clear();
            if (!in.parsed(packet))
                return false;
            take(packet);
            return !m_builder.problem();
        });
        if (m_builder.problem())
            return failure(*m_builder.problem());
        if (!good || m_input.problem())
            return failure(in.problem());
        return finish();
    }

private:
    void take(const perfetto::Packet &packet)
    {
        if (m_sequences.size() > mostTracks)
            return m_builder.count(CORE_TEXT("core", "{0} packets of more than a million sequences are left out"), Severity::warning);
        Sequence &sequence = m_sequences[packet.trusted_packet_sequence_id()];
        if ((packet.sequence_flags() & stateCleared) != 0)
            sequence = {};
        if (packet.has_trace_packet_defaults()) {
            sequence.defaultTrack = packet.trace_packet_defaults().track_event_defaults().track_uuid();
            sequence.defaultClock = packet.trace_packet_defaults().timestamp_clock_id();
        }
        for (const perfetto::Clock &clock : packet.clock_snapshot().clocks())
            if (sequence.clocks.size() < mostClocks && clock.clock_id() >= firstOwnClock)
                sequence.clocks[clock.clock_id()] = {clock.timestamp(), std::max<std::uint64_t>(clock.unit_multiplier_ns(), 1), clock.is_incremental()};
        intern(packet.interned_data().event_categories(), sequence.categories);
        intern(packet.interned_data().event_names(), sequence.names);
        intern(packet.interned_data().debug_annotation_names(), sequence.annotations);
        if (packet.has_track_descriptor())
            describe(packet.track_descriptor());
        if (packet.has_track_event())
            takeEvent(packet, sequence);
    }

    template <class Entries> void intern(const Entries &entries, std::unordered_map<std::uint64_t, std::string> &to)
    {
        for (const perfetto::Interned &entry : entries) {
            m_internedBytes += entry.ByteSizeLong();
            if (m_internedBytes <= m_input.options().largestText)
                to[entry.iid()] = entry.name();
        }
    }

    void describe(const perfetto::TrackDescriptor &d)
    {
        if (m_tracks.size() == mostTracks)
            return m_builder.count(CORE_TEXT("core", "{0} names of processes and threads beyond a million are left out"), Severity::warning);
        Track &track = m_tracks[d.uuid()];
        track.name = d.has_static_name() ? d.static_name() : d.name();
        track.process = d.process().process_name();
        track.thread = d.thread().thread_name();
        track.parent = d.parent_uuid();
    }

    // All other clocks are read as ns of one clock: traces of slices use one alone.
    static std::optional<Instant> timeOf(const perfetto::Packet &packet, Sequence &sequence)
    {
        std::uint64_t nanoseconds = packet.timestamp();
        const auto own = sequence.clocks.find(packet.has_timestamp_clock_id() ? packet.timestamp_clock_id() : sequence.defaultClock);
        if (own != sequence.clocks.end()) {
            OwnClock &clock = own->second;
            clock.now = clock.incremental ? clock.now + nanoseconds : nanoseconds;
            if (__builtin_mul_overflow(clock.now, clock.unit, &nanoseconds))
                return std::nullopt;
        }
        const bool fits = packet.has_timestamp() && nanoseconds <= static_cast<std::uint64_t>(longestPicoseconds);
        return fits ? std::optional(Instant{static_cast<std::int64_t>(nanoseconds), 0}) : std::nullopt;
    }

    void takeEvent(const perfetto::Packet &packet, Sequence &sequence)
    {
        const perfetto::TrackEvent &event = packet.track_event();
        const std::uint64_t track = event.has_track_uuid() ? event.track_uuid() : sequence.defaultTrack;
        const auto time = timeOf(packet, sequence);
        if (!time)
            return m_builder.count(CORE_TEXT("core", "{0} events without a timestamp of their packet are left out"), Severity::warning);
        switch (event.type()) {
        case sliceBegin:
            return begin(event, sequence, track, *time);
        case sliceEnd:
            return m_builder.end(track, *time);
        case counterSample:
            return m_builder.sample(m_tracks[track].name, -1, *time, event.has_counter_value() ? static_cast<double>(event.counter_value()) : event.double_counter_value());
        default:
            return m_builder.count(CORE_TEXT("core", "{0} events of phases that take no time (samples, objects, asynchronous ones) are left out"));
        }
    }

    static std::string known(const std::unordered_map<std::uint64_t, std::string> &interned, std::uint64_t id)
    {
        const auto found = interned.find(id);
        return found == interned.end() ? std::string() : found->second;
    }

    void begin(const perfetto::TrackEvent &event, const Sequence &sequence, std::uint64_t track, const Instant &time)
    {
        TraceDetail detail;
        detail.name = event.has_name() ? event.name() : known(sequence.names, event.name_iid());
        if (event.categories_size() > 0)
            detail.category = event.categories(0);
        else if (event.category_iids_size() > 0)
            detail.category = known(sequence.categories, event.category_iids(0));
        std::uint64_t correlation = 0;
        for (const perfetto::DebugAnnotation &a : event.debug_annotations()) {
            const std::string name = a.has_name() ? a.name() : known(sequence.annotations, a.name_iid());
            if (name == "corr_id" || name == "correlation")
                correlation = a.has_uint_value() ? a.uint_value() : static_cast<std::uint64_t>(a.int_value());
        }
        m_builder.begin(track, laneOf(track, detail), m_builder.detail(detail), time, correlation);
    }

    std::uint32_t laneOf(std::uint64_t track, const TraceDetail &detail)
    {
        const CategoryRow *row = categoryRow(detail.category);
        LaneKind kind = row == nullptr ? LaneKind::host : row->kind;
        if (isStepName(detail.name) && (kind == LaneKind::annotations || kind == LaneKind::host))
            kind = LaneKind::steps;
        const auto [known, isNew] = m_lanes.try_emplace({track, kind}, 0);
        if (isNew) {
            known->second = m_builder.addLane({{}, {}, row != nullptr && row->onDevice ? 0 : -1, kind});
            m_laneTracks.push_back({track, row != nullptr});
        }
        return known->second;
    }

    // "COMPUTE AGENT [4] QUEUE [0] (GPU)": rocprofv3's number of the device.
    static std::int32_t agentOf(std::string_view track)
    {
        constexpr std::string_view word = "AGENT [";
        const std::size_t at = track.find(word);
        if (at == std::string_view::npos)
            return 0;
        const std::string_view rest = track.substr(at + word.size());
        const auto index = wholeNumber(rest.substr(0, rest.find(']')));
        return index && *index >= 0 && *index < 1'000'000 ? static_cast<std::int32_t>(*index) : 0;
    }

    Result<Trace> finish()
    {
        std::set<std::string> processesWithStreams;
        for (std::uint32_t i = 0; i < m_laneTracks.size(); ++i) {
            TraceLane &lane = m_builder.lane(i);
            const Track &track = m_tracks[m_laneTracks[i].first];
            lane.thread = track.name.empty() ? track.thread : track.name;
            lane.process = track.process.empty() ? m_tracks[track.parent].process : track.process;
            if (isStreamLine(lane.thread))
                processesWithStreams.insert(lane.process);
        }
        std::set<std::int32_t> devices;
        for (std::uint32_t i = 0; i < m_laneTracks.size(); ++i) {
            TraceLane &lane = m_builder.lane(i);
            if (lane.device >= 0) {
                lane.device = agentOf(lane.thread);
            } else if (const auto device = xlaDevice(lane.process); device && !m_laneTracks[i].second) {
                lane.device = *device;
                lane.kind = xlaLineKind(lane.thread, processesWithStreams.contains(lane.process));
            }
            devices.insert(lane.device);
        }
        if (!m_builder.hasDeviceWork())
            return failure("track_event", {CORE_TEXT("core", "no slice is a device's: none has a category kernel, kernel_dispatch or memory_copy, or a process /device:TPU:0"), {}},
                           m_input.file());
        for (const std::int32_t device : devices)
            if (device >= 0)
                m_builder.trace().devices.push_back({device, {}, {}, {}, {}});
        return m_builder.finish(std::nullopt);
    }

    TraceInput &m_input;
    TraceBuilder m_builder;
    std::unordered_map<std::uint32_t, Sequence> m_sequences;
    std::unordered_map<std::uint64_t, Track> m_tracks;
    std::map<std::pair<std::uint64_t, LaneKind>, std::uint32_t> m_lanes;
    std::vector<std::pair<std::uint64_t, bool>> m_laneTracks; // of the builder's lanes: their track, and whether a category told the kind
    std::uint64_t m_internedBytes = 0;
};

// Whether bytes are the fields of a packet up to where they end, and one is a field that packets of every trace have.
bool startsWithPacket(std::string_view head)
{
    const auto varint = [&head]() -> std::optional<std::uint64_t> {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !head.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(head.front());
            head.remove_prefix(1);
            value |= std::uint64_t(byte & 0x7fU) << shift;
            if (byte < 0x80)
                return value;
        }
        return std::nullopt;
    };
    constexpr std::uint64_t timestamp = 8, sequenceId = 10, largestField = 2000;
    const auto tag = varint();
    const auto length = tag == (tracePacket << 3 | 2) ? varint() : std::nullopt;
    if (!length || *length == 0)
        return false;
    head = head.substr(0, *length);
    bool known = false;
    while (!head.empty()) {
        const auto key = varint();
        if (!key || *key >> 3 == 0 || *key >> 3 > largestField)
            return false;
        known = known || *key >> 3 == timestamp || *key >> 3 == sequenceId;
        const std::uint64_t wire = *key & 7;
        const auto value = wire == 0 || wire == 2 ? varint() : std::optional<std::uint64_t>(wire == 1 ? 8 : wire == 5 ? 4 : ~0ULL);
        if (!value || (wire != 0 && *value > head.size()))
            return false;
        head.remove_prefix(wire == 0 ? 0 : *value);
    }
    return known;
}

} // namespace

bool isPerfetto(std::string_view head) { return startsWithPacket(head); }

Result<Trace> readPerfetto(TraceInput &input, const TraceReader &reader) { return PerfettoReader(input, reader).read(); }

} // namespace headroom
