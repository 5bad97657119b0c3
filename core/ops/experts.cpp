#include "ops/experts.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

double expertsHit(const FeedForwardSpec &f, Count ep, double tokens)
{
    const double experts = static_cast<double>(f.experts), share = static_cast<double>(f.topK) / experts;
    return experts / static_cast<double>(ep) * (1.0 - std::pow(1.0 - share, tokens));
}

double expertCapacity(const FeedForwardSpec &f, const RunSpec &run)
{
    return std::ceil(run.kernels.capacityFactor * static_cast<double>(run.sequenceLength) * static_cast<double>(f.topK)
                     / static_cast<double>(f.experts));
}

double routedRowsPerToken(const FeedForwardSpec &f, const RunSpec &run)
{
    if (run.kernels.dispatch == DispatchKernel::sorted)
        return static_cast<double>(f.topK);
    return static_cast<double>(f.experts) * expertCapacity(f, run) / static_cast<double>(run.sequenceLength);
}

double dispatchMaskWidth(const FeedForwardSpec &f, const RunSpec &run)
{
    return run.kernels.dispatch == DispatchKernel::sorted ? 0.0 : static_cast<double>(f.experts) * expertCapacity(f, run);
}

namespace {

// What the experts' products see: `rows` of which `used` hold a token's copy; `hit` of the `held` experts are read.
struct RoutedShape
{
    Dim rows, used, held, hit;
};

Dim hitTerm(OpBuilder &ops, const FeedForwardSpec &f, Dim held)
{
    static const Formula formula{"moe.expertsHit", CORE_TEXT("core", "Local experts expected to be hit"),
                                 "e * (1 - (1 - k / E) ^ (t * p))", {"e", "k", "E", "t", "p"}, "operators §5"};
    const Dim k = ops.field("model.topK", f.topK), e = ops.field("model.experts", f.experts);
    const Dim p = ops.field("plan.ep", ops.shape().ep), t = ops.expertRows();
    return ops.why().record(formula, expertsHit(f, ops.shape().ep, t.value * p.value),
                            {held.term, k.term, e.term, t.term, p.term});
}

void expertProducts(OpBuilder &ops, const FeedForwardSpec &f, const RoutedShape &r)
{
    const Dim width = ops.perRank(ops.field("model.expertWidth", f.expertWidth), ops.shape().expertTensor, "plan.expertTensor");
    ops.expertCompute(true);
    ops.step(Step::expertUp, OpCategory::experts);
    ops.groupedGemm(f.gated ? CORE_TEXT("core", "expert gate and up projection") : CORE_TEXT("core", "expert up projection"),
                    r.rows, r.used, ops.hidden(), f.gated ? ops.times(ops.constant(2.0), width) : width, r.hit, r.held);
    ops.step(Step::expertActivation, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "expert activation"), r.rows, width, f.gated ? 3.0 : 2.0, f.gated ? 5.0 : 3.0);
    ops.step(Step::expertDown, OpCategory::experts);
    ops.groupedGemm(CORE_TEXT("core", "expert down projection"), r.rows, r.used, width, ops.hidden(), r.hit, r.held);
    ops.expertCompute(false);
}

// Sorted: copies of the tokens move, nothing is computed.
void sortedOps(OpBuilder &ops, const FeedForwardSpec &f, Dim held, Dim copies)
{
    const double k = static_cast<double>(f.topK);
    ops.step(Step::dispatch, OpCategory::experts);
    ops.elementwise(CORE_TEXT("core", "token dispatch"), ops.expertRows(), ops.hidden(), 1.0 + k, 1.0 + k);
    expertProducts(ops, f, {copies, copies, held, hitTerm(ops, f, held)});
    ops.step(Step::combine, OpCategory::experts);
    ops.elementwise(CORE_TEXT("core", "token combine"), ops.expertRows(), ops.hidden(), 1.0 + k, 1.0 + 2.0 * k);
}

// A product of tokens or slots with a one-hot mask of E x capacity per token; `products` of them read and write each operand once.
void maskProduct(OpBuilder &ops, const char *name, Phase phase, Dim mask, Dim slots, double products)
{
    static const Formula flopFormula{"moe.maskFlops", CORE_TEXT("core", "FLOPs of products with a one-hot mask"), "2 * n * t * c * H",
                                     {"n", "t", "c", "H"}, "GShard; MaxText moe.py, dense dispatch"};
    static const Formula byteFormula{"moe.maskBytes", CORE_TEXT("core", "Bytes of products with a one-hot mask"),
                                     "n * s * (t * H + t * c + r * H)", {"n", "s", "t", "H", "c", "r"}, "operators §5"};
    static const Formula tiled{"moe.maskOnChipBytes", CORE_TEXT("core", "Bytes of products with a one-hot mask through on-chip memory"),
                               "n * s * (t * c * max(1, H / N) + t * H * max(1, c / M) + r * H)",
                               {"n", "s", "t", "c", "H", "N", "M", "r"}, "Headroom model §3: tiles of M slots by N columns"};
    Derivation &why = ops.why();
    const Dim m = ops.tileRows(), w = ops.tileColumns();
    const Dim n = ops.constant(products), t = ops.expertRows(), h = ops.hidden(), s = ops.elementBytes();
    const Flops flops(2.0 * products * t.value * mask.value * h.value);
    const Bytes bytes(products * s.value * (t.value * h.value + t.value * mask.value + slots.value * h.value));
    ops.add(name, phase, Engine::matrix, why.given("a mask only moves tokens", Flops{}),
            why.record(flopFormula, flops, {n.term, t.term, mask.term, h.term}, name),
            why.record(byteFormula, bytes, {n.term, s.term, t.term, h.term, mask.term, slots.term}, name), {.form = flops})
        .onChipBytes = why.record(
        tiled,
        Bytes(n.value * s.value * (t.value * mask.value * std::max(1.0, h.value / w.value)
                                   + t.value * h.value * std::max(1.0, mask.value / m.value) + slots.value * h.value)),
        {n.term, s.term, t.term, mask.term, h.term, w.term, m.term, slots.term}, name);
}

// Two masks are written, and the combining one's gradient is read; a mask's product moves tokens into slots, another one back
// with their weights, whose backward takes one product for the slots and one for the weights.
void capacityOps(OpBuilder &ops, const FeedForwardSpec &f, Dim held, Dim copies)
{
    static const Formula capacityFormula{"moe.capacity", CORE_TEXT("core", "Slots of an expert for each sequence"),
                                         "ceil(f * S * k / E)", {"f", "S", "k", "E"}, "MaxText moe.py; GShard"};
    static const Formula slotFormula{"moe.slots", CORE_TEXT("core", "Slots of all experts for a rank's tokens"), "t * c / S",
                                     {"t", "c", "S"}, "operators §5"};
    Derivation &why = ops.why();
    const Dim factor = why.given("run.kernels.capacityFactor", ops.run().kernels.capacityFactor);
    const Dim s = ops.field("run.sequenceLength", ops.run().sequenceLength), e = ops.field("model.experts", f.experts);
    const Dim capacity = why.record(capacityFormula, expertCapacity(f, ops.run()),
                                    {factor.term, s.term, ops.field("model.topK", f.topK).term, e.term});
    const Dim mask = ops.times(e, capacity), t = ops.expertRows();
    const Dim slots = why.record(slotFormula, t.value * mask.value / s.value, {t.term, mask.term, s.term});
    ops.step(Step::masks, OpCategory::experts);
    ops.elementwise(CORE_TEXT("core", "dispatch and combine masks"), t, mask, 2.0, 1.0);
    ops.step(Step::dispatch, OpCategory::experts);
    maskProduct(ops, CORE_TEXT("core", "token dispatch"), Phase::forward, mask, slots, 1.0);
    maskProduct(ops, CORE_TEXT("core", "token dispatch"), Phase::backward, mask, slots, 1.0);
    expertProducts(ops, f, {slots, copies, held, held});
    ops.step(Step::combine, OpCategory::experts);
    maskProduct(ops, CORE_TEXT("core", "token combine"), Phase::forward, mask, slots, 1.0);
    maskProduct(ops, CORE_TEXT("core", "token combine"), Phase::backward, mask, slots, 2.0);
}

} // namespace

void routedExpertOps(OpBuilder &ops, const FeedForwardSpec &f)
{
    const Dim held = ops.perRank(ops.field("model.experts", f.experts), ops.shape().ep, "plan.ep");
    const Dim copies = ops.times(ops.expertRows(), ops.field("model.topK", f.topK));
    if (ops.run().kernels.dispatch == DispatchKernel::sorted)
        sortedOps(ops, f, held, copies);
    else
        capacityOps(ops, f, held, copies);
}

} // namespace headroom
