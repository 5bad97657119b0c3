#pragma once
// The tree of a measured run: the gap term by term, advice, classes, links, steps, what was matched and what was not.

#include "ui/document/snapshot.h"

#include <Qt>

class QTreeWidget;

namespace headroom {

// Role of column 0 of an advice line: its index in MeasuredGap::advice.
inline constexpr int adviceRole = Qt::UserRole;

// Fills the tree anew; groups that the user folded stay folded.
void fillMeasuredTree(QTreeWidget &tree, const Snapshot &snapshot);

} // namespace headroom
