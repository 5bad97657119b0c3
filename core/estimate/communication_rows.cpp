// One row per collective of the critical stage at the bound, summed over layers, passes and micro-batches.

#include "base/text.h"
#include "estimate/system_bound.h"

#include <algorithm>

namespace headroom {
namespace {

std::string axisLabel(const AxisGroup &group, const Plan &plan)
{
    std::string label;
    for (const Axis axis : group.span())
        if (plan.degree(axis) > 1)
            label += (label.empty() ? "" : "+") + std::string(keyOf(axis));
    return label;
}

const char *linkLabel(const LinkTime &links)
{
    const bool up = links.up.value.value > 0.0, out = links.out.value.value > 0.0;
    return up && out ? "scale-up+scale-out" : out ? "scale-out" : "scale-up";
}

// Which StepPart the exposed part of a row belongs to.
struct PendingRow
{
    CommunicationRow row;
    bool background = false; // shares the stage's link excess by its time
    bool reduction = false;  // shares the exposed gradient reduction
    bool gather = false;
};

class RowTable
{
public:
    RowTable(Derivation &why, const SystemBound &bound) : m_why(why), m_bound(bound) {}

    void addCall(const BlockCall &call, std::size_t block, double perStep)
    {
        const LevelResult &ideal = m_bound.ideal;
        const CallTime time = callTime(m_why, call, ideal.times[block], m_bound.placed.groups, ideal.rates.links, ideal.input.overlap,
                                       m_bound.placed.plan.cp);
        PendingRow &row = find(call.purpose, call.kind, axisLabel(m_bound.placed.axes.*call.group, m_bound.placed.plan), time.links);
        row.background = call.hide == Hide::anything;
        add(row, call.kind, m_bound.placed.groups.of(call.group), call.payload.value, perStep * call.count, perStep * time.total.value,
            perStep * time.wait.value, time.total.term);
    }
    PendingRow &addOnce(Purpose purpose, Collective kind, const AxisGroup &axes, const RankGroup &group, Bytes payload, double calls)
    {
        const Derived<Bytes> bytes = m_why.given("payload", payload);
        const LinkTime links = collectiveTime(m_why, kind, group, bytes, 1.0, m_bound.ideal.rates.links);
        PendingRow &row = find(purpose, kind, axisLabel(axes, m_bound.placed.plan), links);
        const Seconds time = std::max(links.up.value, links.out.value);
        add(row, kind, group, payload, calls, calls * time, Seconds{}, time == links.up.value ? links.up.term : links.out.term);
        return row;
    }
    std::vector<CommunicationRow> finish(Seconds excess, Seconds gather, Seconds reduction)
    {
        share(&PendingRow::background, excess);
        share(&PendingRow::gather, gather);
        share(&PendingRow::reduction, reduction);
        std::vector<CommunicationRow> out;
        for (PendingRow &p : m_rows) {
            p.row.hidden = p.row.total - p.row.exposed;
            out.push_back(std::move(p.row));
        }
        return out;
    }

private:
    PendingRow &find(Purpose purpose, Collective kind, const std::string &axis, const LinkTime &links)
    {
        for (PendingRow &p : m_rows)
            if (p.row.purpose == labelOf(purpose) && p.row.kind == keyOf(kind) && p.row.axis == axis && p.row.link == linkLabel(links))
                return p;
        m_rows.push_back({});
        CommunicationRow &row = m_rows.back().row;
        row.axis = axis;
        row.kind = keyOf(kind);
        row.purpose = labelOf(purpose);
        row.link = linkLabel(links);
        return m_rows.back();
    }
    static void add(PendingRow &p, Collective kind, const RankGroup &group, Bytes payload, double calls, Seconds total, Seconds exposed,
                    TermId term)
    {
        CommunicationRow &row = p.row;
        // Blocks of different sizes share a row: payload and wire bytes are means over its calls.
        const double all = row.calls + calls;
        row.payload = (row.calls * row.payload + calls * payload) / all;
        row.wire = (row.calls * row.wire + calls * wireBytes(kind, group, payload)) / all;
        row.calls = all;
        row.total += total;
        row.exposed += exposed;
        row.term = term;
    }
    void share(bool PendingRow::*flag, Seconds exposed)
    {
        Seconds total{};
        for (const PendingRow &p : m_rows)
            if (p.*flag)
                total += p.row.total;
        for (PendingRow &p : m_rows)
            if (p.*flag && total.value > 0.0)
                p.row.exposed += exposed * (p.row.total / total);
    }

    Derivation &m_why;
    const SystemBound &m_bound;
    std::vector<PendingRow> m_rows;
};

void blockRows(RowTable &table, const SystemBound &b)
{
    const std::vector<double> &composition = b.layout->blocksOf(b.ideal.headline.critical);
    for (std::size_t block = 0; block < composition.size(); ++block)
        for (const std::vector<BlockCall> *calls : {&b.work->calls[block].local, &b.work->calls[block].shard})
            for (const BlockCall &call : *calls) {
                const bool runs = b.placed.groups.of(call.group).size() > 1.0
                    && (call.pass != Pass::recompute || repeats(b.placed.plan.remat, call));
                if (runs && composition[block] > 0.0)
                    table.addCall(call, block, composition[block] * b.ideal.input.microBatches.value);
            }
}

void onceRows(RowTable &table, const SystemBound &b)
{
    const Plan &plan = b.placed.plan;
    const double g = stateBytes(b.placed.scenario->run.stateRecipe).gradient;
    const ShardSizes shards = shardSizes(plan);
    BlockParameters p;
    const std::vector<double> &composition = b.layout->blocksOf(b.ideal.headline.critical);
    for (std::size_t i = 0; i < composition.size(); ++i) {
        p.sharded += composition[i] * b.work->parameters[i].sharded;
        p.copied += composition[i] * b.work->parameters[i].copied;
        p.experts += composition[i] * b.work->parameters[i].experts;
        p.gathered += composition[i] * b.work->parameters[i].gathered;
    }
    const auto once = [&](Purpose purpose, Collective kind, const AxisGroup AxisGroups::*group, double bytes, bool PendingRow::*flag) {
        if (b.placed.groups.of(group).size() > 1.0 && bytes > 0.0)
            table.addOnce(purpose, kind, b.placed.axes.*group, b.placed.groups.of(group), Bytes(bytes), 1.0).*flag = true;
    };
    if (plan.regather == Regather::keep) {
        once(Purpose::weightGather, Collective::allGather, &AxisGroups::denseShard, p.gathered * computeBytes, &PendingRow::gather);
        once(Purpose::weightGather, Collective::allGather, &AxisGroups::expertShard, p.experts * computeBytes, &PendingRow::gather);
        once(Purpose::gradientScatter, Collective::reduceScatter, &AxisGroups::denseShard, p.gathered * g, &PendingRow::reduction);
        once(Purpose::gradientScatter, Collective::reduceScatter, &AxisGroups::expertShard, p.experts * g, &PendingRow::reduction);
    }
    const auto reduce = [&](const AxisGroup AxisGroups::*group, double bytes) {
        once(Purpose::gradientReduction, Collective::allReduce, group, bytes, &PendingRow::reduction);
    };
    reduce(&AxisGroups::denseReplicas, p.sharded * g / shards.dense);
    reduce(&AxisGroups::copiedReplicas, p.copied * g / shards.dense);
    reduce(&AxisGroups::expertReplicas, p.experts * g / shards.experts);
    const std::size_t stage = b.ideal.headline.critical;
    if (const std::optional<TiedTransfer> tied = tiedTransfer(b.placed); tied && (stage == 0 || stage + 1 == b.layout->stages.size()))
        table.addOnce(Purpose::tiedEmbedding, Collective::sendRecv, b.placed.axes.pipeline, tied->pair, tied->payload, 1.0).reduction = true;
}

// The critical stage's own sends, and what of all transfers lies on its way.
void transferRow(std::vector<CommunicationRow> &rows, const SystemBound &b)
{
    const HeadlineInput &in = b.ideal.input;
    if (in.transfers.empty())
        return;
    const std::size_t stage = b.ideal.headline.critical;
    const bool first = stage == 0, last = stage == in.transfers.size();
    const LinkTime &link = in.transfers[first ? 0 : stage - 1];
    const double split = b.placed.plan.sequenceParallel ? static_cast<double>(b.placed.plan.tp) : 1.0;
    CommunicationRow row;
    row.axis = keyOf(Axis::pipeline);
    row.kind = keyOf(Collective::sendRecv);
    row.purpose = labelOf(Purpose::stageTransfer);
    row.link = linkLabel(link);
    row.calls = in.microBatches.value * (first || last ? 1.0 : 2.0);
    row.payload = Bytes(b.work->shape.tokens() * static_cast<double>(b.placed.scenario->model.hidden) * computeBytes / split);
    row.wire = row.payload;
    row.exposed = b.ideal.headline.parts.transfer.value;
    row.total = std::max(row.exposed, row.calls * (link.up.value + link.out.value));
    row.hidden = row.total - row.exposed;
    row.term = link.up.value > link.out.value ? link.up.term : link.out.term;
    rows.push_back(row);
}

} // namespace

std::vector<CommunicationRow> communicationRows(Derivation &why, const SystemBound &bound)
{
    RowTable table(why, bound);
    blockRows(table, bound);
    onceRows(table, bound);
    const StepAttribution &parts = bound.ideal.headline.parts;
    std::vector<CommunicationRow> rows = table.finish(parts.linkExcess.value, parts.gather.value, parts.reduction.value);
    transferRow(rows, bound);
    return rows;
}

} // namespace headroom
