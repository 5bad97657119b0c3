#pragma once
// How charts stand in a report: as wide as a page of A4 between its margins, on a light ground, without title and footer, which the
// report has.

#include "ui/document/snapshot.h"
#include "ui/export/chart_export.h"

namespace headroom {

ExportOptions reportChartOptions(const Snapshot &snapshot);

} // namespace headroom
