#include "estimate/on_chip_roofline.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(MemoryLevel)
{
    static constexpr EnumRow rows[] = {
        {"hbm", CORE_TEXT("core", "HBM"), CORE_TEXT("core", "Bytes between a chip and its memory.")},
        {"onChip", CORE_TEXT("core", "On-chip memory"),
         CORE_TEXT("core", "Bytes between on-chip memory and the compute units, by tiles.")},
    };
    return rows;
}

namespace {

struct Roof
{
    Derived<FlopsPerSecond> peak;
    Derived<BytesPerSecond> bandwidth;
};

OnChipPoint pointOf(Derivation &why, const Op &op, double count, const Roof &level, Sum<Seconds> &total)
{
    static const Formula formula{"roofline.onChipTime", CORE_TEXT("core", "On-chip roofline time of an operator"),
                                 "n * max(F / P, B / W)", {"n", "F", "P", "B", "W"}, "Headroom model §3"};
    const Seconds compute = op.executedFlops.value / level.peak.value;
    const Seconds memory = op.onChipBytes.value / level.bandwidth.value;
    const Derived<double> n = why.given("layers", count);
    const Derived<Seconds> time =
        why.record(formula, count * std::max(compute, memory),
                   {n.term, op.executedFlops.term, level.peak.term, op.onChipBytes.term, level.bandwidth.term}, op.name);
    total.add(time);
    OnChipPoint out{.bytes = count * op.onChipBytes.value, .time = time.value,
                    .boundBy = compute >= memory ? BoundBy::compute : BoundBy::onChip, .timeTerm = time.term,
                    .bytesTerm = op.onChipBytes.term};
    out.intensity = op.executedFlops.value / op.onChipBytes.value;
    out.attainable = std::min(level.peak.value, out.intensity * level.bandwidth.value);
    return out;
}

} // namespace

void addOnChip(Derivation &why, RooflineEstimate &roofline, const ModelBlocks &blocks, const HardwareSpec &hardware,
               const Derived<FlopsPerSecond> &peak)
{
    static const Formula sum{"roofline.onChipStepTime", CORE_TEXT("core", "Step time of one chip at its on-chip roofline"), "sum(t)",
                             {"t"}, "Headroom model §3"};
    static const Formula ridge{"roofline.onChipRidge", CORE_TEXT("core", "Ridge point of on-chip memory"), "P / W", {"P", "W"},
                               "Williams et al. 2009"};
    if (!hardware.onChipBandwidth)
        return;
    const Roof level{peak, why.given("hardware.onChipBandwidth", at(hardware.onChipBandwidth->value, Level::ideal,
                                                                     Faster::larger))};
    Sum<Seconds> total(why);
    std::size_t next = 0;
    for (const Block &block : blocks.blocks)
        for (const Op &op : block.ops)
            roofline.operators[next++].onChip = pointOf(why, op, block.count, level, total);
    const Derived<Seconds> step = total.total(sum);
    for (RooflineOperator &op : roofline.operators)
        op.onChip->timeShare = op.onChip->time / step.value;
    const Derived<FlopsPerByte> ridgePoint = why.record(ridge, peak.value / level.bandwidth.value, {peak.term, level.bandwidth.term});
    const std::string memory = hardware.onChipMemory.empty() ? "on-chip memory" : hardware.onChipMemory;
    roofline.onChip = OnChipRoofline{memory, level.bandwidth.value, ridgePoint.value, step.value, step.term, ridgePoint.term};
    why.name("roofline.onChip.stepTime", step.term);
    why.name("roofline.onChip.ridge", ridgePoint.term);
}

std::optional<Message> onChipMissing(const Estimate &estimate)
{
    if (estimate.roofline.onChip)
        return std::nullopt;
    return Message{CORE_TEXT("core", "{0} states no on-chip bandwidth"), {estimate.scenario.hardware.name}};
}

} // namespace headroom
