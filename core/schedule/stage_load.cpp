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
    for (std::size_t c = 0; c < waitCauses; ++c)
        out.hidden[c] = summed([c](const PassLoad &l) { return l.hidden[c]; });
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
    out.hidden[shardWait] = summed([](const PassLoad &l) { return l.hidden[shardWait]; });
    return out;
}

PassLoad withBackground(Derivation &why, const PassLoad &load, const LinkTime &work, const OverlapRates &overlap)
{
    static const Formula waits{"stage.scatterWait", CORE_TEXT("core", "Gradient scatter that does not hide"), "w + (1 - r) * max(u, o)",
                               {"w", "r", "u", "o"}, design};
    static const Formula hides{"stage.scatterHidden", CORE_TEXT("core", "Gradient scatter that hides"), "h + r * max(u, o)",
                               {"h", "r", "u", "o"}, design};
    static const Formula serial{"stage.scatterSerial", CORE_TEXT("core", "Gradient scatter, nothing overlapped"), "w + u + o",
                                {"w", "u", "o"}, design};
    PassLoad out = load;
    const Seconds time = std::max(work.up.value, work.out.value);
    if (time.value == 0.0)
        return out;
    out.busyUp = added(why, load.busyUp, work.up);
    out.busyOut = added(why, load.busyOut, work.out);
    const Derived<Seconds> &wait = load.waits[shardWait], &hidden = load.hidden[shardWait];
    if (overlap.serial) {
        out.waits[shardWait] = why.record(serial, wait.value + work.up.value + work.out.value, {wait.term, work.up.term, work.out.term});
        return out;
    }
    out.waits[shardWait] = why.record(waits, wait.value + (1.0 - overlap.overlap.value) * time,
                                      {wait.term, overlap.overlap.term, work.up.term, work.out.term});
    out.hidden[shardWait] = why.record(hides, hidden.value + overlap.overlap.value * time,
                                       {hidden.term, overlap.overlap.term, work.up.term, work.out.term});
    return out;
}

} // namespace headroom
