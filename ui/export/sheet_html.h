#pragma once
// A table as an element of HTML; numbers lean to the right.

#include "ui/models/sheet.h"

namespace headroom {

QString sheetHtml(const Sheet &sheet);

} // namespace headroom
