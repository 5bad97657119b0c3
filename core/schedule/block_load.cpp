#include "schedule/block_load.h"

#include "base/text.h"

#include <algorithm>
#include <optional>

namespace headroom {
namespace {

constexpr std::size_t weightGradients = 2; // among the products of a block's passes

const Formula opSum{"block.compute", CORE_TEXT("core", "Operator times of a block"), "sum(t)", {"t"}, "Headroom model §4"};

} // namespace

OpTimes opTimes(Derivation &why, const Block &block, const ChipRates &rates)
{
    OpTimes times;
    times.reserve(block.ops.size());
    for (const Op &op : block.ops)
        times.push_back(boundOp(why, op, rates).time);
    return times;
}

void renewTimes(OpTimes &times, Derivation &why, const Block &block, const ChipRates &rates)
{
    for (std::size_t i = 0; i < block.ops.size(); ++i)
        if (block.ops[i].accumulation.any())
            times[i] = boundOp(why, block.ops[i], rates).time;
}

namespace {

template <std::size_t count> std::array<Sum<Seconds>, count> sumsOf(Derivation &why)
{
    return [&why]<std::size_t... i>(std::index_sequence<i...>) {
        return std::array<Sum<Seconds>, count>{(static_cast<void>(i), Sum<Seconds>(why))...};
    }(std::make_index_sequence<count>());
}

} // namespace

TimeSums::TimeSums(Derivation &why, const Block &block)
    : pass(sumsOf<2>(why)), experts(pass), core(pass), category(sumsOf<categoryCount>(why)),
      weightGradient(why), products{sumsOf<tensorProducts>(why), sumsOf<tensorProducts>(why), sumsOf<tensorProducts>(why)}
{
    again.reserve(block.remats.size());
    for (const BlockRemat &remat : block.remats)
        again.push_back({remat.again, Sum<Seconds>(why), Sum<Seconds>(why), Sum<Seconds>(why), sumsOf<tensorProducts>(why)});
}

void TimeSums::add(const Op &op, const Derived<Seconds> &time)
{
    const std::size_t p = op.phase == Phase::forward ? 0 : 1;
    pass[p].add(time);
    if (op.expertCompute)
        experts[p].add(time);
    const bool ofCore = op.category == OpCategory::attention || op.category == OpCategory::linearAttention;
    if (ofCore)
        core[p].add(time);
    const std::size_t beside = productsIndex(tensorPartOf(op.step), op.side);
    for (Again &a : again)
        if (op.phase == Phase::forward && a.steps.has(op.step)) {
            a.compute.add(time);
            if (op.expertCompute)
                a.experts.add(time);
            if (ofCore)
                a.core.add(time);
            if (op.side != TensorSide::none)
                a.products[beside].add(time);
        }
    if (op.side != TensorSide::none)
        products[p][beside].add(time);
    category[static_cast<std::size_t>(op.category)].add(time);
    if (op.phase == Phase::backwardWeight) {
        weightGradient.add(time);
        if (op.side != TensorSide::none)
            products[weightGradients][beside].add(time);
    }
}

TimeSums steadySums(Derivation &why, const Block &block, const OpTimes &times)
{
    TimeSums sums(why, block);
    for (std::size_t i = 0; i < block.ops.size(); ++i)
        if (!block.ops[i].accumulation.any())
            sums.add(block.ops[i], times[i]);
    return sums;
}

BlockTimes blockTimes(TimeSums sums, const Block &block, const OpTimes &times)
{
    for (std::size_t i = 0; i < block.ops.size(); ++i)
        if (block.ops[i].accumulation.any())
            sums.add(block.ops[i], times[i]);
    const auto fill = [&](auto &totals, const auto &parts) {
        for (std::size_t i = 0; i < totals.size(); ++i)
            totals[i] = parts[i].total(opSum, block.name);
    };
    BlockTimes out;
    out.forward = sums.pass[0].total(opSum, block.name);
    out.backward = sums.pass[1].total(opSum, block.name);
    out.again.reserve(sums.again.size());
    for (const TimeSums::Again &a : sums.again) {
        out.again.push_back({a.steps, a.compute.total(opSum, block.name), a.experts.total(opSum, block.name), a.core.total(opSum, block.name)});
        fill(out.again.back().products, a.products);
    }
    fill(out.experts, sums.experts);
    fill(out.core, sums.core);
    for (std::size_t p = 0; p < out.products.size(); ++p)
        fill(out.products[p], sums.products[p]);
    fill(out.byCategory, sums.category);
    out.weightGradient = sums.weightGradient.total(opSum, block.name);
    return out;
}

OverlapRates overlapRates(Derivation &why, const Calibration &calibration, Count epChunks, Level level)
{
    if (level == Level::ideal)
        return {why.given("ideal calibration", 1.0), why.given("ideal calibration", 1.0),
                why.given("infinitely many chunks in the bound", 0.0), false, why.given("ideal calibration: pipelined", 1.0), why.given("endlessly many pieces in the bound", 0.0)};
    return {why.given("calibration.overlap", at(calibration.overlap.value, level, Faster::larger)),
            why.given("calibration.contention", at(calibration.contention.value, level, Faster::smaller)),
            why.given("1 / plan.epChunks", 1.0 / static_cast<double>(epChunks)), false, why.given("calibration.pipelining", at(calibration.pipelining.value, level, Faster::larger)), why.given("the first piece has nothing under it", 1.0)};
}

OverlapRates serialRates(Derivation &why)
{
    return {why.given("serial: nothing overlaps", 0.0), why.given("serial: nothing overlaps", 1.0),
            why.given("serial: nothing overlaps", 1.0), true, why.given("serial: nothing overlaps", 0.0), why.given("serial: nothing overlaps", 1.0)};
}

const RankGroup &GroupLinks::of(const AxisGroup AxisGroups::*group) const
{
    struct Row { const AxisGroup AxisGroups::*axes; const RankGroup GroupLinks::*links; };
    static constexpr Row rows[] = {
        {&AxisGroups::tensor, &GroupLinks::tensor}, {&AxisGroups::context, &GroupLinks::context},
        {&AxisGroups::expert, &GroupLinks::expert}, {&AxisGroups::expertTensor, &GroupLinks::expertTensor},
        {&AxisGroups::expertBeyond, &GroupLinks::expertBeyond}, {&AxisGroups::denseShard, &GroupLinks::denseShard},
        {&AxisGroups::expertShard, &GroupLinks::expertShard}, {&AxisGroups::denseReplicas, &GroupLinks::denseReplicas},
        {&AxisGroups::copiedReplicas, &GroupLinks::copiedReplicas}, {&AxisGroups::expertReplicas, &GroupLinks::expertReplicas},
        {&AxisGroups::keyValueCopies, &GroupLinks::keyValueCopies}, {&AxisGroups::keyValueReplicas, &GroupLinks::keyValueReplicas},
    };
    for (const Row &row : rows)
        if (row.axes == group)
            return this->*row.links;
    return pipeline; // &AxisGroups::pipeline, the one left
}

GroupLinks groupLinks(const AxisGroups &axes, const Placement &placement)
{
    return {rankGroup(placement, axes.tensor.span()), rankGroup(placement, axes.context.span()),
            rankGroup(placement, axes.expert.span()), rankGroup(placement, axes.expertTensor.span()),
            rankGroup(placement, axes.expertBeyond.span()), rankGroup(placement, axes.denseShard.span()),
            rankGroup(placement, axes.expertShard.span()), rankGroup(placement, axes.denseReplicas.span()),
            rankGroup(placement, axes.copiedReplicas.span()), rankGroup(placement, axes.expertReplicas.span()),
            rankGroup(placement, axes.keyValueCopies.span()), rankGroup(placement, axes.keyValueReplicas.span()),
            rankGroup(placement, axes.pipeline.span())};
}

namespace {

const char *design8 = "Headroom model §8";

Derived<Seconds> duration(Derivation &why, const char *what, const LinkTime &links, const OverlapRates &r)
{
    static const Formula formula{"call.time", CORE_TEXT("core", "Time of a collective over both networks, pipelined or one after the other"),
                                 "max(u, o) + (1 - h) * min(u, o)", {"u", "o", "h"}, "Headroom model §7"};
    const Seconds longer = std::max(links.up.value, links.out.value), shorter = std::min(links.up.value, links.out.value);
    return why.record(formula, longer + (1.0 - r.pipelining.value) * shorter, {links.up.term, links.out.term, r.pipelining.term}, what);
}

Derived<Seconds> expertWait(Derivation &why, const Derived<Seconds> &call, const Derived<Seconds> &experts, const OverlapRates &r)
{
    static const Formula formula{"overlap.expert", CORE_TEXT("core", "Expert exchange not hidden by its experts"),
                                 "max(q * a, a - r * min(a, e))", {"q", "a", "r", "e"}, design8};
    const Seconds hidden = r.overlap.value * std::min(call.value, experts.value);
    return why.record(formula, std::max(r.chunkShare.value * call.value, call.value - hidden),
                      {r.chunkShare.term, call.term, r.overlap.term, experts.term});
}

Derived<Seconds> ringWait(Derivation &why, const Derived<Seconds> &call, const Derived<Seconds> &core, const OverlapRates &r, Count cp)
{
    static const Formula formula{"overlap.context", CORE_TEXT("core", "Context ring not hidden by the attention core"),
                                 "a - r * min(a, (c - 1) / c * e)", {"a", "r", "c", "e"}, design8};
    const Derived<double> c = why.given("plan.cp", static_cast<double>(cp));
    const Seconds hidden = r.overlap.value * std::min(call.value, (c.value - 1.0) / c.value * core.value);
    return why.record(formula, call.value - hidden, {call.term, r.overlap.term, c.term, core.term});
}

// Piece after piece in a ring of the tensor ranks: the first piece of a product has no transfer beside it.
Derived<Seconds> productWait(Derivation &why, const Derived<Seconds> &call, const Derived<Seconds> &products, const OverlapRates &r, Count tp)
{
    static const Formula formula{"overlap.tensor", CORE_TEXT("core", "Tensor collective not hidden by the products beside it"),
                                 "a - r * min(a, (1 - z / p) * g)", {"a", "r", "z", "p", "g"}, design8};
    const Derived<double> p = why.given("plan.tp", static_cast<double>(tp));
    const Seconds hidden = r.overlap.value * std::min(call.value, (1.0 - r.firstPiece.value / p.value) * products.value);
    return why.record(formula, call.value - hidden, {call.term, r.overlap.term, r.firstPiece.term, p.term, products.term});
}

// The whole of a call beside the products that it does not wait for.
Derived<Seconds> gradientWait(Derivation &why, const Derived<Seconds> &call, const Derived<Seconds> &products, const OverlapRates &r)
{
    static const Formula formula{"overlap.weightGradients", CORE_TEXT("core", "Tensor collective not hidden by the weight gradients beside it"),
                                 "a - r * min(a, g)", {"a", "r", "g"}, "Megatron-LM, LinearWithGradAccumulationAndAsyncCommunication"};
    const Seconds hidden = r.overlap.value * std::min(call.value, products.value);
    return why.record(formula, call.value - hidden, {call.term, r.overlap.term, products.term});
}

Derived<Seconds> backgroundWait(Derivation &why, const Derived<Seconds> &call, const OverlapRates &r)
{
    static const Formula formula{"overlap.background", CORE_TEXT("core", "Background communication that does not hide"),
                                 "(1 - r) * a", {"r", "a"}, design8};
    return why.record(formula, (1.0 - r.overlap.value) * call.value, {r.overlap.term, call.term});
}

} // namespace

WaitCause causeOf(const BlockCall &call)
{
    if (call.purpose == Purpose::tensorWeightGradientInput)
        return WaitCause::tensor;
    if (call.purpose == Purpose::contextKeys)
        return WaitCause::context;
    switch (call.hide) {
    case Hide::nothing:
    case Hide::products:
    case Hide::weightGradients: return WaitCause::tensor;
    case Hide::experts: return WaitCause::expert;
    case Hide::core: return WaitCause::context;
    case Hide::anything: break;
    }
    return WaitCause::shard;
}

CallTime callTime(Derivation &why, const BlockCall &call, const BlockTimes &times, const CallContext &context, const Rerun *again)
{
    const OverlapRates &overlap = context.overlap;
    CallTime out;
    out.links = collectiveTime(why, call.kind, context.groups.of(call.group), call.payload,
                               again ? call.repeats(again->steps) : call.count, context.links, call.routing);
    out.total = duration(why, keyOf(call.purpose), out.links, overlap);
    const std::size_t pass = call.pass == Pass::backward ? 1 : 0; // a repeated call hides under what is repeated
    if (overlap.serial || call.hide == Hide::nothing)
        out.wait = out.total;
    else if (call.hide == Hide::experts)
        out.wait = expertWait(why, out.total, again ? again->experts : times.experts[pass], overlap);
    else if (call.hide == Hide::products)
        out.wait = productWait(why, out.total, (again ? again->products : times.products[pass])[productsIndex(productsOf(call), call.side)],
                               overlap, context.tp);
    else if (call.hide == Hide::weightGradients)
        out.wait = gradientWait(why, out.total, times.products[weightGradients][productsIndex(productsOf(call), call.side)], overlap);
    else if (call.hide == Hide::core)
        out.wait = ringWait(why, out.total, again ? again->core : times.core[pass], overlap, context.cp);
    else
        out.wait = backgroundWait(why, out.total, overlap);
    return out;
}

namespace {

const Formula waitSum{"pass.waits", CORE_TEXT("core", "Waits of a pass for one axis"), "sum(w)", {"w"}, design8};
const Formula busySum{"pass.busy", CORE_TEXT("core", "Busy time of a network in a pass"), "sum(t)", {"t"}, design8};
const Formula hiddenDifference{"call.hidden", CORE_TEXT("core", "Hidden part of a collective"), "a - w", {"a", "w"}, design8};
const Formula hiddenSum{"pass.hidden", CORE_TEXT("core", "Communication under compute in a pass"), "sum(t)", {"t"}, design8};
// Adds up the calls of a pass.
struct LoadSums
{
    explicit LoadSums(Derivation &why)
        : waits{Sum<Seconds>(why), Sum<Seconds>(why), Sum<Seconds>(why), Sum<Seconds>(why)}, hidden(waits), up(why), out(why)
    {
    }
    std::array<Sum<Seconds>, waitCauses> waits, hidden;
    Sum<Seconds> up, out;

    PassLoad total(const Derived<Seconds> &compute) const
    {
        PassLoad load{.communicates = true, .compute = compute, .waits = {}, .busyUp = up.total(busySum), .busyOut = out.total(busySum), .hidden = {}};
        for (std::size_t c = 0; c < waitCauses; ++c) {
            load.waits[c] = waits[c].total(waitSum);
            load.hidden[c] = hidden[c].total(hiddenSum);
        }
        return load;
    }
};

PassLoad passLoad(Derivation &why, const BlockTimes &times, const Derived<Seconds> &compute, const std::vector<BlockCall> &calls,
                  const CallContext &context, Pass pass, const Rerun *again = nullptr)
{
    std::optional<LoadSums> sums;
    for (const BlockCall &call : calls) {
        if (call.pass != pass || (again && call.repeats(again->steps) == 0.0) || context.groups.of(call.group).size() <= 1.0)
            continue;
        if (!sums)
            sums.emplace(why);
        const CallTime time = callTime(why, call, times, context, again);
        const std::size_t cause = static_cast<std::size_t>(causeOf(call));
        sums->waits[cause].add(time.wait);
        sums->up.add(time.links.up);
        sums->out.add(time.links.out);
        sums->hidden[cause].add(why.record(hiddenDifference, time.total.value - time.wait.value, {time.total.term, time.wait.term}));
    }
    return sums ? sums->total(compute) : silentPass(why, compute);
}

} // namespace

BlockLoad blockLoad(Derivation &why, const BlockTimes &times, const std::vector<BlockCall> &calls, const CallContext &context)
{
    BlockLoad out;
    out.forward = passLoad(why, times, times.forward, calls, context, Pass::forward);
    for (const Rerun &again : times.again)
        out.again.push_back(passLoad(why, times, again.compute, calls, context, Pass::recompute, &again));
    renewBackward(out, why, times, calls, context);
    return out;
}

void renewBackward(BlockLoad &load, Derivation &why, const BlockTimes &times, const std::vector<BlockCall> &calls, const CallContext &context)
{
    load.backward = passLoad(why, times, times.backward, calls, context, Pass::backward);
    load.byCategory = times.byCategory;
    load.weightGradient = times.weightGradient;
}

BackgroundTime backgroundTime(Derivation &why, const char *what, const LinkTime &links, const OverlapRates &overlap)
{
    BackgroundTime out;
    out.total = duration(why, what, links, overlap);
    out.wait = overlap.serial ? out.total : backgroundWait(why, out.total, overlap);
    out.hidden = why.record(hiddenDifference, out.total.value - out.wait.value, {out.total.term, out.wait.term});
    return out;
}

} // namespace headroom
