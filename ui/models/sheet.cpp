#include "ui/models/sheet.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

QString csvCell(QString text)
{
    const bool quoted = text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n'))
                        || text.contains(QLatin1Char('\r'));
    return quoted ? QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"') : text;
}

QString tsvCell(QString text)
{
    return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString markdownCell(QString text)
{
    return text.replace(QLatin1Char('|'), QStringLiteral("\\|")).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString joined(QStringList cells, CopyFormat format)
{
    static constexpr std::array<QString (*)(QString), 3> quote{tsvCell, csvCell, markdownCell};
    for (QString &cell : cells)
        cell = quote[static_cast<std::size_t>(format)](cell);
    if (format == CopyFormat::markdown)
        return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    return cells.join(format == CopyFormat::tsv ? QLatin1Char('\t') : QLatin1Char(',')) + QLatin1Char('\n');
}

// Between the header of a Markdown table and its rows: which way each column leans.
QString ruleOf(const Sheet &sheet)
{
    QStringList rule;
    for (const SheetColumn &column : sheet.columns)
        rule << (isNumeric(column.format) ? QStringLiteral("---:") : QStringLiteral(":---"));
    return joined(rule, CopyFormat::markdown);
}

std::optional<double> numberIn(const QString &text)
{
    bool good = false;
    const double value = text.toDouble(&good);
    return good ? std::optional(value) : std::nullopt;
}

} // namespace

Sheet sheetOf(const Table &table, const Snapshot &snapshot)
{
    Sheet sheet{.title = QCoreApplication::translate("Table", table.title), .columns = {}, .rows = {}, .notes = {}};
    for (const Column &column : table.columns)
        sheet.columns.push_back({headerText(column), column.format});
    const std::size_t count = table.rowCount(snapshot);
    for (std::size_t row = 0; row < count; ++row) {
        std::vector<QVariant> &cells = sheet.rows.emplace_back();
        for (const Column &column : table.columns)
            cells.push_back(cellValue(column, snapshot, row));
    }
    return sheet;
}

Sheet sheetOfText(const QString &title, const QString &lines)
{
    Sheet sheet{.title = title, .columns = {}, .rows = {}, .notes = {}};
    QStringList all = lines.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (all.isEmpty())
        return sheet;
    for (const QString &heading : all.takeFirst().split(QLatin1Char('\t')))
        sheet.columns.push_back({heading, CellFormat::exact});
    for (const QString &line : all) {
        std::vector<QVariant> &cells = sheet.rows.emplace_back();
        for (const QString &cell : line.split(QLatin1Char('\t')))
            cells.push_back(cell.isEmpty() ? QVariant() : QVariant(cell));
        cells.resize(sheet.columns.size());
        for (std::size_t c = 0; c < cells.size(); ++c)
            if (cells[c].isValid() && !numberIn(cells[c].toString()))
                sheet.columns[c].format = CellFormat::text;
    }
    for (std::size_t c = 0; c < sheet.columns.size(); ++c)
        if (sheet.columns[c].format == CellFormat::exact)
            for (std::vector<QVariant> &cells : sheet.rows)
                cells[c] = cells[c].isValid() ? QVariant(*numberIn(cells[c].toString())) : QVariant();
    return sheet;
}

Sheet firstRows(Sheet sheet, std::size_t most)
{
    sheet.rows.resize(std::min(most, sheet.rows.size()));
    return sheet;
}

QString sheetText(const Sheet &sheet, CopyFormat format)
{
    QStringList cells;
    for (const SheetColumn &column : sheet.columns)
        cells << column.title;
    QString out = joined(cells, format);
    if (format == CopyFormat::markdown)
        out += ruleOf(sheet);
    for (const std::vector<QVariant> &row : sheet.rows) {
        cells.clear();
        for (std::size_t c = 0; c < row.size(); ++c)
            cells << (format == CopyFormat::markdown ? cellText(sheet.columns[c].format, row[c])
                                                     : exactCellText(sheet.columns[c].format, row[c]));
        out += joined(cells, format);
    }
    for (const QString &note : sheet.notes)
        out += format == CopyFormat::markdown ? QStringLiteral("\n") + note + QLatin1Char('\n') : QStringLiteral("# ") + note + QLatin1Char('\n');
    return out;
}

} // namespace headroom
