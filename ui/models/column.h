#pragma once
// A table as rows of data: one Column per column, one function for its raw value, a format for its text.

#include "ui/document/snapshot.h"

#include <QString>
#include <QVariant>

#include <optional>
#include <span>

namespace headroom {

// How a raw value is written; the unit stands in the header.
enum class CellFormat {
    text,
    integer,
    percent,
    points,
    milliseconds,
    seconds,
    gibibytes,
    gigabytes,
    gigaflops,
    teraflops,
    intensity,
    number,
    share,
    exact, // with every digit
    flag
};

// What stands in the cells of a column. Numbers, and texts of which there are few kinds, are read as numbers: sorting
// and filtering make no text per row.
struct Cells
{
    double (*number)(const Snapshot &, std::size_t row) = nullptr; // raw value, or the kind of text; NaN: nothing to show
    QString (*text)(const Snapshot &, std::size_t row) = nullptr;  // any text
    QString (*kind)(int) = nullptr;                                // the text of a kind
};
constexpr Cells numbers(double (*number)(const Snapshot &, std::size_t)) { return {number, nullptr, nullptr}; }
constexpr Cells texts(QString (*text)(const Snapshot &, std::size_t)) { return {nullptr, text, nullptr}; }
constexpr Cells kinds(double (*number)(const Snapshot &, std::size_t), QString (*kind)(int)) { return {number, nullptr, kind}; }

struct Column
{
    const char *key;   // stable: settings, CSV
    const char *title; // translated in context "Table"
    const char *unit;  // "ms", "%"; language-neutral
    CellFormat format;
    bool shown;                                           // unless the column chooser says otherwise
    bool bar;                                             // a bar behind the number, as share of the column's largest
    const char *help;                                     // translated in context "Table"
    Cells cells;
    double (*barMaximum)(const Snapshot &) = nullptr;     // the value of a full bar; null: the largest of the column
};

struct Table
{
    const char *key;
    const char *title; // translated in context "Table"
    std::span<const Column> columns;
    std::size_t (*rowCount)(const Snapshot &);
    QString (*rowKey)(const Snapshot &, std::size_t row);        // names the row across edits
    bool (*greyed)(const Snapshot &, std::size_t row) = nullptr; // rows to draw as not available
    bool (*marked)(const Snapshot &, std::size_t row) = nullptr; // rows to draw bold: the current plan
    bool (*same)(const Snapshot &, const Snapshot &) = nullptr;  // no row differs
    // Whether two rows of two snapshots have the same key, without making it; null: the keys are compared.
    bool (*sameRow)(const Snapshot &a, std::size_t rowOfA, const Snapshot &b, std::size_t rowOfB) = nullptr;
};

bool isNumeric(CellFormat format);
// Raw value times this is the number shown.
double shownFactor(CellFormat format);
// Decimals of the number shown; none: as many as it needs.
std::optional<int> shownDecimals(CellFormat format);
// Invalid: nothing to show.
QVariant cellValue(const Column &column, const Snapshot &snapshot, std::size_t row);
QString cellText(CellFormat format, const QVariant &value);
// As `cellText`, but a number is plain and exact, for other programs.
QString exactCellText(CellFormat format, const QVariant &value);
QString headerText(const Column &column);

} // namespace headroom
