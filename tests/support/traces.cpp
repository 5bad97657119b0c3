#include "support/traces.h"

#include <cstdlib>
#include <filesystem>
#include <array>
#include <map>
#include <sqlite3.h>
#include <stdexcept>
#include <zlib.h>

namespace headroom::testing {

namespace {

constexpr std::array kindNames{"operators", "transfers", "modules", "steps", "annotations", "host"};

std::string nameOf(LaneKind kind) { return kindNames.at(static_cast<std::size_t>(kind)); }

} // namespace

std::string summary(const Trace &trace)
{
    struct Total
    {
        std::int64_t lanes = 0, events = 0, picoseconds = 0;
    };
    std::map<LaneKind, Total> totals;
    for (const TraceLane &lane : trace.lanes)
        ++totals[lane.kind].lanes;
    for (const TraceEvent &event : trace.events) {
        Total &total = totals[trace.lanes.at(event.lane).kind];
        ++total.events;
        total.picoseconds += event.duration;
    }
    std::string out;
    for (const auto &[kind, t] : totals)
        out += (out.empty() ? "" : "; ") + nameOf(kind) + ": " + std::to_string(t.lanes) + " lanes, " + std::to_string(t.events) + " events, "
            + std::to_string(t.picoseconds) + " ps";
    return out;
}

std::vector<std::string> eventLines(const Trace &trace)
{
    std::vector<std::string> out;
    for (const TraceEvent &event : trace.events) {
        const TraceLane &lane = trace.lanes.at(event.lane);
        const std::string place = lane.device < 0 ? lane.thread : "device " + std::to_string(lane.device) + " " + lane.thread;
        out.push_back(trace.details.at(event.detail).name + " " + std::to_string(event.start) + "+" + std::to_string(event.duration) + " " + place
                      + " " + nameOf(lane.kind));
    }
    return out;
}

tl::expected<Trace, std::string> readBytes(const std::string &bytes, const TraceReadOptions &options)
{
    auto trace = readTraceBytes(bytes, "t", options);
    if (trace)
        return *std::move(trace);
    std::string all;
    for (const Issue &issue : trace.error())
        all += (all.empty() ? "" : "\n") + text(issue);
    return tl::unexpected(all);
}

std::string refusal(const std::string &bytes, const TraceReadOptions &options)
{
    const auto trace = readBytes(bytes, options);
    return trace ? "was read" : trace.error();
}

std::string database(const std::string &sql)
{
    sqlite3 *handle = nullptr;
    sqlite3_open(":memory:", &handle);
    const bool good = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    const std::string problem = sqlite3_errmsg(handle);
    sqlite3_int64 size = 0;
    unsigned char *bytes = sqlite3_serialize(handle, "main", &size, 0);
    std::string out(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    sqlite3_close(handle);
    if (!good)
        throw std::runtime_error(problem);
    return out;
}

PublicTrace publicTrace(const std::string &name)
{
    const char *folder = std::getenv("HEADROOM_TRACES");
    if (!folder || *folder == '\0')
        return {{}, "HEADROOM_TRACES names no folder of public trace files: see data/public_traces.json for where they come from"};
    const std::string path = std::string(folder) + "/" + name;
    return std::filesystem::exists(path) ? PublicTrace{path, {}} : PublicTrace{{}, path + " does not exist"};
}

std::string gzip(const std::string &bytes)
{
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64, '\0');
    std::string in = bytes;
    stream.next_in = reinterpret_cast<Bytef *>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
}

std::string kineto(const std::string &events, const std::string &more)
{
    return "{\"schemaVersion\": 1, \"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H100\", \"totalGlobalMem\": 85899345920}], " + more
           + "\"traceEvents\": [" + events + "]}";
}

} // namespace headroom::testing
