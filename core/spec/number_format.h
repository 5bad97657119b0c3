#pragma once
// How numbers are stored when a model serves: weights and caches, with the scales that quantised ones need.

#include "base/enum_table.h"
#include "spec/model_spec.h"

#include <optional>
#include <span>

namespace headroom {

enum class NumberFormat { bf16, fp8, int8, int4, fp4 };
std::span<const EnumRow> rowsOf(NumberFormat);

struct FormatRow
{
    double bytes;      // of an element, without scales
    double scaleBytes; // of one scale
    Count group;       // elements that share a scale; 0: so many that its bytes do not count
};
const FormatRow &formatRow(NumberFormat format);

// Bytes of an element with its share of the scales; `group` instead of the format's own. bf16 has no scales.
double storedBytes(NumberFormat format, std::optional<Count> group = std::nullopt);

} // namespace headroom
