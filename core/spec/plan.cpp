#include "spec/plan.h"

#include "base/text.h"

#include <numeric>

namespace headroom {

namespace {

// Indexed by Axis.
constexpr std::array<Count Plan::*, axisCount> degrees{&Plan::dp, &Plan::fsdp, &Plan::tp,
                                                       &Plan::ep, &Plan::pp,   &Plan::cp};

} // namespace

std::span<const EnumRow> rowsOf(Axis)
{
    static constexpr std::array<EnumRow, axisCount> rows{{
        {"dp", CORE_TEXT("core", "data parallel")},
        {"fsdp", CORE_TEXT("core", "fully sharded data parallel")},
        {"tp", CORE_TEXT("core", "tensor parallel")},
        {"ep", CORE_TEXT("core", "expert parallel")},
        {"pp", CORE_TEXT("core", "pipeline parallel")},
        {"cp", CORE_TEXT("core", "context parallel")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(Schedule)
{
    static constexpr std::array<EnumRow, 5> rows{{
        {"GPipe", CORE_TEXT("core", "GPipe"),
         CORE_TEXT("core", "All forwards, then all backwards; a stage holds every micro-batch.")},
        {"1F1B", CORE_TEXT("core", "1F1B"),
         CORE_TEXT("core",
                   "One forward, one backward in turn; a stage holds at most as many micro-batches as stages follow.")},
        {"interleaved", CORE_TEXT("core", "interleaved 1F1B"),
         CORE_TEXT("core", "Each stage holds several parts of the model: less idle time, more transfers between stages.")},
        {"ZB-H1", CORE_TEXT("core", "zero bubble (ZB-H1)"),
         CORE_TEXT("core", "1F1B with weight gradients put off to fill the end of the step.")},
        {"DualPipe", CORE_TEXT("core", "DualPipe"),
         CORE_TEXT("core", "Micro-batches enter at both ends, and a forward of one hides the communication of another's "
                           "backward; every weight is held twice.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(Regather)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"reshard", CORE_TEXT("core", "gather again in backward")},
        {"keep", CORE_TEXT("core", "gather once a step and keep")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(WeightSharding)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"fsdp", CORE_TEXT("core", "over FSDP")},
        {"fsdp*ep*cp", CORE_TEXT("core", "over FSDP, EP and CP")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(StateSharding)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"none", CORE_TEXT("core", "none")},
        {"optimizer", CORE_TEXT("core", "optimizer (ZeRO-1)")},
        {"optimizer+gradients", CORE_TEXT("core", "optimizer and gradients (ZeRO-2)")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(ContextParallel)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"ring", CORE_TEXT("core", "ring"),
         CORE_TEXT("core", "Keys and values go round; each part travels under the attention of the part before.")},
        {"allGather", CORE_TEXT("core", "all-gather"),
         CORE_TEXT("core", "Keys and values are gathered whole before attention begins; nothing hides that.")},
    }};
    return rows;
}

Count Plan::degree(Axis axis) const
{
    return this->*degrees[static_cast<std::size_t>(axis)];
}

void Plan::setDegree(Axis axis, Count degree)
{
    this->*degrees[static_cast<std::size_t>(axis)] = degree;
}

Plan::ExpertRanks Plan::expertRanks() const
{
    const Count tensor = std::gcd(expertTensor, tp), others = expertTensor / tensor, sharded = std::gcd(others, fsdp);
    return {tensor, sharded, others / sharded};
}

} // namespace headroom
