// Products of a pass that serves: forward alone, weights as they are stored.

#include "ops/op_builder.h"

#include "base/text.h"

namespace headroom {

namespace {

// What the derivation calls an operand's element.
const char *operandName(MatrixDtype dtype)
{
    static constexpr const char *names[] = {"bf16 element", "fp8 element", "int8 element", "fp4 element"};
    return names[static_cast<std::size_t>(dtype)];
}

} // namespace

Op &OpBuilder::servedGemm(const char *name, Dim rows, Dim in, Dim out, Dim hit, double output)
{
    static const Formula bytes{"served.bytes", CORE_TEXT("core", "Bytes of a product that serves"), "a * M * K + w * h * K * N + o * M * N",
                               {"a", "M", "K", "w", "h", "N", "o"}, "operators §6: activations, stored weights with their scales, results"};
    static const Formula inputs{"served.quantised", CORE_TEXT("core", "Inputs to be quantised"), "M * K", {"M", "K"}, "Headroom calibration §5"};
    const Dim a = m_why.given(operandName(m_run.matmulDtype), operandBytes(m_run.matmulDtype));
    const Dim w = m_why.given("run.serving.weightFormat with its scales", m_run.serving.weightBytes());
    const Dim o = m_why.given("bytes of a result", output);
    const double mk = rows.value * in.value, kn = in.value * out.value, mn = rows.value * out.value;
    const Derived<Flops> flops = gemmFlops(rows, in, out, name);
    Op &op = add(name, Phase::forward, Engine::matrix, flops, flops,
                 m_why.record(bytes, Bytes(a.value * mk + w.value * hit.value * kn + o.value * mn),
                              {a.term, rows.term, in.term, w.term, hit.term, out.term, o.term}, name));
    op.dtype = m_run.matmulDtype;
    op.weights = Bytes(w.value * hit.value * kn);
    op.onChipBytes = tiledBytes({rows, in, out, a, w, o, hit, m_one}, name);
    if (m_run.matmulDtype != MatrixDtype::bf16)
        m_quantisedInputs.add(m_why.record(inputs, mk, {rows.term, in.term}, name));
    return op;
}

// Dynamic scales: the largest magnitude is found (2 bytes read), then elements are read (2) and written. Weights are stored so.
void OpBuilder::servedQuantise(const char *name)
{
    static const Formula sum{"served.elements", CORE_TEXT("core", "Elements to be quantised"), "sum(n)", {"n"}, "Headroom calibration §5"};
    static const Formula bytes{"served.quantiseBytes", CORE_TEXT("core", "Bytes of quantising inputs"), "(4 + a) * x", {"a", "x"},
                               "Headroom calibration §5"};
    if (m_run.matmulDtype == MatrixDtype::bf16)
        return;
    const Dim x = m_quantisedInputs.total(sum, name);
    m_quantisedInputs = Sum<double>(m_why);
    if (m_run.fusion == Fusion::full)
        return;
    const Dim a = m_why.given(operandName(m_run.matmulDtype), operandBytes(m_run.matmulDtype));
    const Derived<Flops> none = m_why.given("vector operators count no matrix FLOPs", Flops{});
    add(name, Phase::forward, Engine::vector, none, none, m_why.record(bytes, Bytes((4.0 + a.value) * x.value), {a.term, x.term}, name));
}

} // namespace headroom
