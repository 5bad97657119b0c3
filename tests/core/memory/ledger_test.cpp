// Memory rows against the user's table and the published activation counts.

#include "estimate/plan_model.h"
#include "memory/kv_cache.h"
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
    void kept_data();
    void kept();
    void inFlightMicroBatches();
    void kvCache();
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
    const Bytes bytes = keptBytes(s.model, s.run, layerBlock(s, static_cast<std::size_t>(block)), shape, policy);
    QCOMPARE(bytes.value / 4096.0 / 1e3, kilobytes);
}

// 1F1B keeps min(p - i, m).
void LedgerTest::inFlightMicroBatches()
{
    QCOMPARE(inFlight(8, 0, 64), 8.0);
    QCOMPARE(inFlight(8, 7, 64), 1.0);
    QCOMPARE(inFlight(8, 0, 2), 2.0);
}

void LedgerTest::kvCache()
{
    // 32 layers, batch 2, 1024 tokens, 8 kv heads of 128, 2 B each: 2*32*2*1024*8*128*2.
    const Scenario llama = scenarioOf("Llama-3.1-8B", "H100 SXM");
    QCOMPARE(kvCacheBytes(llama.model, 2, 1024, 2.0).value, 268435456.0);
    // DeepSeek-V3: 61 layers of 512 + 64 bf16 elements per token.
    QCOMPARE(kvBytesPerToken(scenarioOf("DeepSeek-V3", "H100 SXM").model, 2.0).value, 70272.0);
    // Ling-2.5-1T: 10 MLA layers cache 11.25 KiB a token, 70 linear ones hold 280 MiB of fp32 state.
    const ModelSpec ling = scenarioOf("Ling-2.5-1T", "H100 SXM").model;
    QCOMPARE(kvBytesPerToken(ling, 2.0).value, 11.25 * 1024.0);
    QCOMPARE(linearStateBytes(ling, 1).value, 280.0 * 1048576.0);
    // DeepSeek-V3.2 in fp8: 512 + 4 scales and 64 bf16 rotary elements, indexer key 128 + 1 scale; in bf16 64 + 512 + 128 elements.
    const ModelSpec sparse = scenarioOf("DeepSeek-V3.2", "H100 SXM").model;
    QCOMPARE(fp8LatentBytesPerToken(sparse.layers.front().layer.attention).value, 656.0 + 132.0);
    QCOMPARE(kvBytesPerToken(sparse, 2.0).value, 61.0 * 2.0 * 704.0);
    // gpt-oss-20b: 12 layers hold 128 tokens, 12 all of 4096; 8 heads of 64.
    QCOMPARE(kvCacheBytes(scenarioOf("gpt-oss-20b", "H100 SXM").model, 1, 4096, 2.0).value, 12.0 * (128.0 + 4096.0) * 2.0 * 2.0 * 512.0);
    // Qwen3-Next: 36 layers with 32 states of 128 by 128 in fp32 and 3 past inputs of 8192 channels.
    QCOMPARE(linearStateBytes(scenarioOf("Qwen3-Next-80B-A3B", "H100 SXM").model, 1).value, 36.0 * (32.0 * 65536.0 + 2.0 * 3.0 * 8192.0));
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
