#include "ui/pages/measured_tree.h"

#include "ui/text.h"

#include <QCoreApplication>
#include <QTreeWidget>

#include <set>

namespace headroom {

namespace {

struct MeasuredTree
{
    Q_DECLARE_TR_FUNCTIONS(MeasuredTree)
};

constexpr int groupRole = Qt::UserRole + 1; // key of a group
enum Column { name, measured, expected, lost, points, why };

QString timeOf(Seconds time) { return quantityText(time.value, Unit::seconds, 3); }
QString picoseconds(std::int64_t time) { return quantityText(static_cast<double>(time) * 1e-12, Unit::seconds, 3); }

QTreeWidgetItem *line(QTreeWidgetItem *group, const QStringList &cells)
{
    auto *item = new QTreeWidgetItem(group, cells);
    for (const int column : {measured, expected, lost, points})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignTop);
    item->setToolTip(name, cells.value(name));
    item->setToolTip(why, cells.value(why));
    return item;
}

class Filler
{
public:
    Filler(QTreeWidget &tree, const Snapshot &snapshot) : m_tree(tree), m_snapshot(snapshot)
    {
        for (int i = 0; i < tree.topLevelItemCount(); ++i)
            if (!tree.topLevelItem(i)->isExpanded())
                m_folded.insert(tree.topLevelItem(i)->data(0, groupRole).toString());
        m_first = tree.topLevelItemCount() == 0;
        tree.clear();
    }

    void fill()
    {
        const TraceSummary &summary = m_snapshot.trace->summary;
        if (m_snapshot.gap) {
            gap(m_snapshot.gap->gap);
            advice(m_snapshot.gap->advice);
        }
        if (summary.typical)
            classes(*summary.typical);
        if (m_snapshot.gap) {
            efficiencies(m_snapshot.gap->gap);
            links(m_snapshot.gap->gap);
            matches(m_snapshot.gap->gap);
        }
        steps(summary.steps);
        ranges(summary);
    }

private:
    // Groups that are long are folded at first.
    QTreeWidgetItem *group(const QString &key, const QString &title, bool open)
    {
        auto *item = new QTreeWidgetItem(&m_tree, {title});
        item->setData(0, groupRole, key);
        item->setFirstColumnSpanned(true);
        QFont bold = m_tree.font();
        bold.setBold(true);
        item->setFont(0, bold);
        item->setExpanded(m_first ? open : !m_folded.contains(key));
        return item;
    }

    void gap(const GapAnalysis &g)
    {
        if (!g.flags.empty()) {
            QTreeWidgetItem *flags = group(QStringLiteral("flags"), MeasuredTree::tr("Faster than a bound: one of the two is wrong"), true);
            for (const Issue &flag : g.flags) {
                QTreeWidgetItem *item = line(flags, {termsText(flag.message)});
                item->setFirstColumnSpanned(true);
            }
        }
        QTreeWidgetItem *all = group(QStringLiteral("gap"), MeasuredTree::tr("Lost against Expected"), true);
        for (const GapRow &row : g.rows)
            line(all, {coreText(row.name), timeOf(row.measured), timeOf(row.expected), timeOf(row.lost()), pointsText(-row.mfu), termsText(row.cause)});
        if (!g.dominant || !g.dominant->differs)
            return;
        QTreeWidgetItem *waits = group(QStringLiteral("waits"), MeasuredTree::tr("Waits found: the trace is longest in other work than predicted"), true);
        for (const HostFinding &found : g.dominant->suspects)
            line(waits, {qs(found.name), timeOf(found.time), {}, {}, {},
                         MeasuredTree::tr("%1; calls: %2").arg(coreText(labelOf(found.eventClass)), QString::number(found.calls))});
    }

    void advice(const std::vector<Advice> &all)
    {
        if (all.empty())
            return;
        QTreeWidgetItem *group = this->group(QStringLiteral("advice"), MeasuredTree::tr("What to change (double-click applies it)"), true);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTreeWidgetItem *item = line(group, {qs(all[i].setting), {}, {}, timeOf(all[i].gain), pointsText(all[i].mfuGain), termsText(all[i].reason)});
            item->setData(0, adviceRole, static_cast<qulonglong>(i));
        }
    }

    void classes(const DeviceTime &step)
    {
        QTreeWidgetItem *all = group(QStringLiteral("classes"), MeasuredTree::tr("The step of median length: %1").arg(picoseconds(step.step.span.length())), !m_snapshot.gap);
        const auto share = [&](std::int64_t part) { return percentText(static_cast<double>(part) / static_cast<double>(step.step.span.length())); };
        for (std::size_t c = 0; c < eventClasses; ++c) {
            const ClassTime &of = step.classes[c];
            const auto kind = static_cast<EventClass>(c);
            if (of.calls == 0 && of.share == 0)
                continue;
            const bool host = kindOf(kind) == TimeKind::host;
            line(all, {host ? MeasuredTree::tr("Idle: %1").arg(coreText(labelOf(kind))) : coreText(labelOf(kind)), picoseconds(host ? of.share : of.time), {},
                       {}, share(of.share), host ? QString() : MeasuredTree::tr("calls: %1").arg(of.calls)});
        }
        line(all, {MeasuredTree::tr("Idle, of no known cause"), picoseconds(step.idleUnknown), {}, {}, share(step.idleUnknown), {}});
        line(all, {MeasuredTree::tr("Communication that nothing hides"), picoseconds(step.exposedCommunication), {}, {}, share(step.exposedCommunication),
                   MeasuredTree::tr("of %1 in all").arg(picoseconds(step.communication))});
    }

    void efficiencies(const GapAnalysis &g)
    {
        QTreeWidgetItem *all = group(QStringLiteral("efficiencies"), MeasuredTree::tr("Classes of operators against their bound"), false);
        for (const ClassEfficiency &e : g.efficiencies)
            line(all, {coreText(labelOf(e.eventClass)), timeOf(e.measured), timeOf(e.expected), timeOf(e.measured - e.expected), {},
                       MeasuredTree::tr("%1 of the bound; %2 calls, %3 in the model")
                           .arg(percentText(e.share()), QString::number(e.calls), QString::number(e.modelledCalls))});
    }

    void links(const GapAnalysis &g)
    {
        if (g.links.empty())
            return;
        QTreeWidgetItem *all = group(QStringLiteral("links"), MeasuredTree::tr("Collectives and links"), false);
        for (const LinkUse &l : g.links)
            line(all, {coreText(labelOf(l.kind)), timeOf(l.measured), {}, {}, {},
                       (l.rate ? quantityText(l.rate->value, Unit::bytesPerSecond, 3) + QStringLiteral(" · ") : QString()) + qs(l.link)
                           + MeasuredTree::tr(" (%1 sent by the model)").arg(quantityText(l.wire.value, Unit::bytes, 3))});
    }

    void matches(const GapAnalysis &g)
    {
        if (!g.matches)
            return;
        const Matches &m = *g.matches;
        QTreeWidgetItem *found = group(QStringLiteral("matched"), MeasuredTree::tr("Matched operators: %1").arg(timeOf(m.matchedTime)), false);
        for (const OperatorMatch &match : m.matched) {
            QStringList traced;
            for (const std::string &each : match.traced)
                traced << qs(each);
            line(found, {traced.join(QStringLiteral(", ")), timeOf(match.measured), {}, {}, {}, coreText(labelOf(match.reason))});
        }
        QTreeWidgetItem *left = group(QStringLiteral("unmatched"), MeasuredTree::tr("In the trace alone: %1").arg(timeOf(m.unmatchedTime)), false);
        for (const UnmatchedTraced &u : m.traced)
            line(left, {qs(u.name), timeOf(u.time), {}, {}, {}, coreText(labelOf(u.eventClass))});
    }

    void steps(const TraceSteps &s)
    {
        QTreeWidgetItem *all = group(QStringLiteral("steps"),
                                     MeasuredTree::tr("Steps: %1, %2; p50 %3, p90 %4, p99 %5")
                                         .arg(QString::number(s.steps.size()), coreText(labelOf(s.source)), quantityText(s.median, Unit::seconds), quantityText(s.p90, Unit::seconds),
                                              quantityText(s.p99, Unit::seconds)),
                                     false);
        for (const TraceStep &step : s.steps)
            line(all, {qs(step.name), quantityText(step.seconds(), Unit::seconds), {}, {}, {}, {}});
        for (const LeftOutStep &l : s.leftOut)
            line(all, {qs(l.step.name), quantityText(l.step.seconds(), Unit::seconds), {}, {}, {},
                       MeasuredTree::tr("left out: %1").arg(termsText(l.reason))});
    }

    void ranges(const TraceSummary &s)
    {
        if (s.ranges.empty())
            return;
        QTreeWidgetItem *all = group(QStringLiteral("ranges"), MeasuredTree::tr("Ranges of the program"), false);
        for (const RangeUse &r : s.ranges)
            line(all, {qs(r.name), quantityText(r.time, Unit::seconds, 3), {}, {}, {},
                       MeasuredTree::tr("compute %1, communication %2, %3 of it hidden")
                           .arg(quantityText(r.compute, Unit::seconds, 3), quantityText(r.communication, Unit::seconds, 3),
                                quantityText(r.hidden, Unit::seconds, 3))});
    }

    QTreeWidget &m_tree;
    const Snapshot &m_snapshot;
    std::set<QString> m_folded;
    bool m_first = true;
};

} // namespace

void fillMeasuredTree(QTreeWidget &tree, const Snapshot &snapshot)
{
    if (!snapshot.trace) {
        tree.clear();
        return;
    }
    Filler(tree, snapshot).fill();
}

} // namespace headroom
