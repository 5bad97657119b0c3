// What forwards keep for backwards, per layer and stage, against published activation counts.

#include "memory/ledger.h"
#include "support/ledger.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::Ledger;
using testing::scenarioOf;

namespace {

Block layerBlock(const Scenario &s, std::size_t kind = 1) { return blockStructure(s.model).blocks[kind]; }

// Korthikanti et al. 2022, the model of 22 billion parameters: h 6144, 64 heads, s 2048, GELU of width 4 h, V 51200; dropout.
Scenario korthikanti22B()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "A100 SXM 80GB");
    LayerSpec layer;
    layer.attention.heads = layer.attention.kvHeads = 64;
    layer.attention.headDim = 96;
    layer.feedForward = {.width = 24576, .gated = false, .activation = Activation::gelu};
    s.model.hidden = 6144;
    s.model.vocab = 51200;
    s.model.layers = {{48, layer}};
    s.run.sequenceLength = 2048;
    s.run.dropout = true;
    s.run.kernels.attention = AttentionKernel::unfused;
    return s;
}

PassShape ofRanks(Count tp, bool sequenceParallel) { return {.tp = tp, .sequenceParallel = sequenceParallel, .sequences = 4, .sequenceLength = 2048}; }

} // namespace

class ActivationsTest : public QObject
{
    Q_OBJECT
private slots:
    void kept_data();
    void kept();
    void korthikanti_data();
    void korthikanti();
    void korthikantiEnds();
    void inFlightMicroBatches();
};

void ActivationsTest::kept_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("block");
    QTest::addColumn<RematPolicy>("policy");
    QTest::addColumn<double>("kilobytes"); // 10^3 B per token and layer
    // Llama-3.1-8B: 4H + 2nd + 2Kd + 3F = 69,632 elements + 128 B; 2H + 2nd + 2Kd = 18,432 elements + 128 B; H.
    QTest::newRow("Llama none") << "Llama-3.1-8B" << 1 << RematPolicy::none << 139.392;
    QTest::newRow("Llama except mlp") << "Llama-3.1-8B" << 1 << RematPolicy::saveDotExceptMlp << 36.992;
    QTest::newRow("Llama full") << "Llama-3.1-8B" << 1 << RematPolicy::full << 8.192;
    // DeepSeek-V3: MLA 2H + 2rq + 2r + dr + n(2dq + 2dv) = 100,416 elements and 512 B of log-sum-exp (published: 201.3 KB);
    // MoE 2H + 2kH + 3kFe + 3Fs = 184,320 elements (368.6 KB) and 8 E = 2,048 B of fp32 scores and choices.
    QTest::newRow("DeepSeek MLA + MoE") << "DeepSeek-V3" << 2 << RematPolicy::none << 201.344 + 368.640 + 2.048;
}

// operators §9: KB per token and layer, bf16, TP = 1; log-sum-exp 4 n B included.
void ActivationsTest::kept()
{
    QFETCH(QString, model);
    QFETCH(int, block);
    QFETCH(RematPolicy, policy);
    QFETCH(double, kilobytes);
    const Scenario s = scenarioOf(model.toStdString(), "H100 SXM");
    const PassShape shape{.sequences = 1, .sequenceLength = 4096};
    const Bytes bytes = testing::keptBytes(s, layerBlock(s, static_cast<std::size_t>(block)), shape, policy);
    QCOMPARE(bytes.value / 4096.0 / 1e3, kilobytes);
}

void ActivationsTest::korthikanti_data()
{
    QTest::addColumn<int>("tp");
    QTest::addColumn<bool>("sequenceParallel");
    QTest::addColumn<bool>("fused");
    QTest::addColumn<RematPolicy>("policy");
    QTest::addColumn<double>("bytes");
    // s b h = 2048 x 4 x 6144 = 50,331,648; a s^2 b = 64 x 2048^2 x 4 = 1,073,741,824.
    QTest::newRow("34 s b h + 5 a s^2 b") << 1 << true << false << RematPolicy::none << 34.0 * 50331648.0 + 5.0 * 1073741824.0;
    QTest::newRow("tensor: (10 + 24 / t) s b h + 5 a s^2 b / t")
        << 8 << false << false << RematPolicy::none << 13.0 * 50331648.0 + 5.0 * 134217728.0;
    QTest::newRow("with sequence parallelism: all / t") << 8 << true << false << RematPolicy::none << (34.0 * 50331648.0 + 5.0 * 1073741824.0) / 8.0;
    // Selective: the core runs again; a fused one does so inside and keeps a log-sum-exp of 4 B per query and head.
    QTest::newRow("selective: 34 s b h / t") << 8 << true << true << RematPolicy::none << 34.0 * 50331648.0 / 8.0 + 4.0 * 8.0 * 8192.0;
    QTest::newRow("full: 2 s b h") << 8 << false << false << RematPolicy::full << 2.0 * 50331648.0;
    QTest::newRow("full, sequence parallel: 2 s b h / t") << 8 << true << false << RematPolicy::full << 2.0 * 50331648.0 / 8.0;
}

// Activations of one layer and micro-batch, table 2 of the paper.
void ActivationsTest::korthikanti()
{
    QFETCH(int, tp);
    QFETCH(bool, sequenceParallel);
    QFETCH(bool, fused);
    QFETCH(RematPolicy, policy);
    QFETCH(double, bytes);
    Scenario s = korthikanti22B();
    if (fused)
        s.run.kernels.attention = AttentionKernel::fused5;
    QCOMPARE(testing::keptBytes(s, layerBlock(s), ofRanks(tp, sequenceParallel), policy).value, bytes);
}

// Section 4.3: the embedding's mask s b h / t; final norm and head 4 s b h / t, and logits 4 s b V / t.
void ActivationsTest::korthikantiEnds()
{
    Scenario s = korthikanti22B();
    const ModelBlocks blocks = blockStructure(s.model);
    const auto kept = [&](std::size_t block) { return testing::keptBytes(s, blocks.blocks[block], ofRanks(8, true), RematPolicy::none).value; };
    QCOMPARE(kept(blocks.embedding), 50331648.0 / 8.0);
    QCOMPARE(kept(blocks.head), 4.0 * 50331648.0 / 8.0);
    s.run.devices = s.plan.tp = 8;
    s.run.globalBatch = s.plan.microBatch = 4;
    s.plan.fsdp = 1;
    s.plan.remat = RematPolicy::full; // a layer's own moment stays below the head's
    s.run.kernels.attention = AttentionKernel::fused5;
    QCOMPARE(stageMemory(Ledger(s).input(), 0)[MemoryClass::logits].value, 4.0 * 8192.0 * 51200.0 / 8.0);
}

// 1F1B keeps min(p - i, m).
void ActivationsTest::inFlightMicroBatches()
{
    Silent off;
    const auto held = [&](Schedule schedule, const PipelineSize &size, Count stage) { return microBatchesInFlight(off, schedule, size, stage).value; };
    QCOMPARE(held(Schedule::oneFOneB, {8, 64}, 0), 8.0);
    QCOMPARE(held(Schedule::oneFOneB, {8, 64}, 7), 1.0);
    QCOMPARE(held(Schedule::oneFOneB, {8, 2}, 0), 2.0);
    QCOMPARE(held(Schedule::gpipe, {8, 64}, 0), 64.0);
    // Interleaved, Narayanan et al. 2021: 2 * 7 + 1 * 8 + 1 chunks of half a stage on the first one, 9 on the last.
    QCOMPARE(held(Schedule::interleaved, {8, 64, 2}, 0), 11.5);
    QCOMPARE(held(Schedule::interleaved, {8, 64, 2}, 7), 4.5);
    QCOMPARE(held(Schedule::zbH1, {8, 64}, 7), 8.0);
    QCOMPARE(held(Schedule::dualPipe, {8, 64}, 3), 9.0);
}

QTEST_APPLESS_MAIN(ActivationsTest)
#include "activations_test.moc"
