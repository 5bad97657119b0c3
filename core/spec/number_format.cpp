#include "spec/number_format.h"

#include "base/text.h"

#include <array>

namespace headroom {

std::span<const EnumRow> rowsOf(NumberFormat)
{
    static constexpr std::array<EnumRow, 5> rows{{
        {"bf16", CORE_TEXT("core", "bf16"), CORE_TEXT("core", "Two bytes an element.")},
        {"fp8", CORE_TEXT("core", "fp8"),
         CORE_TEXT("core", "One byte an element; a scale for each tensor or large block, whose bytes do not count.")},
        {"int8", CORE_TEXT("core", "int8"),
         CORE_TEXT("core", "One byte an element; a scale for each output channel, whose bytes do not count.")},
        {"int4", CORE_TEXT("core", "int4"), CORE_TEXT("core", "Half a byte an element; a scale of two bytes for each 128.")},
        {"fp4", CORE_TEXT("core", "fp4"), CORE_TEXT("core", "Half a byte an element; a scale of one byte for each 16 (NVFP4).")},
    }};
    return rows;
}

// Scales: fp32 for bytes (DeepSeek-V3 keeps one for 128 x 128 weights), bf16 for int4 (AWQ, GPTQ), e4m3 for NVFP4.
const FormatRow &formatRow(NumberFormat format)
{
    static constexpr std::array<FormatRow, 5> rows{{
        {.bytes = 2.0, .scaleBytes = 0.0, .group = 0},
        {.bytes = 1.0, .scaleBytes = 4.0, .group = 0},
        {.bytes = 1.0, .scaleBytes = 4.0, .group = 0},
        {.bytes = 0.5, .scaleBytes = 2.0, .group = 128},
        {.bytes = 0.5, .scaleBytes = 1.0, .group = 16},
    }};
    return rows[static_cast<std::size_t>(format)];
}

double storedBytes(NumberFormat format, std::optional<Count> group)
{
    const FormatRow &row = formatRow(format);
    const Count shared = group.value_or(row.group);
    return shared > 0 ? row.bytes + row.scaleBytes / static_cast<double>(shared) : row.bytes;
}

} // namespace headroom
