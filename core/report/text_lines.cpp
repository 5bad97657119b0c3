#include "report/text_lines.h"

#include "base/format.h"
#include "spec/field.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string rightAligned(const std::string &text, std::size_t width)
{
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string gib(Bytes bytes) { return fixed(bytes.value / gibibytes(1.0).value, 1) + " GiB"; }

std::string planText(const Scenario &scenario, const Plan &plan)
{
    static constexpr std::array<std::string_view, 9> always{"dp", "fsdp", "tp", "ep", "pp", "cp", "microBatch", "schedule", "remat"};
    Scenario current = scenario;
    Scenario fresh = scenario;
    current.plan = plan;
    fresh.plan = Plan{};
    std::string out;
    for (const Field &field : fields()) {
        if (std::string_view(field.group) != "plan" || (field.applies != nullptr && !field.applies(current)))
            continue;
        const FieldValue value = field.get(current);
        if (std::ranges::find(always, std::string_view(field.key)) == always.end() && value == field.get(fresh))
            continue;
        out += (out.empty() ? "" : ", ") + std::string(field.key) + " " + formatFieldValue(field, value);
    }
    return out;
}

std::string contractLines(const std::vector<ContractLine> &contract)
{
    std::size_t width = 0;
    const auto shown = [](const ContractLine &row) { return !row.detail; };
    for (const ContractLine &row : contract)
        width = std::max(width, shown(row) ? row.name.size() : 0);
    std::string out = contract.empty() ? "" : "\ncontract\n";
    for (const ContractLine &row : contract)
        if (shown(row))
            out += "  " + padded(row.name, width + 2) + text(row.value) + "\n";
    return out;
}

std::string issueLines(const Issues &issues)
{
    static constexpr const char *words[] = {"note", "warning", "error"};
    std::string out = issues.empty() ? "" : "\nissues\n";
    for (const Issue &issue : issues)
        out += "  " + std::string(words[static_cast<std::size_t>(issue.severity)]) + ": " + text(issue) + "\n";
    return out;
}

} // namespace headroom
