// Products with fp8 operands, fp32 sums and bf16 results, and the quantisation of their operands.

#include "ops/op_builder.h"

#include "base/text.h"

namespace headroom {

// Operands are read as one byte an element, results written as two; the weight gradient is accumulated as ever.
void OpBuilder::fp8Gemm(const char *name, Dim rows, Dim used, Dim in, Dim out, Dim hit, Dim held)
{
    static const Formula forward{"fp8.bytes", CORE_TEXT("core", "Bytes of an fp8 product"), "M * K + h * K * N + s * M * N",
                                 {"M", "K", "N", "h", "s"}, "Headroom calibration §1"};
    static const Formula input{"fp8.inputGradientBytes", CORE_TEXT("core", "Bytes of an fp8 input gradient"),
                               "M * N + h * K * N + s * M * K", {"M", "K", "N", "h", "s"}, "Headroom calibration §1"};
    static const Formula weight{"fp8.weightGradientBytes", CORE_TEXT("core", "Bytes of an fp8 product's weight gradient"),
                                "M * K + M * N + g * e * K * N * (2 - 1 / m)", {"M", "K", "N", "g", "e", "m"},
                                "Headroom calibration §1, model §13"};
    static const Formula activations{"fp8.quantised", CORE_TEXT("core", "Inputs or output gradients to be quantised"), "M * N",
                                     {"M", "N"}, "Headroom calibration §5"};
    static const Formula weights{"fp8.quantisedWeights", CORE_TEXT("core", "Weights to be quantised"), "e * K * N", {"e", "K", "N"},
                                 "Headroom calibration §5"};
    const double mk = rows.value * in.value, kn = in.value * out.value, mn = rows.value * out.value;
    const double s = m_elementBytes.value, g = m_gradientBytes.value * held.value * kn;
    const Derived<Flops> executed = gemmFlops(rows, in, out, name);
    const Derived<Flops> model = used.value == rows.value ? executed : gemmFlops(used, in, out, name);
    const ExtraFlops extra{.padding = executed.value - model.value};
    const std::initializer_list<TermId> sizes{rows.term, in.term, out.term, hit.term, m_elementBytes.term};
    const std::size_t first = m_ops.size();
    add(name, Phase::forward, Engine::matrix, model, executed, m_why.record(forward, Bytes(mk + hit.value * kn + s * mn), sizes, name), extra);
    add(name, Phase::backwardInput, Engine::matrix, model, executed,
        m_why.record(input, Bytes(mn + hit.value * kn + s * mk), sizes, name), extra);
    const Accumulation sum{Bytes(mk + mn + 2.0 * g), Bytes(-g)};
    add(name, Phase::backwardWeight, Engine::matrix, model, executed,
        m_why.record(weight, sum.at(m_microBatches.value),
                     {rows.term, in.term, out.term, m_gradientBytes.term, held.term, m_microBatches.term}, name), extra, sum);
    for (std::size_t op = first; op < m_ops.size(); ++op)
        m_ops[op].dtype = MatrixDtype::fp8;
    m_quantisedInputs.add(m_why.record(activations, mk, {rows.term, in.term}, name));
    m_quantisedGradients.add(m_why.record(activations, mn, {rows.term, out.term}, name));
    m_quantisedWeights.add(m_why.record(weights, held.value * kn, {held.term, in.term, out.term}, name));
}

// Dynamic scales: the largest magnitude is found (2 bytes read), then elements are read (2) and written (1). Weights are
// quantised once a step, what passes through them in every micro-batch.
void OpBuilder::quantise(const char *name)
{
    static const Formula sum{"fp8.elements", CORE_TEXT("core", "Elements to be quantised"), "sum(n)", {"n"}, "Headroom calibration §5"};
    static const Formula forward{"fp8.quantiseBytes", CORE_TEXT("core", "Bytes of quantising inputs and weights"), "b * (x + w / m)",
                                 {"b", "x", "w", "m"}, "Headroom calibration §5"};
    static const Formula backward{"fp8.quantiseGradientBytes", CORE_TEXT("core", "Bytes of quantising output gradients"), "b * x",
                                  {"b", "x"}, "Headroom calibration §5"};
    if (m_shape.generation != nullptr)
        return servedQuantise(name);
    if (m_run.matmulDtype != MatrixDtype::fp8)
        return;
    const Dim x = m_quantisedInputs.total(sum, name), w = m_quantisedWeights.total(sum, name), g = m_quantisedGradients.total(sum, name);
    m_quantisedInputs = m_quantisedWeights = m_quantisedGradients = Sum<double>(m_why);
    if (m_run.fusion == Fusion::full)
        return;
    const Dim b = constant(5.0);
    const Derived<Flops> none = m_why.given("vector operators count no matrix FLOPs", Flops{});
    const Accumulation bytes{Bytes(b.value * x.value), Bytes(b.value * w.value)};
    add(name, Phase::forward, Engine::vector, none, none,
        m_why.record(forward, bytes.at(m_microBatches.value), {b.term, x.term, w.term, m_microBatches.term}, name), {}, bytes);
    add(name, Phase::backward, Engine::vector, none, none, m_why.record(backward, Bytes(b.value * g.value), {b.term, g.term}, name));
}

} // namespace headroom
