// The table that nccl-tests and rccl-tests print: sizes and times of one collective, out of place and in place. Source:
// NVIDIA/nccl-tests, src/common.cu (headings and columns) and doc/PERFORMANCE.md (what the size of each collective is).

#include "trace/line_input.h"
#include "trace/readers.h"
#include "trace/trace_builder.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace headroom {

namespace {

// The program's collective, and what of its size a rank holds before and after: the whole, or one of n parts.
struct OperationRow
{
    std::string_view program, operation;
    bool inPart, outPart;
};
constexpr OperationRow operationRows[] = {
    {"all_reduce_perf", "all_reduce", false, false},     {"all_gather_perf", "all_gather", true, false},
    {"reduce_scatter_perf", "reduce_scatter", false, true}, {"alltoall_perf", "all_to_all", false, false},
    {"broadcast_perf", "broadcast", false, false},       {"reduce_perf", "reduce", false, false},
    {"sendrecv_perf", "sendrecv", false, false},         {"gather_perf", "gather", true, false},
    {"scatter_perf", "scatter", false, true},
};

struct Heading
{
    const OperationRow *operation = nullptr;
    std::int64_t ranks = 0;
    std::string device;
};

void readHeading(const std::string &line, Heading &to)
{
    // The longest name that occurs: "reduce_perf" is also within others.
    for (const OperationRow &row : operationRows)
        if (line.find(row.program) != std::string::npos && (to.operation == nullptr || row.program.size() > to.operation->program.size()))
            to.operation = &row;
    if (line.find(" Rank ") == std::string::npos || line.find(" on ") == std::string::npos)
        return;
    ++to.ranks;
    const std::size_t bracket = line.rfind("] ");
    if (to.device.empty() && bracket != std::string::npos)
        to.device = line.substr(bracket + 2);
}

std::vector<std::string> words(const std::string &line)
{
    std::istringstream in(line);
    std::vector<std::string> out;
    for (std::string word; in >> word && out.size() < 32;)
        out.push_back(std::move(word));
    return out;
}

TraceDetail detailOf(const Heading &heading, double size, const std::string &type, bool inPlace)
{
    TraceDetail out;
    const bool known = heading.operation != nullptr;
    out.name = (known ? std::string(heading.operation->operation) : std::string("collective")) + (inPlace ? " in place" : " out of place");
    out.category = "nccl-tests";
    out.collective.emplace();
    out.collective->dtype = type;
    if (heading.ranks > 0)
        out.collective->groupSize = heading.ranks;
    if (!known)
        return out;
    out.collective->operation = heading.operation->operation;
    const auto part = [&](bool isPart) -> std::optional<double> {
        if (!isPart)
            return size;
        return heading.ranks > 0 ? std::optional(size / static_cast<double>(heading.ranks)) : std::nullopt;
    };
    out.collective->inBytes = part(heading.operation->inPart);
    out.collective->outBytes = part(heading.operation->outPart);
    return out;
}

} // namespace

bool isNcclTests(std::string_view head)
{
    return head.find("algbw") != std::string_view::npos && head.find("busbw") != std::string_view::npos && head.find("out-of-place") != std::string_view::npos;
}

Result<Trace> readNcclTests(TraceInput &input, const TraceReader &reader)
{
    // size count type redop root, time algbw busbw #wrong, time algbw busbw #wrong
    constexpr std::size_t typeColumn = 2, fewestColumns = 12;
    LineInput lines(input);
    TraceBuilder builder(reader.key, input.file(), input.options());
    Heading heading;
    const std::uint32_t lane = builder.addLane({{}, "nccl-tests", 0, LaneKind::operators});
    Instant at;
    for (std::string line; lines.next(line) && !builder.problem();) {
        const auto row = words(line);
        const auto size = row.empty() ? std::nullopt : decimalNumber(row[0]);
        if (!size || row.size() < fewestColumns) {
            readHeading(line, heading);
            continue;
        }
        // A row may lack the root or have it; its times are counted from the end, where the columns are always the same.
        for (const std::size_t fromEnd : {std::size_t(8), std::size_t(4)}) {
            const auto microseconds = decimalNumber(row[row.size() - fromEnd]);
            if (!microseconds || !(*microseconds >= 0.0) || *microseconds > 1e12)
                return failure(lines.about({CORE_TEXT("core", "the collective's time is no number of microseconds: {0}"), {row[row.size() - fromEnd]}}));
            const std::int64_t picoseconds = std::llround(*microseconds * 1e6);
            builder.add(lane, builder.detail(detailOf(heading, *size, row[typeColumn], fromEnd == 4)), at, picoseconds);
            at = later(at, picoseconds).value_or(at);
        }
    }
    if (lines.problem())
        return failure(*lines.problem());
    if (builder.empty() && !builder.problem())
        return failure("line " + std::to_string(lines.number()), {CORE_TEXT("core", "no row of sizes and times follows the heading"), {}}, input.file());
    if (heading.operation == nullptr)
        builder.add(Issue{Severity::warning, "line 1", {CORE_TEXT("core", "does not say which collective it measured: keep the line of the command"), {}}, input.file()});
    builder.trace().devices.push_back({0, heading.device, {}, {}, {}});
    return builder.finish(std::nullopt);
}

} // namespace headroom
