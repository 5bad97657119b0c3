// Kernels of attention and of linear cores: what each form computes and moves, against counts made by hand.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "memory/ledger.h"
#include "ops/attention.h"
#include "ops/experts.h"
#include "ops/legal_plan.h"
#include "spec/field.h"
#include "support/kernel_counts.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using testing::PerToken;
using testing::perToken;
using testing::scenarioOf;
using testing::sequenceTokens;
using testing::with;

class AttentionKernelsTest : public QObject
{
    Q_OBJECT
private slots:
    void tiles_data();
    void tiles();
    void tilesAndPaddedDims();
    void unfusedAttention();
    void unfusedScoresAreKept();
    void linearCore_data();
    void linearCore();
    void decayPerDimension();
};

// By hand, in units of tiles of 128: a causal row of tiles i meets i + 1 of them; a window of 512 starts inside a tile, so an
// inner row meets 5: (1 + 2 + 3 + 4 + 12 * 5) / 16 tiles; one of 129 keys meets 2, one of a single key its own.
void AttentionKernelsTest::tiles_data()
{
    QTest::addColumn<Count>("sequence");
    QTest::addColumn<Count>("window");
    QTest::addColumn<Count>("tile");
    QTest::addColumn<double>("keys");
    const auto row = [](const char *name, Count s, Count w, Count b, double keys) { QTest::newRow(name) << s << w << b << keys; };
    row("causal, one key wide", 8192, 0, 1, 4096.5);
    row("causal", 8192, 0, 128, (8192.0 + 128.0) / 2.0);
    row("sequence shorter than a tile", 64, 0, 128, 64.0);
    row("window, one key wide", 2048, 512, 1, 448.125); // 512 - 512 * 511 / 4096
    row("window", 2048, 512, 128, (1 + 2 + 3 + 4 + 12 * 5) * 128.0 / 16.0);
    row("window of a tile and a key", 2048, 129, 128, (1 + 15 * 2) * 128.0 / 16.0);
    row("window of one key", 2048, 1, 128, 128.0);
    row("window as long as the sequence", 2048, 2048, 128, (2048.0 + 128.0) / 2.0);
}

void AttentionKernelsTest::tiles()
{
    QFETCH(Count, sequence);
    QFETCH(Count, window);
    QFETCH(Count, tile);
    QFETCH(double, keys);
    QCOMPARE(tiledKeys(sequence, window > 0 ? std::optional(window) : std::nullopt, tile), keys);
}

// DeepSeek-V3: 128 heads, queries of 192, values of 128. Tiles of 128 compute (4096 + 128) / 2 keys instead of 2048.5; multiples
// of 128 make 256 of 192. Forward q + v, backward 3 q + 2 v or 4 q + 3 v.
void AttentionKernelsTest::tilesAndPaddedDims()
{
    const PerToken plain = perToken(with("DeepSeek-V3", {}), "attention core", Phase::forward);
    QCOMPARE(plain.executed, 2.0 * 128 * 2048.5 * (192 + 128));
    QCOMPARE(plain.masked + plain.padding + plain.form, 0.0);

    const Scenario s = with("DeepSeek-V3", {"kernels.attentionTile=128", "kernels.headDimMultiple=128"});
    const PerToken forward = perToken(s, "attention core", Phase::forward), backward = perToken(s, "attention core", Phase::backward);
    QCOMPARE(forward.model, plain.model);
    QCOMPARE(forward.executed, 2.0 * 128 * 2112 * (256 + 128));
    QCOMPARE(forward.masked, 2.0 * 128 * 63.5 * (192 + 128));
    QCOMPARE(forward.padding, 2.0 * 128 * 2112 * 64);
    QCOMPARE(forward.bytes, plain.bytes);
    QCOMPARE(backward.model, 2.0 * plain.model);
    QCOMPARE(backward.executed, 2.0 * 128 * 2112 * (3 * 256 + 2 * 128));
    QCOMPARE(backward.padding, 2.0 * 128 * 2112 * 3 * 64);

    const Scenario seven = with("DeepSeek-V3", {"kernels.attention=fused7"});
    QCOMPARE(perToken(seven, "attention core", Phase::backward).executed, 2.0 * 128 * 2048.5 * (4 * 192 + 3 * 128));
}

// Llama-3.1-8B at 4096: 32 heads and 8 key-value heads of 128, bf16. Scores: q, k and 32 * 4096 scores a token; softmax reads and
// writes them; context: v, o and the probabilities. Backward twice that for a product, 3 accesses for the softmax.
void AttentionKernelsTest::unfusedAttention()
{
    const Scenario s = with("Llama-3.1-8B", {"kernels.attention=unfused"});
    const double product = 2.0 * (32 * 128 + 8 * 128 + 32 * 4096);
    for (const char *name : {"attention scores", "attention context"}) {
        const PerToken forward = perToken(s, name, Phase::forward), backward = perToken(s, name, Phase::backward);
        QCOMPARE(forward.executed, 2.0 * 32 * 4096 * 128);
        QCOMPARE(forward.model, 2.0 * 32 * 2048.5 * 128);
        QCOMPARE(forward.masked, 2.0 * 32 * 2047.5 * 128);
        QCOMPARE(forward.bytes, product);
        QCOMPARE(backward.executed, 2.0 * forward.executed);
        QCOMPARE(backward.model, 2.0 * forward.model);
        QCOMPARE(backward.bytes, 2.0 * product);
    }
    QCOMPARE(perToken(s, "attention softmax", Phase::forward).bytes, 2.0 * 2 * 32 * 4096);
    QCOMPARE(perToken(s, "attention softmax", Phase::backward).bytes, 2.0 * 3 * 32 * 4096);
    // Full fusion removes elementwise operators, not the softmax between two products.
    QCOMPARE(perToken(with("Llama-3.1-8B", {"kernels.attention=unfused", "fusion=full"}), "attention softmax", Phase::forward).bytes,
             2.0 * 2 * 32 * 4096);
}

// Korthikanti et al. 2022: 2 a s bytes a token of softmax output; the fused core's log-sum-exp of 4 bytes a head is not needed.
void AttentionKernelsTest::unfusedScoresAreKept()
{
    const auto kept = [](const char *attention, RematPolicy policy) {
        const Scenario s = with("Llama-3.1-8B", {attention});
        return testing::keptBytes(s, blockStructure(s.model).blocks[1], {.sequences = 1, .sequenceLength = 4096}, policy).value
            / sequenceTokens;
    };
    for (const RematPolicy policy : {RematPolicy::none, RematPolicy::saveDotExceptMlp})
        QCOMPARE(kept("kernels.attention=unfused", policy) - kept("kernels.attention=fused5", policy), 2.0 * 32 * 4096 - 4.0 * 32);
    QCOMPARE(kept("kernels.attention=unfused", RematPolicy::full), kept("kernels.attention=fused5", RematPolicy::full));
}

// Lightning at dk = dv = 128, C = 64, bf16, per head and token. Forward 4 dk dv + 2 C (dk + dv) = 98,304 FLOPs over 2,560 B with
// bf16 states, 1,536 + 2 * 2 * 256 (38 FLOP/B), 3,072 B with fp32 states read as bf16, 1,536 + (4 + 2) * 256 (32), 1,024 B fused
// (96), 1,536 + 2 * 4 * 256 with fp32 products. Of them 65,536 are the recurrence, 16,384 the
// masked halves of the chunks. Six passes issue six times as much. Backward 245,760 FLOPs.
void AttentionKernelsTest::linearCore_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<double>("passes");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("intensity");
    QTest::newRow("bf16 states") << "twoKernelBf16" << 1.0 << 2560.0 << 38.4;
    QTest::newRow("fp32 states") << "twoKernelFp32" << 1.0 << 3072.0 << 32.0;
    QTest::newRow("fused") << "fused" << 1.0 << 1024.0 << 96.0;
    QTest::newRow("fp32 products") << "fp32Highest" << 6.0 << 3584.0 << 6.0 * 98304.0 / 3584.0;
}

void AttentionKernelsTest::linearCore()
{
    QFETCH(QString, kernel);
    QFETCH(double, passes);
    QFETCH(double, bytes);
    QFETCH(double, intensity);
    const Scenario s = with("Ling-2.6-flash", {qPrintable("kernels.linearCore=" + kernel)});
    const PerToken forward = perToken(s, "linear attention core", Phase::forward), backward = perToken(s, "linear attention core", Phase::backward);
    QCOMPARE(forward.executed / 32.0, passes * 98304.0);
    QCOMPARE(forward.bytes / 32.0, bytes);
    QCOMPARE(forward.executed / forward.bytes, intensity);
    QCOMPARE(forward.model / 32.0, 65536.0);
    QCOMPARE(forward.masked / 32.0, 16384.0);
    QCOMPARE(forward.form / 32.0, 16384.0 + (passes - 1.0) * 98304.0);
    QCOMPARE(backward.executed / 32.0, passes * 245760.0);
    // 10 dk dv of which 2 make the states again, and 6 C dk + 4 C dv = 81,920 inside chunks.
    QCOMPARE(backward.executed - backward.model - backward.masked - backward.form, 32.0 * 2 * 128 * 128);
}

// A decay per dimension: 4 dk bytes a head and token each way, and in two kernels the fp32 scores of a chunk, written and read.
void AttentionKernelsTest::decayPerDimension()
{
    const auto bytes = [](const char *kernel, LinearKind kind, Phase phase) {
        Scenario s = with("Ling-2.6-flash", {kernel});
        for (LayerGroup &group : s.model.layers)
            if (group.layer.attention.kind == AttentionKind::linear)
                group.layer.attention.linearKind = kind;
        return perToken(s, "linear attention core", phase).bytes / 32.0;
    };
    for (const Phase phase : {Phase::forward, Phase::backward}) {
        const auto more = [&](const char *kernel) { return bytes(kernel, LinearKind::gla, phase) - bytes(kernel, LinearKind::lightning, phase); };
        QCOMPARE(more("kernels.linearCore=twoKernelBf16"), 4.0 * 128 + 2.0 * 4 * 64);
        QCOMPARE(more("kernels.linearCore=fused"), 4.0 * 128);
    }
}

QTEST_APPLESS_MAIN(AttentionKernelsTest)
#include "attention_kernels_test.moc"
