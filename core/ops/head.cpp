// Final norm, output head and cross-entropy by loss kernel (model.md §13, operators.md §1).

#include "ops/embedding.h"

#include "base/text.h"

#include <cmath>

namespace headroom {
namespace {

// Head and loss, chunk of tokens after chunk: each product reads the head's weights once a chunk, the weight gradient is added
// to once a chunk, and a chunk's fp32 logits pass through HBM as those of all tokens would.
struct ChunkedHead
{
    Dim rows, vocab, chunks;
    Derived<Flops> flops;
};

Derived<Bytes> operandBytes(OpBuilder &ops, const ChunkedHead &h, const char *name)
{
    static const Formula formula{"loss.chunkedBytes", CORE_TEXT("core", "Bytes of a product of the chunked head"),
                                 "s * (t * H + n * H * V) + 4 * t * V", {"s", "t", "H", "V", "n"}, "operators §1"};
    const double t = h.rows.value, k = ops.hidden().value, v = h.vocab.value;
    return ops.why().record(formula, Bytes(ops.elementBytes().value * (t * k + h.chunks.value * k * v) + 4.0 * t * v),
                            {ops.elementBytes().term, h.rows.term, ops.hidden().term, h.vocab.term, h.chunks.term}, name);
}

Derived<Bytes> weightGradientBytes(OpBuilder &ops, const ChunkedHead &h, const char *name)
{
    static const Formula formula{"loss.chunkedWeightGradientBytes", CORE_TEXT("core", "Bytes of the chunked head's weight gradient"),
                                 "s * t * H + 4 * t * V + 2 * g * H * V * n", {"s", "t", "H", "V", "g", "n"},
                                 "operators §1: read and added to once a chunk"};
    const double t = h.rows.value, k = ops.hidden().value, v = h.vocab.value;
    return ops.why().record(formula,
                            Bytes(ops.elementBytes().value * t * k + 4.0 * t * v + 2.0 * ops.gradientBytes().value * k * v * h.chunks.value),
                            {ops.elementBytes().term, h.rows.term, ops.hidden().term, h.vocab.term, ops.gradientBytes().term,
                             h.chunks.term}, name);
}

// Gradient in forward: the loss reads the logits for their sum, then again and writes the gradient in place; its products are
// listed as backward, which they replace. Else backward computes the logits again.
void chunkedHead(OpBuilder &ops, Dim vocab, const char *head, const char *loss)
{
    static const Formula formula{"loss.chunks", CORE_TEXT("core", "Chunks of a pass"), "ceil(t / c)", {"t", "c"}, "operators §1"};
    const Dim c = ops.field("run.kernels.lossChunk", ops.run().kernels.lossChunk);
    const ChunkedHead h{ops.rows(), vocab,
                        ops.why().record(formula, std::ceil(ops.rows().value / c.value), {ops.rows().term, c.term}),
                        ops.gemmFlops(ops.rows(), ops.hidden(), vocab, head)};
    const bool again = ops.run().kernels.loss == LossKernel::chunkedRecompute;
    const Derived<Bytes> bytes = operandBytes(ops, h, head);
    const Dim s = ops.elementBytes(), fp32 = ops.constant(4.0), one = ops.constant(1.0), hidden = ops.hidden();
    const Derived<Bytes> tiled = ops.tiledBytes({h.rows, hidden, vocab, s, s, fp32, h.chunks, one}, head);
    ops.add(head, Phase::forward, Engine::matrix, h.flops, h.flops, bytes).onChipBytes = tiled;
    ops.vector(loss, ops.rows(), vocab, again ? 1.0 : 3.0, again ? 2.0 : 0.0, 4.0);
    if (again)
        ops.add(head, Phase::backward, Engine::matrix, ops.why().given("model FLOPs of a product made again", Flops{}), h.flops, bytes).onChipBytes = tiled;
    ops.add(head, Phase::backwardInput, Engine::matrix, h.flops, h.flops, bytes).onChipBytes =
        ops.tiledBytes({h.rows, vocab, hidden, fp32, s, s, h.chunks, one}, head);
    ops.add(head, Phase::backwardWeight, Engine::matrix, h.flops, h.flops, weightGradientBytes(ops, h, head)).onChipBytes =
        ops.tiledBytes({hidden, h.rows, vocab, s, fp32, ops.gradientBytes(), one, ops.times(ops.constant(2.0), h.chunks)}, head);
}

} // namespace

// Logits in fp32: the head writes them, the loss reads them, its backward reads them and writes their gradient in place.
void headOps(OpBuilder &ops)
{
    const char *head = CORE_TEXT("core", "output head"), *loss = CORE_TEXT("core", "cross-entropy loss");
    const Dim vocab = ops.perRank(ops.field("model.vocab", ops.model().vocab), ops.shape().tp, "plan.tp");
    ops.step(Step::outside, OpCategory::elementwise);
    ops.norm(CORE_TEXT("core", "final norm"), ops.generation() != nullptr ? ops.headRows() : ops.normRows(), ops.hidden(), false);
    ops.step(Step::outside, OpCategory::embeddingHead);
    ops.tensorSide(TensorSide::input);
    if (ops.generation() == nullptr && ops.run().kernels.loss != LossKernel::logits) {
        chunkedHead(ops, vocab, head, loss);
        return ops.tensorSide(TensorSide::none);
    }
    ops.gemmFp32Out(head, ops.headRows(), ops.hidden(), vocab);
    ops.tensorSide(TensorSide::none);
    if (ops.generation() != nullptr) // the likeliest token, or a draw: the logits are read once at least
        return ops.vector(CORE_TEXT("core", "sampling"), ops.headRows(), vocab, 1.0, 0.0, 4.0);
    ops.vector(loss, ops.rows(), vocab, 1.0, 2.0, 4.0);
}

} // namespace headroom
