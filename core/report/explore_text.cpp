// Studies as text for people.

#include "base/format.h"
#include "report/explore_report.h"
#include "report/figures_report.h"
#include "report/text_lines.h"

#include <algorithm>

namespace headroom {

namespace {

using Row = std::vector<std::string>;

std::string partly(bool complete) { return complete ? "" : "\nstopped early: the rest is missing\n"; }

// Of a step: its value, change of MFU and of the step.
Row stepCells(const SensitivityRow &row, const std::optional<SensitivityStep> &step, const Figures &base)
{
    if (!step)
        return {"-", "", ""};
    const Figures &f = step->figures;
    return {shownValue(*row.field, step->value) + (step->followed.empty() ? "" : " (" + step->followed + ")") + (f.feasible ? "" : " does not fit"),
            signedPoints(f.expectedMfu.expected - base.expectedMfu.expected), signedShare(f.expected.value, base.expected.value)};
}

std::string outText(const SensitivityRow &row)
{
    std::string out;
    if (row.downOut)
        out = text(*row.downOut);
    if (row.upOut && (!row.downOut || *row.upOut != *row.downOut))
        out += (out.empty() ? "" : "; ") + text(*row.upOut);
    return out;
}

std::string cellText(const Figures &f, Figure figure)
{
    if (!f.legal)
        return "-";
    return (f.feasible ? "" : "!") + figureText(figure, valueOf(f, figure));
}

std::string reasonText(const Figures &f) { return f.reason ? text(*f.reason) : std::string(); }

} // namespace

std::string sensitivityText(const Sensitivity &found, const Scenario &scenario, std::size_t top)
{
    std::vector<Row> rows{{"field", "now", "down to", "MFU points", "step", "up to", "MFU points", "step", "left out"}};
    for (const SensitivityRow &row : found.rows) {
        if (top > 0 && rows.size() > top)
            break;
        Row cells{row.field->path(), shownValue(*row.field, row.now)};
        for (const std::optional<SensitivityStep> &step : {row.down, row.up}) {
            const Row more = stepCells(row, step, found.base);
            cells.insert(cells.end(), more.begin(), more.end());
        }
        cells.push_back(outText(row));
        rows.push_back(std::move(cells));
    }
    return studyHead(scenario, "every field " + percent(found.share, 0) + " down and up; expected MFU " + percent(found.base.expectedMfu.expected, 2) + ", step "
                                   + engineering(found.base.expected.value, Unit::seconds))
        + textTable(rows) + partly(found.complete);
}

std::string sweepText(const Sweep &found, const Scenario &scenario, Figure figure)
{
    std::vector<Row> rows;
    if (found.y) {
        Row heading{found.y->field->path() + " \\ " + found.x.field->path()};
        for (const FieldValue &value : found.x.values)
            heading.push_back(shownValue(*found.x.field, value));
        rows.push_back(std::move(heading));
        for (std::size_t r = 0; r < found.rows(); ++r) {
            Row cells{shownValue(*found.y->field, found.y->values[r])};
            for (std::size_t c = 0; c < found.x.values.size(); ++c)
                cells.push_back(cellText(found.at(c, r).figures, figure));
            rows.push_back(std::move(cells));
        }
    } else {
        rows.push_back({found.x.field->path(), "MFU", "expected", "step", "memory", "tokens/s/chip", "dominant", "does not run, or does not fit"});
        for (std::size_t c = 0; c < found.x.values.size(); ++c) {
            const Figures &f = found.at(c, 0).figures;
            const auto shown = [&](Figure of) { return f.legal ? figureText(of, valueOf(f, of)) : std::string("-"); };
            rows.push_back({shownValue(*found.x.field, found.x.values[c]), shown(Figure::boundMfu), shown(Figure::expectedMfu), shown(Figure::expectedStep),
                            shown(Figure::memory), shown(Figure::tokensPerSecondPerChip), f.dominant, reasonText(f)});
        }
    }
    const std::string what = found.y ? labelOf(figure) + std::string(" (! does not fit, - cannot run)") : "sweep of " + found.x.field->path();
    return studyHead(scenario, what) + textTable(rows) + partly(found.complete);
}

std::string goalText(const Goal &found, const Scenario &scenario, const Field &field)
{
    const Figures &f = found.figures;
    std::string out = studyHead(scenario, "goal seek") + field.path() + " = " + shownValue(field, found.value) + ", was " + shownValue(field, field.get(scenario));
    if (!found.followed.empty())
        out += " (" + found.followed + ")";
    out += "\nexpected MFU " + percent(f.expectedMfu.expected, 2) + ", bound " + percent(f.boundMfu, 2) + ", step " + engineering(f.expected.value, Unit::seconds) + ", "
        + significant(f.tokensPerSecondPerChip, 4) + " tokens/s per chip, memory " + gib(f.memory) + "\n";
    if (found.before)
        out += "the goal lies between this value and " + shownValue(field, *found.before) + "\n";
    if (!f.feasible)
        out += reasonText(f) + "\n";
    return out;
}

std::string scalingText(const Scaling &found, const Scenario &scenario)
{
    std::vector<Row> rows{{"devices", "batch", "dp", "fsdp", "tp", "ep", "pp", "cp", "micro", "expected MFU", "step", "tokens/s/chip", "speed-up", "efficiency",
                           "dominant", "does not run, or does not fit"}};
    for (const ScalingPoint &p : found.points) {
        Row cells{std::to_string(p.devices), std::to_string(p.globalBatch)};
        for (const Count degree : {p.plan.dp, p.plan.fsdp, p.plan.tp, p.plan.ep, p.plan.pp, p.plan.cp, p.plan.microBatch})
            cells.push_back(p.runs() ? std::to_string(degree) : "-");
        const Figures &f = p.figures;
        for (const std::string &cell : p.runs() ? Row{percent(f.expectedMfu.expected, 2), engineering(f.expected.value, Unit::seconds),
                                                      significant(f.tokensPerSecondPerChip, 4), fixed(p.speedup, 2), percent(p.efficiency)}
                                                : Row{"-", "-", "-", "-", "-"})
            cells.push_back(cell);
        cells.insert(cells.end(), {f.dominant, reasonText(f)});
        rows.push_back(std::move(cells));
    }
    return studyHead(scenario, std::string("scaling, ") + labelOf(found.kind) + "; " + labelOf(found.plan)) + textTable(rows) + partly(found.complete);
}

std::string trendText(const Trend &found, const Scenario &scenario)
{
    std::vector<Row> rows{{"field", "value", "expected MFU", "step", "tokens/s/chip", "memory", "dominant", ""}};
    for (const TrendRow &row : found.rows)
        for (std::size_t i = 0; i < row.points.size(); ++i) {
            const TrendPoint &p = row.points[i];
            const auto shown = [&](Figure of) { return p.figures.legal ? figureText(of, valueOf(p.figures, of)) : std::string("-"); };
            const bool changes = std::ranges::find(row.changes, i) != row.changes.end();
            std::string remark = i == row.now ? "as it is" : p.followed;
            if (changes)
                remark += std::string(remark.empty() ? "" : "; ") + "the dominant term changes";
            if (p.figures.reason)
                remark += std::string(remark.empty() ? "" : "; ") + reasonText(p.figures);
            rows.push_back({i == 0 ? row.field->path() : "", shownValue(*row.field, p.value), shown(Figure::expectedMfu), shown(Figure::expectedStep),
                            shown(Figure::tokensPerSecondPerChip), shown(Figure::memory), p.figures.dominant, remark});
        }
    return studyHead(scenario, "half, as it is, double") + textTable(rows) + partly(found.complete);
}

} // namespace headroom
