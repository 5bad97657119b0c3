#include "explore/sweep.h"

#include "base/text.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace headroom {

namespace {

constexpr std::size_t mostCells = 250000;
constexpr std::size_t cellsBetweenReports = 25;

SweepCell cellOf(const Scenario &scenario, std::span<const FieldChange> changes)
{
    const Result<Scenario> variant = varied(scenario, changes);
    return {variant ? figuresOrReason(*variant) : withReason(variant.error()), true};
}

Issues checkAxes(const Scenario &scenario, const SweepAxis &x, const std::optional<SweepAxis> &y)
{
    const auto wrong = [](const Field &field, Message message) { return Issues{{Severity::error, field.path(), std::move(message), {}}}; };
    if (y && x.field == y->field)
        return wrong(*x.field, {CORE_TEXT("core", "is on both axes"), {}});
    for (const SweepAxis *axis : {&x, y ? &*y : nullptr})
        if (axis && axis->values.size() > mostSweepValues)
            return wrong(*axis->field, {CORE_TEXT("core", "a sweep has at most {0} values, not {1}"),
                                        {std::to_string(mostSweepValues), std::to_string(axis->values.size())}});
    if (!x.field->appliesTo(scenario))
        return {doesNotApply(*x.field)};
    const std::size_t cells = x.values.size() * (y ? y->values.size() : 1);
    if (cells > mostCells)
        return wrong(*x.field, {CORE_TEXT("core", "a sweep has at most {0} cells, not {1}"), {std::to_string(mostCells), std::to_string(cells)}});
    return {};
}

std::optional<std::size_t> positionOf(const SweepAxis &axis, const Scenario &scenario)
{
    const auto at = std::ranges::find(axis.values, axis.field->get(scenario));
    return at == axis.values.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - axis.values.begin()));
}

std::optional<std::size_t> nowOf(const Scenario &scenario, const SweepAxis &x, const std::optional<SweepAxis> &y)
{
    const std::optional<std::size_t> column = positionOf(x, scenario), row = y ? positionOf(*y, scenario) : std::optional<std::size_t>(0);
    return column && row ? std::optional(*row * x.values.size() + *column) : std::nullopt;
}

// Fills the cells in their order, shared out over the threads.
void fillCells(Sweep &out, const Scenario &scenario, const std::stop_token &stop, const std::function<void(std::size_t, std::size_t)> &progress,
               unsigned threads)
{
    std::atomic<std::size_t> next{0};
    std::mutex reporting;
    std::size_t done = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < out.cells.size() && !stop.stop_requested(); i = next++) {
            out.cells[i] = cellOf(scenario, changesOf(out, i % out.x.values.size(), i / out.x.values.size()));
            if (!progress)
                continue;
            const std::scoped_lock lock(reporting);
            if (++done % cellsBetweenReports == 0 || done == out.cells.size())
                progress(done, out.cells.size());
        }
    };
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads && t < out.cells.size(); ++t)
        others.emplace_back(work);
    work();
}

} // namespace

std::vector<FieldChange> changesOf(const Sweep &sweep, std::size_t column, std::size_t row)
{
    std::vector<FieldChange> changes{{sweep.x.field, sweep.x.values[column]}};
    if (sweep.y)
        changes.push_back({sweep.y->field, sweep.y->values[row]});
    return changes;
}

std::optional<std::size_t> bestCell(const Sweep &sweep, Figure figure)
{
    std::optional<std::size_t> best;
    const double sign = lessIsBetter(figure) ? -1.0 : 1.0;
    for (std::size_t i = 0; i < sweep.cells.size(); ++i) {
        const Figures &figures = sweep.cells[i].figures;
        if (figures.feasible && (!best || sign * valueOf(figures, figure) > sign * valueOf(sweep.cells[*best].figures, figure)))
            best = i;
    }
    return best;
}

Result<Sweep> sweep(const Scenario &scenario, const SweepAxis &x, const std::optional<SweepAxis> &y, const std::stop_token &stop,
                    const std::function<void(std::size_t, std::size_t)> &progress, unsigned threads)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    if (Issues issues = checkAxes(scenario, x, y); !issues.empty())
        return tl::unexpected<Issues>(std::move(issues));
    Result<Figures> base = figuresOf(scenario);
    if (!base)
        return tl::unexpected<Issues>(base.error());
    Sweep out{.base = *std::move(base), .x = x, .y = y, .cells = {}, .now = nowOf(scenario, x, y), .complete = true, .seconds = 0.0};
    out.cells.resize(x.values.size() * out.rows());
    fillCells(out, scenario, stop, progress, threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency()));
    out.complete = std::ranges::all_of(out.cells, &SweepCell::done);
    out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return out;
}

} // namespace headroom
