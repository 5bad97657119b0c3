// Memory rows against the user's table and the published activation counts.

#include "estimate/plan_model.h"
#include "memory/ledger.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

namespace {

// The plan of a scenario with everything it points to.
struct Ledger
{
    Scenario scenario;
    std::unique_ptr<OwnedPlan> owned;

    explicit Ledger(Scenario s) : scenario(std::move(s)), owned(make(scenario)) {}
    LedgerInput input() const { return ledgerInput(owned->placed); }
    static std::unique_ptr<OwnedPlan> make(const Scenario &s)
    {
        Derivation off(false);
        return ownedPlan(off, s, s.plan, *sliceFor(s.hardware, s.run.devices));
    }
};

Block layerBlock(const Scenario &s, std::size_t kind = 1) { return blockStructure(s.model).blocks[kind]; }

} // namespace

class LedgerTest : public QObject
{
    Q_OBJECT
private slots:
    void tooLarge();
    void statesOfOneDevice();
    void shardedStates();
    void keepGathersWhatIsSharded();
    void megatronReport();
    void expertStateOverTensorRanks();
    void fp8Copies();
    void fp8CopiesAreWhatIsQuantised();
    void runtimeRows();
    void splitExperts();
    void kept_data();
    void kept();
    void korthikanti_data();
    void korthikanti();
    void korthikantiEnds();
    void inFlightMicroBatches();
    void partsSum();
};

// The user's example: 70 GB on a TPU v4 of 34,359,738,368 B is short by 35,640,261,632 B; the largest row is named.
void LedgerTest::tooLarge()
{
    const Bytes capacity = scenarioOf("Llama-3.1-8B", "TPU v4").hardware.hbmCapacity.value.expected;
    QCOMPARE(capacity.value, 34359738368.0);
    StageMemory made;
    made[MemoryClass::parameters] = Bytes(10e9);
    made[MemoryClass::optimizer] = Bytes(45e9);
    made[MemoryClass::activations] = Bytes(15e9);
    made.total = Bytes(70e9);
    const Fit result = fit(made, capacity);
    QVERIFY(!result.fits());
    QCOMPARE(result.shortBy.value, 35640261632.0);
    QCOMPARE(result.largest, MemoryClass::optimizer);
    made.total = capacity;
    QVERIFY(fit(made, capacity).fits());
}

// AdamW in fp32 holds 12 B per parameter beside 2 B of weights and 4 B of gradients.
void LedgerTest::statesOfOneDevice()
{
    const Ledger ledger(scenarioOf("Llama-3.1-8B", "H100 SXM"));
    const StageMemory m = stageMemory(ledger.input(), 0);
    const double parameters = 8030261248.0; // published
    QCOMPARE(m[MemoryClass::optimizer].value, 12.0 * parameters);
    QCOMPARE(m[MemoryClass::parameters].value, 2.0 * parameters);
    QCOMPARE(m[MemoryClass::gradients].value, 4.0 * parameters);
    QCOMPARE(m[MemoryClass::gatheredWeights].value, 0.0);
}

// fsdp 8 divides all three; ZeRO-1 over dp 8 only the optimizer, ZeRO-2 the gradients too.
void LedgerTest::shardedStates()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.run.devices = s.plan.fsdp = 8;
    const double parameters = 8030261248.0;
    const StageMemory sharded = stageMemory(Ledger(s).input(), 0);
    QCOMPARE(sharded[MemoryClass::parameters].value, 2.0 * parameters / 8.0);
    QCOMPARE(sharded[MemoryClass::optimizer].value, 12.0 * parameters / 8.0);
    s.plan.fsdp = 1;
    s.plan.dp = 8;
    s.plan.stateSharding = StateSharding::optimizer;
    const StageMemory zero1 = stageMemory(Ledger(s).input(), 0);
    QCOMPARE(zero1[MemoryClass::parameters].value, 2.0 * parameters);
    QCOMPARE(zero1[MemoryClass::gradients].value, 4.0 * parameters);
    QCOMPARE(zero1[MemoryClass::optimizer].value, 12.0 * parameters / 8.0);
    s.plan.stateSharding = StateSharding::optimizerGradients;
    QCOMPARE(stageMemory(Ledger(s).input(), 0)[MemoryClass::gradients].value, 4.0 * parameters / 8.0);
}

// regather keep holds whole only what is sharded: with fsdp * ep * cp = ep alone, experts are not.
void LedgerTest::keepGathersWhatIsSharded()
{
    Scenario s = scenarioOf("Mixtral-8x7B-v0.1", "H100 SXM");
    s.run.devices = 2;
    s.plan.fsdp = 1;
    s.plan.ep = 2;
    s.plan.regather = Regather::keep;
    s.plan.weightSharding = WeightSharding::fsdpEpCp;
    const Ledger ledger(s);
    const StageMemory m = stageMemory(ledger.input(), 0);
    // 8 experts x 3 x 4096 x 14336 x 32 layers = 45,097,156,608 of 46,702,792,704 parameters.
    QCOMPARE(m[MemoryClass::gatheredWeights].value, 2.0 * (46702792704.0 - 45097156608.0));
    QCOMPARE(m[MemoryClass::parameters].value, 2.0 * ((46702792704.0 - 45097156608.0) / 2.0 + 45097156608.0 / 2.0));
}

namespace {

// h 8, V 32 tied, two attention heads; a dense layer of width 16 and one of four experts of width 16 with a shared one of 8; no gates.
ModelSpec tinyMixture()
{
    LayerSpec dense;
    dense.attention.heads = dense.attention.kvHeads = 2;
    dense.attention.headDim = 4;
    dense.feedForward = {.width = 16, .gated = false, .activation = Activation::gelu};
    LayerSpec moe = dense;
    moe.feedForward.kind = FeedForwardKind::moe;
    moe.feedForward.experts = 4;
    moe.feedForward.topK = 2;
    moe.feedForward.expertWidth = 16;
    moe.feedForward.sharedWidth = 8;
    ModelSpec out;
    out.name = "tiny";
    out.hidden = 8;
    out.vocab = 32;
    out.tiedEmbeddings = true;
    out.layers = {{1, dense}, {1, moe}};
    return out;
}

} // namespace

// Megatron-LM's report of weights and optimizer: 6 + 12 / DP bytes a parameter with the distributed optimizer. World 64 of TP 2 PP 2
// EP 2 ETP 4: dense DP 16, expert DP 4. It spreads the layers evenly over the stages, so it is their mean here: embedding 256 / TP
// on both (tied); attention 256 / TP each; dense feed-forward 256 / TP; shared expert 128 / TP; norms 16 + 16 + 8 and router 32 whole:
// (400 + 376) / 2 = 388. Experts 4 x 256 / (EP ETP) on one of two stages: 64. 388 x 6.75 + 64 x 9 = 3195 B, and 18 B each without.
void LedgerTest::megatronReport()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.model = tinyMixture();
    s.run.devices = s.run.globalBatch = 64;
    s.plan = {};
    s.plan.dp = 8;
    s.plan.tp = s.plan.pp = s.plan.ep = 2;
    s.plan.expertTensor = 4;
    const auto mean = [&] {
        const Ledger ledger(s);
        double sum = 0.0;
        for (const std::size_t stage : {0u, 1u}) {
            const StageMemory m = stageMemory(ledger.input(), stage);
            sum += (m[MemoryClass::parameters] + m[MemoryClass::gradients] + m[MemoryClass::optimizer]).value;
        }
        return sum / 2.0;
    };
    QCOMPARE(mean(), 18.0 * (388.0 + 64.0));
    s.plan.stateSharding = StateSharding::optimizer;
    QCOMPARE(mean(), 3195.0);
}

// Mixtral on TP 2 DP 4, experts whole: their 45,097,156,608 parameters have copies on 8 ranks. Dense ones: 1,604,321,280 divided by
// TP, 1,314,816 of router and norms copied: 803,475,456 a rank, over DP 4.
void LedgerTest::expertStateOverTensorRanks()
{
    Scenario s = scenarioOf("Mixtral-8x7B-v0.1", "H100 SXM");
    s.run.devices = 8;
    s.plan = {};
    s.plan.tp = 2;
    s.plan.dp = 4;
    s.plan.stateSharding = StateSharding::optimizer;
    const StageMemory m = stageMemory(Ledger(s).input(), 0);
    QCOMPARE(m[MemoryClass::optimizer].value, 12.0 * (803475456.0 / 4.0 + 45097156608.0 / 8.0));
}

// Llama-3.1-8B: 41,943,040 + 176,160,768 weights of products in each of 32 layers, one byte each; sharded with them.
void LedgerTest::fp8Copies()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    QCOMPARE(stageMemory(Ledger(s).input(), 0)[MemoryClass::quantisedWeights].value, 0.0);
    s.run.matmulDtype = MatrixDtype::fp8;
    QCOMPARE(stageMemory(Ledger(s).input(), 0)[MemoryClass::quantisedWeights].value, 32.0 * (41943040.0 + 176160768.0));
    s.run.devices = s.plan.fsdp = 8;
    QCOMPARE(stageMemory(Ledger(s).input(), 0)[MemoryClass::quantisedWeights].value, 4.0 * (41943040.0 + 176160768.0));
    s.plan.regather = Regather::keep; // gathered once, quantised once
    QCOMPARE(stageMemory(Ledger(s).input(), 0)[MemoryClass::quantisedWeights].value, 32.0 * (41943040.0 + 176160768.0));
}

// What the operators quantise once a step (5 bytes moved for each weight) is what the ledger holds copies of.
void LedgerTest::fp8CopiesAreWhatIsQuantised()
{
    for (const char *model : {"Llama-3.1-8B", "DeepSeek-V3", "DeepSeek-V3.2", "Qwen3-Next-80B-A3B", "Ling-2.5-1T", "gpt-oss-20b"}) {
        Scenario s = scenarioOf(model, "H100 SXM");
        s.model.mtpDepth = 1;
        s.run.matmulDtype = MatrixDtype::fp8;
        const Ledger ledger(s);
        double quantised = 0.0;
        for (const Block &block : ledger.owned->work.blocks.blocks)
            for (const Op &op : block.ops)
                if (op.engine == Engine::vector && op.phase == Phase::forward && op.step != Step::outside)
                    quantised += block.count * op.accumulation.once.value / 5.0;
        QCOMPARE(stageMemory(ledger.input(), 0)[MemoryClass::quantisedWeights].value, quantised);
    }
}

// 10 % of all that the allocator gives out, which workspace and runtime are no part of.
void LedgerTest::runtimeRows()
{
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.calibration = idealCalibration();
    const StageMemory without = stageMemory(Ledger(s).input(), 0);
    QCOMPARE(without[MemoryClass::workspace].value + without[MemoryClass::fragmentation].value + without[MemoryClass::reserved].value, 0.0);
    s.calibration.workspace.value = {0.0, 32.0 * 1048576.0, 1e9};
    s.calibration.fragmentation.value = {0.0, 0.1, 0.5};
    s.hardware.reserved = {Bytes(0.0), Bytes(3e9), Bytes(4e9)};
    const Ledger ledger(s);
    const StageMemory with = stageMemory(ledger.input(), 0);
    QCOMPARE(with[MemoryClass::workspace].value, 33554432.0);
    QCOMPARE(with[MemoryClass::fragmentation].value, 0.1 * without.total.value);
    QCOMPARE(with.total.value, 1.1 * without.total.value + 33554432.0 + 3e9);
    QCOMPARE(stageMemory(ledgerInput(ledger.owned->placed, Level::high), 0).total.value, 1.5 * without.total.value + 5e9);
}

// Experts' 45,097,156,608 parameters lie on fsdp 2 alone, or on tp 2 and fsdp 2 when all four ranks split each.
void LedgerTest::splitExperts()
{
    Scenario s = scenarioOf("Mixtral-8x7B-v0.1", "H100 SXM");
    s.run.devices = 4;
    s.plan.tp = s.plan.fsdp = 2;
    const double copied = stageMemory(Ledger(s).input(), 0)[MemoryClass::parameters].value;
    s.plan.expertTensor = 4;
    const double split = stageMemory(Ledger(s).input(), 0)[MemoryClass::parameters].value;
    QCOMPARE(copied - split, 2.0 * 45097156608.0 * (1.0 / 2.0 - 1.0 / 4.0));
}

void LedgerTest::kept_data()
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
void LedgerTest::kept()
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

namespace {

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

void LedgerTest::korthikanti_data()
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
void LedgerTest::korthikanti()
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
void LedgerTest::korthikantiEnds()
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
void LedgerTest::inFlightMicroBatches()
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

void LedgerTest::partsSum()
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 50; ++i) {
        const Ledger ledger(testing::randomScenario(random));
        for (std::size_t stage = 0; stage < ledger.owned->layout.stages.size(); ++stage) {
            const StageMemory m = stageMemory(ledger.input(), stage);
            double sum = 0.0;
            for (const Bytes part : m.parts) {
                QVERIFY(part.value >= 0.0);
                sum += part.value;
            }
            QCOMPARE(sum, m.total.value);
        }
    }
}

QTEST_APPLESS_MAIN(LedgerTest)
#include "ledger_test.moc"
