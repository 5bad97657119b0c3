#include "explore/scaling.h"

#include "base/text.h"
#include "explore/variant.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

std::span<const EnumRow> rowsOf(ScalingKind)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"strong", CORE_TEXT("core", "strong: the same batch")},
        {"weak", CORE_TEXT("core", "weak: the batch grows along")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(ScalingPlan)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"plan", CORE_TEXT("core", "this plan, data parallel")},
        {"best", CORE_TEXT("core", "the best plan of each count")},
    }};
    return rows;
}

std::vector<Count> scalingCounts(Count devices)
{
    const Count most = static_cast<Count>(findField("run.devices")->maximum);
    std::vector<Count> out;
    for (const Count part : {4, 2})
        if (devices % part == 0)
            out.push_back(devices / part);
    for (Count times = 1; times <= 16 && devices * times <= most; times *= 2)
        out.push_back(devices * times);
    return out;
}

namespace {

Scenario scaled(const Scenario &scenario, Count devices, ScalingKind kind)
{
    Scenario out = withDevices(scenario, devices);
    if (kind == ScalingKind::weak) {
        const double batch = static_cast<double>(scenario.run.globalBatch) * static_cast<double>(devices) / static_cast<double>(scenario.run.devices);
        out.run.globalBatch = std::max<Count>(1, std::llround(batch));
    }
    return out;
}

// Puts the best plan of the devices in; without one the scenario stays, with the reason.
std::optional<Message> takeBest(Scenario &scenario, const SearchSpace &space, const std::stop_token &stop)
{
    SearchSpace own = space;
    own.keep = 1;
    own.globalBatches.clear();
    const Result<SearchResult> found = search(scenario, own, stop);
    if (!found)
        return found.error().front().message;
    if (found->rows.empty() || !found->rows.front().feasible)
        return Message{CORE_TEXT("core", "no plan is legal and fits the memory"), {}};
    scenario.plan = found->rows.front().plan;
    return std::nullopt;
}

ScalingPoint pointOf(const Scenario &scenario, Count devices, const ScalingOptions &options, const std::stop_token &stop)
{
    Scenario at = scaled(scenario, devices, options.kind);
    ScalingPoint out{.devices = devices, .plan = {}, .globalBatch = at.run.globalBatch, .figures = {}};
    if (options.plan == ScalingPlan::best)
        out.figures.reason = takeBest(at, options.space, stop);
    out.plan = at.plan;
    if (!out.figures.reason)
        out.figures = figuresOrReason(at);
    return out;
}

// Against the first point that runs.
void compare(std::vector<ScalingPoint> &points)
{
    const auto first = std::ranges::find_if(points, &ScalingPoint::runs);
    if (first == points.end())
        return;
    const double perDevice = first->figures.tokensPerSecondPerChip, devices = static_cast<double>(first->devices);
    for (ScalingPoint &p : points)
        if (p.runs()) {
            p.efficiency = p.figures.tokensPerSecondPerChip / perDevice;
            p.speedup = p.efficiency * static_cast<double>(p.devices) / devices;
        }
}

} // namespace

Result<Scaling> scaling(const Scenario &scenario, const ScalingOptions &options, const std::stop_token &stop,
                        const std::function<void(std::size_t, std::size_t)> &progress)
{
    if (scenario.run.phase != RunPhase::training)
        return failure("run.phase", {CORE_TEXT("core", "must be training for a scaling curve, not {0}"), {keyOf(scenario.run.phase)}});
    if (Issues issues = checkScenario(scenario); hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    std::vector<Count> counts = options.devices.empty() ? scalingCounts(scenario.run.devices) : options.devices;
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end()); // the ranges form is not for clang 14
    const Field &devices = *findField("run.devices");
    Scaling out{.kind = options.kind, .plan = options.plan, .points = {}, .complete = true};
    for (const Count count : counts) {
        if (const Result<FieldValue> checked = checkFieldValue(devices, count); !checked)
            return tl::unexpected<Issues>(checked.error());
        if (stop.stop_requested()) {
            out.complete = false;
            break;
        }
        out.points.push_back(pointOf(scenario, count, options, stop));
        if (progress)
            progress(out.points.size(), counts.size());
    }
    compare(out.points);
    return out;
}

} // namespace headroom
