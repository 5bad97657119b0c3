#include "explore/figures.h"

#include "base/format.h"
#include "base/text.h"
#include "estimate/flop_convention.h"
#include "estimate/memory_estimate.h"
#include "estimate/system_bound.h"
#include "estimate/training_budget.h"
#include "ops/legal_plan.h"
#include "serving/serving.h"

#include <array>

namespace headroom {

std::span<const EnumRow> rowsOf(Figure)
{
    static constexpr std::array<EnumRow, 6> rows{{
        {"expectedMfu", CORE_TEXT("core", "Expected MFU")},
        {"boundMfu", CORE_TEXT("core", "MFU at the bound")},
        {"expectedStep", CORE_TEXT("core", "Expected step time")},
        {"boundStep", CORE_TEXT("core", "Step time at the bound")},
        {"tokensPerSecondPerChip", CORE_TEXT("core", "Tokens per second and chip")},
        {"memory", CORE_TEXT("core", "Memory per device")},
    }};
    return rows;
}

Unit unitOf(Figure figure)
{
    static constexpr std::array<Unit, 6> units{Unit::ratio, Unit::ratio, Unit::seconds, Unit::seconds, Unit::count, Unit::bytes};
    return units[static_cast<std::size_t>(figure)];
}

bool lessIsBetter(Figure figure) { return unitOf(figure) == Unit::seconds || unitOf(figure) == Unit::bytes; }

double valueOf(const Figures &f, Figure figure)
{
    const std::array<double, 6> values{f.expectedMfu.expected, f.boundMfu, f.expected.value, f.bound.value, f.tokensPerSecondPerChip, f.memory.value};
    return values[static_cast<std::size_t>(figure)];
}

std::string figureText(Figure figure, double value)
{
    return unitOf(figure) == Unit::ratio ? percent(value, 2) : engineering(value, unitOf(figure));
}

namespace {

Result<Figures> trained(const Scenario &scenario)
{
    Issues issues = checkScenario(scenario);
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    const Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!slice)
        return tl::unexpected<Issues>(slice.error());
    Figures out;
    if (const std::optional<BrokenRule> broken = brokenRule(scenario.model, scenario.run, scenario.plan)) {
        out.reason = broken->message();
        return out;
    }
    out.legal = true;
    Derivation off(false);
    const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, scenario, scenario.plan, *slice);
    const LevelResult ideal = levelResult(off, owned->placed, LevelChoice::all(Level::ideal));
    const auto at = [&](Level level) { return levelResult(off, owned->placed, LevelChoice::all(level)).headline.step; };
    const Derived<Seconds> low = at(Level::low), expected = at(Level::expected), high = at(Level::high);
    const Derived<Flops> useful = usefulFlops(off, scenario.model, scenario.run);
    const Derived<double> devices{static_cast<double>(scenario.run.devices), {}};
    const auto mfu = [&](const Derived<Seconds> &step) { return mfuOf(off, useful, devices, ideal.rates.chip.peak, step).value; };
    out.bound = ideal.headline.step.value;
    out.low = low.value;
    out.expected = expected.value;
    out.high = high.value;
    out.boundMfu = mfu(ideal.headline.step);
    out.expectedMfu = {mfu(high), mfu(expected), mfu(low)};
    out.tokensPerSecondPerChip = tokensPerSecondPerChip(off, scenario.run, expected).value;
    out.dominant = keyOf(dominantPart(
        stepParts(off, ideal.input, attribution(off, ideal.input, ideal.headline), ideal.criticalStage(owned->placed.remat))));
    out.capacity = scenario.hardware.hbmCapacity.value.expected;
    const StageMemory memory = peakMemory(ledgerInput(owned->placed)).memory;
    const Fit fits = fit(memory, out.capacity);
    out.memory = memory.total;
    out.feasible = fits.fits();
    if (!out.feasible) {
        out.shortBy = fits.shortBy;
        out.reason = outOfMemory(out.memory, out.capacity, keyOf(fits.largest));
    }
    return out;
}

Result<Figures> served(const Scenario &scenario)
{
    const Result<ServingEstimate> estimate = evaluateServing(scenario);
    if (!estimate)
        return tl::unexpected<Issues>(estimate.error());
    Figures out;
    out.legal = estimate->legal;
    out.feasible = estimate->feasible;
    out.reason = estimate->reason;
    if (!out.legal)
        return out;
    const ServedStep *decode = estimate->step("decode");
    const ServedStep &step = decode ? *decode : estimate->steps.front();
    out.boundMfu = step.boundMfu;
    out.expectedMfu = step.expectedMfu;
    out.bound = step.time.bound;
    out.low = step.time.low;
    out.expected = step.time.expected;
    out.high = step.time.high;
    out.tokensPerSecondPerChip = estimate->latency.expectedTokens.expected;
    out.dominant = step.dominant;
    out.memory = estimate->memoryTotal;
    out.capacity = estimate->memoryCapacity;
    out.shortBy = estimate->shortBy;
    return out;
}

} // namespace

Result<Figures> figuresOf(const Scenario &scenario)
{
    return scenario.run.phase == RunPhase::training ? trained(scenario) : served(scenario);
}

Figures figuresOrReason(const Scenario &scenario)
{
    Result<Figures> figures = figuresOf(scenario);
    return figures ? *std::move(figures) : withReason(figures.error());
}

Figures withReason(const Issues &issues)
{
    Figures out;
    out.reason = issues.front().message;
    return out;
}

} // namespace headroom
