#pragma once
// Tables of the report that stand in no tab of the window: its key figures, what changed against the baseline, the first rows of long
// tables with the columns that fit a page.

#include "ui/models/sheet.h"

namespace headroom {

Sheet figureSheet(const Snapshot &snapshot);
// Without rows where there is no baseline.
Sheet baselineSheet(const Snapshot &snapshot);
// The 20 that cost most.
Sheet topOperators(const Snapshot &snapshot);
// The 10 best of the search.
Sheet bestConfigurations(const Snapshot &snapshot);
// The 15 fields whose change by a tenth moves the expected MFU most; the snapshot has a sensitivity.
Sheet largestSwings(const Snapshot &snapshot);

} // namespace headroom
