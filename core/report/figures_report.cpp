#include "report/figures_report.h"

#include "base/format.h"
#include "report/report.h"
#include "report/text_lines.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

Json stepJson(const Figures &f)
{
    Json out;
    put(out, "bound", f.bound);
    put(out, "low", f.low);
    put(out, "expected", f.expected);
    put(out, "high", f.high);
    return out;
}

std::string withSign(double value, int decimals)
{
    const std::string text = fixed(value, decimals);
    return (value >= 0.0 ? "+" : "") + text;
}

// Characters on a terminal: bytes that begin one.
std::size_t columns(const std::string &text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

} // namespace

Json figuresJson(const Figures &f)
{
    Json out{{"legal", f.legal}, {"feasible", f.feasible}};
    if (f.reason)
        out["reason"] = text(*f.reason);
    if (!f.legal)
        return out;
    put(out, "boundMfu", f.boundMfu);
    put(out, "expectedMfu", f.expectedMfu);
    out["stepTime"] = stepJson(f);
    put(out, "tokensPerSecondPerChip", f.tokensPerSecondPerChip);
    put(out, "memory", f.memory);
    if (!f.feasible)
        put(out, "shortBy", f.shortBy);
    out["dominant"] = f.dominant;
    return out;
}

std::string figuresHeading()
{
    return "legal,feasible,boundMfu,lowMfu,expectedMfu,highMfu,boundStep,lowStep,expectedStep,highStep,tokensPerSecondPerChip,memory,shortBy,dominant,reason";
}

std::string figuresCells(const Figures &f)
{
    std::string out = std::string(f.legal ? "true" : "false") + "," + (f.feasible ? "true" : "false");
    for (const double value : {f.boundMfu, f.expectedMfu.low, f.expectedMfu.expected, f.expectedMfu.high, f.bound.value, f.low.value, f.expected.value,
                               f.high.value, f.tokensPerSecondPerChip, f.memory.value, f.shortBy.value})
        out += "," + (f.legal && std::isfinite(value) ? exactNumber(value) : std::string());
    return out + "," + f.dominant + "," + (f.reason ? csvCell(text(*f.reason)) : std::string());
}

std::string shownValue(const Field &field, const FieldValue &value)
{
    const std::string text = formatFieldValue(field, value);
    return text.empty() ? "-" : text;
}

std::string signedPoints(double difference) { return withSign(100.0 * difference, 2); }

std::string signedShare(double now, double before) { return withSign(100.0 * (now / before - 1.0), 1) + " %"; }

std::string studyHead(const Scenario &scenario, const std::string &what)
{
    return scenario.model.name + " on " + std::to_string(scenario.run.devices) + " x " + scenario.hardware.name + ": " + what + "\nMFU of the dense "
        + peakDtype(scenario.run) + " peak, FLOP convention " + keyOf(scenario.run.convention) + ", calibration " + scenario.calibration.name + "\n\n";
}

Json studyJson(const Scenario &scenario)
{
    return {{"schemaVersion", reportSchemaVersion}, {"convention", keyOf(scenario.run.convention)}, {"phase", keyOf(scenario.run.phase)},
            {"model", scenario.model.name},         {"hardware", scenario.hardware.name},           {"devices", scenario.run.devices}};
}

std::string textTable(const std::vector<std::vector<std::string>> &rows)
{
    std::vector<std::size_t> widths;
    for (const std::vector<std::string> &row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) {
            widths.resize(std::max(widths.size(), row.size()), 0);
            widths[c] = std::max(widths[c], columns(row[c]));
        }
    std::string out;
    for (const std::vector<std::string> &row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c)
            line += row[c] + std::string(widths[c] - columns(row[c]) + 2, ' ');
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

} // namespace headroom
