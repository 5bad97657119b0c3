#include "estimate/roofline_bound.h"

#include "estimate/on_chip_roofline.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>

namespace headroom {

std::string operatorTermName(const RooflineOperator &op, const std::string &name)
{
    return name + "." + op.group + "." + op.name + "." + keyOf(op.phase);
}

namespace {

// One operator of a block, for all the blocks of its kind.
RooflineOperator rooflineOperator(Derivation &why, const Block &block, const Op &op, const ChipRates &chip, Sum<Seconds> &total)
{
    static const Formula all{"roofline.allLayers", CORE_TEXT("core", "Operator time in all layers of a kind"), "n * t", {"n", "t"},
                             "Headroom model §3"};
    const OpBound bound = boundOp(why, op, chip);
    const Derived<double> n = why.given("layers", block.count);
    const Derived<Seconds> time = why.record(all, block.count * bound.time.value, {n.term, bound.time.term}, op.name);
    total.add(time);
    RooflineOperator out{.name = op.name, .group = block.name, .category = op.category, .phase = op.phase, .engine = op.engine,
                         .count = block.count, .modelFlops = block.count * op.modelFlops.value,
                         .executedFlops = block.count * op.executedFlops.value, .bytes = block.count * op.bytes.value,
                         .time = time.value, .boundBy = bound.boundBy, .stepGainIfTwiceAsFast = {}, .onChip = {}, .timeTerm = time.term,
                         .flopsTerm = op.executedFlops.term, .bytesTerm = op.bytes.term};
    out.intensity = op.executedFlops.value / op.bytes.value;
    out.attainable = std::min(chip.peaks[static_cast<std::size_t>(op.dtype)].value, out.intensity * chip.hbm.value);
    return out;
}

} // namespace

RooflineBound rooflineBound(Derivation &why, const Scenario &scenario, const Derived<Flops> &useful)
{
    ModelBlocks blocks = blockStructure(scenario.model);
    buildOps(blocks, why, scenario.model, scenario.run, oneChipShape(scenario.run));
    return rooflineOver(why, scenario, blocks, useful, "roofline");
}

RooflineBound rooflineOver(Derivation &why, const Scenario &scenario, const ModelBlocks &blocks, const Derived<Flops> &useful,
                           const std::string &name)
{
    static const Formula sum{"roofline.stepTime", CORE_TEXT("core", "Ideal step time of one chip"), "sum(t)", {"t"}, "Headroom model §3"};
    static const Formula ridge{"roofline.ridge", CORE_TEXT("core", "Ridge point"), "P / W", {"P", "W"}, "Williams et al. 2009"};
    const ChipRates chip = chipRates(why, scenario.hardware, scenario.calibration, scenario.run, Level::ideal);

    RooflineBound out;
    RooflineEstimate &e = out.estimate;
    Sum<Seconds> total(why);
    for (const Block &block : blocks.blocks)
        for (const Op &op : block.ops) {
            e.operators.push_back(rooflineOperator(why, block, op, chip, total));
            const RooflineOperator &r = e.operators.back();
            const Seconds compute = r.executedFlops / chip.peaks[static_cast<std::size_t>(op.dtype)].value;
            out.precision += compute - r.executedFlops / chip.peak.value;
            out.modelFlops += r.modelFlops;
            out.compute += compute;
            out.memoryLoss[static_cast<std::size_t>(r.category)] += r.time - compute;
            why.name(operatorTermName(r, name), r.timeTerm);
        }
    out.stepTime = total.total(sum);
    addOnChip(why, e, blocks, scenario.hardware, chip.peak);
    const Derived<double> mfu = mfuOf(why, useful, why.given("one chip", 1.0), chip.peak, out.stepTime);
    const Derived<FlopsPerByte> ridgePoint = why.record(ridge, chip.peak.value / chip.hbm.value, {chip.peak.term, chip.hbm.term});
    for (RooflineOperator &op : e.operators)
        op.timeShare = op.time / out.stepTime.value;
    e.stepTime = out.stepTime.value;
    e.mfu = mfu.value;
    e.peak = chip.peak.value;
    e.hbmBandwidth = chip.hbm.value;
    e.ridge = ridgePoint.value;
    e.stepTimeTerm = out.stepTime.term;
    e.mfuTerm = mfu.term;
    e.ridgeTerm = ridgePoint.term;
    why.name(name + ".stepTime", e.stepTimeTerm);
    why.name(name + ".mfu", e.mfuTerm);
    why.name(name + ".ridge", e.ridgeTerm);
    return out;
}

} // namespace headroom
