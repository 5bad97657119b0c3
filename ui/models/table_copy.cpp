#include "ui/models/table_copy.h"

#include "ui/models/table_model.h"

#include <QStringList>

namespace headroom {

namespace {

QString csvCell(QString text)
{
    const bool quoted =
        text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n'));
    return quoted ? QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"') : text;
}

QString line(const QStringList &cells, CopyFormat format)
{
    switch (format) {
    case CopyFormat::tsv:
        return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    case CopyFormat::csv: {
        QStringList quoted;
        for (const QString &cell : cells)
            quoted << csvCell(cell);
        return quoted.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    case CopyFormat::markdown: {
        QStringList escaped;
        for (QString cell : cells)
            escaped << cell.replace(QLatin1Char('|'), QStringLiteral("\\|"));
        return QStringLiteral("| ") + escaped.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    }
    }
    return {};
}

} // namespace

QString tableText(const TableModel &model, const std::vector<int> &rows, const std::vector<int> &columns,
                  CopyFormat format)
{
    QStringList cells;
    for (const int c : columns)
        cells << headerText(model.table().columns[static_cast<std::size_t>(c)]);
    QString out = line(cells, format);
    if (format == CopyFormat::markdown) {
        QStringList rule;
        for (const int c : columns)
            rule << (isNumeric(model.table().columns[static_cast<std::size_t>(c)].format) ? QStringLiteral("---:")
                                                                                          : QStringLiteral(":---"));
        out += line(rule, format);
    }
    for (const int r : rows) {
        cells.clear();
        for (const int c : columns) {
            const CellFormat cell = model.table().columns[static_cast<std::size_t>(c)].format;
            const QVariant value = model.index(r, c).data(TableModel::sortRole);
            cells << (format == CopyFormat::markdown ? cellText(cell, value) : exactCellText(cell, value));
        }
        out += line(cells, format);
    }
    return out;
}

} // namespace headroom
