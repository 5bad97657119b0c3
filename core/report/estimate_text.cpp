// Estimate -> text for a terminal. ASCII; one function per paragraph.

#include "base/format.h"
#include "report/interval.h"
#include "report/report.h"
#include "report/text_lines.h"

#include <algorithm>
#include <vector>

namespace headroom {

namespace {

constexpr std::size_t labelWidth = 15;
constexpr std::size_t largestLosses = 3;

std::string line(const std::string &label, const std::string &value) { return padded(label, labelWidth) + value + "\n"; }

std::string heading(const Estimate &e)
{
    const RunSpec &run = e.scenario.run;
    return e.scenario.model.name + " on " + std::to_string(run.devices) + " x " + e.scenario.hardware.name
        + ", sequence length " + std::to_string(run.sequenceLength) + ", global batch " + std::to_string(run.globalBatch)
        + "\n";
}

std::string mfuLine(const Estimate &e)
{
    std::string out = "Roofline " + percent(e.roofline.mfu);
    if (e.best)
        out += "   System " + percent(e.best->boundMfu);
    if (e.system.legal)
        out += "   this plan " + percent(e.system.boundMfu) + "   Expected " + percentInterval(e.system.expectedMfu);
    return line("MFU", out);
}

std::string stepLine(const Estimate &e)
{
    const StepTimes &times = e.system.stepTime;
    std::string out = "bound " + engineering(times.bound.value, Unit::seconds) + "   expected " + timeInterval(times.low, times.high);
    // Only a pipeline's passes can take longer than the closed form says.
    if (e.system.boundSimulation && e.scenario.plan.pp > 1)
        out += "   simulated bound " + engineering(e.system.boundSimulation->step.value, Unit::seconds);
    return line("step", out);
}

std::string hfuLine(const HfuSplit &hfu)
{
    std::string parts = "useful " + percent(hfu.useful);
    if (hfu.recompute > 0.0)
        parts += ", recompute " + percent(hfu.recompute);
    if (hfu.masked > 0.0)
        parts += ", masked " + percent(hfu.masked);
    if (hfu.padding > 0.0)
        parts += ", padding " + percent(hfu.padding);
    if (hfu.form > 0.0)
        parts += ", kernel form " + percent(hfu.form);
    return line("HFU", percent(hfu.total) + " (" + parts + ")");
}

std::string memoryLine(const MemoryEstimate &memory)
{
    std::vector<MemoryPart> parts = memory.parts;
    std::ranges::stable_sort(parts, [](const MemoryPart &a, const MemoryPart &b) { return a.bytes > b.bytes; });
    std::string out = gib(memory.total) + " of " + gib(memory.capacity);
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i)
        out += (i == 0 ? ": " : ", ") + std::string(labelOf(parts[i].kind)) + " " + gib(parts[i].bytes);
    return line("memory", out);
}

std::string dominantLine(const SystemEstimate &system)
{
    const auto part = std::ranges::find(system.parts, system.dominant, &StepPart::id);
    if (part == system.parts.end())
        return {};
    return line("dominant", part->name + ", " + percent(part->bound.value / system.stepTime.bound.value) + " of the step at the bound");
}

std::string throughputLine(const SystemEstimate &system)
{
    std::string out = significant(system.tokensPerSecondPerChip, 4) + " tokens/s per chip";
    if (const std::optional<TrainingBudget> &budget = system.budget)
        out += ", " + significant(budget->days, 3) + " days for the token budget, " + engineering(budget->chipHours, Unit::count, 3) + " chip-hours";
    return line("throughput", out);
}

// Of tokens and failures, where the run states them.
std::string budgetLines(const SystemEstimate &system)
{
    std::string out;
    if (const std::optional<TrainingBudget> &b = system.budget)
        out += line("budget", significant(b->tokensPerParameter, 3) + " tokens per parameter, " + significant(b->tokensPerActiveParameter, 3)
                        + " per active parameter");
    if (const std::optional<TrainingGoodput> &g = system.goodput) {
        std::string text = percent(g->goodput) + " of the time is useful; " + significant(g->failuresPerDay, 3) + " failures a day, a checkpoint every "
            + engineering(g->checkpointInterval.value, Unit::seconds, 3) + (g->bestInterval ? " (best)" : "");
        if (g->wallDays)
            text += "; " + significant(*g->wallDays, 3) + " days with failures";
        out += line("goodput", text);
    }
    return out;
}

std::string systemLines(const Estimate &e)
{
    const SystemEstimate &system = e.system;
    std::string out;
    if (!system.feasible && system.reason)
        out += line(system.legal ? "does not fit" : "illegal plan", text(*system.reason));
    if (!system.legal)
        return out;
    return out + stepLine(e) + hfuLine(system.hfu) + memoryLine(system.memory) + dominantLine(system)
        + throughputLine(system) + budgetLines(system);
}

std::string bestLine(const Estimate &e)
{
    if (!e.best)
        return {};
    return line("best plan", planText(e.scenario, e.best->plan)) + line("", "System " + percent(e.best->boundMfu) + ", expected "
                                                                             + percentInterval(e.best->expectedMfu));
}

std::string lossLines(const std::vector<WaterfallRow> &waterfall)
{
    std::vector<WaterfallRow> losses;
    std::ranges::copy_if(waterfall, std::back_inserter(losses), [](const WaterfallRow &row) { return row.kind == RowKind::loss; });
    std::ranges::stable_sort(losses, [](const WaterfallRow &a, const WaterfallRow &b) { return a.mfu > b.mfu; });
    if (losses.empty())
        return {};
    std::string out = "\nlargest losses, in MFU points\n";
    for (std::size_t i = 0; i < std::min(losses.size(), largestLosses); ++i)
        out += "  " + rightAligned(fixed(100.0 * losses[i].mfu, 1), 5) + "  " + losses[i].name + "\n";
    return out;
}

} // namespace

std::string estimateText(const Estimate &e)
{
    return heading(e) + "\n" + mfuLine(e) + systemLines(e) + line("plan", planText(e.scenario, e.scenario.plan)) + bestLine(e)
        + lossLines(e.waterfall) + contractLines(e.contract) + issueLines(e.issues);
}

} // namespace headroom
