#pragma once
// Asks where a table goes and writes it.

#include "ui/models/sheet.h"

class QWidget;

namespace headroom {

// `name`: of the file, unless the user gives another. A message box says what went wrong.
void saveTable(const Sheet &sheet, const QString &name, QWidget *parent);

} // namespace headroom
