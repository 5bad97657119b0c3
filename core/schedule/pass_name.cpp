#include "schedule/pass_name.h"

#include "base/text.h"

namespace headroom {

std::span<const EnumRow> rowsOf(PassKind)
{
    static constexpr EnumRow rows[] = {
        {"forward", CORE_TEXT("core", "Forward")},
        {"backward", CORE_TEXT("core", "Backward")},
        {"inputGradient", CORE_TEXT("core", "Backward, input gradient")},
        {"weightGradient", CORE_TEXT("core", "Backward, weight gradient")},
        {"forwardAndBackward", CORE_TEXT("core", "Forward and backward together")},
        {"gather", CORE_TEXT("core", "Weights gathered once a step")},
        {"reduction", CORE_TEXT("core", "Gradients reduced once a step")},
    };
    return rows;
}

const char *passLetter(PassKind kind)
{
    static constexpr const char *letters[] = {"F", "B", "B", "W", "F+B", "G", "R"};
    return letters[static_cast<std::size_t>(kind)];
}

std::string passName(const PipelinePass &pass)
{
    const auto one = [](const char *letter, Count microBatch, Count chunk) {
        return letter + std::to_string(microBatch) + (chunk > 0 ? "." + std::to_string(chunk) : "");
    };
    switch (pass.kind) {
    case PassKind::forwardAndBackward:
        return one("F", pass.microBatch, pass.chunk) + "+" + one("B", pass.backwardMicroBatch, pass.backwardChunk);
    case PassKind::gather:
    case PassKind::reduction: return passLetter(pass.kind);
    default: return one(passLetter(pass.kind), pass.microBatch, pass.chunk);
    }
}

} // namespace headroom
