#pragma once
// Every table that can be written to a file, one row each.

#include "base/result.h"
#include "ui/models/sheet.h"

#include <span>

namespace headroom {

struct ExportTable
{
    const char *key;                       // stable: command line
    bool (*there)(const Snapshot &);       // whether the snapshot has what it shows
    const char *missing;                   // CORE_TEXT: what is not there otherwise
    Sheet (*make)(const Snapshot &);
};
std::span<const ExportTable> exportTables();
const ExportTable *findExportTable(const QString &key);

// With the notes of the estimate. Errors: an unknown table, one that the snapshot has nothing for.
Result<Sheet> exportedTable(const QString &key, const Snapshot &snapshot);
// As it stands, with those notes.
Sheet withNotes(Sheet sheet, const Snapshot &snapshot);

} // namespace headroom
