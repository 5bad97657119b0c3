#include "estimate/step_parts.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(StepPartId)
{
    static constexpr EnumRow rows[] = {
        {"compute.projection", CORE_TEXT("core", "Attention projections")},
        {"compute.attention", CORE_TEXT("core", "Attention core")},
        {"compute.linearAttention", CORE_TEXT("core", "Linear attention core")},
        {"compute.feedForward", CORE_TEXT("core", "Dense feed-forward")},
        {"compute.experts", CORE_TEXT("core", "MoE experts and routing")},
        {"compute.elementwise", CORE_TEXT("core", "Norms and elementwise")},
        {"compute.embeddingHead", CORE_TEXT("core", "Embedding, head and loss")},
        {"compute.optimizer", CORE_TEXT("core", "Optimizer")},
        {"recompute", CORE_TEXT("core", "Recompute")},
        {"contention", CORE_TEXT("core", "Compute slowed by communication under it")},
        {"exposed.tp", CORE_TEXT("core", "Exposed communication, tp")},
        {"exposed.ep", CORE_TEXT("core", "Exposed communication, ep")},
        {"exposed.cp", CORE_TEXT("core", "Exposed communication, cp")},
        {"exposed.fsdp", CORE_TEXT("core", "Exposed communication, fsdp")},
        {"exposed.dp", CORE_TEXT("core", "Exposed communication, gradient reduction")},
        {"exposed.pp", CORE_TEXT("core", "Exposed communication, pp")},
        {"bubble", CORE_TEXT("core", "Pipeline bubble")},
        {"imbalance", CORE_TEXT("core", "Stage imbalance")},
        {"optimizer", CORE_TEXT("core", "Optimizer step")},
        {"overhead", CORE_TEXT("core", "Fixed overhead")},
    };
    return rows;
}

namespace {

const Formula blockSum{"parts.blocks", CORE_TEXT("core", "Time of one category in a micro-batch of the stage"), "sum(t)", {"t"},
                       "Headroom model §8"};
const Formula blockTime{"parts.block", CORE_TEXT("core", "Time of a category in all blocks of a kind"), "n * t", {"n", "t"}, "Headroom model §8"};
const Formula stepTimeOf{"parts.step", CORE_TEXT("core", "Time of a category in the step"), "m * t", {"m", "t"}, "Headroom model §8"};
const Formula shardSum{"parts.shard", CORE_TEXT("core", "Weight sharding: waits, busy links, gathering"), "w + e + g", {"w", "e", "g"},
                       "Headroom model §8"};

template <class Member>
Derived<Seconds> overBlocks(Derivation &why, const HeadlineInput &in, std::size_t stage, const std::vector<BlockTimes> &times, Member member)
{
    const std::vector<double> &composition = in.layout->blocksOf(stage);
    Sum<Seconds> sum(why);
    for (std::size_t b = 0; b < composition.size(); ++b) {
        const Derived<Seconds> &t = member(times[b]);
        if (composition[b] == 0.0 || t.value.value == 0.0)
            continue;
        const Derived<double> n = why.given("blocks", composition[b]);
        sum.add(why.record(blockTime, n.value * t.value, {n.term, t.term}));
    }
    const Derived<Seconds> each = sum.total(blockSum);
    return why.record(stepTimeOf, in.microBatches.value * each.value, {in.microBatches.term, each.term});
}

} // namespace

std::array<Derived<Seconds>, stepPartCount> stepParts(Derivation &why, const HeadlineInput &in, const Headline &headline,
                                                      const std::vector<BlockTimes> &times)
{
    std::array<Derived<Seconds>, stepPartCount> out{};
    const auto at = [&](StepPartId id) -> Derived<Seconds> & { return out[static_cast<std::size_t>(id)]; };
    for (std::size_t c = 0; c < categoryCount; ++c)
        out[c] = overBlocks(why, in, headline.critical, times, [c](const BlockTimes &t) -> const Derived<Seconds> & { return t.byCategory[c]; });
    at(StepPartId::recompute) = overBlocks(why, in, headline.critical, times,
                                           [](const BlockTimes &t) -> const Derived<Seconds> & { return t.recompute; });
    const StepAttribution &p = headline.parts;
    const auto &shard = p.waits[static_cast<std::size_t>(WaitCause::shard)];
    at(StepPartId::contention) = p.contention;
    at(StepPartId::exposedTensor) = p.waits[static_cast<std::size_t>(WaitCause::tensor)];
    at(StepPartId::exposedExpert) = p.waits[static_cast<std::size_t>(WaitCause::expert)];
    at(StepPartId::exposedContext) = p.waits[static_cast<std::size_t>(WaitCause::context)];
    at(StepPartId::exposedShard) = why.record(shardSum, shard.value + p.linkExcess.value + p.gather.value,
                                              {shard.term, p.linkExcess.term, p.gather.term});
    at(StepPartId::exposedData) = p.reduction;
    at(StepPartId::exposedPipeline) = p.transfer;
    at(StepPartId::bubble) = p.bubble;
    at(StepPartId::imbalance) = p.imbalance;
    at(StepPartId::optimizer) = p.optimizer;
    at(StepPartId::overhead) = p.overhead;
    return out;
}

StepPartId dominantPart(const std::array<Derived<Seconds>, stepPartCount> &parts)
{
    const auto largest = std::ranges::max_element(parts, {}, [](const Derived<Seconds> &p) { return p.value; });
    return static_cast<StepPartId>(largest - parts.begin());
}

} // namespace headroom
