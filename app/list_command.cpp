#include "app/commands.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "base/format.h"
#include "report/explain.h"
#include "report/text_lines.h"
#include "spec/catalog.h"
#include "spec/field.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace headroom {

namespace {

using Rows = std::vector<std::vector<std::string>>;

// Columns as wide as their longest cell; the last one free.
std::string table(const Rows &rows)
{
    std::vector<std::size_t> widths;
    for (const auto &row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i + 1 < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    std::string out;
    for (const auto &row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += i + 1 < row.size() ? padded(row[i], widths[i] + 2) : row[i];
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

std::string entries(const std::vector<CatalogEntry> &catalog)
{
    Rows rows;
    for (const CatalogEntry &entry : catalog) {
        std::string aliases;
        for (const std::string &alias : entry.aliases)
            aliases += (aliases.empty() ? "" : ", ") + alias;
        rows.push_back({entry.name, aliases, entry.source});
    }
    return table(rows);
}

template <class E> std::string enumerators()
{
    Rows rows;
    for (const EnumRow &row : rowsOf(E{}))
        rows.push_back({row.key, row.label, row.help});
    return table(rows);
}

std::string rangeText(const Field &field)
{
    std::string out;
    switch (field.kind) {
    case FieldKind::count:
    case FieldKind::number:
    case FieldKind::band:
        return engineering(field.minimum, field.unit) + " .. " + engineering(field.maximum, field.unit);
    case FieldKind::choice:
        for (const EnumRow &row : field.choices)
            out += (out.empty() ? "" : "|") + std::string(row.key);
        return out;
    case FieldKind::flag:
        return "true|false";
    case FieldKind::text:
        return "text";
    }
    return out;
}

std::string fieldList()
{
    const Scenario example = workedExample();
    Rows rows{{"key", "worked example", "range", "meaning"}};
    for (const Field &field : fields())
        rows.push_back({field.path(), formatFieldValue(field, field.get(example)), rangeText(field), field.help});
    return table(rows);
}

std::string termList()
{
    const auto estimate = evaluate(workedExample());
    return estimate ? termsText(estimate->why) : std::string();
}

struct ListRow
{
    const char *name;
    std::string (*text)();
};
constexpr ListRow lists[] = {
    {"models", [] { return entries(modelEntries()); }},
    {"hardware", [] { return entries(hardwareEntries()); }},
    {"calibrations", [] { return entries(calibrationEntries()); }},
    {"remat", enumerators<RematPolicy>},
    {"schedules", enumerators<Schedule>},
    {"fields", fieldList},
    {"terms", termList},
    {"conventions", enumerators<Convention>},
};

} // namespace

Exit listCommand(const Options &options)
{
    const std::string &wanted = options.positional.front();
    for (const ListRow &row : lists)
        if (wanted == row.name)
            return writeOutput("-", row.text()) ? Exit::done : Exit::badInput;
    std::string names;
    for (const ListRow &row : lists)
        names += (names.empty() ? "" : ", ") + std::string(row.name);
    std::fprintf(stderr, "headroom: there is no list of %s, but of %s\n", wanted.c_str(), names.c_str());
    return Exit::usage;
}

} // namespace headroom
