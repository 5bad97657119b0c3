// ServingEstimate -> text for a terminal. ASCII; one function per paragraph.

#include "base/format.h"
#include "report/interval.h"
#include "report/serving_report.h"
#include "report/text_lines.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr std::size_t labelWidth = 15;

std::string line(const std::string &label, const std::string &value) { return padded(label, labelWidth) + value + "\n"; }
std::string seconds(Seconds s) { return engineering(s.value, Unit::seconds); }

std::string levels(const ServedLevels &l) { return "bound " + seconds(l.bound) + "   expected " + timeInterval(l.low, l.high); }

std::string heading(const ServingEstimate &e)
{
    return e.scenario.model.name + " on " + std::to_string(e.scenario.run.devices) + " x " + e.scenario.hardware.name + ", "
        + keyOf(e.scenario.run.phase) + ", " + std::to_string(e.sequences) + " sequences\n";
}

std::string documentLine(const ServedStep &step)
{
    std::string out;
    for (const DocumentTerm &term : step.document)
        out += (out.empty() ? "" : ", ") + term.id + " " + engineering(term.flops.value, Unit::flops);
    return out.empty() ? out : line("document", out + " (full mask)");
}

std::string stepLines(const ServedStep &step, bool legal)
{
    std::string out = "\n" + step.id + ": " + significant(step.sequences, 4) + " sequences, " + significant(step.tokens, 6) + " new tokens\n";
    out += line("model FLOPs", engineering(step.modelFlops.value, Unit::flops)) + documentLine(step);
    out += line("roofline", "one chip " + seconds(step.roofline.stepTime) + ", MFU " + percent(step.roofline.mfu));
    if (!legal)
        return out;
    out += line("step", levels(step.time)) + line("MFU", "bound " + percent(step.boundMfu) + "   expected " + percentInterval(step.expectedMfu));
    out += line("bytes", engineering(step.bytesMoved.value, Unit::bytes) + " of a rank: weights " + engineering(step.weightsRead.value, Unit::bytes)
                             + ", cache " + engineering(step.cacheRead.value, Unit::bytes));
    const auto measured = std::ranges::find(step.waterfall, "measured", &WaterfallRow::id);
    if (measured != step.waterfall.end())
        out += line("measured", "step " + seconds(measured->seconds) + ", MFU " + percent(measured->mfu));
    const auto part = std::ranges::find(step.parts, step.dominant, &StepPart::id);
    if (part != step.parts.end())
        out += line("dominant", part->name + ", " + percent(part->bound.value / step.time.bound.value) + " of the step at the bound");
    return out;
}

std::string latencyLines(const ServedLatency &latency)
{
    std::string out = "\n";
    const auto add = [&](const char *label, const std::optional<ServedLevels> &l) {
        if (l)
            out += line(label, levels(*l));
    };
    add("TTFT", latency.ttft);
    add("TPOT", latency.tpot);
    add("request p50", latency.endToEndP50);
    add("request p99", latency.endToEndP99);
    if (latency.boundGoodput && latency.expectedGoodput)
        out += line("goodput", "bound " + significant(*latency.boundGoodput, 4) + "   expected " + significant(*latency.expectedGoodput, 3) + " tokens/s per chip within the limits");
    return out + line("throughput", "bound " + significant(latency.boundTokens, 4) + "   expected " + significant(latency.expectedTokens.low, 3) + "-"
                                        + significant(latency.expectedTokens.high, 3) + " tokens/s per chip");
}

std::string memoryLine(const ServingEstimate &e)
{
    std::vector<ServedMemoryPart> parts = e.memory;
    std::ranges::stable_sort(parts, [](const ServedMemoryPart &a, const ServedMemoryPart &b) { return a.bytes > b.bytes; });
    std::string out = gib(e.memoryTotal) + " of " + gib(e.memoryCapacity);
    for (std::size_t i = 0; i < std::min<std::size_t>(parts.size(), 3); ++i)
        out += (i == 0 ? ": " : ", ") + std::string(labelOf(parts[i].kind)) + " " + gib(parts[i].bytes);
    return line("memory", out) + line("largest batch", std::to_string(e.largestBatch) + " sequences");
}

} // namespace

std::string servingText(const ServingEstimate &e)
{
    std::string out = heading(e);
    if (!e.feasible && e.reason)
        out += "\n" + line(e.legal ? "does not fit" : "illegal plan", text(*e.reason));
    for (const ServedStep &step : e.steps)
        out += stepLines(step, e.legal);
    if (e.legal)
        out += latencyLines(e.latency) + memoryLine(e);
    return out + contractLines(e.contract) + issueLines(e.issues);
}

} // namespace headroom
