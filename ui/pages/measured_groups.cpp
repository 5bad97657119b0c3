#include "ui/pages/measured_groups.h"

#include "ui/pages/measured_tree.h"
#include "ui/text.h"

#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

namespace headroom {

namespace {
constexpr int groupRole = Qt::UserRole + 10; // key of a group
}

MeasuredGroups::MeasuredGroups(QTreeWidget &tree) : m_tree(tree)
{
    for (int i = 0; i < tree.topLevelItemCount(); ++i) {
        const QTreeWidgetItem &item = *tree.topLevelItem(i);
        m_known.insert(item.data(0, groupRole).toString());
        if (!item.isExpanded())
            m_folded.insert(item.data(0, groupRole).toString());
    }
    if (const QTreeWidgetItem *current = tree.currentItem())
        m_current = subject(*current);
    tree.clear();
}

QTreeWidgetItem *MeasuredGroups::group(const QString &key, const QString &title, bool open)
{
    auto *item = new QTreeWidgetItem(&m_tree, {title});
    item->setData(0, groupRole, key);
    item->setFirstColumnSpanned(true);
    QFont bold = m_tree.font();
    bold.setBold(true);
    item->setFont(0, bold);
    item->setExpanded(m_known.contains(key) ? !m_folded.contains(key) : open);
    return item;
}

QTreeWidgetItem *MeasuredGroups::line(QTreeWidgetItem *group, const QStringList &cells)
{
    auto *item = new QTreeWidgetItem(group, cells);
    for (const int column : {measuredTime, measuredExpected, measuredLost, measuredPoints})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignTop);
    item->setToolTip(measuredName, cells.value(measuredName));
    item->setToolTip(measuredWhy, cells.value(measuredWhy));
    return item;
}

QStringList MeasuredGroups::subject(const QTreeWidgetItem &line)
{
    if (line.data(0, tracedRole).isValid())
        return line.data(0, tracedRole).toStringList();
    const QTreeWidgetItem *group = line.parent();
    return group ? QStringList{group->data(0, groupRole).toString(), line.text(0)} : QStringList{line.data(0, groupRole).toString()};
}

void MeasuredGroups::restoreCurrent()
{
    if (m_current.isEmpty())
        return;
    for (QTreeWidgetItemIterator it(&m_tree); *it; ++it)
        if (subject(**it) == m_current)
            return m_tree.setCurrentItem(*it);
}

QString timeOf(Seconds time) { return quantityText(time.value, Unit::seconds, 3); }
QString timeOf(double seconds) { return timeOf(Seconds(seconds)); }

} // namespace headroom
