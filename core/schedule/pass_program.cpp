#include "schedule/pass_program.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

LaneCause laneCause(WaitCause cause)
{
    static constexpr LaneCause causes[] = {LaneCause::tensor, LaneCause::expert, LaneCause::context, LaneCause::shard};
    return causes[static_cast<std::size_t>(cause)];
}

// A forward operator's place in the order of a backward: last first, but an input gradient before its weight gradient.
std::vector<std::size_t> backwardOrder(const std::vector<Op> &ops)
{
    std::vector<std::size_t> out;
    for (std::size_t i = ops.size(); i-- > 0;) {
        if (ops[i].phase == Phase::forward)
            continue;
        if (ops[i].phase == Phase::backwardWeight && i > 0 && ops[i - 1].phase == Phase::backwardInput) {
            out.push_back(i - 1);
            out.push_back(i--);
        } else {
            out.push_back(i);
        }
    }
    return out;
}

// Operators among those of a part of a pass that a call stands beside: the first and the last of them.
struct Beside
{
    std::size_t first = 0, last = 0;
};

template <class Picks> std::optional<Beside> besideWhere(const std::vector<Op> &ops, const std::vector<std::size_t> &order, Picks picks)
{
    std::optional<Beside> out;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (picks(ops[order[i]])) {
            out = out ? Beside{out->first, i} : Beside{i, i};
        }
    return out;
}

bool isCore(const Op &op) { return op.category == OpCategory::attention || op.category == OpCategory::linearAttention; }

// What a call serves: experts, the attention core, or the products between which tensor ranks work apart.
Beside servedBy(const BlockCall &call, const std::vector<Op> &ops, const std::vector<std::size_t> &order)
{
    const auto experts = [](const Op &op) { return op.expertCompute; };
    std::optional<Beside> out;
    if (call.purpose == Purpose::contextKeys)
        out = besideWhere(ops, order, isCore);
    else if (call.purpose == Purpose::expertExchange || call.purpose == Purpose::expertActivations)
        out = besideWhere(ops, order, experts);
    else
        out = besideWhere(ops, order, [&](const Op &op) { return op.side != TensorSide::none && tensorPartOf(op.step) == productsOf(call); });
    if (!out && call.purpose == Purpose::feedForwardActivations)
        out = besideWhere(ops, order, experts);
    return out.value_or(Beside{0, order.empty() ? 0 : order.size() - 1});
}

// The operators that a call hides under.
std::optional<Beside> hidesUnder(const BlockCall &call, const std::vector<Op> &ops, const std::vector<std::size_t> &order)
{
    switch (call.hide) {
    case Hide::experts: return besideWhere(ops, order, [](const Op &op) { return op.expertCompute; });
    case Hide::core: return besideWhere(ops, order, isCore);
    case Hide::products:
        return besideWhere(ops, order, [&](const Op &op) { return op.side == call.side && tensorPartOf(op.step) == productsOf(call); });
    case Hide::weightGradients:
        return besideWhere(ops, order, [&](const Op &op) {
            return op.phase == Phase::backwardWeight && op.side == call.side && tensorPartOf(op.step) == productsOf(call);
        });
    default: return std::nullopt;
    }
}

class ProgramWriter
{
public:
    ProgramWriter(const LaneInput &in, std::size_t stage, Count piece, PassKind kind)
        : m_in(in), m_stage(stage), m_piece(piece), m_forward(kind == PassKind::forward),
          m_composition(in.headline->layout->pieceOf(stage, piece)), m_putOff(kind == PassKind::inputGradient)
    {
        m_out.runs = blocksInOrder(*in.blocks, *in.headline->layout, stage, piece);
        if (!m_forward)
            std::ranges::reverse(m_out.runs);
        m_before.resize(m_out.runs.size());
        m_after.resize(m_out.runs.size());
    }

    PassProgram write()
    {
        using When = WeightCall::When;
        for (const WeightCall &call : (*m_in.weights)[m_composition].calls)
            if (call.when == (m_forward ? When::forward : When::backward))
                weights(call);
        const std::optional<Waiting> copied = host();
        if (copied && !m_forward)
            wait(*copied);
        std::vector<Items> items(m_out.runs.size());
        for (std::size_t run = 0; run < m_out.runs.size(); ++run) {
            for (const Waiting &w : m_before[run])
                wait(w);
            const std::size_t first = m_out.items.size();
            block(run);
            if (m_out.items.size() > first)
                items[run] = std::pair(first, m_out.items.size() - 1);
            for (const Waiting &w : m_after[run])
                wait(w);
        }
        if (copied && m_forward)
            wait(*copied);
        // Weights are gathered under the block before theirs, gradients scattered under the next one.
        for (const auto &[call, run, gather] : m_moved) {
            const bool beside = gather ? run > 0 : run + 1 < items.size();
            hide(call, beside ? items[gather ? run - 1 : run + 1] : Items{}, !gather);
        }
        transfer();
        m_out.items.insert(m_out.items.end(), m_last.begin(), m_last.end());
        return std::move(m_out);
    }

private:
    using Items = std::optional<std::pair<std::size_t, std::size_t>>; // first and last; none: wherever there is room
    struct Waiting
    {
        std::size_t call;
        Seconds time;
    };
    struct Moved
    {
        std::size_t call, run;
        bool gather;
    };

    void wait(const Waiting &w)
    {
        if (w.time.value > 0.0)
            m_out.items.push_back({.kind = LaneItemKind::wait, .time = w.time, .call = w.call});
    }
    std::size_t add(LaneCall call)
    {
        m_out.calls.push_back(std::move(call));
        return m_out.calls.size() - 1;
    }
    void hide(std::size_t call, const Items &under, bool late)
    {
        const LaneCall &c = m_out.calls[call];
        const double share = c.total.value > 0.0 ? 1.0 - c.exposed / c.total : 0.0;
        if (share > 0.0)
            m_out.hidden.push_back({call, share, under, late});
    }

    // Blocks whose weights a call moves: one at a time, else those that come nearest.
    std::vector<std::size_t> runsOf(const WeightCall &call) const
    {
        std::vector<std::size_t> out;
        const bool experts = call.group == &AxisGroups::expertShard || call.group == &AxisGroups::expertReplicas;
        for (std::size_t run = 0; run < m_out.runs.size(); ++run) {
            const Block &block = m_in.blocks->blocks[m_out.runs[run].block];
            const bool routed = block.kind != BlockKind::embedding && block.kind != BlockKind::head
                             && block.layer.feedForward.kind == FeedForwardKind::moe;
            const bool again = !m_forward && call.purpose == Purpose::weightGather;
            if (experts ? routed : !again || block.kind != BlockKind::embedding)
                out.push_back(run);
        }
        const auto wanted = static_cast<std::size_t>(std::max(1.0, std::round(call.part.blocks)));
        if (out.size() == wanted)
            return out;
        std::vector<std::size_t> spread;
        for (std::size_t i = 1; i <= wanted; ++i)
            spread.push_back(i * m_out.runs.size() / wanted - 1);
        return spread;
    }

    void weights(const WeightCall &call)
    {
        Derivation off(false);
        const double blocks = call.part.blocks;
        const LinkTime links = collectiveTime(off, call.kind, m_in.context.groups.of(call.group), off.given("payload", call.payload()), blocks,
                                              m_in.context.links);
        const BackgroundTime time = backgroundTime(off, "", links, m_in.context.overlap);
        const std::vector<std::size_t> runs = runsOf(call);
        const double each = 1.0 / static_cast<double>(runs.size());
        for (const std::size_t run : runs) {
            const bool gather = call.kind == Collective::allGather;
            const std::size_t index = add({.cause = LaneCause::shard, .axis = axesText(m_in.axes->*call.group, *m_in.plan),
                                           .kind = keyOf(call.kind), .purpose = labelOf(call.purpose), .payload = call.payload(), .count = blocks * each,
                                           .run = run, .total = each * time.total.value, .exposed = each * time.wait.value,
                                           .links = {{each * links.up.value, {}}, {each * links.out.value, {}}}});
            (gather ? m_before : m_after)[run].push_back({index, each * time.wait.value});
            m_moved.push_back({index, run, gather});
        }
    }

    // The copies of a pass to the host's memory or back.
    std::optional<Waiting> host()
    {
        if (m_in.headline->hostWaits.empty())
            return std::nullopt;
        const HostWait &h = m_in.headline->hostWaits[m_composition][m_forward ? 0 : 1];
        if (h.busy.value.value <= 0.0)
            return std::nullopt;
        const std::size_t index = add({.cause = LaneCause::host, .axis = keyOf(LaneCause::host), .kind = "copy",
                                       .purpose = CORE_TEXT("core", "Activations kept in the host's memory"),
                                       .total = h.busy.value, .exposed = h.wait.value});
        hide(index, std::nullopt, m_forward);
        return Waiting{index, h.wait.value};
    }

    void transfer()
    {
        const std::optional<LinkTime> sent = passDetail(*m_in.headline, m_stage, m_piece, m_forward ? PassKind::forward : PassKind::backward).sent;
        if (!sent || sent->up.value + sent->out.value <= Seconds{})
            return;
        hide(add({.cause = LaneCause::pipeline, .axis = keyOf(LaneCause::pipeline), .kind = keyOf(Collective::sendRecv),
                  .purpose = labelOf(Purpose::stageTransfer), .total = sent->up.value + sent->out.value, .links = *sent}),
             std::nullopt, true);
    }

    void block(std::size_t run)
    {
        const Block &block = m_in.blocks->blocks[m_out.runs[run].block];
        std::vector<std::size_t> forward, again;
        for (std::size_t i = 0; i < block.ops.size(); ++i) {
            if (block.ops[i].phase == Phase::forward)
                forward.push_back(i);
            if (block.remats[m_in.remat].recomputes(block.ops[i]))
                again.push_back(i);
        }
        if (m_forward)
            return part(run, forward, Pass::forward);
        part(run, again, Pass::recompute);
        part(run, backwardOrder(block.ops), Pass::backward);
    }

    // A call with where it stands: what is waited for before and after one of the operators.
    struct Placed
    {
        std::size_t call;
        Beside at;
        std::optional<Beside> under;
        double before, after; // shares of the wait
    };
    std::vector<Placed> place(std::size_t run, const std::vector<std::size_t> &order, Pass pass)
    {
        Derivation off(false);
        const std::size_t b = m_out.runs[run].block;
        const std::vector<Op> &ops = m_in.blocks->blocks[b].ops;
        const Rerun *again = pass == Pass::recompute ? &(*m_in.times)[b].again[m_in.remat] : nullptr;
        std::vector<Placed> out;
        for (const BlockCall &call : (*m_in.calls)[b]) {
            const double count = again ? call.repeats(again->steps) : call.count;
            if (call.pass != pass || count == 0.0 || m_in.context.groups.of(call.group).size() <= 1.0)
                continue;
            const CallTime time = callTime(off, call, (*m_in.times)[b], m_in.context, again);
            const std::size_t index = add({.cause = laneCause(causeOf(call)), .axis = axesText(m_in.axes->*call.group, *m_in.plan),
                                           .kind = keyOf(call.kind), .purpose = labelOf(call.purpose), .payload = call.payload.value, .count = count,
                                           .run = run, .total = time.total.value, .exposed = time.wait.value, .links = time.links});
            const bool both = call.kind == Collective::allToAll && count > 1.0;
            const bool after = call.kind == Collective::reduceScatter || call.kind == Collective::allReduce;
            out.push_back({index, servedBy(call, ops, order), hidesUnder(call, ops, order), both ? 0.5 : after ? 0.0 : 1.0, both ? 0.5 : after ? 1.0 : 0.0});
        }
        return out;
    }

    void part(std::size_t run, const std::vector<std::size_t> &order, Pass pass)
    {
        const std::size_t b = m_out.runs[run].block;
        const std::vector<Op> &ops = m_in.blocks->blocks[b].ops;
        const std::vector<Placed> placed = place(run, order, pass);
        const std::size_t start = m_out.items.size();
        std::vector<std::size_t> itemOf(order.size());
        const auto waits = [&](std::size_t position, bool before) {
            for (const Placed &p : placed)
                if (position == (before ? p.at.first : p.at.last))
                    wait({p.call, (before ? p.before : p.after) * m_out.calls[p.call].exposed});
        };
        for (std::size_t i = 0; i < order.size(); ++i) {
            waits(i, true);
            itemOf[i] = m_out.items.size();
            const bool putOff = m_putOff && ops[order[i]].phase == Phase::backwardWeight;
            (putOff ? m_last : m_out.items)
                .push_back({.kind = pass == Pass::recompute ? LaneItemKind::again : LaneItemKind::op, .time = (*m_in.ops)[b][order[i]].value,
                            .run = run, .op = order[i], .putOff = putOff});
            waits(i, false);
        }
        const std::size_t end = m_out.items.size();
        for (const Placed &p : placed) {
            if (order.empty())
                wait({p.call, m_out.calls[p.call].exposed});
            if (!p.under || itemOf[p.under->first] >= end) {
                hide(p.call, end > start ? Items(std::pair(start, end - 1)) : std::nullopt, p.after > p.before);
                continue;
            }
            // A product put off leaves its place empty: up to the item before it.
            hide(p.call, std::pair(itemOf[p.under->first], std::min(itemOf[p.under->last], end - 1)), p.after > p.before);
        }
    }

    const LaneInput &m_in;
    std::size_t m_stage;
    Count m_piece;
    bool m_forward;
    std::size_t m_composition;
    bool m_putOff;
    PassProgram m_out;
    std::vector<std::vector<Waiting>> m_before, m_after; // per run: waits for its weights
    std::vector<Moved> m_moved;                          // calls for the weights of a run
    std::vector<ProgramItem> m_last;
};

} // namespace

PassProgram passProgram(const LaneInput &input, std::size_t stage, Count piece, PassKind kind)
{
    return ProgramWriter(input, stage, piece, kind).write();
}

PassProgram onceAStep(const LaneInput &in, std::size_t stage, bool gather, Seconds time)
{
    using When = WeightCall::When;
    Derivation off(false);
    const std::size_t composition = in.headline->layout->stages[stage];
    const WeightLoad &load = in.headline->weights[composition];
    LinkTime left = gather ? load.gather : load.reduction;
    PassProgram out;
    Seconds sum{};
    const auto add = [&](Purpose purpose, const char *kind, const std::string &axis, Bytes payload, double count, const LinkTime &links) {
        const Seconds each = links.up.value + links.out.value;
        if (each.value <= 0.0)
            return;
        sum += each;
        out.calls.push_back({.cause = gather ? LaneCause::shard : LaneCause::data, .axis = axis, .kind = kind, .purpose = labelOf(purpose),
                             .payload = payload, .count = count, .run = {}, .total = each, .exposed = each, .links = links});
    };
    for (const WeightCall &call : (*in.weights)[composition].calls)
        if (call.when == (gather ? When::gather : When::reduction)) {
            const LinkTime links = collectiveTime(off, call.kind, in.context.groups.of(call.group), off.given("payload", call.payload()),
                                                  call.part.blocks, in.context.links);
            left = {{left.up.value - links.up.value, {}}, {left.out.value - links.out.value, {}}};
            add(call.purpose, keyOf(call.kind), axesText(in.axes->*call.group, *in.plan), call.payload(), call.part.blocks, links);
        }
    const char *pair = keyOf(Collective::sendRecv);
    if (!gather && in.headline->layout->copies > 1.0) // what is left of the stage's own
        add(Purpose::mirroredGradients, pair, keyOf(LaneCause::pipeline), {}, 1.0, left);
    const bool edge = stage == 0 || stage + 1 == in.headline->layout->stages.size();
    if (!gather && edge)
        add(Purpose::tiedEmbedding, pair, keyOf(LaneCause::pipeline), {}, 1.0, in.headline->tiedReduction);
    for (std::size_t c = 0; c < out.calls.size(); ++c) { // each bears its share of what no pass hides
        out.calls[c].exposed = time * (out.calls[c].total / sum);
        out.items.push_back({.kind = LaneItemKind::wait, .time = out.calls[c].exposed, .call = c});
    }
    return out;
}

} // namespace headroom
