// Which operators of a trace were matched with which of the model, and what was left.

#include "ui/pages/measured_groups.h"
#include "ui/pages/measured_tree.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QTreeWidget>

namespace headroom {

namespace {

struct MeasuredMatches
{
    Q_DECLARE_TR_FUNCTIONS(MeasuredMatches)
};

void addMatch(QTreeWidgetItem *group, const OperatorMatch &match, const ModelledOperator &op)
{
    QStringList traced;
    for (const std::string &each : match.traced)
        traced << qs(each);
    const Seconds expected = op.calls * op.expected;
    QTreeWidgetItem *item = MeasuredGroups::line(group, {traced.join(QStringLiteral(", ")), timeOf(match.measured), timeOf(expected), timeOf(match.measured - expected), {},
                                                         MeasuredMatches::tr("%1, by %2; calls: %3 of %4")
                                                             .arg(qs(op.id), coreText(labelOf(match.reason)), QString::number(match.calls), QString::number(op.calls))});
    item->setData(0, tracedRole, traced);
    for (int i = 0; i < traced.size() && traced.size() > 1; ++i)
        MeasuredGroups::line(item, {traced[i]})->setData(0, tracedRole, QStringList{traced[i]});
}

} // namespace

void addMatches(MeasuredGroups &to, const GapAnalysis &gap)
{
    if (!gap.matches)
        return;
    const Matches &m = *gap.matches;
    QTreeWidgetItem *found =
        to.group(QStringLiteral("matched"), MeasuredMatches::tr("Matched operators: %1 (double-click says otherwise)").arg(timeOf(m.matchedTime)), false);
    for (const OperatorMatch &match : m.matched)
        addMatch(found, match, gap.operators[match.modelled]);
    QTreeWidgetItem *traced =
        to.group(QStringLiteral("unmatched"), MeasuredMatches::tr("In the trace alone: %1 (double-click says what it is)").arg(timeOf(m.unmatchedTime)), false);
    for (const UnmatchedTraced &u : m.traced) {
        const QString kind = coreText(labelOf(u.eventClass));
        QTreeWidgetItem *item = MeasuredGroups::line(traced, {qs(u.name), timeOf(u.time), {}, {}, {}, u.byHand ? MeasuredMatches::tr("%1; said by hand").arg(kind) : kind});
        item->setData(0, tracedRole, QStringList{qs(u.name)});
    }
    QTreeWidgetItem *modelled = to.group(QStringLiteral("modelled"), MeasuredMatches::tr("In the model alone: %1").arg(timeOf(m.unmatchedModelled)), false);
    for (const std::size_t i : m.modelled) {
        const ModelledOperator &op = gap.operators[i];
        MeasuredGroups::line(modelled, {qs(op.id), {}, timeOf(op.calls * op.expected), {}, {},
                                        MeasuredMatches::tr("%1; calls: %2").arg(coreText(labelOf(op.eventClass)), QString::number(op.calls))});
    }
}

} // namespace headroom
