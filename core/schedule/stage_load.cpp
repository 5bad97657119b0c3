#include "schedule/stage_load.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>

namespace headroom {
namespace {

const char *design = "Headroom model §8";
const Formula timesCount{"stage.count", CORE_TEXT("core", "Time of all blocks of a kind"), "n * t", {"n", "t"}, design};
const Formula stageSum{"stage.sum", CORE_TEXT("core", "Sum over the blocks of a stage"), "sum(t)", {"t"}, design};

Derived<Seconds> scaled(Derivation &why, double count, const Derived<Seconds> &time)
{
    if (!why.recording())
        return {count * time.value, {}};
    const Derived<double> n = why.given("blocks", count);
    return why.record(timesCount, count * time.value, {n.term, time.term});
}

// One time of every block, added up: get(load) picks it.
template <class Get>
Derived<Seconds> overBlocks(Derivation &why, const Composition &blocks, const std::vector<BlockLoad> &loads, Get get)
{
    Sum<Seconds> sum(why);
    for (const auto &[b, count] : blocks)
        if (const Derived<Seconds> &time = get(loads[b]); time.value.value != 0.0)
            sum.add(scaled(why, count, time));
    return sum.total(stageSum);
}

// Calls visit(member) for every member of a pass's load: visit picks it from one load or several.
template <class Visit> void forEachMember(Visit visit)
{
    visit([](auto &load) -> auto & { return load.compute; });
    for (std::size_t c = 0; c < waitCauses; ++c) {
        visit([c](auto &load) -> auto & { return load.waits[c]; });
        visit([c](auto &load) -> auto & { return load.hidden[c]; });
    }
    visit([](auto &load) -> auto & { return load.busyUp; });
    visit([](auto &load) -> auto & { return load.busyOut; });
}

template <class Pass> PassLoad passOver(Derivation &why, const Composition &blocks, const std::vector<BlockLoad> &loads, Pass pass)
{
    const auto over = [&](auto member) {
        return overBlocks(why, blocks, loads, [&](const BlockLoad &load) -> const Derived<Seconds> & { return member(pass(load)); });
    };
    const auto communicates = [&](const BlockCount &held) { return pass(loads[held.block]).communicates; };
    if (std::ranges::none_of(blocks, communicates))
        return silentPass(why, over([](const PassLoad &load) -> const Derived<Seconds> & { return load.compute; }));
    PassLoad out;
    out.communicates = true;
    forEachMember([&](auto member) { member(out) = over(member); });
    return out;
}

constexpr std::size_t shardWait = static_cast<std::size_t>(WaitCause::shard);

} // namespace

BlockLoad stageLoad(Derivation &why, const Composition &blocks, const std::vector<BlockLoad> &loads)
{
    BlockLoad out;
    out.forward = passOver(why, blocks, loads, [](const BlockLoad &l) -> const PassLoad & { return l.forward; });
    out.backward = passOver(why, blocks, loads, [](const BlockLoad &l) -> const PassLoad & { return l.backward; });
    const std::size_t policies = loads.empty() ? 0 : loads.front().again.size();
    out.again.reserve(policies);
    for (std::size_t p = 0; p < policies; ++p)
        out.again.push_back(passOver(why, blocks, loads, [p](const BlockLoad &l) -> const PassLoad & { return l.again[p]; }));
    for (std::size_t c = 0; c < categoryCount; ++c)
        out.byCategory[c] = overBlocks(why, blocks, loads, [c](const BlockLoad &l) -> const Derived<Seconds> & { return l.byCategory[c]; });
    out.weightGradient = overBlocks(why, blocks, loads, [](const BlockLoad &l) -> const Derived<Seconds> & { return l.weightGradient; });
    return out;
}

namespace {
const Formula runAgain{"pass.withRecompute", CORE_TEXT("core", "Backward with parts of the forward run again"), "b + r", {"b", "r"},
                       "Headroom model §5"};
} // namespace

template <class Why> PassLoad backwardUnder(Why &why, const BlockLoad &stage, std::size_t policy)
{
    PassLoad out = stage.backward;
    const PassLoad &again = stage.again[policy];
    const auto add = [&](auto member) {
        const Derived<Seconds> &more = member(again);
        if (more.value.value != 0.0)
            member(out) = why.record(runAgain, member(out).value + more.value, {member(out).term, more.term});
    };
    if (again.communicates)
        forEachMember(add);
    else
        add([](auto &load) -> auto & { return load.compute; });
    return out;
}

namespace {

Derived<Bytes> payloadOf(Derivation &why, const WeightCall &call)
{
    static const Formula formula{"payload.weights", CORE_TEXT("core", "Weights or gradients that a rank contributes to, per call"),
                                 "n * g / p / c", {"n", "g", "p", "c"}, "Headroom model §7"};
    const Bytes payload = call.payload();
    if (!why.recording())
        return {payload, {}};
    const Derived<double> n = why.given("parameters of the stage on a rank", call.part.parameters), g = why.given("bytes each", call.bytesEach),
                          p = why.given("ranks that share each weight", call.shards), c = why.given("calls", call.part.blocks);
    return why.record(formula, payload, {n.term, g.term, p.term, c.term}, keyOf(call.purpose));
}

// Adds up calls that run one after the other on both networks.
struct LinkSum
{
    explicit LinkSum(Derivation &why) : up(why), out(why) {}
    Sum<Seconds> up, out;
    void add(const LinkTime &time)
    {
        up.add(time.up);
        out.add(time.out);
    }
    LinkTime total() const
    {
        static const Formula formula{"weights.links", CORE_TEXT("core", "Busy time of a network by a stage's weights"), "sum(t)", {"t"}, design};
        return {up.total(formula), out.total(formula)};
    }
};

struct BackgroundSum
{
    explicit BackgroundSum(Derivation &why) : links(why), wait(why), hidden(why) {}
    LinkSum links;
    Sum<Seconds> wait, hidden;
    void add(const LinkTime &time, const BackgroundTime &background)
    {
        links.add(time);
        wait.add(background.wait);
        hidden.add(background.hidden);
    }
    Background total() const
    {
        static const Formula waits{"weights.waits", CORE_TEXT("core", "Waits of a pass for its weights"), "sum(w)", {"w"}, design};
        static const Formula hides{"weights.hidden", CORE_TEXT("core", "Weights moved under a pass's compute"), "sum(t)", {"t"}, design};
        const LinkTime busy = links.total();
        return {wait.total(waits), hidden.total(hides), busy.up, busy.out};
    }
};

} // namespace

WeightLoad weightLoad(Derivation &why, const std::vector<WeightCall> &calls, const GroupLinks &groups, const LinkRates &links,
                      const OverlapRates &overlap)
{
    using When = WeightCall::When;
    BackgroundSum forward(why), backward(why);
    LinkSum gather(why), reduction(why);
    for (const WeightCall &call : calls) {
        const LinkTime time = collectiveTime(why, call.kind, groups.of(call.group), payloadOf(why, call), call.part.blocks, links);
        if (call.when == When::gather || call.when == When::reduction)
            (call.when == When::gather ? gather : reduction).add(time);
        else
            (call.when == When::forward ? forward : backward).add(time, backgroundTime(why, keyOf(call.purpose), time, overlap));
    }
    return {forward.total(), backward.total(), gather.total(), reduction.total(), {}};
}

template <class Why> PassLoad withBackground(Why &why, const PassLoad &load, const Background &background)
{
    static const Formula formula{"stage.busy", CORE_TEXT("core", "Busy time of a network in a pass, weights included"), "a + b", {"a", "b"}, design};
    PassLoad out = load;
    out.waits[shardWait] = background.wait;
    out.hidden[shardWait] = background.hidden;
    out.busyUp = why.record(formula, load.busyUp.value + background.busyUp.value, {load.busyUp.term, background.busyUp.term});
    out.busyOut = why.record(formula, load.busyOut.value + background.busyOut.value, {load.busyOut.term, background.busyOut.term});
    return out;
}

template PassLoad backwardUnder(Derivation &, const BlockLoad &, std::size_t);
template PassLoad backwardUnder(Silent &, const BlockLoad &, std::size_t);
template PassLoad withBackground(Derivation &, const PassLoad &, const Background &);
template PassLoad withBackground(Silent &, const PassLoad &, const Background &);

} // namespace headroom
