#include "spec/measured_law.h"

#include "base/text.h"

#include <algorithm>
#include <string_view>

namespace headroom {

std::span<const EnumRow> rowsOf(LawClass)
{
    static constexpr EnumRow rows[] = {
        {"gemm", CORE_TEXT("core", "Matrix product")},
        {"attentionForward", CORE_TEXT("core", "Attention core")},
        {"attentionForwardMla", CORE_TEXT("core", "Latent attention core")},
        {"attentionBackward", CORE_TEXT("core", "Attention core, backward")},
        {"linearAttention", CORE_TEXT("core", "Linear attention core")},
        {"elementwise", CORE_TEXT("core", "Norms and elementwise")},
        {"decodeAttention", CORE_TEXT("core", "Attention core, decode")},
        {"groupedModule", CORE_TEXT("core", "Grouped experts")},
        {"clock", CORE_TEXT("core", "Clock under load")},
        {"allGather", CORE_TEXT("core", "All-gather")},
        {"reduceScatter", CORE_TEXT("core", "Reduce-scatter")},
        {"allReduce", CORE_TEXT("core", "All-reduce")},
        {"allToAll", CORE_TEXT("core", "All-to-all")},
        {"scaleOut", CORE_TEXT("core", "Collective across domains")},
        {"moeAllToAll", CORE_TEXT("core", "Expert dispatch and combine")},
    };
    return rows;
}

namespace {

struct ParameterRow
{
    EnumRow row;
    Unit unit;
    Faster faster;
};
constexpr ParameterRow parameterRows[] = {
    {{"eCompute", CORE_TEXT("core", "Share of the dense peak")}, Unit::ratio, Faster::larger},
    {{"eMemory", CORE_TEXT("core", "Share of the HBM bandwidth")}, Unit::ratio, Faster::larger},
    {{"eElementwise", CORE_TEXT("core", "Share of the HBM bandwidth in the elementwise parts")}, Unit::ratio, Faster::larger},
    {{"eQuantise", CORE_TEXT("core", "Share of the HBM bandwidth while quantising")}, Unit::ratio, Faster::larger},
    {{"dExp", CORE_TEXT("core", "Head dims that cost as much as the exponentials")}, Unit::count, Faster::smaller},
    {{"keysHalf", CORE_TEXT("core", "Keys at which the rate is half")}, Unit::count, Faster::smaller},
    {{"tilesHalf", CORE_TEXT("core", "Tiles at which the rate is half")}, Unit::count, Faster::smaller},
    {{"eLink", CORE_TEXT("core", "Share of the link bandwidth")}, Unit::ratio, Faster::larger},
    {{"eNvls", CORE_TEXT("core", "Share of the link bandwidth with in-switch reduction")}, Unit::ratio, Faster::larger},
    {{"a0", CORE_TEXT("core", "Start of a collective")}, Unit::seconds, Faster::smaller},
    {{"a1", CORE_TEXT("core", "Start of a collective, per further rank")}, Unit::seconds, Faster::smaller},
    {{"eScaleOut", CORE_TEXT("core", "Share of the scale-out bandwidth")}, Unit::ratio, Faster::larger},
    {{"aNode", CORE_TEXT("core", "Start of a collective, per further node")}, Unit::seconds, Faster::smaller},
    {{"launch", CORE_TEXT("core", "Launch")}, Unit::seconds, Faster::smaller},
    {{"rateOverForward", CORE_TEXT("core", "Backward rate over forward rate")}, Unit::ratio, Faster::larger},
    {{"sustained", CORE_TEXT("core", "Sustained over short-call clock")}, Unit::ratio, Faster::larger},
};

} // namespace

std::span<const EnumRow> rowsOf(LawParameter)
{
    static const auto rows = [] {
        std::vector<EnumRow> out;
        for (const ParameterRow &p : parameterRows)
            out.push_back(p.row);
        return out;
    }();
    return rows;
}

Unit unitOf(LawParameter parameter) { return parameterRows[static_cast<std::size_t>(parameter)].unit; }
Faster fasterOf(LawParameter parameter) { return parameterRows[static_cast<std::size_t>(parameter)].faster; }

std::span<const LawParameter> parametersOf(LawClass kind)
{
    using enum LawParameter;
    static constexpr LawParameter gemm[] = {eCompute, eMemory, launch}, attention[] = {eCompute, dExp, keysHalf, tilesHalf, launch},
                                  memory[] = {eMemory, launch}, experts[] = {eCompute, eMemory, eElementwise, launch},
                                  ring[] = {eLink, a0, a1}, transfer[] = {eLink, launch}, nodes[] = {eScaleOut, aNode},
                                  backward[] = {rateOverForward}, clock[] = {sustained};
    switch (kind) {
    case LawClass::gemm: return gemm;
    case LawClass::attentionForward:
    case LawClass::attentionForwardMla: return attention;
    case LawClass::attentionBackward: return backward;
    case LawClass::linearAttention:
    case LawClass::elementwise:
    case LawClass::decodeAttention: return memory;
    case LawClass::groupedModule: return experts;
    case LawClass::clock: return clock;
    case LawClass::scaleOut: return nodes;
    case LawClass::moeAllToAll: return transfer;
    case LawClass::allGather:
    case LawClass::reduceScatter:
    case LawClass::allReduce:
    case LawClass::allToAll: break;
    }
    return ring;
}

std::span<const EnumRow> rowsOf(LawSize)
{
    static constexpr EnumRow rows[] = {
        {"headDim", CORE_TEXT("core", "Head dim")},           {"keys", CORE_TEXT("core", "Mean keys per query")},
        {"tiles", CORE_TEXT("core", "Tiles of 128 queries")}, {"ranks", CORE_TEXT("core", "Ranks")},
        {"nodes", CORE_TEXT("core", "Nodes")},                {"flops", CORE_TEXT("core", "FLOPs of a call")},
        {"bytes", CORE_TEXT("core", "Bytes of a call")},
    };
    return rows;
}

const Band<double> *MeasuredLaw::find(LawParameter parameter) const
{
    const auto found = std::ranges::find(values, parameter, &LawValue::parameter);
    return found == values.end() ? nullptr : &found->value;
}

const LawRange *MeasuredLaw::rangeOf(LawSize size) const
{
    const auto found = std::ranges::find(range, size, &LawRange::size);
    return found == range.end() ? nullptr : &*found;
}

const MeasuredLaw *findLaw(std::span<const MeasuredLaw> laws, LawClass kind, std::string_view dtype)
{
    const auto found = std::ranges::find_if(laws, [&](const MeasuredLaw &l) { return l.kind == kind && l.dtype == dtype; });
    return found == laws.end() ? nullptr : &*found;
}

} // namespace headroom
