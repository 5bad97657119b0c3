#pragma once
// What one block asks of a device in each pass: compute, communication that waits, and how long the links are busy.

#include "base/sum.h"
#include "comm/comm_plan.h"
#include "ops/roofline.h"

#include <array>
#include <vector>

namespace headroom {

inline constexpr std::size_t categoryCount = 8;
inline constexpr std::size_t linkKinds = 2;

// Products beside the collectives of tensor-parallel parts: by part and side.
inline constexpr std::size_t tensorProducts = 6;
inline std::size_t productsIndex(TensorPart part, TensorSide side)
{
    return 2 * static_cast<std::size_t>(part) + (side == TensorSide::output ? 1 : 0);
}
// What one remat policy runs again of a block.
struct Rerun
{
    StepSet steps;
    Derived<Seconds> compute;
    Derived<Seconds> experts, core; // what repeated expert all-to-alls and context rings may hide under
    std::array<Derived<Seconds>, tensorProducts> products{}; // likewise, repeated tensor collectives
};

// Roofline times of a block's operators.
struct BlockTimes
{
    Derived<Seconds> forward, backward;
    std::vector<Rerun> again; // per policy of the block
    std::array<Derived<Seconds>, 2> experts, core; // forward, backward: what expert all-to-alls and context rings may hide under
    // Likewise, tensor collectives: forward, backward, and of the backward the weight gradients alone.
    std::array<std::array<Derived<Seconds>, tensorProducts>, 3> products;
    std::array<Derived<Seconds>, categoryCount> byCategory; // forward and backward, without recompute
    Derived<Seconds> weightGradient; // the part of backward that no earlier stage waits for
};
// Times of a block's operators, in their order.
using OpTimes = std::vector<Derived<Seconds>>;
OpTimes opTimes(Derivation &why, const Block &block, const ChipRates &rates);
// Sums of a block's operators; first of those that the number of micro-batches does not change, then of all.
struct TimeSums
{
    TimeSums(Derivation &why, const Block &block);
    void add(const Op &op, const Derived<Seconds> &time);
    std::array<Sum<Seconds>, 2> pass, experts, core; // forward, backward
    struct Again
    {
        StepSet steps;
        Sum<Seconds> compute, experts, core;
        std::array<Sum<Seconds>, tensorProducts> products;
    };
    std::vector<Again> again; // per policy
    std::array<Sum<Seconds>, categoryCount> category;
    Sum<Seconds> weightGradient;
    std::array<std::array<Sum<Seconds>, tensorProducts>, 3> products; // forward, backward, weight gradients
};
TimeSums steadySums(Derivation &why, const Block &block, const OpTimes &times);
BlockTimes blockTimes(TimeSums steady, const Block &block, const OpTimes &times);
// After a change of the micro-batches' number: times of the operators that it concerns, made anew.
void renewTimes(OpTimes &times, Derivation &why, const Block &block, const ChipRates &rates);

// How much communication hides, at a level.
struct OverlapRates
{
    Derived<double> overlap;      // share of what could hide that does
    Derived<double> contention;   // slow-down of compute while communication runs under it
    Derived<double> chunkShare;   // 1 / epChunks; 0 in the bound: infinitely many chunks
    bool serial = false;          // nothing overlaps, networks one after the other
    Derived<double> pipelining{}; // of a call over both networks: share of the shorter one's time under the longer's
    Derived<double> firstPiece{}; // 1: the first of a product's tp pieces has nothing under it; 0 in the bound: endlessly many pieces
};
OverlapRates overlapRates(Derivation &why, const Calibration &calibration, Count epChunks, Level level);
OverlapRates serialRates(Derivation &why);

// Why a pass waits for a network: the cause names the axis.
enum class WaitCause { tensor, expert, context, shard };
inline constexpr std::size_t waitCauses = 4;
WaitCause causeOf(const BlockCall &call);

struct PassLoad
{
    bool communicates = false; // else all but compute is zero
    Derived<Seconds> compute;
    std::array<Derived<Seconds>, waitCauses> waits;
    Derived<Seconds> busyUp, busyOut; // every call of the pass
    std::array<Derived<Seconds>, waitCauses> hidden; // communication that runs under compute
};
// Why: Derivation or Silent.
template <class Why> PassLoad silentPass(Why &why, const Derived<Seconds> &compute)
{
    const Derived<Seconds> zero = why.given("no communication", Seconds{});
    return {false, compute, {zero, zero, zero, zero}, zero, zero, {zero, zero, zero, zero}};
}
struct BlockLoad
{
    PassLoad forward, backward;
    std::vector<PassLoad> again; // per policy: what it adds to backward
    std::array<Derived<Seconds>, categoryCount> byCategory; // forward and backward compute
    Derived<Seconds> weightGradient; // compute
};

// The rank groups of a plan, resolved on the network.
struct GroupLinks
{
    RankGroup tensor, context, expert, expertTensor, expertBeyond, denseShard, expertShard, denseReplicas, copiedReplicas, expertReplicas,
        keyValueCopies, keyValueReplicas, pipeline;
    const RankGroup &of(const AxisGroup AxisGroups::*group) const;
};
GroupLinks groupLinks(const AxisGroups &axes, const Placement &placement);

// Compute and calls of a block. Its weights' calls come with the stage; see stage_load.h.
struct CallContext
{
    const GroupLinks &groups;
    const LinkRates &links;
    const OverlapRates &overlap;
    Count cp, tp;
};
BlockLoad blockLoad(Derivation &why, const BlockTimes &times, const std::vector<BlockCall> &calls, const CallContext &context);
// After a change of the micro-batches' number, which concerns the backward alone.
void renewBackward(BlockLoad &load, Derivation &why, const BlockTimes &times, const std::vector<BlockCall> &calls, const CallContext &context);

// How long a call that lasts `links` keeps the device waiting when anything may hide it.
struct BackgroundTime
{
    Derived<Seconds> total, wait, hidden;
};
BackgroundTime backgroundTime(Derivation &why, const char *what, const LinkTime &links, const OverlapRates &overlap);

// How long one call lasts, and how much of that the device waits.
struct CallTime
{
    Derived<Seconds> total, wait;
    LinkTime links;
};
// `again`: what a call of the recompute pass is repeated with; null for other calls.
CallTime callTime(Derivation &why, const BlockCall &call, const BlockTimes &times, const CallContext &context, const Rerun *again = nullptr);

} // namespace headroom
