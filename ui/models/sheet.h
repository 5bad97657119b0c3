#pragma once
// A table ready for a file or the clipboard: headers with their units, raw values, and what holds for all of them.
//
//   Operator,Time (ms),Share (%)
//   expert gate and up projection,16557.3516,7.6
//   # FLOP convention headroom, multiply-add = 2

#include "ui/models/column.h"

#include <QStringList>

#include <vector>

namespace headroom {

struct SheetColumn
{
    QString title; // with the unit
    CellFormat format = CellFormat::text;
};

struct Sheet
{
    QString title;
    std::vector<SheetColumn> columns;
    std::vector<std::vector<QVariant>> rows; // raw values, as many as columns; an invalid one is empty
    QStringList notes;                       // convention, peak, version
};

// Every row and column of a table.
Sheet sheetOf(const Table &table, const Snapshot &snapshot);
// Lines of cells separated by tabs, the first of them the header. A column of numbers alone is read as numbers.
Sheet sheetOfText(const QString &title, const QString &lines);
// The first `most` rows.
Sheet firstRows(Sheet sheet, std::size_t most);

enum class CopyFormat { tsv, csv, markdown };
// With the notes below: "# " lines, or paragraphs of Markdown. Numbers of Markdown are rounded as on the screen, others exact.
QString sheetText(const Sheet &sheet, CopyFormat format);

} // namespace headroom
