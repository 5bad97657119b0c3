#include "gap/gap_analysis.h"

#include "base/format.h"
#include "estimate/descent.h"
#include "gap/gap_rows.h"

#include <algorithm>
#include <map>
#include <cmath>

namespace headroom {

namespace {

// Carries the waterfall on from Expected.
void descend(GapAnalysis &out)
{
    Estimate &e = out.estimate;
    const auto expected = std::ranges::find(e.waterfall, std::string("expected"), &WaterfallRow::id);
    e.waterfall.erase(expected + 1, e.waterfall.end());
    const Derived<FlopsPerSecond> peak = e.why.given("hardware.peak", e.roofline.peak);
    const Derived<Flops> useful{e.modelFlopsPerStep, e.modelFlopsPerStepTerm};
    const Derived<Seconds> from{e.system.stepTime.expected, e.system.stepTime.expectedTerm};
    Descent d(e.why, useful, static_cast<double>(e.scenario.run.devices), peak, from);
    for (const GapRow &row : out.rows)
        d.loss(row.id, row.name.c_str(), row.lost());
    const Seconds before = d.at();
    d.lossTo("gap.unexplained", CORE_TEXT("core", "Unexplained"), out.measuredStep);
    d.anchor("measured", CORE_TEXT("core", "Measured"));
    out.rows.push_back({"gap.unexplained", CORE_TEXT("core", "Unexplained"), out.measuredStep - before, {}, {}, 0.0,
                        {CORE_TEXT("core", "operators of no known class, and the measured step against the traced one"), {}}});
    std::vector<WaterfallRow> rows = std::move(d).rows();
    out.measuredMfu = rows.back().mfu;
    for (GapRow &row : out.rows)
        if (const auto found = std::ranges::find(rows, row.id, &WaterfallRow::id); found != rows.end())
            row.mfu = found->mfu;
    e.waterfall.insert(e.waterfall.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
}

void flag(GapAnalysis &out, const std::string &field, Message message) { out.flags.push_back({Severity::warning, field, std::move(message), {}}); }

// No run is faster than its bound: then an input is not what ran.
void flagBounds(GapAnalysis &out)
{
    constexpr double rounding = 0.98; // clocks above the datasheet's, marks of a step
    const Seconds bound = out.estimate.system.stepTime.bound;
    if (out.measuredStep < bound)
        flag(out, "run.measuredStepTime",
             {CORE_TEXT("core", "measured {0} is below the bound of {1}. Usual causes: a sparse peak or another data type than stated, a smaller batch, "
                                "shorter or packed sequences, other FLOPs than the convention counts, less recompute than the policy states, a step time that is no whole step"),
              {engineering(out.measuredStep.value, Unit::seconds), engineering(bound.value, Unit::seconds)}});
    for (const ClassEfficiency &c : out.efficiencies)
        if (c.bound.value > 0.0 && c.measured < rounding * c.bound)
            flag(out, std::string("gap.") + keyOf(c.eventClass),
                 {CORE_TEXT("core", "{0}: measured {1} is below the bound of {2} ({3} calls traced, {4} modelled)"),
                  {labelOf(c.eventClass), engineering(c.measured.value, Unit::seconds), engineering(c.bound.value, Unit::seconds), exactNumber(c.calls),
                   exactNumber(c.modelledCalls)}});
    for (const LinkUse &l : out.links)
        if (l.bound.value > 0.0 && l.measured.value > 0.0 && l.modelledCalls > 0.0 && l.measured < rounding * l.bound)
            flag(out, std::string("gap.") + keyOf(l.kind),
                 {CORE_TEXT("core", "{0}: measured {1} is less than the network's bound of {2}"),
                  {labelOf(l.kind), engineering(l.measured.value, Unit::seconds), engineering(l.bound.value, Unit::seconds)}});
}

// What the record says of chip and ranks against the scenario.
void flagDevices(GapAnalysis &out, const TraceSummary &summary)
{
    constexpr double alike = 0.05; // chips of one name run at several clocks
    const Scenario &s = out.estimate.scenario;
    const auto device = std::ranges::find(summary.devices, summary.device, &TracedDevice::index);
    const auto differs = [&](const std::optional<double> &stated, double ours) { return stated && std::abs(*stated - ours) > alike * ours; };
    const std::string name = device == summary.devices.end() ? "" : device->name;
    if (device != summary.devices.end() && differs(device->peakFlopsPerSecond, out.estimate.roofline.peak.value))
        flag(out, "hardware.peak", {CORE_TEXT("core", "the record's device {0} states {1}, the scenario's {2} has {3}"),
                                    {name, engineering(*device->peakFlopsPerSecond, Unit::flopsPerSecond), s.hardware.name,
                                     engineering(out.estimate.roofline.peak.value, Unit::flopsPerSecond)}});
    if (device != summary.devices.end() && differs(device->bytesPerSecond, out.estimate.roofline.hbmBandwidth.value))
        flag(out, "hardware.hbmBandwidth", {CORE_TEXT("core", "the record's device {0} states {1}, the scenario's {2} has {3}"),
                                            {name, engineering(*device->bytesPerSecond, Unit::bytesPerSecond), s.hardware.name,
                                             engineering(out.estimate.roofline.hbmBandwidth.value, Unit::bytesPerSecond)}});
    if (summary.worldSize && *summary.worldSize != s.run.devices)
        flag(out, "run.devices", {CORE_TEXT("core", "the record is of a run on {0} ranks, the scenario has {1} devices"),
                                  {std::to_string(*summary.worldSize), std::to_string(s.run.devices)}});
}

double shareHidden(Seconds total, Seconds exposed) { return total.value > 0.0 ? 1.0 - exposed / total : 1.0; }

double expectedOverlap(const Estimate &e, const ModelledStep &model)
{
    Seconds total{};
    for (const CommunicationRow &row : e.system.communication)
        total += row.total;
    return std::max(0.0, shareHidden(total, model.exposedCommunication));
}

// An operator that several names were matched with has one rate.
std::vector<OperatorRate> ratesOf(const ModelledStep &model, const Matches &matches)
{
    struct Sum
    {
        Flops flops{};
        Seconds time{};
    };
    std::map<std::string, Sum> sums;
    for (const OperatorMatch &match : matches.matched) {
        const ModelledOperator &op = model.operators[match.modelled];
        sums[op.id].flops += match.calls * op.flops;
        sums[op.id].time += match.measured;
    }
    std::vector<OperatorRate> out;
    for (const auto &[id, sum] : sums)
        if (sum.flops.value > 0.0 && sum.time.value > 0.0)
            out.push_back({id, sum.flops / sum.time});
    return out;
}

// Those that a scenario keeps may be of another plan, whose stage runs other operators.
std::vector<MatchCorrection> correctionsFor(GapAnalysis &out, const GapInput &input, const ModelledStep &model)
{
    std::vector<MatchCorrection> all = input.corrections;
    for (const MatchCorrection &c : input.kept)
        if (c.modelled.empty() || std::ranges::find(model.operators, c.modelled, &ModelledOperator::id) != model.operators.end())
            all.push_back(c);
        else
            flag(out, "matches", {CORE_TEXT("core", "the plan's critical stage runs no operator \"{0}\""), {c.modelled}});
    return all;
}

Result<void> fromTrace(GapAnalysis &out, const GapInput &input, const ModelledStep &model)
{
    const DeviceTime &t = *input.summary->typical;
    const std::vector<DeviceWork> work = deviceWork(*input.trace, *input.classes);
    const auto device = std::ranges::find(work, input.summary->device, &DeviceWork::device);
    out.rows = gapRows(model, t, exposedParts(model.collectives, *input.trace, *device, t.step));
    out.efficiencies = classEfficiencies(model, t);
    out.links = linkUses(out.estimate, t);
    const auto seconds = [](std::int64_t ps) { return Seconds(static_cast<double>(ps) * 1e-12); };
    if (t.communication > 0) {
        out.overlap = shareHidden(seconds(t.communication), seconds(t.exposedCommunication));
        out.expectedOverlap = expectedOverlap(out.estimate, model);
    }
    out.dominant = dominantCheck(model, input);
    Result<Matches> matches = matchOperators(model, tracedCalls(*input.trace, *device, t.step), correctionsFor(out, input, model));
    if (!matches)
        return tl::unexpected(matches.error());
    for (const MatchCorrection &c : matches->idle)
        flag(out, "matches", {CORE_TEXT("core", "no operator of the traced step that is not taken yet fits \"{0}\""), {c.pattern}});
    out.matches = *std::move(matches);
    out.rates = ratesOf(model, *out.matches);
    out.operators = model.operators;
    return {};
}

} // namespace

Result<GapAnalysis> analyzeGap(GapInput input)
{
    if (!input.estimate.system.legal)
        return failure(input.estimate.system.reasonField, {CORE_TEXT("core", "an illegal plan has no expected step to compare with"), {}});
    const bool traced = input.summary != nullptr && input.summary->typical;
    if (!traced && !input.measuredStep)
        return failure("run.measuredStepTime", {CORE_TEXT("core", "there is no measured step: give its time, or a trace with work of a device"), {}});
    GapAnalysis out;
    out.estimate = std::move(input.estimate);
    out.measuredStep = input.measuredStep.value_or(traced ? Seconds(input.summary->steps.median) : Seconds{});
    out.estimate.scenario.run.measuredStepTime = out.measuredStep;
    if (traced)
        if (const auto done = fromTrace(out, input, modelledStep(out.estimate)); !done)
            return tl::unexpected(done.error());
    if (input.stop.stop_requested())
        return failure("", {CORE_TEXT("core", "the comparison was stopped"), {}});
    descend(out);
    out.measuredHfu = out.estimate.system.hfu.total * (out.estimate.system.stepTime.bound / out.measuredStep);
    flagBounds(out);
    if (traced) {
        flagDevices(out, *input.summary);
        out.calibration = measuredCalibration(out.estimate, out, *input.summary->typical,
                                              "measured: " + input.summary->file + ", step " + input.summary->typical->step.name);
    }
    return out;
}

} // namespace headroom
