// Studies as JSON and CSV.

#include "base/format.h"
#include "report/explore_report.h"
#include "report/figures_report.h"

#include <algorithm>

namespace headroom {

namespace {

std::string valueCell(const Field &field, const FieldValue &value)
{
    const Json json = fieldJson(value);
    return csvCell(json.is_structured() ? Json(formatFieldValue(field, value)) : json);
}

Json stepJson(const SensitivityStep &step, const Figures &base)
{
    Json out{{"value", fieldJson(step.value)}};
    if (!step.followed.empty())
        out["followed"] = step.followed;
    put(out, "expectedMfuChange", step.figures.expectedMfu.expected - base.expectedMfu.expected);
    put(out, "expectedStepChange", step.figures.expected - base.expected);
    out["figures"] = figuresJson(step.figures);
    return out;
}

std::size_t shown(const Sensitivity &found, std::size_t top) { return top == 0 ? found.rows.size() : std::min(top, found.rows.size()); }

// The cells of a step that is left out: from its value to its last figure.
std::string emptyStep()
{
    const std::string heading = figuresHeading();
    return std::string(4 + static_cast<std::size_t>(std::count(heading.begin(), heading.end(), ',')), ',');
}

Json axisJson(const SweepAxis &axis)
{
    Json out{{"field", axis.field->path()}};
    for (const FieldValue &value : axis.values)
        out["values"].push_back(fieldJson(value));
    return out;
}

} // namespace

std::string sensitivityJson(const Sensitivity &found, const Scenario &scenario, std::size_t top)
{
    Json out = studyJson(scenario);
    put(out, "share", found.share);
    out["complete"] = found.complete;
    out["base"] = figuresJson(found.base);
    Json &rows = out["rows"] = Json::array();
    for (std::size_t i = 0; i < shown(found, top); ++i) {
        const SensitivityRow &row = found.rows[i];
        Json &to = rows.emplace_back(Json{{"field", row.field->path()}, {"now", fieldJson(row.now)}});
        if (row.down)
            to["down"] = stepJson(*row.down, found.base);
        if (row.downOut)
            to["downLeftOut"] = text(*row.downOut);
        if (row.up)
            to["up"] = stepJson(*row.up, found.base);
        if (row.upOut)
            to["upLeftOut"] = text(*row.upOut);
    }
    return dumped(out);
}

std::string sensitivityCsv(const Sensitivity &found, std::size_t top)
{
    std::string out = "field,now,way,value,followed,expectedMfuChange,expectedStepChange," + figuresHeading() + ",leftOut\n";
    for (std::size_t i = 0; i < shown(found, top); ++i)
        for (const bool up : {false, true}) {
            const SensitivityRow &row = found.rows[i];
            const std::optional<SensitivityStep> &step = up ? row.up : row.down;
            const std::optional<Message> &left = up ? row.upOut : row.downOut;
            out += row.field->path() + "," + valueCell(*row.field, row.now) + "," + (up ? "up" : "down") + ",";
            if (step)
                out += valueCell(*row.field, step->value) + "," + csvCell(step->followed) + ","
                    + exactNumber(step->figures.expectedMfu.expected - found.base.expectedMfu.expected) + ","
                    + exactNumber(step->figures.expected.value - found.base.expected.value) + "," + figuresCells(step->figures) + ",";
            else
                out += emptyStep() + "," + (left ? csvCell(text(*left)) : "");
            out += "\n";
        }
    return out;
}

std::string sweepJson(const Sweep &found, const Scenario &scenario)
{
    Json out = studyJson(scenario);
    out["complete"] = found.complete;
    put(out, "seconds", found.seconds);
    out["base"] = figuresJson(found.base);
    out["x"] = axisJson(found.x);
    if (found.y)
        out["y"] = axisJson(*found.y);
    Json &cells = out["cells"] = Json::array();
    for (std::size_t i = 0; i < found.cells.size(); ++i) {
        if (!found.cells[i].done)
            continue;
        const std::size_t column = i % found.x.values.size(), row = i / found.x.values.size();
        Json cell{{"x", fieldJson(found.x.values[column])}};
        if (found.y)
            cell["y"] = fieldJson(found.y->values[row]);
        cell.update(figuresJson(found.cells[i].figures));
        cells.push_back(std::move(cell));
    }
    return dumped(out);
}

std::string sweepCsv(const Sweep &found)
{
    std::string out = found.x.field->path() + (found.y ? "," + found.y->field->path() : "") + "," + figuresHeading() + "\n";
    for (std::size_t i = 0; i < found.cells.size(); ++i) {
        if (!found.cells[i].done)
            continue;
        out += valueCell(*found.x.field, found.x.values[i % found.x.values.size()]);
        if (found.y)
            out += "," + valueCell(*found.y->field, found.y->values[i / found.x.values.size()]);
        out += "," + figuresCells(found.cells[i].figures) + "\n";
    }
    return out;
}

std::string goalJson(const Goal &found, const Scenario &scenario, const Field &field)
{
    Json out = studyJson(scenario);
    out["field"] = field.path();
    out["now"] = fieldJson(field.get(scenario));
    out["value"] = fieldJson(found.value);
    if (found.before)
        out["before"] = fieldJson(*found.before);
    if (!found.followed.empty())
        out["followed"] = found.followed;
    out["figures"] = figuresJson(found.figures);
    return dumped(out);
}

std::string scalingJson(const Scaling &found, const Scenario &scenario)
{
    Json out = studyJson(scenario);
    out["kind"] = keyOf(found.kind);
    out["plans"] = keyOf(found.plan);
    out["complete"] = found.complete;
    Json &points = out["points"] = Json::array();
    Scenario scratch = scenario;
    for (const ScalingPoint &p : found.points) {
        Json point{{"devices", p.devices}, {"globalBatch", p.globalBatch}};
        if (p.runs()) {
            put(point, "speedup", p.speedup);
            put(point, "efficiency", p.efficiency);
            point["plan"] = planJson(scratch, p.plan, p.globalBatch);
        }
        point.update(figuresJson(p.figures));
        points.push_back(std::move(point));
    }
    return dumped(out);
}

std::string scalingCsv(const Scaling &found)
{
    std::string out = "devices,globalBatch,dp,fsdp,tp,ep,pp,cp,microBatch,remat,speedup,efficiency," + figuresHeading() + "\n";
    for (const ScalingPoint &p : found.points) {
        out += std::to_string(p.devices) + "," + std::to_string(p.globalBatch);
        for (const Count degree : {p.plan.dp, p.plan.fsdp, p.plan.tp, p.plan.ep, p.plan.pp, p.plan.cp, p.plan.microBatch})
            out += "," + (p.runs() ? std::to_string(degree) : std::string());
        out += "," + (p.runs() ? std::string(keyOf(p.plan.remat)) + "," + exactNumber(p.speedup) + "," + exactNumber(p.efficiency) : std::string(",,"));
        out += "," + figuresCells(p.figures) + "\n";
    }
    return out;
}

std::string trendJson(const Trend &found, const Scenario &scenario)
{
    Json out = studyJson(scenario);
    out["complete"] = found.complete;
    Json &rows = out["rows"] = Json::array();
    for (const TrendRow &row : found.rows) {
        Json to{{"field", row.field->path()}, {"now", row.now}, {"dominantChangesAt", row.changes}};
        for (const TrendPoint &p : row.points) {
            Json point{{"value", fieldJson(p.value)}};
            if (!p.followed.empty())
                point["followed"] = p.followed;
            point.update(figuresJson(p.figures));
            to["points"].push_back(std::move(point));
        }
        rows.push_back(std::move(to));
    }
    return dumped(out);
}

std::string trendCsv(const Trend &found)
{
    std::string out = "field,value,asItIs,followed,dominantChanges," + figuresHeading() + "\n";
    for (const TrendRow &row : found.rows)
        for (std::size_t i = 0; i < row.points.size(); ++i)
            out += row.field->path() + "," + valueCell(*row.field, row.points[i].value) + "," + (i == row.now ? "true" : "false") + ","
                + csvCell(row.points[i].followed) + "," + (std::ranges::find(row.changes, i) != row.changes.end() ? "true" : "false") + ","
                + figuresCells(row.points[i].figures) + "\n";
    return out;
}

} // namespace headroom
