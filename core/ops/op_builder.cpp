#include "ops/op_builder.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *design = "Headroom model §2; operators §1";

// Sequences and their new tokens, group by group.
Dim generationTokens(Derivation &why, const GenerationPass &pass)
{
    static const Formula group{"tokens.ofSequences", CORE_TEXT("core", "New tokens of equal sequences"), "n * f", {"n", "f"}, "arithmetic"};
    static const Formula all{"tokens.perServedPass", CORE_TEXT("core", "New tokens of a device and pass"), "sum(t)", {"t"}, "arithmetic"};
    Sum<double> sum(why);
    for (const SequenceGroup &g : pass.groups) {
        const Dim n = why.given("sequences of the device and pass", g.count), f = why.given("new tokens of each", g.fresh);
        sum.add(why.record(group, n.value * f.value, {n.term, f.term}));
    }
    return sum.total(all);
}

Dim tokensOf(Derivation &why, const PassShape &shape)
{
    if (shape.generation != nullptr)
        return generationTokens(why, *shape.generation);
    static const Formula formula{"tokens.perPass", CORE_TEXT("core", "Tokens per device and pass"), "b * S / c",
                                 {"b", "S", "c"}, "Headroom model §0"};
    const Dim b = why.given("plan.microBatch", static_cast<double>(shape.sequences));
    const Dim s = why.given("run.sequenceLength", static_cast<double>(shape.sequenceLength));
    const Dim c = why.given("plan.cp", static_cast<double>(shape.cp));
    return why.record(formula, b.value * s.value / c.value, {b.term, s.term, c.term});
}

const Formula productFormula{"size.product", CORE_TEXT("core", "Product of sizes"), "a * b", {"a", "b"}, "arithmetic"};
const Formula sumFormula{"size.sum", CORE_TEXT("core", "Sum of sizes"), "a + b", {"a", "b"}, "arithmetic"};
const Formula gradientFormula{"gemm.gradientAccess", CORE_TEXT("core", "Bytes moved per element of an accumulated gradient"),
                              "g * (2 - 1 / m)", {"g", "m"}, "Headroom model §13"};

// Weight gradients are written once and, from the second micro-batch on, read and added to: g (2 - 1/m) on average.
double accumulated(double gradientBytes, double microBatches) { return gradientBytes * (2.0 - 1.0 / microBatches); }
const Formula shareFormula{"size.share", CORE_TEXT("core", "Share of one rank"), "n / p", {"n", "p"}, "Headroom model §4"};

} // namespace

OpBuilder::OpBuilder(Derivation &why, const ModelSpec &model, const RunSpec &run, const PassShape &shape, std::vector<Op> &ops)
    : m_why(why), m_model(model), m_run(run), m_shape(shape), m_ops(ops), m_documents(documentsOf(run.documentLengths)),
      m_quantisedInputs(why), m_quantisedWeights(why), m_quantisedGradients(why)
{
    m_hidden = field("model.hidden", model.hidden);
    m_rows = tokensOf(why, shape);
    const bool split = shape.tp > 1;
    m_normRows = split && shape.sequenceParallel ? perRank(m_rows, shape.tp, "plan.tp") : m_rows;
    m_expertRows = routedRows();
    m_headRows = shape.generation != nullptr ? why.given("tokens whose next one is asked for", shape.generation->logits()) : m_rows;
    m_allRows = shape.cp > 1 ? times(m_rows, why.given("plan.cp", static_cast<double>(shape.cp))) : m_rows;
    m_elementBytes = why.given("bf16 element", computeBytes);
    m_gradientBytes = why.given("run.stateRecipe gradient", stateBytes(run.stateRecipe).gradient);
    m_microBatches = why.given("micro-batches per step", shape.microBatchCount);
    m_gradientAccess = why.record(gradientFormula, accumulated(m_gradientBytes.value, m_microBatches.value),
                                  {m_gradientBytes.term, m_microBatches.term});
    m_fp32 = why.given("fp32 element", 4.0);
    m_one = why.given("constant", 1.0);
    m_tileM = why.given("run.kernels.tileM", static_cast<double>(run.kernels.tileM));
    m_tileN = why.given("run.kernels.tileN", static_cast<double>(run.kernels.tileN));
}

void OpBuilder::step(Step step, OpCategory category)
{
    m_step = step;
    m_category = category;
}

Dim OpBuilder::perRank(Dim total, Count ranks, const char *axis)
{
    if (ranks == 1)
        return total;
    const Dim p = m_why.given(axis, static_cast<double>(ranks));
    return m_why.record(shareFormula, total.value / p.value, {total.term, p.term});
}

Dim OpBuilder::routedRows()
{
    static const Formula formula{"tokens.routed", CORE_TEXT("core", "Tokens of the ranks that split an expert"), "t * e / p",
                                 {"t", "e", "p"}, "Headroom model §4"};
    if (m_shape.expertTensor == 1)
        return perRank(m_rows, m_shape.tp, "plan.tp");
    if (m_shape.expertTensor == m_shape.tp)
        return m_rows;
    const Dim e = field("plan.expertTensor", m_shape.expertTensor), p = field("plan.tp", m_shape.tp);
    return m_why.record(formula, m_shape.expertTokens(), {m_rows.term, e.term, p.term});
}

Dim OpBuilder::headsPerRank(Dim kvHeads, Count ranks)
{
    static const Formula formula{"size.kvHeads", CORE_TEXT("core", "Key-value heads per rank, at least one"), "max(1, K / p)",
                                 {"K", "p"}, "Headroom model §4"};
    if (ranks == 1)
        return kvHeads;
    const Dim p = m_why.given("plan.tp", static_cast<double>(ranks));
    return m_why.record(formula, std::max(1.0, kvHeads.value / p.value), {kvHeads.term, p.term});
}

Dim OpBuilder::times(Dim a, Dim b) { return m_why.record(productFormula, a.value * b.value, {a.term, b.term}); }
Dim OpBuilder::plus(Dim a, Dim b) { return m_why.record(sumFormula, a.value + b.value, {a.term, b.term}); }

Op &OpBuilder::add(const char *name, Phase phase, Engine engine, Derived<Flops> model, Derived<Flops> executed,
                   Derived<Bytes> bytes, const ExtraFlops &extra, const Accumulation &accumulation)
{
    if (m_shape.generation != nullptr && phase != Phase::forward)
        return m_unused;
    m_ops.push_back({.name = name, .category = m_category, .phase = phase, .engine = engine, .step = m_step,
                     .expertCompute = m_expertCompute, .side = m_side, .modelFlops = model, .executedFlops = executed, .bytes = bytes,
                     .onChipBytes = bytes, .extra = extra, .accumulation = accumulation,
                     .attention = m_attention});
    return m_ops.back();
}

// An output tile of m x n streams m rows of the first operand and n columns of the second through on-chip memory, so
// the first passes once per column of tiles and the second once per row of tiles, every matrix of it at least once.
Derived<Bytes> OpBuilder::tiledBytes(const Product &p, const char *name)
{
    static const Formula formula{"gemm.onChipBytes", CORE_TEXT("core", "Bytes of a tiled matrix product through on-chip memory"),
                                 "a * M * K * max(1, N / n) + b * K * N * max(h, M / m) + o * e * M * N",
                                 {"a", "M", "K", "N", "n", "b", "h", "m", "o", "e"},
                                 "Headroom model §3: s * M * N * K * (1 / m + 1 / n) + s * M * N; tiles of 128 x 256 as in "
                                 "NVIDIA, Matrix Multiplication Background User's Guide"};
    const double rows = p.rows.value, inner = p.inner.value, columns = p.columns.value;
    const double first = p.first.value * rows * inner * std::max(1.0, columns / m_tileN.value);
    const double second = p.second.value * inner * columns * std::max(p.held.value, rows / m_tileM.value);
    return m_why.record(formula, Bytes(first + second + p.output.value * p.written.value * rows * columns),
                        {p.first.term, p.rows.term, p.inner.term, p.columns.term, m_tileN.term, p.second.term, p.held.term,
                         m_tileM.term, p.output.term, p.written.term}, name);
}

Derived<Flops> OpBuilder::gemmFlops(Dim rows, Dim in, Dim out, const char *name)
{
    static const Formula formula{"gemm.flops", CORE_TEXT("core", "FLOPs of a matrix product"), "2 * M * K * N",
                                 {"M", "K", "N"}, "one multiply-add = 2 FLOPs"};
    return m_why.record(formula, Flops(2.0 * rows.value * in.value * out.value), {rows.term, in.term, out.term}, name);
}

namespace {

// Weight gradients of g bytes are written once and, from the second micro-batch on, read and added to: g (2 - 1/m) on average.
Accumulation added(double operands, double gradient) { return {Bytes(operands + 2.0 * gradient), Bytes(-gradient)}; }

} // namespace

void OpBuilder::gemm(const char *name, Dim rows, Dim in, Dim out)
{
    if (m_shape.generation != nullptr)
        return void(servedGemm(name, rows, in, out, m_one));
    if (m_run.matmulDtype == MatrixDtype::fp8)
        return fp8Gemm(name, rows, rows, in, out, constant(1.0), constant(1.0));
    static const Formula operands{"gemm.bytes", CORE_TEXT("core", "Bytes of a matrix product"),
                                  "s * (M * K + K * N + M * N)", {"s", "M", "K", "N"}, design};
    static const Formula weight{"gemm.weightGradientBytes", CORE_TEXT("core", "Bytes of a weight gradient"),
                                "s * (M * K + M * N) + g * K * N * (2 - 1 / m)", {"s", "M", "K", "N", "g", "m"}, design};
    const double mk = rows.value * in.value, kn = in.value * out.value, mn = rows.value * out.value;
    const double element = m_elementBytes.value;
    const Derived<Flops> flops = gemmFlops(rows, in, out, name);
    const Derived<Bytes> bytes = m_why.record(operands, Bytes(element * (mk + kn + mn)),
                                              {m_elementBytes.term, rows.term, in.term, out.term}, name);
    const Dim s = m_elementBytes;
    add(name, Phase::forward, Engine::matrix, flops, flops, bytes).onChipBytes =
        tiledBytes({rows, in, out, s, s, s, m_one, m_one}, name);
    add(name, Phase::backwardInput, Engine::matrix, flops, flops, bytes).onChipBytes =
        tiledBytes({rows, out, in, s, s, s, m_one, m_one}, name);
    const Accumulation sum = added(element * (mk + mn), m_gradientBytes.value * kn);
    const Derived<Bytes> gradient = m_why.record(weight, sum.at(m_microBatches.value),
                                                 {m_elementBytes.term, rows.term, in.term, out.term, m_gradientBytes.term, m_microBatches.term}, name);
    add(name, Phase::backwardWeight, Engine::matrix, flops, flops, gradient, {}, sum).onChipBytes =
        tiledBytes({in, rows, out, s, s, m_gradientAccess, m_one, m_one}, name);
}

void OpBuilder::outputProjection(Dim in)
{
    step(Step::outProjection, OpCategory::projection);
    tensorSide(TensorSide::output);
    gemm(CORE_TEXT("core", "output projection"), m_rows, in, m_hidden);
    tensorSide(TensorSide::none);
}

void OpBuilder::gemmFp32Out(const char *name, Dim rows, Dim in, Dim out)
{
    static const Formula operands{"gemmFp32.bytes", CORE_TEXT("core", "Bytes of a matrix product with fp32 output"),
                                  "s * (M * K + K * N) + 4 * M * N", {"s", "M", "K", "N"}, "Headroom model §13"};
    static const Formula weight{"gemmFp32.weightGradientBytes",
                                CORE_TEXT("core", "Bytes of a weight gradient from fp32 output gradients"),
                                "s * M * K + 4 * M * N + g * K * N * (2 - 1 / m)", {"s", "M", "K", "N", "g", "m"},
                                "Headroom model §13"};
    const double mk = rows.value * in.value, kn = in.value * out.value, mn = rows.value * out.value;
    const double element = m_elementBytes.value;
    const Derived<Flops> flops = gemmFlops(rows, in, out, name);
    const Derived<Bytes> bytes = m_why.record(operands, Bytes(element * (mk + kn) + 4.0 * mn),
                                              {m_elementBytes.term, rows.term, in.term, out.term}, name);
    const Dim s = m_elementBytes;
    Op &forward = add(name, Phase::forward, Engine::matrix, flops, flops, bytes);
    forward.onChipBytes = tiledBytes({rows, in, out, s, s, m_fp32, m_one, m_one}, name);
    forward.weights = Bytes(element * kn);
    add(name, Phase::backwardInput, Engine::matrix, flops, flops, bytes).onChipBytes =
        tiledBytes({rows, out, in, m_fp32, s, s, m_one, m_one}, name);
    const Accumulation sum = added(element * mk + 4.0 * mn, m_gradientBytes.value * kn);
    const Derived<Bytes> gradient = m_why.record(weight, sum.at(m_microBatches.value),
                                                 {m_elementBytes.term, rows.term, in.term, out.term, m_gradientBytes.term, m_microBatches.term}, name);
    add(name, Phase::backwardWeight, Engine::matrix, flops, flops, gradient, {}, sum).onChipBytes =
        tiledBytes({in, rows, out, s, m_fp32, m_gradientAccess, m_one, m_one}, name);
}

void OpBuilder::groupedGemm(const char *name, Dim rows, Dim used, Dim in, Dim out, Dim hit, Dim held)
{
    if (m_shape.generation != nullptr)
        return void(servedGemm(name, rows, in, out, hit));
    if (m_run.matmulDtype == MatrixDtype::fp8)
        return fp8Gemm(name, rows, used, in, out, hit, held);
    static const Formula operands{"groupedGemm.bytes", CORE_TEXT("core", "Bytes of a grouped expert product"),
                                  "s * (M * K + h * K * N + M * N)", {"s", "M", "K", "N", "h"}, "operators §5"};
    static const Formula weight{"groupedGemm.weightGradientBytes", CORE_TEXT("core", "Bytes of the experts' weight gradients"),
                                "s * (M * K + M * N) + g * e * K * N * (2 - 1 / m)", {"s", "M", "K", "N", "g", "e", "m"},
                                "Headroom model §13: all local experts are written"};
    const double mk = rows.value * in.value, kn = in.value * out.value, mn = rows.value * out.value;
    const double element = m_elementBytes.value;
    const Derived<Flops> flops = gemmFlops(rows, in, out, name);
    const Derived<Flops> model = used.value == rows.value ? flops : gemmFlops(used, in, out, name);
    const ExtraFlops extra{.padding = flops.value - model.value};
    const Derived<Bytes> bytes = m_why.record(operands, Bytes(element * (mk + hit.value * kn + mn)),
                                              {m_elementBytes.term, rows.term, in.term, out.term, hit.term}, name);
    const Dim s = m_elementBytes;
    add(name, Phase::forward, Engine::matrix, model, flops, bytes, extra).onChipBytes =
        tiledBytes({rows, in, out, s, s, s, hit, m_one}, name);
    add(name, Phase::backwardInput, Engine::matrix, model, flops, bytes, extra).onChipBytes =
        tiledBytes({rows, out, in, s, s, s, hit, m_one}, name);
    const Accumulation sum = added(element * (mk + mn), m_gradientBytes.value * held.value * kn);
    const Derived<Bytes> gradient = m_why.record(weight, sum.at(m_microBatches.value),
                                                 {m_elementBytes.term, rows.term, in.term, out.term, m_gradientBytes.term, held.term, m_microBatches.term}, name);
    add(name, Phase::backwardWeight, Engine::matrix, model, flops, gradient, extra, sum).onChipBytes =
        tiledBytes({in, rows, out, s, s, m_gradientAccess, m_one, held}, name);
}

void OpBuilder::vector(const char *name, Dim rows, Dim width, double forward, double backward, double bytes)
{
    static const Formula formula{"vector.bytes", CORE_TEXT("core", "Bytes of a vector operator"), "s * t * n * a",
                                 {"s", "t", "n", "a"}, design};
    const Derived<Flops> none = m_why.given("vector operators count no matrix FLOPs", Flops{});
    const Dim s = bytes == computeBytes ? m_elementBytes : m_why.given("element bytes", bytes);
    for (const auto &[phase, accesses] : {std::pair{Phase::forward, forward}, std::pair{Phase::backward, backward}}) {
        if (accesses <= 0.0)
            continue;
        const Dim a = m_why.given("reads and writes per element", accesses);
        const Derived<Bytes> moved = m_why.record(formula, Bytes(s.value * rows.value * width.value * a.value),
                                                  {s.term, rows.term, width.term, a.term}, name);
        add(name, phase, Engine::vector, none, none, moved);
    }
}

void OpBuilder::elementwise(const char *name, Dim rows, Dim width, double forward, double backward, double bytes)
{
    if (m_run.fusion != Fusion::full)
        vector(name, rows, width, forward, backward, bytes);
}

// Forward reads and writes the rows, backward reads dy and x and writes dx; a fused residual add reads and writes one
// more tensor forward and reads one more backward.
void OpBuilder::norm(const char *name, Dim rows, Dim width, bool carriesAdd)
{
    const bool fused = carriesAdd && m_run.fusion == Fusion::standard;
    elementwise(name, rows, width, fused ? 4.0 : 2.0, fused ? 4.0 : 3.0);
}

// Reads two tensors and writes one; its backward passes the gradient on without moving it.
void OpBuilder::residualAdd(const char *name)
{
    if (m_run.fusion == Fusion::none)
        vector(name, m_normRows, m_hidden, 3.0, 0.0);
}

// Reads and writes the rows and writes a mask of a byte an element; backward reads gradient and mask, and writes.
void OpBuilder::dropout(const char *name, Dim rows, Dim width, bool beforeAdd)
{
    if (m_run.dropout)
        elementwise(name, rows, width, beforeAdd && m_run.fusion == Fusion::standard ? 0.5 : 2.5, 2.5);
}

} // namespace headroom
