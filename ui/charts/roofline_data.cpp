#include "ui/charts/roofline_data.h"

#include "ui/document/selection.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {

namespace {

constexpr double moved = 0.01; // relative change that makes a ghost

double roundDown(double value)
{
    return std::pow(10.0, std::floor(std::log10(value) * 3.0) / 3.0);
}

double roundUp(double value)
{
    return std::pow(10.0, std::ceil(std::log10(value) * 3.0) / 3.0);
}

std::vector<Roof> roofsOf(const Estimate &estimate, MemoryLevel level)
{
    const bool onChip = level == MemoryLevel::onChip && estimate.roofline.onChip;
    const double bandwidth = (onChip ? estimate.roofline.onChip->bandwidth : estimate.roofline.hbmBandwidth).value;
    std::vector<Roof> roofs{{peakDtype(estimate.scenario.run), estimate.roofline.peak.value, bandwidth, true}};
    for (const MatrixPeak &peak : estimate.scenario.hardware.matrixPeaks) {
        if (peak.dtype == peakDtype(estimate.scenario.run))
            continue;
        // Types with the same rate share a line.
        const double rate = peak.rate.value.expected.value;
        const auto same = std::ranges::find(roofs, rate, &Roof::peak);
        if (same != roofs.end())
            same->dtype += ", " + peak.dtype;
        else
            roofs.push_back({peak.dtype, rate, bandwidth, false});
    }
    return roofs;
}

RooflinePoint pointOf(const RooflineOperator &op, MemoryLevel level)
{
    if (level == MemoryLevel::onChip && op.onChip) {
        RooflinePoint point = pointOf(op, MemoryLevel::hbm);
        point.boundBy = op.onChip->boundBy;
        point.intensity = op.onChip->intensity.value;
        point.time = op.onChip->time;
        point.rate = point.time.value > 0 ? op.executedFlops.value / point.time.value : 0.0;
        point.share = op.onChip->timeShare;
        return point;
    }
    return {.key = operatorKey(op),
            .name = op.name,
            .group = op.group,
            .category = op.category,
            .phase = op.phase,
            .boundBy = op.boundBy,
            .intensity = op.intensity.value,
            .rate = op.time.value > 0 ? op.executedFlops.value / op.time.value : 0.0,
            .share = op.timeShare,
            .time = op.time};
}

void addGhosts(RooflineData &data, const Estimate &baseline, MemoryLevel level)
{
    std::map<std::string, RooflinePoint> before;
    for (const RooflineOperator &op : baseline.roofline.operators)
        if (op.executedFlops.value > 0)
            before.emplace(operatorKey(op), pointOf(op, level));
    for (const RooflinePoint &now : data.points) {
        const auto it = before.find(now.key);
        if (it == before.end())
            continue;
        const RooflinePoint &old = it->second;
        const auto differs = [](double a, double b) { return std::abs(a - b) > moved * std::abs(b); };
        if (differs(now.intensity, old.intensity) || differs(now.rate, old.rate))
            data.ghosts.push_back({now.key, old.intensity, old.rate, old.share});
    }
    const Roof roof = roofsOf(baseline, level).front();
    if (roof.peak != data.roofs.front().peak || roof.bandwidth != data.roofs.front().bandwidth)
        data.baselineRoof = roof;
}

void addMeasured(RooflineData &data, const Estimate &estimate, const GapAnalysis &gap)
{
    std::map<std::string, double> rates; // by the key of the operator
    for (const RooflineOperator &op : estimate.roofline.operators)
        for (const OperatorRate &rate : gap.rates)
            if (rate.id == op.group + "." + op.name + "." + keyOf(op.phase))
                rates.emplace(operatorKey(op), rate.rate.value);
    for (RooflinePoint &point : data.points)
        if (const auto found = rates.find(point.key); found != rates.end())
            point.measured = found->second;
}

void addCommunication(RooflineData &data, const Estimate &estimate)
{
    const double step = estimate.system.stepTime.bound.value;
    if (!estimate.system.legal || step <= 0)
        return;
    for (const CommunicationRow &row : estimate.system.communication) {
        if (row.total.value <= 0)
            continue;
        data.communication.push_back({.key = row.axis + "/" + row.purpose,
                                      .name = QStringLiteral("%1 %2").arg(qs(row.axis), coreText(row.purpose)),
                                      .share = row.exposed.value / step,
                                      .hidden = row.hidden.value / step,
                                      .category = std::nullopt});
    }
    std::ranges::stable_sort(data.communication, std::greater{},
                             [](const RugSegment &s) { return s.share + s.hidden; });
}

void setRanges(RooflineData &data)
{
    const Roof &active = data.roofs.front();
    double left = active.ridge() / 20.0, right = active.ridge() * 8.0;
    double bottom = active.peak / 20.0, top = active.peak;
    const auto include = [&](double intensity, double rate) {
        if (intensity <= 0 || rate <= 0)
            return;
        left = std::min(left, intensity);
        right = std::max(right, intensity);
        bottom = std::min(bottom, rate);
        top = std::max(top, rate);
    };
    for (const RooflinePoint &p : data.points) {
        include(p.intensity, p.rate);
        include(p.intensity, p.measured.value_or(0.0));
    }
    for (const GhostPoint &p : data.ghosts)
        include(p.intensity, p.rate);
    for (const TrailLine &line : data.trails)
        for (const TrailPoint &p : line.points)
            include(p.intensity.value, p.rate.value);
    for (const Roof &roof : data.roofs)
        include(roof.ridge(), roof.peak);
    data.intensity = {roundDown(left * 0.8), roundUp(right * 1.5)};
    data.rate = {roundDown(bottom * 0.6), roundUp(top * 1.6)};
}

} // namespace

RooflineData rooflineData(const Estimate &estimate, const Estimate *baseline, MemoryLevel level, const GapAnalysis *gap)
{
    RooflineData data;
    if (!estimate.roofline.onChip)
        level = MemoryLevel::hbm;
    if (baseline && level == MemoryLevel::onChip && !baseline->roofline.onChip)
        baseline = nullptr; // nothing to compare on this level
    if (level == MemoryLevel::onChip)
        data.memory = estimate.roofline.onChip->memory;
    data.roofs = roofsOf(estimate, level);
    for (const RooflineOperator &op : estimate.roofline.operators) {
        const RooflinePoint point = pointOf(op, level);
        if (op.executedFlops.value > 0 && point.intensity > 0)
            data.points.push_back(point);
        else if (point.time.value > 0)
            data.noFlops.push_back({.key = operatorKey(op),
                                    .name = coreText(op.name),
                                    .share = point.share,
                                    .hidden = 0.0,
                                    .category = op.category});
    }
    std::ranges::stable_sort(data.points, std::greater{}, &RooflinePoint::share);
    std::ranges::stable_sort(data.noFlops, std::greater{}, &RugSegment::share);
    addCommunication(data, estimate);
    if (baseline)
        addGhosts(data, *baseline, level);
    if (gap)
        addMeasured(data, estimate, *gap);
    setRanges(data);
    return data;
}

void addTrails(RooflineData &data, const std::vector<OperatorTrail> &trails, TrailOver over)
{
    data.trailOver = over;
    for (const RooflinePoint &point : data.points) {
        const auto trail = std::ranges::find_if(trails, [&](const OperatorTrail &t) { return operatorKey(t.group, t.name, t.phase) == point.key; });
        if (trail != trails.end())
            data.trails.push_back({point.key, point.name, point.group, point.category, point.phase, trail->points});
    }
    setRanges(data);
}

} // namespace headroom
