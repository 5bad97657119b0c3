#include "ui/pages/measured_tree.h"

#include "ui/pages/measured_groups.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QTreeWidget>

namespace headroom {

namespace {

struct MeasuredTree
{
    Q_DECLARE_TR_FUNCTIONS(MeasuredTree)
};

QString picoseconds(std::int64_t time) { return timeOf(static_cast<double>(time) * 1e-12); }

class Filler
{
public:
    Filler(QTreeWidget &tree, const Snapshot &snapshot) : m_groups(tree), m_snapshot(snapshot) {}

    void fill()
    {
        const TraceSummary &summary = m_snapshot.trace->summary();
        if (m_snapshot.gap) {
            gap(m_snapshot.gap->gap);
            advice(m_snapshot.gap->advice);
        }
        addRanks(m_groups, m_snapshot.trace->run);
        if (summary.typical)
            classes(*summary.typical);
        if (m_snapshot.gap) {
            efficiencies(m_snapshot.gap->gap);
            links(m_snapshot.gap->gap);
            addMatches(m_groups, m_snapshot.gap->gap);
        }
        steps(summary.steps);
        ranges(summary);
        m_groups.restoreCurrent();
    }

private:
    QTreeWidgetItem *group(const QString &key, const QString &title, bool open) { return m_groups.group(key, title, open); }
    static QTreeWidgetItem *line(QTreeWidgetItem *group, const QStringList &cells) { return MeasuredGroups::line(group, cells); }

    void gap(const GapAnalysis &g)
    {
        if (!g.flags.empty()) {
            QTreeWidgetItem *flags = group(QStringLiteral("flags"), MeasuredTree::tr("Does not agree: one of the two is wrong"), true);
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

    MeasuredGroups m_groups;
    const Snapshot &m_snapshot;
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
