#include "ops/embedding.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

// Each rank looks up its share of the vocabulary: reads the rows it holds, writes all of them (partial sums). Backward
// adds the rows' gradients into a dense gradient, which is zero-filled once a step.
namespace {

void lookup(OpBuilder &ops, const char *name, double zeroFills)
{
    static const Formula forward{"embedding.bytes", CORE_TEXT("core", "Bytes of the embedding lookup"), "s * t * H * (1 / p + 1)",
                                 {"s", "t", "H", "p"}, "operators §6"};
    static const Formula backward{"embedding.backwardBytes", CORE_TEXT("core", "Bytes of the embedding gradient"),
                                  "s * t * H + (2 * min(t, V) + z * V / m) * g * H / p",
                                  {"s", "t", "H", "V", "z", "m", "g", "p"},
                                  "Headroom model §13: scatter-add into a dense gradient, zero-filled once a step"};
    Derivation &why = ops.why();
    ops.step(Step::outside, OpCategory::embeddingHead);
    const Derived<Flops> none = why.given("a lookup computes nothing", Flops{});
    const Dim vocab = ops.field("model.vocab", ops.model().vocab), p = ops.field("plan.tp", ops.shape().tp);
    const double s = ops.elementBytes().value, t = ops.rows().value, h = ops.hidden().value, v = vocab.value;
    const double g = ops.gradientBytes().value, m = ops.microBatches().value;
    ops.add(name, Phase::forward, Engine::vector, none, none,
            why.record(forward, Bytes(s * t * h * (1.0 / p.value + 1.0)),
                       {ops.elementBytes().term, ops.rows().term, ops.hidden().term, p.term}, name));
    const Accumulation sum{Bytes(s * t * h + 2.0 * std::min(t, v) * g * h / p.value), Bytes(zeroFills * v * g * h / p.value)};
    ops.add(name, Phase::backward, Engine::vector, none, none,
            why.record(backward, sum.at(m),
                       {ops.elementBytes().term, ops.rows().term, ops.hidden().term, vocab.term,
                        ops.constant(zeroFills).term, ops.microBatches().term,
                        ops.gradientBytes().term, p.term}, name), {}, sum);
}

} // namespace

void embeddingOps(OpBuilder &ops)
{
    lookup(ops, CORE_TEXT("core", "embedding lookup"), 1.0);
    ops.step(Step::outside, OpCategory::elementwise);
    ops.dropout(CORE_TEXT("core", "embedding dropout"), ops.normRows(), ops.hidden(), false);
}
void mtpLookupOps(OpBuilder &ops) { lookup(ops, CORE_TEXT("core", "MTP embedding lookup"), 0.0); }

void mtpEntryOps(OpBuilder &ops)
{
    mtpLookupOps(ops);
    ops.step(Step::outside, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "MTP hidden-state norm"), ops.normRows(), ops.hidden(), false);
    ops.norm(CORE_TEXT("core", "MTP embedding norm"), ops.normRows(), ops.hidden(), false);
    ops.step(Step::outside, OpCategory::projection);
    ops.gemm(CORE_TEXT("core", "MTP input projection"), ops.normRows(), ops.times(ops.constant(2.0), ops.hidden()), ops.hidden());
}

} // namespace headroom
