#pragma once
// A law fitted to measured times of one class of kernels or collectives on one chip: its parameters as Bands, the sizes it
// was fitted on, and how far it was off on the points that were left out of the fit. The laws themselves are functions of
// ops/kernel_laws and comm/collective_laws.

#include "base/band.h"
#include "base/enum_table.h"
#include "base/units.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

enum class LawClass {
    gemm, attentionForward, attentionForwardMla, attentionBackward, linearAttention, elementwise, decodeAttention, groupedModule, clock,
    allGather, reduceScatter, allReduce, allToAll, scaleOut, moeAllToAll
};
std::span<const EnumRow> rowsOf(LawClass);
inline constexpr std::size_t lawClassCount = 15;

// Shares of a peak, seconds, and sizes at which a rate has half its final value.
enum class LawParameter {
    eCompute, eMemory, eElementwise, eQuantise, dExp, keysHalf, tilesHalf, eLink, eNvls, a0, a1, eScaleOut, aNode, launch,
    rateOverForward, sustained
};
std::span<const EnumRow> rowsOf(LawParameter);
Unit unitOf(LawParameter parameter);
// Whether a larger value makes a call faster.
Faster fasterOf(LawParameter parameter);
// What a law of a class must state; others are optional.
std::span<const LawParameter> parametersOf(LawClass kind);

// What a fitted size is a size of; the first one outside its range is what a warning names.
enum class LawSize { headDim, keys, tiles, ranks, nodes, flops, bytes };
std::span<const EnumRow> rowsOf(LawSize);
inline constexpr std::size_t lawSizeCount = 7;

struct LawValue
{
    LawParameter parameter{};
    Band<double> value{}; // SI base units
    bool operator==(const LawValue &) const = default;
};
struct LawRange
{
    LawSize size{};
    double least = 0.0, most = 0.0;
    bool operator==(const LawRange &) const = default;
};
// |ln(predicted / measured)| on points that were not fitted: median and 90th percentile; the share between the law with all
// parameters fast and all slow.
struct LawError
{
    double median = 0.0, p90 = 0.0, coverage = 0.0;
    std::int64_t points = 0;
    bool operator==(const LawError &) const = default;
};

struct MeasuredLaw
{
    LawClass kind{};
    std::string dtype;              // "bf16"; "bytes" for collectives, "any"
    std::string chip;               // whose points: "H100 SXM", "generic GPU"
    std::vector<LawValue> values;
    std::vector<LawRange> range;    // empty: not known
    std::optional<LawError> heldOut;
    std::string source, note;
    bool operator==(const MeasuredLaw &) const = default;

    const Band<double> *find(LawParameter parameter) const;
    const LawRange *rangeOf(LawSize size) const;
};

// The law of a class and dtype, or null.
const MeasuredLaw *findLaw(std::span<const MeasuredLaw> laws, LawClass kind, std::string_view dtype);

} // namespace headroom
