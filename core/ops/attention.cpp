#include "ops/attention.h"

#include "base/text.h"

namespace headroom {
namespace {

struct KindRow
{
    void (*ops)(OpBuilder &, const AttentionSpec &);
    KeptElements (*kept)(const ModelSpec &, const AttentionSpec &, const PassShape &, RematPolicy);
};

const KindRow &rowOf(const AttentionSpec &a)
{
    static constexpr KindRow rows[] = {
        {fullAttentionOps, fullAttentionKept},
        {mlaOps, mlaKept},
        {linearAttentionOps, linearAttentionKept},
        {deltaRuleOps, deltaRuleKept},
    };
    return rows[a.isDeltaRule() ? std::size_t{3} : static_cast<std::size_t>(a.kind)];
}

} // namespace

void attentionOps(OpBuilder &ops, const LayerSpec &layer)
{
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "attention norm"), ops.normRows(), ops.hidden(), true);
    rowOf(layer.attention).ops(ops, layer.attention);
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    if (layer.postNorms)
        ops.norm(CORE_TEXT("core", "attention post-norm"), ops.normRows(), ops.hidden(), false);
    ops.residualAdd(CORE_TEXT("core", "attention residual add"));
}

KeptElements attentionKept(const ModelSpec &model, const AttentionSpec &attention, const PassShape &shape, RematPolicy policy)
{
    if (policy == RematPolicy::full)
        return {.normRows = static_cast<double>(model.hidden)}; // the layer input alone
    return rowOf(attention).kept(model, attention, shape, policy);
}

void outputGating(OpBuilder &ops, OutputGate gate, Dim width)
{
    if (gate == OutputGate::none)
        return;
    const bool whole = gate == OutputGate::perElement;
    ops.part(LayerPart::attentionVector, OpCategory::elementwise);
    ops.elementwise(CORE_TEXT("core", "output gating"), ops.rows(), width, whole ? 3.0 : 2.0, whole ? 5.0 : 3.0);
}

double meanKeys(Count sequenceLength, std::optional<Count> window)
{
    const double s = static_cast<double>(sequenceLength);
    if (!window || *window >= sequenceLength)
        return (s + 1.0) / 2.0;
    const double w = static_cast<double>(*window);
    return w - w * (w - 1.0) / (2.0 * s);
}

Dim meanKeysTerm(Derivation &why, Count sequenceLength, std::optional<Count> window, const char *field)
{
    static const Formula causal{"attention.meanKeys", CORE_TEXT("core", "Mean keys per query, causal"), "(S + 1) / 2", {"S"},
                                "Headroom model §0"};
    static const Formula windowed{"attention.meanKeysWindow", CORE_TEXT("core", "Mean keys per query, causal window"),
                                  "W - W * (W - 1) / (2 * S)", {"W", "S"}, "Headroom model §0"};
    const Dim s = why.given("run.sequenceLength", static_cast<double>(sequenceLength));
    const double keys = meanKeys(sequenceLength, window);
    if (!window || *window >= sequenceLength)
        return why.record(causal, keys, {s.term});
    const Dim w = why.given(field, static_cast<double>(*window));
    return why.record(windowed, keys, {w.term, s.term});
}

namespace {

struct CoreFlops
{
    Derived<Flops> forward, backwardModel, backwardExecuted;
};

CoreFlops coreFlops(OpBuilder &ops, const CoreShape &c, const char *name)
{
    static const Formula forward{"attention.flops", CORE_TEXT("core", "FLOPs of the attention core"),
                                 "2 * A * t * k * (q + v)", {"A", "t", "k", "q", "v"}, "Headroom model §2"};
    static const Formula model{"attention.backwardModelFlops", CORE_TEXT("core", "Model FLOPs of the core's backward"),
                               "2 * A * t * k * (2 * q + 2 * v)", {"A", "t", "k", "q", "v"},
                               "dQ, dK, dV and dP; operators §2"};
    static const Formula five{"attention.backwardFlops5", CORE_TEXT("core", "Executed FLOPs of the core's backward, 5 products"),
                              "2 * A * t * k * (3 * q + 2 * v)", {"A", "t", "k", "q", "v"},
                              "flash-attention benchmarks: 2.5 x forward"};
    static const Formula seven{"attention.backwardFlops7", CORE_TEXT("core", "Executed FLOPs of the core's backward, 7 products"),
                               "2 * A * t * k * (4 * q + 3 * v)", {"A", "t", "k", "q", "v"},
                               "splash attention without fused backward; operators §2"};
    const double pairs = 2.0 * c.heads.value * c.rows.value * c.keys.value;
    const double q = c.queryDim.value, v = c.valueDim.value;
    const std::initializer_list<TermId> in{c.heads.term, c.rows.term, c.keys.term, c.queryDim.term, c.valueDim.term};
    Derivation &why = ops.why();
    const bool split = ops.run().attentionKernel == AttentionKernel::fused7;
    return {why.record(forward, Flops(pairs * (q + v)), in, name), why.record(model, Flops(pairs * (2 * q + 2 * v)), in, name),
            split ? why.record(seven, Flops(pairs * (4 * q + 3 * v)), in, name)
                  : why.record(five, Flops(pairs * (3 * q + 2 * v)), in, name)};
}

} // namespace

void fusedAttentionCore(OpBuilder &ops, const CoreShape &c)
{
    static const Formula forward{"attention.bytes", CORE_TEXT("core", "Bytes of the attention core"),
                                 "s * (t * A * (q + v) + r * K * (q + v)) + 4 * t * A",
                                 {"s", "t", "A", "q", "v", "r", "K"}, "Headroom model §2: q, k, v, output and log-sum-exp"};
    static const Formula backward{"attention.backwardBytes", CORE_TEXT("core", "Bytes of the core's backward"),
                                  "s * (2 * t * A * (q + v) + 2 * r * K * (q + v)) + 4 * t * A",
                                  {"s", "t", "A", "q", "v", "r", "K"},
                                  "Headroom model §2: reads q, k, v, o, do, lse; writes dq, dk, dv"};
    const char *name = CORE_TEXT("core", "attention core");
    ops.part(LayerPart::attentionMatrix, OpCategory::attention);
    const CoreFlops flops = coreFlops(ops, c, name);
    const double s = ops.elementBytes().value, width = c.queryDim.value + c.valueDim.value;
    const double own = c.rows.value * c.heads.value * width, keys = c.keyRows.value * c.kvHeads.value * width;
    const double lse = 4.0 * c.rows.value * c.heads.value;
    const std::initializer_list<TermId> in{ops.elementBytes().term, c.rows.term, c.heads.term, c.queryDim.term,
                                           c.valueDim.term, c.keyRows.term, c.kvHeads.term};
    ops.add(name, Phase::forward, Engine::matrix, flops.forward, flops.forward,
            ops.why().record(forward, Bytes(s * (own + keys) + lse), in, name));
    ops.add(name, Phase::backward, Engine::matrix, flops.backwardModel, flops.backwardExecuted,
            ops.why().record(backward, Bytes(s * (2.0 * own + 2.0 * keys) + lse), in, name));
}

} // namespace headroom
