// Times of steps as comma-separated values with a heading that names the unit: "step,step_time_ms", "iteration,seconds". One step
// after the other; what stands in other columns is not read.

#include "trace/line_input.h"
#include "trace/readers.h"
#include "trace/trace_builder.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr std::string_view numberNames[] = {"step", "iteration", "iter", "global_step", "train_step", "step_num"};
constexpr std::string_view timeNames[] = {"step_time", "steptime", "iteration_time", "iter_time", "time_per_step", "time_per_iteration", "elapsed_time_per_iteration",
                                          "train_step_time", "perf_step_time", "time", "duration", "elapsed"};

struct Columns
{
    std::size_t number = 0, time = 0; // 1 + place; 0: absent
    double picoseconds = 0.0;         // of the time's unit
};

Columns columnsOf(std::string_view line)
{
    Columns out;
    const auto headings = commaSeparated(line);
    for (std::size_t i = 0; i < headings.size(); ++i) {
        auto [name, unit] = columnName(headings[i]);
        if (unit.empty() && picosecondsPer(name)) // "seconds"
            unit = std::exchange(name, "time");
        const auto scale = picosecondsPer(unit);
        if (out.number == 0 && std::ranges::find(numberNames, name) != std::end(numberNames))
            out.number = i + 1;
        else if (out.time == 0 && scale && std::ranges::find(timeNames, name) != std::end(timeNames))
            out.time = i + 1, out.picoseconds = *scale;
    }
    return out;
}

std::string_view firstLine(std::string_view text) { return text.substr(0, std::min(text.find('\n'), std::size_t(4096))); }

} // namespace

bool isStepCsv(std::string_view head) { return columnsOf(firstLine(head)).time != 0; }

Result<Trace> readStepCsv(TraceInput &input, const TraceReader &reader)
{
    LineInput lines(input);
    TraceBuilder builder(reader.key, input.file(), input.options());
    std::string line;
    lines.next(line);
    const Columns columns = columnsOf(line);
    if (columns.time == 0) // a heading longer than what was looked at
        return failure("line 1", {CORE_TEXT("core", "no column is a step's time with a unit, as in step_time_ms"), {}}, input.file());
    const std::uint32_t lane = builder.addLane({{}, "steps", -1, LaneKind::steps});
    std::optional<Instant> at = Instant{};
    for (std::size_t step = 0; lines.next(line) && !builder.problem();) {
        const auto row = commaSeparated(line);
        if (line.empty())
            continue;
        const auto time = columns.time <= row.size() ? decimalNumber(row[columns.time - 1]) : std::nullopt;
        const double duration = time.value_or(-1.0) * columns.picoseconds;
        at = duration >= 0.0 && duration < 4e18 ? at : std::nullopt;
        if (!at)
            return failure(lines.about({CORE_TEXT("core", "the step's time is no number from 0 to 53 days: {0}"),
                                        {columns.time <= row.size() ? row[columns.time - 1] : "-"}}));
        TraceDetail detail;
        detail.name = columns.number != 0 && columns.number <= row.size() ? row[columns.number - 1] : std::to_string(step);
        ++step;
        const std::int64_t picoseconds = std::llround(duration);
        builder.add(lane, builder.detail(detail), *at, picoseconds);
        at = later(*at, picoseconds);
        if (!at)
            return failure(lines.about({CORE_TEXT("core", "the steps together take more than 64 bits hold"), {}}));
    }
    if (lines.problem())
        return failure(*lines.problem());
    if (builder.empty() && !builder.problem())
        return failure("line 1", {CORE_TEXT("core", "no step follows the heading"), {}}, input.file());
    return builder.finish(std::nullopt);
}

} // namespace headroom
