#include "serving/served_step.h"

#include "base/text.h"
#include "estimate/roofline_bound.h"
#include "serving/document_cost.h"
#include "serving/step_losses.h"

#include <algorithm>

namespace headroom {

namespace {

Derived<Flops> modelFlops(Derivation &why, const ModelBlocks &blocks)
{
    static const Formula each{"served.modelFlops", CORE_TEXT("core", "Model FLOPs of an operator in all layers of a kind"), "n * f", {"n", "f"},
                              "Headroom model §11"};
    static const Formula all{"served.allModelFlops", CORE_TEXT("core", "Model FLOPs of a pass"), "sum(f)", {"f"},
                             "exact causal pairs, each token and its earlier ones; head on the tokens asked for"};
    Sum<Flops> sum(why);
    for (const Block &block : blocks.blocks) {
        const Derived<double> n = why.given("layers", block.count);
        for (const Op &op : block.ops)
            if (op.modelFlops.value.value > 0.0)
                sum.add(why.record(each, block.count * op.modelFlops.value, {n.term, op.modelFlops.term}, op.name));
    }
    return sum.total(all);
}

void fillTimes(Derivation &why, ServedStep &out, const ServedTime &bound, const TimedStep &timed)
{
    out.time = {timed.bound.value, timed.low.value, timed.expected.value, timed.high.value,
                timed.bound.term, timed.low.term, timed.expected.term, timed.high.term};
    const std::string name = out.id;
    why.name(name + ".step.bound", timed.bound.term);
    why.name(name + ".step.low", timed.low.term);
    why.name(name + ".step.expected", timed.expected.term);
    why.name(name + ".step.high", timed.high.term);
    why.name(name + ".latency.bound", bound.latency.term);
}

// Of a rank and all its stages, at the bound.
void fillCommunication(Derivation &why, ServedStep &out, const ServedPlan &plan, const ServedPass &pass, const ServedTime &bound)
{
    const CallContext context{plan.links.groups, bound.rates.links, bound.rates.overlap, 1, plan.scenario.plan.tp};
    for (std::size_t b = 0; b < pass.calls.size(); ++b) {
        const double blocks = pass.blocks.blocks[b].count;
        for (const BlockCall &call : pass.calls[b]) {
            const RankGroup &group = plan.links.groups.of(call.group);
            if (call.pass != Pass::forward || group.size() <= 1.0)
                continue;
            const CallTime time = callTime(why, call, bound.times[b], context);
            const std::string axis = call.group == &AxisGroups::expert ? keyOf(Axis::expert) : keyOf(Axis::tensor);
            const bool out2 = time.links.out.value.value > 0.0, up = time.links.up.value.value > 0.0;
            const char *link = up && out2 ? "scale-up+scale-out" : out2 ? "scale-out" : "scale-up";
            auto row = std::ranges::find_if(out.communication, [&](const CommunicationRow &r) {
                return r.axis == axis && r.purpose == labelOf(call.purpose) && r.kind == keyOf(call.kind) && r.payload == call.payload.value;
            });
            if (row == out.communication.end()) {
                out.communication.push_back({.axis = axis, .kind = keyOf(call.kind), .purpose = labelOf(call.purpose), .link = link,
                                             .payload = call.payload.value,
                                             .wire = wireBytes(call.kind, group, call.payload.value, call.routing), .term = time.total.term});
                row = out.communication.end() - 1;
            }
            row->calls += blocks * call.count;
            row->total += blocks * time.total.value;
            row->exposed += blocks * time.wait.value;
            row->hidden = row->total - row->exposed;
        }
    }
}

void fillParts(Derivation &why, ServedStep &out, const ServedTime &bound, const ServedTime &expected)
{
    for (std::size_t i = 0; i < stepPartCount; ++i) {
        const Derived<Seconds> &b = bound.parts[i], &e = expected.parts[i];
        if (b.value.value == 0.0 && e.value.value == 0.0)
            continue;
        const StepPartId id = static_cast<StepPartId>(i);
        out.parts.push_back({keyOf(id), labelOf(id), b.value, e.value, b.term, e.term});
        why.name(out.id + ".parts." + keyOf(id), b.term);
    }
    if (!out.parts.empty())
        out.dominant = std::ranges::max_element(out.parts, {}, &StepPart::bound)->id;
}

void fillBytes(ServedStep &out, const ServedPass &pass)
{
    for (const Block &block : pass.blocks.blocks)
        for (const Op &op : block.ops) {
            out.weightsRead += block.count * op.weights;
            out.cacheRead += block.count * op.cache;
            out.bytesMoved += block.count * op.bytes.value;
        }
}

void fillMfu(Derivation &why, ServedStep &out, const ServedPlan &plan, const TimedStep &timed, const Derived<Flops> &useful, const ChipRates &chip)
{
    const Derived<double> n = why.given("run.devices", static_cast<double>(plan.scenario.run.devices));
    const auto mfu = [&](const Derived<Seconds> &step) { return mfuOf(why, useful, n, chip.peak, step); };
    const Derived<double> bound = mfu(timed.bound);
    out.boundMfu = bound.value;
    out.boundMfuTerm = bound.term;
    const Derived<double> expected = mfu(timed.expected);
    out.expectedMfu = {mfu(timed.high).value, expected.value, mfu(timed.low).value};
    out.expectedMfuTerm = expected.term;
    why.name(out.id + ".boundMfu", bound.term);
    why.name(out.id + ".expectedMfu", expected.term);
}

} // namespace

ServedStep rooflineStep(Derivation &why, const Scenario &served, const StepRequest &request)
{
    ServedStep out;
    out.id = request.id;
    out.sequences = request.all.sequences();
    out.tokens = request.all.rows();
    const auto pass = oneChipPass(why, served, request.all);
    const Derived<Flops> useful = modelFlops(why, pass->blocks);
    out.modelFlops = useful.value;
    why.name(out.id + ".modelFlops", useful.term);
    out.roofline = rooflineOver(why, served, pass->blocks, useful, out.id + ".roofline").estimate;
    if (out.id == "prefill")
        out.document = documentPrefill(why, served.model, request.all);
    else if (out.id == "decode")
        out.document = documentDecode(why, served.model, request.all);
    for (const DocumentTerm &term : out.document)
        why.name(out.id + ".document." + term.id, term.term);
    return out;
}

namespace {

struct Timed
{
    ServedTime bound, low, expected, high;
    TimedStep step() const { return {bound.step, low.step, expected.step, high.step}; }
};

Timed timesOf(Derivation &why, const ServedPlan &plan, const ServedPass &pass, const StepShape &shape)
{
    const auto at = [&](const LevelChoice &choice) { return servedTime(why, plan, pass, servedRates(why, plan, choice), shape); };
    return {at({}), at(LevelChoice::all(Level::low)), at(LevelChoice::all(Level::expected)), at(LevelChoice::all(Level::high))};
}

} // namespace

TimedStep timedStep(Derivation &why, const ServedPlan &plan, const StepRequest &request)
{
    return timesOf(why, plan, *servedPass(why, plan, request.onRank), request.shape).step();
}

TimedStep addPlan(Derivation &why, ServedStep &step, const ServedPlan &plan, const StepRequest &request)
{
    const auto pass = servedPass(why, plan, request.onRank);
    const Timed times = timesOf(why, plan, *pass, request.shape);
    const ServedTime &bound = times.bound, &expected = times.expected;
    LevelChoice alone;
    alone.serial = true;
    const ServedTime serial = servedTime(why, plan, *pass, servedRates(why, plan, alone), request.shape);
    const TimedStep timed = times.step();
    fillTimes(why, step, bound, timed);
    const Derived<Seconds> floor = servedFloor(why, plan, *pass, bound);
    step.floor = floor.value;
    step.floorTerm = floor.term;
    step.serial = serial.step.value;
    step.serialTerm = serial.step.term;
    fillParts(why, step, bound, expected);
    fillCommunication(why, step, plan, *pass, bound);
    fillBytes(step, *pass);
    const auto whole = oneChipPass(why, plan.scenario, request.all);
    const Derived<Flops> useful = modelFlops(why, whole->blocks);
    fillMfu(why, step, plan, timed, useful, bound.rates.chip);
    step.waterfall = stepLosses(why, plan, *whole, *pass, {useful, bound, expected, request.shape});
    return timed;
}

} // namespace headroom
