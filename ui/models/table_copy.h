#pragma once
// The rows and columns of a table as it stands in the window, for the clipboard and files.

#include "ui/models/sheet.h"

#include <vector>

namespace headroom {

class TableModel;

Sheet sheetOf(const TableModel &model, const std::vector<int> &rows, const std::vector<int> &columns);

} // namespace headroom
