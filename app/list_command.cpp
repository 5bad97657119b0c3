#include "app/commands.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "report/explain.h"
#include "report/remat_text.h"
#include "report/text_lines.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "spec/user_catalog.h"
#include "ui/document/catalog_folder.h"

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

// Built-in entries and the user's; what is wrong with files of the latter goes to stderr.
std::string entries(CatalogKind kind)
{
    const UserCatalog user = readUserCatalog(userCatalogFolder().toStdString());
    for (const Issue &issue : user.issues)
        std::fprintf(stderr, "headroom: %s\n", text(issue).c_str());
    return entries(catalogEntries(kind, user));
}

template <class E> std::string enumerators()
{
    Rows rows;
    for (const EnumRow &row : rowsOf(E{}))
        rows.push_back({row.key, row.label, row.help});
    return table(rows);
}

// An end of the range, in the words of the field.
std::string endText(const Field &field, double end)
{
    if (field.kind == FieldKind::count)
        return formatFieldValue(field, static_cast<Count>(end));
    return formatFieldValue(field, field.kind == FieldKind::band ? FieldValue(Band<double>::exactly(end)) : FieldValue(end));
}

std::string rangeText(const Field &field)
{
    if (field.kind == FieldKind::text)
        return "text";
    if (field.kind == FieldKind::flag)
        return "true|false";
    if (field.kind != FieldKind::choice)
        return endText(field, field.minimum) + " .. " + endText(field, field.maximum);
    std::string out;
    for (const EnumRow &row : field.choices)
        out += (out.empty() ? "" : "|") + std::string(row.key);
    return out;
}

std::string valueText(const Field &field, const Scenario &scenario)
{
    const bool applies = field.applies == nullptr || field.applies(scenario);
    const std::string value = applies ? formatFieldValue(field, field.get(scenario)) : "";
    return value.empty() ? "-" : value;
}

std::string fieldList()
{
    const Scenario example = workedExample();
    Rows rows{{"key", "worked example", "range", "meaning"}};
    for (const Field &field : fields())
        rows.push_back({field.path(), valueText(field, example), rangeText(field), field.help});
    rows.push_back({"calibration.name", example.calibration.name, "of `list calibrations`", "All efficiencies at once."});
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
    {"models", [] { return entries(CatalogKind::model); }},
    {"hardware", [] { return entries(CatalogKind::hardware); }},
    {"calibrations", [] { return entries(calibrationEntries()); }},
    {"remat", [] { return table(rematTable(workedExample())); }},
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
