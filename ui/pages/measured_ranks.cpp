// What the ranks of a run did, and where they differ.

#include "ui/pages/measured_groups.h"
#include "ui/pages/measured_tree.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTreeWidget>

namespace headroom {

namespace {

struct MeasuredRanks
{
    Q_DECLARE_TR_FUNCTIONS(MeasuredRanks)
};

QString rankName(const TracedRank &rank)
{
    const QString file = QFileInfo(qs(rank.summary.file)).fileName();
    return rank.summary.rank ? MeasuredRanks::tr("Rank %1: %2").arg(qs(rank.name), file) : file;
}

QString callText(const std::optional<OrderedCall> &call)
{
    if (!call)
        return MeasuredRanks::tr("no further call");
    QString out = coreText(labelOf(call->kind));
    if (call->bytes)
        out += QStringLiteral(" ") + quantityText(*call->bytes, Unit::bytes, 6);
    return call->dtype.empty() ? out : out + QStringLiteral(" ") + qs(call->dtype);
}

// A rank that computes less waits for the others: its communication is longer.
void addRank(QTreeWidgetItem *group, const TracedRun &run, std::size_t index)
{
    const TraceSummary &s = run.ranks[index].summary;
    const auto time = [](std::int64_t picoseconds) { return timeOf(static_cast<double>(picoseconds) * 1e-12); };
    QString what = s.typical ? MeasuredRanks::tr("compute %1, exposed communication %2, idle %3")
                                   .arg(time(s.typical->compute), time(s.typical->exposedCommunication), time(s.typical->idle))
                             : QString();
    if (index == run.compared)
        what.prepend(MeasuredRanks::tr("compared with the model; "));
    QTreeWidgetItem *item = MeasuredGroups::line(group, {rankName(run.ranks[index]), timeOf(s.steps.median), {}, {}, {}, what});
    item->setData(0, rankRole, static_cast<qulonglong>(index));
    if (index == run.compared) {
        QFont bold = item->font(0);
        bold.setBold(true);
        item->setFont(0, bold);
    }
}

void addDifference(QTreeWidgetItem *group, const TracedRun &run, const RankDifference &d)
{
    MeasuredGroups::line(group, {coreText(d.name), timeOf(d.most), timeOf(d.least), timeOf(d.most - d.least), {},
                                 MeasuredRanks::tr("most on %1, least on %2").arg(qs(run.ranks[d.mostRank].name), qs(run.ranks[d.leastRank].name))});
}

void addOrder(MeasuredGroups &to, const OrderCheck &order)
{
    const QString counts = MeasuredRanks::tr("%1 calls in %2 groups compared").arg(order.calls).arg(order.groups);
    if (order.mismatches.empty()) {
        to.group(QStringLiteral("order"), MeasuredRanks::tr("All ranks call the same collectives in the same order: %1").arg(counts), false);
        return;
    }
    QTreeWidgetItem *group = to.group(QStringLiteral("order"), MeasuredRanks::tr("Ranks call different collectives: %1").arg(counts), true);
    for (const OrderMismatch &m : order.mismatches)
        MeasuredGroups::line(group, {MeasuredRanks::tr("Ranks %1 and %2, call %3").arg(qs(m.first), qs(m.second)).arg(m.position + 1), {}, {}, {}, {},
                                     MeasuredRanks::tr("%1 against %2; group %3").arg(callText(m.ofFirst), callText(m.ofSecond), qs(m.group))});
}

} // namespace

void addRanks(MeasuredGroups &to, const TracedRun &run)
{
    if (run.ranks.size() < 2)
        return;
    QTreeWidgetItem *ranks = to.group(QStringLiteral("ranks"), MeasuredRanks::tr("Ranks: %1 (double-click compares one with the model)").arg(run.ranks.size()), true);
    for (std::size_t i = 0; i < run.ranks.size(); ++i)
        addRank(ranks, run, i);
    if (!run.differences.empty()) {
        QTreeWidgetItem *differences = to.group(QStringLiteral("differences"), MeasuredRanks::tr("Between ranks: most, least and what lies between"), true);
        for (const RankDifference &d : run.differences)
            addDifference(differences, run, d);
    }
    if (run.order)
        addOrder(to, *run.order);
}

} // namespace headroom
