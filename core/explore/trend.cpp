#include "explore/trend.h"

#include "explore/variant.h"
#include "spec/hardware_spec.h"

namespace headroom {

namespace {

// In the order of the list: batch, sequence, devices, plan, dtype.
constexpr const char *trendFields[] = {"run.globalBatch", "run.serving.batch", "run.sequenceLength", "run.serving.promptLength", "run.devices",
                                       "plan.tp", "plan.ep", "plan.pp", "plan.cp", "plan.fsdp", "plan.microBatch", "run.matmulDtype"};

TrendPoint pointOf(const Scenario &scenario, const Field &field, FieldValue value)
{
    TrendPoint out{.value = std::move(value), .figures = {}, .followed = {}};
    const FieldChange change{&field, out.value};
    const Result<Scenario> next = varied(scenario, {&change, 1});
    out.figures = next ? figuresOrReason(*next) : withReason(next.error());
    if (next)
        out.followed = followedText(scenario, *next, {&change, 1});
    return out;
}

// Half and double of a whole number, as far as there are such.
std::vector<FieldValue> valuesOf(const Field &field, Count now)
{
    std::vector<FieldValue> out;
    if (now % 2 == 0 && now / 2 >= static_cast<Count>(field.minimum))
        out.emplace_back(now / 2);
    out.emplace_back(now);
    if (2 * now <= static_cast<Count>(field.maximum))
        out.emplace_back(2 * now);
    return out;
}

std::vector<FieldValue> valuesOf(const Scenario &scenario, const Field &field)
{
    if (const FieldValue now = field.get(scenario); const auto *count = std::get_if<Count>(&now))
        return valuesOf(field, *count);
    std::vector<FieldValue> out;
    for (const EnumRow &row : field.choices)
        if (matrixPeak(scenario.hardware, row.key))
            out.emplace_back(std::string(row.key));
    return out;
}

TrendRow rowOf(const Scenario &scenario, const Field &field)
{
    TrendRow row{.field = &field, .points = {}, .now = 0, .changes = {}};
    const FieldValue now = field.get(scenario);
    std::optional<std::string> before;
    for (FieldValue &value : valuesOf(scenario, field)) {
        if (value == now)
            row.now = row.points.size();
        row.points.push_back(pointOf(scenario, field, std::move(value)));
        const Figures &figures = row.points.back().figures;
        if (!figures.legal)
            continue;
        if (before && *before != figures.dominant)
            row.changes.push_back(row.points.size() - 1);
        before = figures.dominant;
    }
    return row;
}

} // namespace

Result<Trend> trend(const Scenario &scenario, const std::stop_token &stop)
{
    if (Issues issues = checkScenario(scenario); hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    Trend out;
    for (const char *path : trendFields) {
        const Field &field = *findField(path);
        if (!field.appliesTo(scenario))
            continue;
        if (stop.stop_requested()) {
            out.complete = false;
            break;
        }
        if (TrendRow row = rowOf(scenario, field); row.points.size() > 1)
            out.rows.push_back(std::move(row));
    }
    return out;
}

} // namespace headroom
