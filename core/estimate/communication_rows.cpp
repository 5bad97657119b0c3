// One row per collective of the critical stage at the bound, summed over layers, passes and micro-batches.

#include "base/text.h"
#include "estimate/system_bound.h"

#include <algorithm>

namespace headroom {
namespace {

const char *linkLabel(const LinkTime &links)
{
    const bool up = links.up.value.value > 0.0, out = links.out.value.value > 0.0;
    return up && out ? "scale-up+scale-out" : out ? "scale-out" : "scale-up";
}

// A row with what it shares of the stage's waits that no single call owns.
struct PendingRow
{
    CommunicationRow row;
    std::optional<WaitCause> hides; // shares the link excess of this cause by its hidden time
    bool reduction = false, gather = false; // shares the exposed once-a-step work by its time
};

class RowTable
{
public:
    RowTable(Derivation &why, const SystemBound &bound) : m_why(why), m_bound(bound) {}

    // `calls` of it per micro-batch and block.
    void addCall(const BlockCall &call, double calls, std::size_t block, double perStep)
    {
        const LevelResult &ideal = m_bound.ideal;
        const CallTime time = callTime(m_why, call, ideal.shape.blocks[block], contextOf(m_bound.placed(), ideal.rates),
                                       call.pass == Pass::recompute ? &ideal.shape.blocks[block].again[m_bound.placed().remat] : nullptr);
        PendingRow &row = find(call.purpose, call.kind, axesText(m_bound.placed().links->axes.*call.group, m_bound.placed().plan), call.payload.value, time.links);
        row.hides = causeOf(call);
        const RankGroup &group = m_bound.placed().links->groups.of(call.group);
        // Overlapped passes hide a share of what one alone would wait for.
        const double waits = ideal.input.overlapped.empty() ? 1.0 : 1.0 - ideal.input.overlap.overlap.value;
        add(row, wireBytes(call.kind, group, call.payload.value, call.routing), perStep * calls, perStep * time.total.value,
            waits * perStep * time.wait.value, time.total.term);
    }
    // A stage's calls for its weights: in every micro-batch under a pass, or once a step.
    void addWeights(const WeightCall &call)
    {
        using When = WeightCall::When;
        const RankGroup &group = m_bound.placed().links->groups.of(call.group);
        const LinkTime links = timeOf(call.kind, group, call.payload(), call.part.blocks);
        PendingRow &row = find(call.purpose, call.kind, axesText(m_bound.placed().links->axes.*call.group, m_bound.placed().plan),
                               call.payload(), links);
        const bool once = call.when == When::gather || call.when == When::reduction;
        const double times = once ? 1.0 : m_bound.ideal.input.microBatches.value;
        addLinks(row, call.kind, group, times, call.part.blocks, links);
        row.gather = call.when == When::gather;
        row.reduction = call.when == When::reduction;
        if (!once)
            row.hides = WaitCause::shard;
    }
    void addPair(Purpose purpose, const PairTransfer &transfer)
    {
        const LinkTime links = timeOf(Collective::sendRecv, transfer.pair, transfer.payload, 1.0);
        PendingRow &row = find(purpose, Collective::sendRecv, keyOf(Axis::pipeline), transfer.payload, links);
        addLinks(row, Collective::sendRecv, transfer.pair, 1.0, 1.0, links);
        row.reduction = true;
    }
    std::vector<CommunicationRow> finish(const StepAttribution &parts)
    {
        for (std::size_t c = 0; c < waitCauses; ++c)
            share([c](const PendingRow &p) { return p.hides && static_cast<std::size_t>(*p.hides) == c ? p.row.total - p.row.exposed : Seconds{}; },
                  parts.linkExcess[c].value);
        share([](const PendingRow &p) { return p.gather ? p.row.total : Seconds{}; }, parts.gather.value);
        share([](const PendingRow &p) { return p.reduction ? p.row.total : Seconds{}; }, parts.reduction.value);
        std::vector<CommunicationRow> out;
        for (PendingRow &p : m_rows) {
            p.row.hidden = p.row.total - p.row.exposed;
            out.push_back(std::move(p.row));
        }
        return out;
    }

private:
    PendingRow &find(Purpose purpose, Collective kind, const std::string &axis, Bytes payload, const LinkTime &links)
    {
        for (PendingRow &p : m_rows)
            if (p.row.purpose == labelOf(purpose) && p.row.kind == keyOf(kind) && p.row.axis == axis && p.row.payload == payload
                && p.row.link == linkLabel(links))
                return p;
        m_rows.push_back({});
        CommunicationRow &row = m_rows.back().row;
        row.axis = axis;
        row.kind = keyOf(kind);
        row.purpose = labelOf(purpose);
        row.payload = payload;
        row.link = linkLabel(links);
        return m_rows.back();
    }
    LinkTime timeOf(Collective kind, const RankGroup &group, Bytes payload, double calls)
    {
        return collectiveTime(m_why, kind, group, m_why.given("payload", payload), calls, m_bound.ideal.rates.links);
    }
    // `times` runs of `calls` calls that keep the networks busy for `links` together.
    static void addLinks(PendingRow &p, Collective kind, const RankGroup &group, double times, double calls, const LinkTime &links)
    {
        const Derived<Seconds> &longer = links.up.value > links.out.value ? links.up : links.out;
        add(p, wireBytes(kind, group, p.row.payload), times * calls, times * longer.value, Seconds{}, longer.term);
    }
    static void add(PendingRow &p, Bytes wire, double calls, Seconds total, Seconds exposed, TermId term)
    {
        CommunicationRow &row = p.row;
        row.wire = wire;
        row.calls += calls;
        row.total += total;
        row.exposed += exposed;
        row.term = term;
    }
    template <class Weight> void share(Weight weight, Seconds exposed)
    {
        std::vector<Seconds> weights;
        Seconds total{};
        for (const PendingRow &p : m_rows) {
            weights.push_back(weight(p));
            total += weights.back();
        }
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (total.value > 0.0)
                m_rows[i].row.exposed += exposed * (weights[i] / total);
    }

    Derivation &m_why;
    const SystemBound &m_bound;
    std::vector<PendingRow> m_rows;
};

void blockRows(RowTable &table, const SystemBound &b)
{
    for (const auto &[block, count] : b.owned->layout.blocksOf(b.ideal.headline.critical))
        for (const BlockCall &call : b.owned->work.calls[block]) {
            const StepSet again = b.owned->work.blocks.blocks[block].remats[b.placed().remat].again;
            const double calls = call.pass == Pass::recompute ? call.repeats(again) : call.count;
            if (calls > 0.0 && b.placed().links->groups.of(call.group).size() > 1.0)
                table.addCall(call, calls, block, count * b.ideal.input.microBatches.value);
        }
}

// Weights and gradients, and the table that two stages share.
void weightRows(RowTable &table, const SystemBound &b)
{
    const std::size_t stage = b.ideal.headline.critical;
    const WeightPlan &weights = b.owned->weights[b.owned->layout.stages[stage]];
    for (const WeightCall &call : weights.calls)
        table.addWeights(call);
    if (const std::optional<PairTransfer> tied = tiedTransfer(b.placed()); tied && (stage == 0 || stage + 1 == b.owned->layout.stages.size()))
        table.addPair(Purpose::tiedEmbedding, *tied);
    if (const std::optional<PairTransfer> mirrored = mirrorTransfer(b.placed(), weights))
        table.addPair(Purpose::mirroredGradients, *mirrored);
}

// The critical stage's own sends, and what of all transfers lies on its way.
void transferRow(std::vector<CommunicationRow> &rows, const SystemBound &b)
{
    const HeadlineInput &in = b.ideal.input;
    const std::size_t stage = b.ideal.headline.critical, stages = in.layout->stages.size();
    if (stages == 1)
        return;
    const bool first = stage == 0, last = stage + 1 == stages;
    const double pieces = static_cast<double>(b.placed().plan.virtualStages); // the last stage's last piece sends nothing on
    const LinkTime &link = in.transfers.over(first ? 0 : stage - 1);
    const double split = b.placed().plan.sequenceParallel ? static_cast<double>(b.placed().plan.tp) : 1.0;
    CommunicationRow row;
    row.axis = keyOf(Axis::pipeline);
    row.kind = keyOf(Collective::sendRecv);
    row.purpose = labelOf(Purpose::stageTransfer);
    row.link = linkLabel(link);
    row.calls = in.microBatches.value * (first || last ? 2.0 * pieces - 1.0 : 2.0 * pieces);
    row.payload = Bytes(b.owned->work.shape.tokens() * static_cast<double>(b.placed().scenario->model.hidden) * computeBytes / split);
    row.wire = row.payload;
    row.exposed = b.attribution.transfer.value + b.attribution.transferExcess.value;
    row.total = std::max(row.exposed, row.calls * (link.up.value + link.out.value));
    row.hidden = row.total - row.exposed;
    row.term = link.up.value > link.out.value ? link.up.term : link.out.term;
    rows.push_back(row);
}

// What the critical stage keeps in the host's memory, there and back.
void hostRow(std::vector<CommunicationRow> &rows, const SystemBound &b)
{
    const LevelResult &ideal = b.ideal;
    if (ideal.input.hostWaits.empty())
        return;
    CommunicationRow row;
    row.axis = row.link = "host";
    row.kind = "copy";
    row.purpose = CORE_TEXT("core", "Activations kept in the host's memory");
    row.calls = 2.0 * ideal.input.microBatches.value;
    for (const auto &[block, count] : b.owned->layout.compositions[ideal.criticalComposition()])
        row.payload += count * b.owned->memory[block].offloaded;
    row.wire = row.payload;
    row.exposed = b.boundParts[static_cast<std::size_t>(StepPartId::exposedHost)].value;
    row.total = row.calls * (row.payload / ideal.rates.host->value);
    row.hidden = row.total - row.exposed;
    row.term = ideal.input.hostWaits[ideal.criticalComposition()][0].wait.term;
    rows.push_back(row);
}

} // namespace

std::vector<CommunicationRow> communicationRows(Derivation &why, const SystemBound &bound)
{
    RowTable table(why, bound);
    blockRows(table, bound);
    weightRows(table, bound);
    std::vector<CommunicationRow> rows = table.finish(bound.attribution);
    transferRow(rows, bound);
    hostRow(rows, bound);
    return rows;
}

} // namespace headroom
