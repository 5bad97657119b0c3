#pragma once
// The tree of a measured run: the gap term by term, advice, ranks, classes, links, steps, what was matched and what was not.

#include "ui/document/snapshot.h"

#include <Qt>

class QTreeWidget;

namespace headroom {

class MeasuredGroups;

// Roles of column 0. Of an advice line: its index in MeasuredGap::advice. Of a rank's line: its index in TracedRun::ranks. Of traced
// operators: their names.
inline constexpr int adviceRole = Qt::UserRole, rankRole = Qt::UserRole + 1, tracedRole = Qt::UserRole + 2;

// Fills the tree anew; groups that the user folded stay folded.
void fillMeasuredTree(QTreeWidget &tree, const Snapshot &snapshot);

// Groups of it: what differs between the ranks of a run, and which operators were matched.
void addRanks(MeasuredGroups &to, const TracedRun &run);
void addMatches(MeasuredGroups &to, const GapAnalysis &gap);

} // namespace headroom
