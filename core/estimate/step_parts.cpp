#include "estimate/step_parts.h"

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
        {"exposed.host", CORE_TEXT("core", "Exposed offload to the host")},
        {"exposed.pp", CORE_TEXT("core", "Exposed communication, pp")},
        {"bubble", CORE_TEXT("core", "Pipeline bubble")},
        {"imbalance", CORE_TEXT("core", "Stage imbalance")},
        {"optimizer", CORE_TEXT("core", "Optimizer step")},
        {"stragglers", CORE_TEXT("core", "Waiting for the slowest device")},
        {"overhead", CORE_TEXT("core", "Fixed overhead")},
    };
    return rows;
}

namespace {

const Formula stepTimeOf{"parts.step", CORE_TEXT("core", "Time of a category in the step"), "m * t", {"m", "t"}, "Headroom model §8"};
const Formula exposedSum{"parts.exposed", CORE_TEXT("core", "Exposed communication of one axis"), "a + b", {"a", "b"}, "Headroom model §8"};

template <class Why> Derived<Seconds> together(Why &why, const Derived<Seconds> &a, const Derived<Seconds> &b)
{
    return why.record(exposedSum, a.value + b.value, {a.term, b.term});
}

template <class Why> Derived<Seconds> inStep(Why &why, const HeadlineInput &in, const Derived<Seconds> &each)
{
    return why.record(stepTimeOf, in.microBatches.value * each.value, {in.microBatches.term, each.term});
}

} // namespace

template <class Why>
std::array<Derived<Seconds>, stepPartCount> stepParts(Why &why, const HeadlineInput &in, const StepAttribution &p,
                                                      const CriticalStage &critical)
{
    std::array<Derived<Seconds>, stepPartCount> out{};
    const auto at = [&](StepPartId id) -> Derived<Seconds> & { return out[static_cast<std::size_t>(id)]; };
    for (std::size_t c = 0; c < categoryCount; ++c)
        out[c] = inStep(why, in, critical.load.byCategory[c]);
    at(StepPartId::recompute) = inStep(why, in, critical.load.again[critical.policy].compute);
    const auto exposed = [&](WaitCause cause) {
        const std::size_t c = static_cast<std::size_t>(cause);
        return together(why, p.waits[c], p.linkExcess[c]);
    };
    at(StepPartId::contention) = p.contention;
    at(StepPartId::exposedTensor) = exposed(WaitCause::tensor);
    at(StepPartId::exposedExpert) = exposed(WaitCause::expert);
    at(StepPartId::exposedContext) = exposed(WaitCause::context);
    at(StepPartId::exposedShard) = together(why, exposed(WaitCause::shard), p.gather);
    at(StepPartId::exposedData) = p.reduction;
    if (!in.hostWaits.empty()) {
        const auto &[forward, backward] = in.hostWaits[critical.composition];
        at(StepPartId::exposedHost) = inStep(why, in, together(why, forward.wait, backward.wait));
    }
    at(StepPartId::exposedPipeline) = together(why, p.transfer, p.transferExcess);
    at(StepPartId::bubble) = p.bubble;
    at(StepPartId::imbalance) = p.imbalance;
    at(StepPartId::optimizer) = p.optimizer;
    at(StepPartId::stragglers) = p.stragglers;
    at(StepPartId::overhead) = p.overhead;
    return out;
}

template std::array<Derived<Seconds>, stepPartCount> stepParts(Derivation &, const HeadlineInput &, const StepAttribution &, const CriticalStage &);
template std::array<Derived<Seconds>, stepPartCount> stepParts(Silent &, const HeadlineInput &, const StepAttribution &, const CriticalStage &);

StepPartId dominantPart(const std::array<Derived<Seconds>, stepPartCount> &parts)
{
    const auto largest = std::ranges::max_element(parts, {}, [](const Derived<Seconds> &p) { return p.value; });
    return static_cast<StepPartId>(largest - parts.begin());
}

} // namespace headroom
