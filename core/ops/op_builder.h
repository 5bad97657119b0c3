#pragma once
// Writes the operators of a block: each call appends the forward operator and its backward ones, with the derivation of
// their FLOPs and bytes. The same functions serve one chip and a shard of a plan, so a plan can never do less work than
// one chip (model.md §12, 2a).

#include "base/sum.h"
#include "ops/generation.h"
#include "ops/op.h"
#include "spec/documents.h"
#include "spec/model_spec.h"
#include "spec/plan.h"
#include "spec/run_spec.h"

#include <vector>

namespace headroom {

// One pass of one device: which shard of the model, how many sequences. One chip: all degrees 1, the whole batch.
struct PassShape
{
    Count tp = 1, cp = 1, ep = 1;
    Count expertTensor = 1;
    bool sequenceParallel = true;    // effective only when tp > 1
    bool asyncTensorParallel = false; // likewise
    ContextParallel contextParallel = ContextParallel::ring;
    Count sequences = 1;             // microBatch
    Count sequenceLength = 4096;     // S
    double microBatchCount = 1.0;    // m
    const GenerationPass *generation = nullptr; // of a pass that serves, instead of sequences and their length; without cp

    bool operator==(const PassShape &) const = default;
    double tokens() const
    {
        if (generation != nullptr)
            return generation->rows();
        return static_cast<double>(sequences) * static_cast<double>(sequenceLength) / static_cast<double>(cp);
    }
    // Tokens that a rank routes: those of all ranks that split an expert with it, each of which has t / tp.
    double expertTokens() const { return tokens() * static_cast<double>(expertTensor) / static_cast<double>(tp); }
};

using Dim = Derived<double>; // a size: rows, columns, heads

class OpBuilder
{
public:
    OpBuilder(Derivation &why, const ModelSpec &model, const RunSpec &run, const PassShape &shape, std::vector<Op> &ops);

    // What the operators that follow belong to.
    void step(Step step, OpCategory category);
    void expertCompute(bool on) { m_expertCompute = on; }
    void tensorSide(TensorSide side) { m_side = side; }

    // Sizes. `field` values are leaves; the rest is derived from them.
    Dim field(const char *path, Count value) { return m_why.given(path, static_cast<double>(value)); }
    Dim constant(double value) { return m_why.given("constant", value); }
    Dim perRank(Dim total, Count ranks, const char *axis);       // total / ranks
    Dim headsPerRank(Dim kvHeads, Count ranks);                  // max(1, K / tp): kv heads replicate beyond K
    Dim times(Dim a, Dim b);
    Dim plus(Dim a, Dim b);

    Derivation &why() { return m_why; }
    const ModelSpec &model() const { return m_model; }
    const RunSpec &run() const { return m_run; }
    const PassShape &shape() const { return m_shape; }
    const GenerationPass *generation() const { return m_shape.generation; }
    const std::vector<DocumentGroup> &documents() const { return m_documents; } // packed; none: a sequence is one
    Dim hidden() const { return m_hidden; }
    Dim rows() const { return m_rows; }             // t: tokens of the device and pass
    Dim normRows() const { return m_normRows; }     // t / tp under sequence parallelism
    Dim expertRows() const { return m_expertRows; } // tokens a rank routes
    Dim headRows() const { return m_headRows; }     // tokens whose next one is asked for
    Dim allRows() const { return m_allRows; }       // t * cp: tokens of the whole sequences

    // [rows, in] x [in, out] in bf16: forward, input gradient, weight gradient.
    void gemm(const char *name, Dim rows, Dim in, Dim out);
    // Attention's last product, whose output the tensor ranks sum up.
    void outputProjection(Dim in);
    // The same with fp32 output (router scores, logits).
    void gemmFp32Out(const char *name, Dim rows, Dim in, Dim out);
    // Experts: `rows` slots, `used` of them with a token's copy, meet weights of `held` local experts, of which `hit` are read.
    void groupedGemm(const char *name, Dim rows, Dim used, Dim in, Dim out, Dim hit, Dim held);
    // A product of a pass that serves: operands in the run's dtype, weights as they are stored, the result in `output` bytes.
    Op &servedGemm(const char *name, Dim rows, Dim in, Dim out, Dim hit, double output = computeBytes);
    // Quantises the operands of the fp8 products since the last call, as an operator of the current step; nothing in bf16.
    void quantise(const char *name);
    // A vector operator that reads and writes `forward` (`backward`) elements of `bytes` each per column and row.
    void vector(const char *name, Dim rows, Dim width, double forward, double backward, double bytes = computeBytes);
    // As vector(), but free under full fusion.
    void elementwise(const char *name, Dim rows, Dim width, double forward, double backward, double bytes = computeBytes);
    // RMSNorm over `width`; under standard fusion a layer's norms carry a residual add.
    void norm(const char *name, Dim rows, Dim width, bool carriesAdd);
    void residualAdd(const char *name);
    // Nothing when the run has none. What follows an add moves the mask alone in forward under standard fusion.
    void dropout(const char *name, Dim rows, Dim width, bool beforeAdd);
    // The operators that follow are fused softmax cores of this shape, or no longer.
    void attentionShape(std::optional<AttentionShape> shape) { m_attention = shape; }
    // Any operator whose counts the caller derived. Its on-chip bytes are those of HBM, each once, unless the caller sets others.
    Op &add(const char *name, Phase phase, Engine engine, Derived<Flops> model, Derived<Flops> executed, Derived<Bytes> bytes,
            const ExtraFlops &extra = {}, const Accumulation &accumulation = {});
    Dim tileRows() const { return m_tileM; }
    Dim tileColumns() const { return m_tileN; }

    Dim elementBytes() const { return m_elementBytes; }   // s
    Dim gradientBytes() const { return m_gradientBytes; } // g
    Dim microBatches() const { return m_microBatches; }   // m

    Derived<Flops> gemmFlops(Dim rows, Dim in, Dim out, const char *name); // 2 M K N
    // One product of the three of a GEMM, as its kernel tiles it: bytes per element of both operands and of the output,
    // matrices that the second operand and the output consist of.
    struct Product
    {
        Dim rows, inner, columns, first, second, output, held, written;
    };
    Derived<Bytes> tiledBytes(const Product &product, const char *name);

private:
    Dim routedRows();
    void servedQuantise(const char *name);
    // A product with fp8 operands and a bf16 result.
    void fp8Gemm(const char *name, Dim rows, Dim used, Dim in, Dim out, Dim hit, Dim held);

    Derivation &m_why;
    const ModelSpec &m_model;
    const RunSpec &m_run;
    const PassShape &m_shape;
    std::vector<Op> &m_ops;
    Step m_step = Step::outside;
    OpCategory m_category = OpCategory::embeddingHead;
    bool m_expertCompute = false;
    TensorSide m_side = TensorSide::none;
    std::optional<AttentionShape> m_attention;
    std::vector<DocumentGroup> m_documents;
    Sum<double> m_quantisedInputs, m_quantisedWeights, m_quantisedGradients; // elements since the last quantise()
    Op m_unused; // what `add` returns for an operator that a pass that serves does not have
    Dim m_hidden, m_rows, m_normRows, m_expertRows, m_allRows, m_headRows, m_elementBytes, m_gradientBytes, m_microBatches;
    Dim m_gradientAccess, m_fp32, m_one, m_tileM, m_tileN;
};

} // namespace headroom
