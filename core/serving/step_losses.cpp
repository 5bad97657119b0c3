#include "serving/step_losses.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

// Losses one after the other; each anchor's MFU is exact, a loss is the difference to what went before.
class Losses
{
public:
    Losses(Derivation &why, const LossInput &in, double devices) : m_why(why), m_in(in), m_devices(devices) {}

    void anchor(const char *id, const char *name, Seconds time)
    {
        m_time = time;
        const Derived<double> mfu = mfuAt(time);
        m_rows.push_back({id, name, RowKind::anchor, mfu.value, time, mfu.term});
    }
    void loss(const char *id, const char *name, Seconds time)
    {
        static const Formula formula{"served.loss", CORE_TEXT("core", "MFU lost to a cause in a step that serves"), "a - b", {"a", "b"},
                                     "Headroom model §10"};
        if (time.value == 0.0)
            return;
        const Derived<double> before = mfuAt(m_time), after = mfuAt(m_time + time);
        m_time += time;
        m_rows.push_back({id, name, RowKind::loss, before.value - after.value, time,
                          m_why.record(formula, before.value - after.value, {before.term, after.term}).term});
    }
    Seconds time() const { return m_time; }
    std::vector<WaterfallRow> rows() && { return std::move(m_rows); }

private:
    Derived<double> mfuAt(Seconds time)
    {
        return mfuOf(m_why, m_in.useful, m_why.given("run.devices", m_devices), m_in.bound.rates.chip.peak, m_why.given("time so far", time));
    }
    Derivation &m_why;
    const LossInput &m_in;
    double m_devices;
    Seconds m_time{};
    std::vector<WaterfallRow> m_rows;
};

// What one chip takes beyond its model FLOPs: further FLOPs, and bytes by what they hold.
struct RooflineLoss
{
    Seconds model{}, compute{}, weights{}, cache{}, other{};
};

RooflineLoss rooflineLoss(Derivation &why, const ServedPass &pass, const ChipRates &chip)
{
    RooflineLoss out;
    for (const Block &block : pass.blocks.blocks)
        for (const Op &op : block.ops) {
            const FlopsPerSecond peak = chip.peaks[static_cast<std::size_t>(op.dtype)].value;
            const Seconds model = op.modelFlops.value / chip.peak.value, compute = op.executedFlops.value / peak;
            const Seconds memory = boundOp(why, op, chip).time.value - compute;
            out.model += block.count * model;
            out.compute += block.count * (compute - model);
            if (memory.value <= 0.0)
                continue;
            const double w = op.weights / op.bytes.value, c = op.cache / op.bytes.value;
            out.weights += block.count * w * memory;
            out.cache += block.count * c * memory;
            out.other += block.count * (1.0 - w - c) * memory;
        }
    return out;
}

Seconds partOf(const ServedTime &time, StepPartId id) { return time.parts[static_cast<std::size_t>(id)].value; }

} // namespace

std::vector<WaterfallRow> stepLosses(Derivation &why, const ServedPlan &plan, const ServedPass &oneChip, const ServedPass &pass, const LossInput &in)
{
    const double devices = static_cast<double>(plan.scenario.run.devices);
    Derivation off(false);
    const RooflineLoss r = rooflineLoss(off, oneChip, in.bound.rates.chip);
    Losses out(why, in, devices);
    out.anchor("peak", CORE_TEXT("core", "Peak"), r.model / devices);
    out.loss("compute", CORE_TEXT("core", "Kernel FLOPs beyond the model's, lower peaks"), r.compute / devices);
    out.loss("weights", CORE_TEXT("core", "Reading weights"), r.weights / devices);
    out.loss("cache", CORE_TEXT("core", "Reading caches and states"), r.cache / devices);
    out.loss("bytes", CORE_TEXT("core", "Other bytes of operators"), r.other / devices);
    out.anchor("roofline", CORE_TEXT("core", "Roofline"), out.time());
    const auto waits = {StepPartId::exposedTensor, StepPartId::exposedExpert, StepPartId::exposedPipeline, StepPartId::bubble};
    Seconds waiting{};
    for (const StepPartId id : waits)
        waiting += partOf(in.bound, id);
    out.loss("sharding", CORE_TEXT("core", "Sharding: every replica reads weights"), in.bound.step.value - waiting - out.time());
    for (const StepPartId id : waits)
        out.loss(keyOf(id), labelOf(id), partOf(in.bound, id));
    out.anchor("bound", CORE_TEXT("core", "This plan"), in.bound.step.value);
    const auto timeAt = [&](const LevelRates &rates) { return servedTime(off, plan, pass, rates, in.shape).step.value; };
    LevelChoice choice;
    choice.operators = Level::expected;
    const LevelRates operators = servedRates(off, plan, choice);
    out.loss("kernels", CORE_TEXT("core", "Kernels below the roofline"), timeAt(withoutLaunches(off, operators)) - out.time());
    out.loss("launches", CORE_TEXT("core", "Launches of kernels"), timeAt(operators) - out.time());
    choice.links = Level::expected;
    out.loss("links", CORE_TEXT("core", "Links below their rate, starts of collectives"), timeAt(servedRates(off, plan, choice)) - out.time());
    out.loss("overhead", CORE_TEXT("core", "Overlap and overhead"), in.expected.step.value - out.time());
    out.anchor("expected", CORE_TEXT("core", "Expected"), in.expected.step.value);
    return std::move(out).rows();
}

} // namespace headroom
