#include "ui/models/table_copy.h"

#include "ui/models/table_model.h"

#include <QCoreApplication>

namespace headroom {

Sheet sheetOf(const TableModel &model, const std::vector<int> &rows, const std::vector<int> &columns)
{
    const Table &table = model.table();
    Sheet sheet{.title = QCoreApplication::translate("Table", table.title), .columns = {}, .rows = {}, .notes = {}};
    for (const int c : columns) {
        const Column &column = table.columns[static_cast<std::size_t>(c)];
        sheet.columns.push_back({headerText(column), column.format});
    }
    for (const int r : rows) {
        std::vector<QVariant> &cells = sheet.rows.emplace_back();
        for (const int c : columns)
            cells.push_back(model.index(r, c).data(TableModel::sortRole));
    }
    return sheet;
}

} // namespace headroom
