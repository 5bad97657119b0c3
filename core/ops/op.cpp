#include "ops/op.h"

#include "base/text.h"

namespace headroom {

std::span<const EnumRow> rowsOf(OpCategory)
{
    static constexpr EnumRow rows[] = {
        {"projection", CORE_TEXT("core", "Attention projections")},
        {"attention", CORE_TEXT("core", "Attention core")},
        {"linearAttention", CORE_TEXT("core", "Linear attention core")},
        {"feedForward", CORE_TEXT("core", "Dense feed-forward")},
        {"experts", CORE_TEXT("core", "MoE experts and routing")},
        {"elementwise", CORE_TEXT("core", "Norms and elementwise")},
        {"embeddingHead", CORE_TEXT("core", "Embedding, head and loss")},
        {"optimizer", CORE_TEXT("core", "Optimizer")},
    };
    return rows;
}

TensorPart tensorPartOf(Step step)
{
    if (step == Step::outside)
        return TensorPart::vocabulary;
    return step < Step::mlpNorm ? TensorPart::attention : TensorPart::feedForward;
}

std::span<const EnumRow> rowsOf(Phase)
{
    static constexpr EnumRow rows[] = {
        {"forward", CORE_TEXT("core", "Forward")},
        {"recompute", CORE_TEXT("core", "Recompute")},
        {"backward", CORE_TEXT("core", "Backward")},
        {"backwardInput", CORE_TEXT("core", "Backward, input gradient")},
        {"backwardWeight", CORE_TEXT("core", "Backward, weight gradient")},
        {"optimizer", CORE_TEXT("core", "Optimizer step")},
    };
    return rows;
}

std::span<const EnumRow> rowsOf(Engine)
{
    static constexpr EnumRow rows[] = {
        {"matrix", CORE_TEXT("core", "Matrix unit")},
        {"vector", CORE_TEXT("core", "Vector unit")},
    };
    return rows;
}

std::span<const EnumRow> rowsOf(BoundBy)
{
    static constexpr EnumRow rows[] = {
        {"compute", CORE_TEXT("core", "Compute")},
        {"memory", CORE_TEXT("core", "HBM bandwidth")},
        {"onChip", CORE_TEXT("core", "On-chip bandwidth")},
    };
    return rows;
}

} // namespace headroom
