#pragma once
// A table as text for other programs: the columns and rows given, with a header line.

#include <QModelIndexList>
#include <QString>

#include <vector>

namespace headroom {

class TableModel;

enum class CopyFormat { tsv, csv, markdown };

QString tableText(const TableModel &model, const std::vector<int> &rows, const std::vector<int> &columns,
                  CopyFormat format);

} // namespace headroom
