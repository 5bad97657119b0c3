#pragma once
// The figures of a plan over the values of one field, or of two: a line, or a map whose cells hold what a plan reaches or why it
// cannot run.

#include "explore/figures.h"
#include "explore/variant.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace headroom {

struct SweepAxis
{
    const Field *field = nullptr;
    std::vector<FieldValue> values; // at least one, in the order asked for
};
inline constexpr std::size_t mostSweepValues = 1000; // of an axis

enum class Spacing { linear, logarithmic };
// `steps` values from one to the other, both included; whole numbers are rounded, and stand once. Errors: name field and rule.
Result<SweepAxis> sweepRange(const Field &field, double from, double to, std::size_t steps, Spacing spacing);
// "plan.tp=1,2,4,8": these; "run.globalBatch=256..4096..5": five evenly spaced, "256..4096..5 log": evenly on a logarithmic axis,
// "256..4096..x2": each twice the one before; "256..4096": eleven evenly spaced. Values with units. A field that is no number takes a
// list of its values. Errors: name the key, or the field and the rule.
Result<SweepAxis> parseSweepAxis(std::string_view text);

struct SweepCell
{
    Figures figures;               // not legal: with the reason
    bool done = false;             // false: not reached before the sweep was stopped
};

struct Sweep
{
    Figures base;                  // of the scenario itself; not legal: with the reason
    SweepAxis x;
    std::optional<SweepAxis> y;
    std::vector<SweepCell> cells;  // x runs fastest
    std::optional<std::size_t> now; // the cell whose values are the scenario's own
    bool complete = true;
    double seconds = 0.0;

    std::size_t rows() const { return y ? y->values.size() : 1; }
    const SweepCell &at(std::size_t column, std::size_t row) const { return cells[row * x.values.size() + column]; }
};
// The changes that make a cell's scenario of the swept one.
std::vector<FieldChange> changesOf(const Sweep &sweep, std::size_t column, std::size_t row);
// The first cell of the best figure among those that fit; none: nothing fits.
std::optional<std::size_t> bestCell(const Sweep &sweep, Figure figure);

// Runs on the calling thread and `threads` - 1 more (0: one per core); `progress` is called from any of them, by one at a time. A cell
// equals evaluate() of varied() with its values. Errors: the same field twice, too many cells, fields that do not apply, a scenario
// that is wrong whatever the cell.
Result<Sweep> sweep(const Scenario &scenario, const SweepAxis &x, const std::optional<SweepAxis> &y, const std::stop_token &stop = {},
                    const std::function<void(std::size_t done, std::size_t total)> &progress = {}, unsigned threads = 0);

} // namespace headroom
