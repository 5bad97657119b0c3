#pragma once
// Tables as files: TSV, CSV, Markdown, XLSX. The same table gives the same bytes.

#include "base/result.h"
#include "ui/models/sheet.h"

#include <span>

namespace headroom {

// "xlsx", "csv", "tsv", "md".
std::span<const char *const> sheetEndings();
bool isSheetEnding(const QString &ending);

// Errors: an ending that is none of sheetEndings(), documentDate()'s, a sheet that the format cannot hold.
Result<QByteArray> sheetBytes(const Sheet &sheet, const QString &ending);
// A workbook: a sheet with a header that stays in view and numbers as numbers, and a sheet with the notes.
Result<QByteArray> xlsxBytes(const Sheet &sheet);

// The ending of `path` chooses the format.
Result<void> exportSheet(const Sheet &sheet, const QString &path);

} // namespace headroom
