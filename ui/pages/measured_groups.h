#pragma once
// The groups of lines that the tree of a measured run is made of.

#include "base/units.h"

#include <QStringList>

#include <optional>
#include <set>

class QTreeWidget;
class QTreeWidgetItem;

namespace headroom {

enum MeasuredColumn { measuredName, measuredTime, measuredExpected, measuredLost, measuredPoints, measuredWhy };

// Empties the tree to fill it anew: groups that the user folded stay folded, and the line that was current is so again.
class MeasuredGroups
{
public:
    explicit MeasuredGroups(QTreeWidget &tree);

    // `open`: when the tree is filled for the first time.
    QTreeWidgetItem *group(const QString &key, const QString &title, bool open);
    static QTreeWidgetItem *line(QTreeWidgetItem *group, const QStringList &cells);
    void restoreCurrent();

private:
    // What a line is about, whichever group it is in now.
    static QStringList subject(const QTreeWidgetItem &line);

    QTreeWidget &m_tree;
    std::set<QString> m_folded, m_known;
    QStringList m_current;
};

QString timeOf(Seconds time);
QString timeOf(double seconds);

} // namespace headroom
