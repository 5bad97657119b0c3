#include "ui/export/export_tables.h"

#include "ui/charts/convention_text.h"
#include "ui/export/result_sheets.h"
#include "ui/models/tables.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

bool always(const Snapshot &s)
{
    return s.estimate != nullptr;
}

bool legal(const Snapshot &s)
{
    return s.estimate && s.estimate->system.legal;
}

template <const Table &(*table)()> Sheet all(const Snapshot &s)
{
    return sheetOf(table(), s);
}

template <Sheet (*make)(const Estimate &)> Sheet of(const Snapshot &s)
{
    return make(*s.estimate);
}

constexpr const char *noPlan = CORE_TEXT("core", "the plan breaks a rule: there is no step to show");

} // namespace

std::span<const ExportTable> exportTables()
{
    static constexpr std::array rows{
        ExportTable{"configurations", [](const Snapshot &s) { return s.searched(); },
                    CORE_TEXT("core", "there is no search whose plans could be shown"),
                    [](const Snapshot &s) { return sheetOf(s.served ? servingPlansTable() : configurationsTable(), s); }},
        ExportTable{"operators", always, "", all<operatorsTable>},
        ExportTable{"losses", always, "", of<lossSheet>},
        ExportTable{"step", legal, noPlan, of<stepSheet>},
        ExportTable{"communication", legal, noPlan, of<communicationSheet>},
        ExportTable{"memory", legal, noPlan, [](const Snapshot &s) { return s.served ? servedMemorySheet(s.served->estimate) : memorySheet(*s.estimate); }},
        ExportTable{"inputs", always, "", [](const Snapshot &s) { return inputSheet(s.estimate->scenario); }},
        ExportTable{"changedInputs", always, "", [](const Snapshot &s) { return changedInputSheet(s.estimate->scenario); }},
        ExportTable{"contract", always, "", of<contractSheet>},
        ExportTable{"issues", always, "", [](const Snapshot &s) { return issueSheet(s.issues); }},
        ExportTable{"checkpoint", [](const Snapshot &s) { return s.checkpoint != nullptr; },
                    CORE_TEXT("core", "there is no checkpoint to show"), all<checkpointTable>},
        ExportTable{"tracedOperators", [](const Snapshot &s) { return s.trace != nullptr; },
                    CORE_TEXT("core", "there is no trace whose operators could be shown"), all<tracedOperatorsTable>},
    };
    return rows;
}

const ExportTable *findExportTable(const QString &key)
{
    const auto row = std::ranges::find_if(exportTables(), [&](const ExportTable &each) { return key == QLatin1String(each.key); });
    return row == exportTables().end() ? nullptr : &*row;
}

Sheet withNotes(Sheet sheet, const Snapshot &snapshot)
{
    if (snapshot.estimate)
        sheet.notes += conventionNotes(*snapshot.estimate);
    return sheet;
}

Result<Sheet> exportedTable(const QString &key, const Snapshot &snapshot)
{
    const ExportTable *row = findExportTable(key);
    if (!row)
        return failure("table", {CORE_TEXT("core", "there is no table “{0}”"), {key.toStdString()}});
    if (!row->there(snapshot))
        return failure("table", {row->missing, {}});
    return withNotes(row->make(snapshot), snapshot);
}

} // namespace headroom
