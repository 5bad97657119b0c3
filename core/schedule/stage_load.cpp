#include "schedule/stage_load.h"

#include "base/sum.h"
#include "base/text.h"

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

} // namespace

namespace {

template <class Member>
Derived<Seconds> overBlocks(Derivation &why, const std::vector<double> &blocks, const std::vector<BlockLoad> &loads,
                            PassLoad BlockLoad::*pass, Member member)
{
    Sum<Seconds> sum(why);
    for (std::size_t b = 0; b < blocks.size(); ++b)
        if (blocks[b] > 0.0)
            sum.add(scaled(why, blocks[b], member(loads[b].*pass)));
    return sum.total(stageSum);
}

Derived<Seconds> added(Derivation &why, const Derived<Seconds> &a, const Derived<Seconds> &b)
{
    static const Formula formula{"stage.withShards", CORE_TEXT("core", "Local part and weight sharding of a pass"), "a + b", {"a", "b"}, design};
    return why.record(formula, a.value + b.value, {a.term, b.term});
}

constexpr std::size_t shardWait = static_cast<std::size_t>(WaitCause::shard);

} // namespace

PassLoad stageLoad(Derivation &why, const std::vector<double> &blocks, const std::vector<BlockLoad> &loads, PassLoad BlockLoad::*pass)
{
    const auto summed = [&](auto member) { return overBlocks(why, blocks, loads, pass, member); };
    PassLoad out;
    out.compute = summed([](const PassLoad &l) { return l.compute; });
    for (std::size_t c = 0; c < waitCauses; ++c)
        out.waits[c] = summed([c](const PassLoad &l) { return l.waits[c]; });
    out.busyUp = summed([](const PassLoad &l) { return l.busyUp; });
    out.busyOut = summed([](const PassLoad &l) { return l.busyOut; });
    out.hidden = summed([](const PassLoad &l) { return l.hidden; });
    return out;
}

PassLoad withShardCalls(Derivation &why, const PassLoad &local, const std::vector<double> &blocks, const std::vector<BlockLoad> &shards,
                        PassLoad BlockLoad::*pass)
{
    const auto summed = [&](auto member) { return overBlocks(why, blocks, shards, pass, member); };
    PassLoad out = local;
    out.waits[shardWait] = summed([](const PassLoad &l) { return l.waits[shardWait]; });
    out.busyUp = added(why, local.busyUp, summed([](const PassLoad &l) { return l.busyUp; }));
    out.busyOut = added(why, local.busyOut, summed([](const PassLoad &l) { return l.busyOut; }));
    out.hidden = added(why, local.hidden, summed([](const PassLoad &l) { return l.hidden; }));
    return out;
}

} // namespace headroom
