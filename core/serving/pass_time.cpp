#include "serving/pass_time.h"

#include "base/text.h"
#include "schedule/pass_time.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *design = "Headroom model §11";

using Parts = std::array<Sum<Seconds>, stepPartCount>;

Parts emptyParts(Derivation &why)
{
    return [&why]<std::size_t... i>(std::index_sequence<i...>) {
        return Parts{(static_cast<void>(i), Sum<Seconds>(why))...};
    }(std::make_index_sequence<stepPartCount>());
}

Sum<Seconds> &at(Parts &parts, StepPartId id) { return parts[static_cast<std::size_t>(id)]; }

constexpr StepPartId waitParts[waitCauses] = {StepPartId::exposedTensor, StepPartId::exposedExpert, StepPartId::exposedContext,
                                              StepPartId::exposedShard};

// What a stage does in a forward pass, category by category.
void addStage(Derivation &why, Parts &parts, const BlockLoad &load, const PassTime &time)
{
    static const Formula excess{"served.linkExcess", CORE_TEXT("core", "Stage that waits for a busy network"), "t - (c + d + w1 + w2 + w3 + w4)",
                                {"t", "c", "d", "w1", "w2", "w3", "w4"}, design};
    const PassLoad &f = load.forward;
    for (std::size_t c = 0; c < categoryCount; ++c)
        parts[c].add(load.byCategory[c]);
    for (std::size_t c = 0; c < waitCauses; ++c)
        at(parts, waitParts[c]).add(f.waits[c]);
    at(parts, StepPartId::contention).add(time.contention);
    const Seconds rest = time.total.value - workOf(f, time.contention);
    at(parts, StepPartId::exposedExpert)
        .add(why.record(excess, rest, {time.total.term, f.compute.term, time.contention.term, f.waits[0].term, f.waits[1].term, f.waits[2].term,
                                       f.waits[3].term}));
}

// Hidden states of a pass, from a stage to the next.
Derived<Seconds> transfers(Derivation &why, const ServedPlan &plan, const ServedPass &pass, const LevelRates &rates)
{
    static const Formula payloadFormula{"served.transfer", CORE_TEXT("core", "Hidden states of a pass between stages"), "t * H * s", {"t", "H", "s"},
                                        "Headroom model §7"};
    static const Formula sum{"served.transfers", CORE_TEXT("core", "Transfers between all stages of a pass"), "u + o", {"u", "o"}, design};
    const RankGroup &group = plan.links.groups.pipeline;
    const Derived<double> t = why.given("tokens per device and pass", pass.shape.tokens()),
                          h = why.given("model.hidden", static_cast<double>(plan.scenario.model.hidden)),
                          s = why.given("bf16 element", computeBytes);
    const Derived<Bytes> payload = why.record(payloadFormula, Bytes(t.value * h.value * s.value), {t.term, h.term, s.term});
    const double crossings = group.outside - 1.0, inside = static_cast<double>(plan.scenario.plan.pp) - 1.0 - crossings;
    const auto over = [&](double up, double out, double calls) {
        RankGroup pair = group;
        pair.inside = up;
        pair.outside = out;
        return collectiveTime(why, Collective::sendRecv, pair, payload, calls, rates.links);
    };
    const LinkTime near = over(2.0, 1.0, inside), far = over(1.0, 2.0, crossings);
    const Derived<Seconds> a = transferTime(why, near), b = transferTime(why, far);
    return why.record(sum, a.value + b.value, {a.term, b.term});
}

struct Latency
{
    Sum<Seconds> total;
    Derived<Seconds> slowest;
};

// All stages one after the other; transfers go into the parts too.
Latency throughStages(Derivation &why, ServedTime &out, Parts &parts, const ServedPlan &plan, const ServedPass &pass)
{
    std::vector<BlockLoad> loads;
    const CallContext context{plan.links.groups, out.rates.links, out.rates.overlap, 1, plan.scenario.plan.tp};
    for (std::size_t b = 0; b < pass.blocks.blocks.size(); ++b) {
        const Block &block = pass.blocks.blocks[b];
        const OpTimes times = opTimes(why, block, out.rates.chip);
        out.times.push_back(blockTimes(steadySums(why, block, times), block, times));
        loads.push_back(blockLoad(why, out.times.back(), pass.calls[b], context));
    }
    const std::vector<BlockLoad> stages = stageLoads(why, plan.layout, loads);
    Latency latency{Sum<Seconds>(why), {}};
    for (const std::uint16_t composition : plan.layout.stages) {
        const PassLoad &load = stages[composition].forward;
        const PassTime time = passTime(why, load, contentionOf(why, load, out.rates.overlap), nullptr);
        addStage(why, parts, stages[composition], time);
        latency.total.add(time.total);
        if (!latency.slowest.term.valid() && latency.slowest.value.value == 0.0)
            latency.slowest = time.total;
        if (time.total.value > latency.slowest.value)
            latency.slowest = time.total;
    }
    if (plan.scenario.plan.pp > 1) {
        const Derived<Seconds> between = transfers(why, plan, pass, out.rates);
        at(parts, StepPartId::exposedPipeline).add(between);
        latency.total.add(between);
    }
    return latency;
}

} // namespace

LevelRates servedRates(Derivation &why, const ServedPlan &plan, const LevelChoice &choice)
{
    static const Formula formula{"served.overhead", CORE_TEXT("core", "Overhead of a step that serves"), "a + b", {"a", "b"}, design};
    LevelRates out = levelRates(why, plan.scenario, plan.scenario.plan.epChunks, choice);
    if (choice.overhead == Level::ideal)
        return out;
    const Derived<Seconds> host = why.given("run.serving.stepOverhead", plan.scenario.run.serving.stepOverhead);
    out.overhead = why.record(formula, out.overhead.value + host.value, {out.overhead.term, host.term});
    return out;
}

LevelRates withoutLaunches(Derivation &why, LevelRates rates)
{
    if (!rates.chip.laws)
        return rates;
    KernelLaws &laws = *rates.chip.laws;
    const Derived<Seconds> none = why.given("without launches", Seconds{});
    for (auto *products : {&laws.gemm, &laws.experts})
        for (KernelLaws::Products &p : *products)
            p.forward.launch = none;
    laws.attention.launch = laws.latent.launch = laws.elementwise.launch = laws.expertElementwise.launch = none;
    if (laws.linear)
        laws.linear->launch = none;
    if (laws.decode)
        laws.decode->launch = none;
    return rates;
}

ServedTime servedTime(Derivation &why, const ServedPlan &plan, const ServedPass &pass, const LevelRates &rates, const StepShape &step)
{
    static const Formula total{"served.latency", CORE_TEXT("core", "Time of a pass through all stages"), "sum(t)", {"t"}, design};
    static const Formula again{"served.cycle", CORE_TEXT("core", "Time until a pass may start again"), "max(l, m * s) + h", {"l", "m", "s", "h"},
                               "a stage serves all passes in flight in turn; Headroom model §11"};
    static const Formula done{"served.makespan", CORE_TEXT("core", "Time until the last pass is done"), "l + (m - 1) * s + h", {"l", "m", "s", "h"},
                              "passes follow one another through the slowest stage; Headroom model §11"};
    static const Formula idle{"served.idle", CORE_TEXT("core", "Stages without a pass"), "t - h - m * l / p", {"t", "h", "m", "l", "p"}, design};
    static const Formula sum{"served.partOfPass", CORE_TEXT("core", "Time of a category in a pass through all stages"), "sum(t)", {"t"}, design};
    static const Formula share{"served.part", CORE_TEXT("core", "Time of a category in a step, mean of the stages"), "m * t / p", {"m", "t", "p"}, design};
    ServedTime out;
    out.rates = rates;
    Parts parts = emptyParts(why);
    const Latency latency = throughStages(why, out, parts, plan, pass);
    out.latency = latency.total.total(total);
    out.slowest = latency.slowest;
    const Derived<double> m = why.given("passes in flight", step.passes);
    const Derived<Seconds> h = rates.overhead;
    const Seconds l = out.latency.value, s = out.slowest.value;
    const std::initializer_list<TermId> in{out.latency.term, m.term, out.slowest.term, h.term};
    out.step = step.end == StepEnd::again ? why.record(again, std::max(l, m.value * s) + h.value, in)
                                          : why.record(done, l + (m.value - 1.0) * s + h.value, in);
    const Derived<double> p = why.given("plan.pp", static_cast<double>(plan.scenario.plan.pp));
    for (std::size_t i = 0; i < stepPartCount; ++i) {
        const Derived<Seconds> through = parts[i].total(sum);
        out.parts[i] = why.record(share, m.value * through.value / p.value, {m.term, through.term, p.term});
    }
    out.parts[static_cast<std::size_t>(StepPartId::overhead)] = h;
    out.parts[static_cast<std::size_t>(StepPartId::bubble)] =
        why.record(idle, out.step.value - h.value - m.value * l / p.value, {out.step.term, h.term, m.term, out.latency.term, p.term});
    return out;
}

Derived<Seconds> servedFloor(Derivation &why, const ServedPlan &plan, const ServedPass &pass, const ServedTime &ideal)
{
    static const Formula formula{"served.floor", CORE_TEXT("core", "Busiest resource at full rate"), "max(f, b)", {"f", "b"},
                                 "dependencies ignored; Headroom model §8"};
    static const Formula computeFormula{"served.computeFloor", CORE_TEXT("core", "Matrix unit of the slowest stage at full rate"), "sum(t)", {"t"}, design};
    static const Formula memoryFormula{"served.memoryFloor", CORE_TEXT("core", "HBM of the slowest stage at full rate"), "sum(t)", {"t"}, design};
    static const Formula each{"served.rateTime", CORE_TEXT("core", "Operators of a block at a full rate"), "n * t", {"n", "t"}, design};
    std::array<Derived<Seconds>, 2> busiest{why.given("no operator", Seconds{}), why.given("no operator", Seconds{})};
    for (const std::uint16_t composition : plan.layout.stages) {
        Sum<Seconds> compute(why), memory(why);
        for (const auto &[b, count] : plan.layout.compositions[composition]) {
            Seconds f{}, m{};
            for (const Op &op : pass.blocks.blocks[b].ops) {
                f += op.executedFlops.value / ideal.rates.chip.peaks[static_cast<std::size_t>(op.dtype)].value;
                m += op.bytes.value / ideal.rates.chip.hbm.value;
            }
            const Derived<double> n = why.given("blocks of the stage", count);
            const Derived<Seconds> tf = why.given("FLOPs of a block over the peak", f), tm = why.given("bytes of a block over the HBM bandwidth", m);
            compute.add(why.record(each, count * f, {n.term, tf.term}));
            memory.add(why.record(each, count * m, {n.term, tm.term}));
        }
        const Derived<Seconds> c = compute.total(computeFormula), m = memory.total(memoryFormula);
        if (c.value > busiest[0].value)
            busiest[0] = c;
        if (m.value > busiest[1].value)
            busiest[1] = m;
    }
    return why.record(formula, std::max(busiest[0].value, busiest[1].value), {busiest[0].term, busiest[1].term});
}

} // namespace headroom
