// Memory rows of states and of a whole stage, against the user's table and published reports.

#include "memory/ledger.h"
#include "support/ledger.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::Ledger;
using testing::scenarioOf;

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
