// Operators of the attention kinds beyond plain softmax: counts by hand, and that every model's operators add up to its
// model FLOPs.

#include "estimate/flop_convention.h"
#include "ops/attention.h"
#include "ops/layer_ops.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

namespace {

constexpr Count sequence = 4096;

ModelBlocks blocksOf(const Scenario &s, const PassShape &shape)
{
    Derivation off(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, off, s.model, s.run, shape);
    return blocks;
}

Scenario scenarioWith(const char *model, LinearCoreKernel kernel = LinearCoreKernel::twoKernelBf16)
{
    Scenario s = scenarioOf(model, "H100 SXM");
    s.run.sequenceLength = sequence;
    s.run.kernels.linearCore = kernel;
    return s;
}

// The operators named so of the first layer kind that has them.
std::vector<Op> named(const Scenario &s, const std::string &name)
{
    const ModelBlocks blocks = blocksOf(s, {.sequences = 1, .sequenceLength = sequence});
    for (const Block &block : blocks.blocks) {
        std::vector<Op> out;
        std::ranges::copy_if(block.ops, std::back_inserter(out), [&](const Op &op) { return op.name == name; });
        if (!out.empty())
            return out;
    }
    return {};
}

const Op &phaseOf(const std::vector<Op> &ops, Phase phase)
{
    const auto found = std::ranges::find(ops, phase, &Op::phase);
    if (found == ops.end())
        qFatal("no operator of the phase");
    return *found;
}

} // namespace

class AttentionKindsTest : public QObject
{
    Q_OBJECT

private slots:
    void deltaCore_data();
    void deltaCore();
    void keyHeadsAreReadOnce();
    void sparseAttention();
    void gatesAndNorms();
    void operatorsAddUp_data();
    void operatorsAddUp();
    void keptShrinksWithThePolicy_data();
    void keptShrinksWithThePolicy();
};

// Per token and value head at dk = dv = 128, C = 64, with as many key heads (KDA) or half as many (Qwen3-Next).
// Forward 6·128² + 6·64·128 + 4·64·128 + 64²/3; backward 16·128² + (20 or 14)·64·128 + 10·64·128 + 4·64².
// Tensors of 256 B, as the kernels of flash-linear-attention pass them. KDA: q, k; k, k'; k'; q and w twice, values 6 times; two
// matrices of 128 B written and read; states of 2 + 2 or 4 + 2 B · 128² / 64; the decay 3 times and, of each chunk, its last row,
// 12·128 + 4·128 / 64, beta twice, 8. Backward queries and keys 4 + 1 + 2 + (2 + 4) + (2 + 4 + 2), fp32 as two; w 3, values
// 2 + 2 + 3 + 3 + 5; matrices 1 + 3 + 3 + 4; h and dh in fp32; decay and gradient 24·128, two last rows 8·128 / 64, beta 24.
// The gated delta rule moves q and k for half the heads, 5 and 12 times, w 2 and 6 times, one matrix, and gates of 24 and 44 B.
void AttentionKindsTest::deltaCore_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<LinearCoreKernel>("kernel");
    QTest::addColumn<double>("backwardFlops");
    QTest::addColumn<double>("forwardBytes");
    QTest::addColumn<double>("backwardBytes");
    using enum LinearCoreKernel;
    const double kda = 475136.0, gated = 524288.0;
    QTest::newRow("KDA") << "Kimi-Linear-48B-A3B-Instruct" << twoKernelBf16 << kda << 14.0 * 256 + 512 + 1024 + 1552.0
                         << 39.0 * 256 + 1408 + 4096 + 3112.0;
    QTest::newRow("KDA, fp32 states") << "Kimi-Linear-48B-A3B-Instruct" << twoKernelFp32 << kda << 14.0 * 256 + 512 + 1536 + 1552.0
                                      << 39.0 * 256 + 1408 + 4096 + 3112.0;
    QTest::newRow("KDA, fused") << "Kimi-Linear-48B-A3B-Instruct" << fused << kda << 1024 + 516.0 << 7.0 * 256 + 1032.0;
    QTest::newRow("gated delta") << "Qwen3-Next-80B-A3B" << twoKernelBf16 << gated << 10.5 * 256 + 256 + 1024 + 24.0
                                 << 27.0 * 256 + 256 + 4096 + 44.0;
    QTest::newRow("gated delta, fused") << "Qwen3-Next-80B-A3B" << fused << gated << 768 + 8.0 << 5.0 * 256 + 16.0;
}

void AttentionKindsTest::deltaCore()
{
    QFETCH(QString, model);
    QFETCH(LinearCoreKernel, kernel);
    QFETCH(double, backwardFlops);
    QFETCH(double, forwardBytes);
    QFETCH(double, backwardBytes);
    const auto ops = named(scenarioWith(qPrintable(model), kernel), "delta rule core");
    const Op &forward = phaseOf(ops, Phase::forward), &backward = phaseOf(ops, Phase::backward);
    const double each = 32.0 * sequence;
    QCOMPARE(forward.modelFlops.value.value / each, 98304.0);
    QCOMPARE(forward.executedFlops.value.value / each, 180224.0 + 4096.0 / 3.0);
    QCOMPARE(backward.modelFlops.value.value / each, 196608.0);
    QCOMPARE(backward.executedFlops.value.value / each, backwardFlops);
    QCOMPARE(forward.bytes.value.value / each, forwardBytes);
    QCOMPARE(backward.bytes.value.value / each, backwardBytes);
}

// Over more ranks than key heads the queries and keys are copied, so their bytes per rank stop shrinking.
void AttentionKindsTest::keyHeadsAreReadOnce()
{
    const Scenario s = scenarioWith("Qwen3-Next-80B-A3B", LinearCoreKernel::fused);
    const auto bytesAt = [&](Count tp) {
        const ModelBlocks blocks = blocksOf(s, {.tp = tp, .sequences = 1, .sequenceLength = sequence});
        for (const Op &op : blocks.blocks[1].ops)
            if (std::string(op.name) == "delta rule core")
                return op.bytes.value.value / sequence;
        return 0.0;
    };
    QCOMPARE(bytesAt(16), 2.0 * (2.0 * 128.0 + 2.0 * 2.0 * 128.0) + 2.0 * 8.0);
    QCOMPARE(bytesAt(32), 2.0 * (2.0 * 128.0 + 2.0 * 128.0) + 8.0);
}

// DeepSeek-V3.2 at 4096 tokens: a query meets 2048 - 2048·2047 / 8192 keys; 64 heads of 128 score (4096 + 1) / 2.
void AttentionKindsTest::sparseAttention()
{
    const Scenario s = scenarioWith("DeepSeek-V3.2");
    QCOMPARE(phaseOf(named(s, "attention core"), Phase::forward).modelFlops.value.value / sequence, 2.0 * 128 * 1536.25 * 320);
    const auto scores = named(s, "indexer scores");
    const Op &forward = phaseOf(scores, Phase::forward), &backward = phaseOf(scores, Phase::backward);
    QCOMPARE(forward.modelFlops.value.value / sequence, 2.0 * 64 * 2048.5 * 128);
    QCOMPARE(backward.modelFlops.value.value, 2.0 * forward.modelFlops.value.value);
    QCOMPARE(backward.executedFlops.value.value, 3.0 * forward.modelFlops.value.value);
    QCOMPARE(forward.bytes.value.value / sequence, 2.0 * (64 * 129 + 128) + 8.0 * 2048);
    QCOMPARE(phaseOf(named(s, "indexer query projection"), Phase::forward).modelFlops.value.value / sequence, 2.0 * 1536 * 64 * 128);
}

void AttentionKindsTest::gatesAndNorms()
{
    // Qwen3-Next's softmax layers: 16 heads of 256 twice (queries and gates), 2 of keys and values.
    const Scenario next = scenarioWith("Qwen3-Next-80B-A3B");
    const ModelBlocks blocks = blocksOf(next, {.sequences = 1, .sequenceLength = sequence});
    const Block &softmax = blocks.blocks[2];
    QCOMPARE(softmax.name, std::string("full+moe"));
    const auto in = std::ranges::find(softmax.ops, std::string("query, key, value and gate projection"), [](const Op &op) { return std::string(op.name); });
    QVERIFY(in != softmax.ops.end());
    QCOMPARE(in->modelFlops.value.value / sequence, 2.0 * 2048 * (2 * 16 + 2 * 2) * 256);
    // Ling 3.0's latent layers: one gate per head.
    QCOMPARE(phaseOf(named(scenarioWith("Ling-3.0-flash"), "decay gate projection"), Phase::forward).modelFlops.value.value / sequence,
             2.0 * 2560 * 4096);
    const Scenario kimi = scenarioWith("Kimi-Linear-48B-A3B-Instruct");
    QCOMPARE(phaseOf(named(kimi, "decay gate down-projection"), Phase::forward).modelFlops.value.value / sequence, 2.0 * 2304 * 128);
    QVERIFY(named(kimi, "rotary embedding").empty()); // no positions anywhere
    // Gemma: four norms a layer; the post-norms read and write H, nothing fused.
    const Scenario gemma = scenarioWith("gemma-2-9b");
    for (const char *name : {"attention post-norm", "feed-forward post-norm"})
        QCOMPARE(phaseOf(named(gemma, name), Phase::forward).bytes.value.value / sequence, 2.0 * 2 * 3584);
    QVERIFY(!named(gemma, "GeGLU").empty());
    QVERIFY(named(gemma, "SwiGLU").empty());
}

void AttentionKindsTest::operatorsAddUp_data()
{
    QTest::addColumn<QString>("model");
    for (const CatalogEntry &entry : modelEntries())
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

// Forward and backward operators' model FLOPs are the convention's, once and twice: no weight without its operator.
void AttentionKindsTest::operatorsAddUp()
{
    QFETCH(QString, model);
    Scenario s = defaultScenario(*catalogModel(model.toStdString()), *catalogHardware("H100"));
    s.run.sequenceLength = sequence;
    const ModelBlocks blocks = blocksOf(s, {.sequences = 1, .sequenceLength = sequence});
    double forward = 0.0, backward = 0.0;
    for (const Block &block : blocks.blocks)
        for (const Op &op : block.ops)
            (op.phase == Phase::forward ? forward : backward) += block.count * op.modelFlops.value.value / sequence;
    Derivation off(false);
    const double whole = forwardFlopsPerToken(off, s.model, s.run).value.value;
    QVERIFY2(std::abs(forward - whole) <= 1e-9 * whole, qPrintable(QString::number(forward - whole)));
    QVERIFY2(std::abs(backward - 2.0 * whole) <= 1e-9 * whole, qPrintable(QString::number(backward - 2.0 * whole)));
}

void AttentionKindsTest::keptShrinksWithThePolicy_data()
{
    operatorsAddUp_data();
}

void AttentionKindsTest::keptShrinksWithThePolicy()
{
    QFETCH(QString, model);
    const Scenario s = defaultScenario(*catalogModel(model.toStdString()), *catalogHardware("H100"));
    const PassShape shape{.tp = 2, .sequences = 1, .sequenceLength = sequence};
    for (const Block &block : blockStructure(s.model).blocks) {
        const Bytes none = testing::keptBytes(s, block, shape, RematPolicy::none);
        const Bytes dots = testing::keptBytes(s, block, shape, RematPolicy::saveDotExceptMlp);
        const Bytes full = testing::keptBytes(s, block, shape, RematPolicy::full);
        QVERIFY2(none >= dots && dots >= full, block.name.c_str());
    }
}

QTEST_APPLESS_MAIN(AttentionKindsTest)
#include "attention_kinds_test.moc"
