#pragma once
// Asks where a table or a report goes and writes it. A message box says what went wrong.

#include "ui/models/sheet.h"

class QWidget;

namespace headroom {

// `name`: of the file, unless the user gives another.
void saveTable(const Sheet &sheet, const QString &name, QWidget *parent);
// `snapshot` has an estimate.
void saveReport(const Snapshot &snapshot, QWidget *parent);

} // namespace headroom
