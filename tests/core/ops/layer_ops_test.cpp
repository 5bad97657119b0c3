// Operators of the layers against the published and hand-computed tables.

#include "estimate/stage_split.h"
#include "ops/attention.h"
#include "ops/layer_ops.h"
#include "ops/legal_plan.h"
#include "ops/remat.h"
#include "ops/roofline.h"
#include "support/scenarios.h"

#include <QTest>

#include <functional>

using namespace headroom;
using testing::scenarioOf;

namespace {

struct Totals
{
    double forwardFlops = 0.0, forwardBytes = 0.0, backwardFlops = 0.0, backwardBytes = 0.0;
};

bool isLayer(const Block &b) { return b.kind == BlockKind::layer; }

// The worked example of the operator page: no fusion of adds, bf16 gradients, 8192 tokens of one sequence.
ModelBlocks llamaLayer(Derivation &why)
{
    Scenario s = scenarioOf("Meta-Llama-3-8B", "H100 SXM");
    s.run.fusion = Fusion::none;
    s.run.stateRecipe = StateRecipe::bf16Gradients;
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, why, s.model, s.run, {.sequences = 1, .sequenceLength = 8192});
    return blocks;
}

const Block &layerOf(const ModelBlocks &blocks)
{
    return *std::find_if(blocks.blocks.begin(), blocks.blocks.end(), isLayer);
}

Totals totalsOf(const Block &block, const std::string &names)
{
    Totals t;
    for (const Op &op : block.ops) {
        if (!names.empty() && names.find("|" + std::string(op.name) + "|") == std::string::npos)
            continue;
        const bool forward = op.phase == Phase::forward;
        (forward ? t.forwardFlops : t.backwardFlops) += op.executedFlops.value.value;
        (forward ? t.forwardBytes : t.backwardBytes) += op.bytes.value.value;
    }
    return t;
}

// Rounds as the table does: three decimals of 1e12 FLOP and 1e9 B.
double thousandths(double value, double unit) { return std::round(value / unit * 1000.0) / 1000.0; }

Flops matrixFlops(const Block &block, const std::function<bool(const Op &)> &counts)
{
    Flops sum{};
    for (const Op &op : block.ops)
        if (counts(op))
            sum += op.executedFlops.value;
    return sum;
}

} // namespace

class LayerOpsTest : public QObject
{
    Q_OBJECT
private slots:
    void llamaTable_data();
    void llamaTable();
    void llamaRoofline();
    void mhaIdentity_data();
    void mhaIdentity();
    void meanKeysOfWindow();
    void linearCore();
    void remat_data();
    void remat();
    void shardsSumToTheWhole();
    void legalRules_data();
    void legalRules();
    void expertTensorRules();
    void stageRemainder();
};

// Llama-3-8B layer, T = S = 8192, bf16, TFLOP and GB, from the operator tables (dgrad + wgrad; flash with 5 products).
void LayerOpsTest::llamaTable_data()
{
    QTest::addColumn<QString>("names");
    QTest::addColumn<double>("forwardTflop");
    QTest::addColumn<double>("forwardGb");
    QTest::addColumn<double>("backwardTflop");
    QTest::addColumn<double>("backwardGb");
    QTest::newRow("2 RMSNorm") << "|attention norm|feed-forward norm|" << 0.0 << 0.268 << 0.0 << 0.403; // 4*2*8192*4096 B = 0.26844
    QTest::newRow("QKV") << "|query, key, value projection|" << 0.412 << 0.218 << 0.825 << 0.436;
    QTest::newRow("RoPE") << "|rotary embedding|" << 0.0 << 0.168 << 0.0 << 0.168;
    QTest::newRow("core") << "|attention core|" << 0.550 << 0.169 << 1.375 << 0.337;
    QTest::newRow("O") << "|output projection|" << 0.275 << 0.168 << 0.550 << 0.336;
    QTest::newRow("gate_up") << "|gate and up projection|" << 1.924 << 0.772 << 3.848 << 1.544;
    QTest::newRow("SwiGLU") << "|SwiGLU|" << 0.0 << 0.705 << 0.0 << 1.174;
    QTest::newRow("down") << "|down projection|" << 0.962 << 0.419 << 1.924 << 0.839;
    QTest::newRow("2 adds") << "|attention residual add|feed-forward residual add|" << 0.0 << 0.403 << 0.0 << 0.0;
    QTest::newRow("layer") << "" << 4.123 << 3.289 << 8.521 << 5.236;
}

void LayerOpsTest::llamaTable()
{
    QFETCH(QString, names);
    QFETCH(double, forwardTflop);
    QFETCH(double, forwardGb);
    QFETCH(double, backwardTflop);
    QFETCH(double, backwardGb);
    Derivation why(false);
    const ModelBlocks blocks = llamaLayer(why);
    const Totals t = totalsOf(layerOf(blocks), names.toStdString());
    QVERIFY(t.forwardBytes > 0.0);
    QCOMPARE(thousandths(t.forwardFlops, 1e12), forwardTflop);
    QCOMPARE(thousandths(t.backwardFlops, 1e12), backwardTflop);
    // The table counts 4 T bytes of saved statistics per norm that the minimal list leaves out: up to 0.001 GB.
    QVERIFY2(std::abs(thousandths(t.forwardBytes, 1e9) - forwardGb) <= 0.0011, qPrintable(QString::number(t.forwardBytes)));
    QVERIFY2(std::abs(thousandths(t.backwardBytes, 1e9) - backwardGb) <= 0.0011, qPrintable(QString::number(t.backwardBytes)));
}

// On H100 (989 TFLOP/s, 3.35 TB/s): 13.77 ms and 90.9 % MFU; ridge 989 / 3.35 = 295.2.
void LayerOpsTest::llamaRoofline()
{
    Derivation why(false);
    const ModelBlocks blocks = llamaLayer(why);
    const Scenario s = scenarioOf("Meta-Llama-3-8B", "H100 SXM");
    const ChipRates chip = chipRates(why, s.hardware, s.calibration, s.run, Level::ideal);
    Seconds total{};
    Flops model{};
    for (const Op &op : layerOf(blocks).ops) {
        total += boundOp(why, op, chip).time.value;
        model += op.modelFlops.value;
    }
    QCOMPARE(std::round(total.value * 1e5) / 1e5, 13.77e-3);
    QCOMPARE(std::round(model / chip.peak.value / total * 1e3) / 1e3, 0.909);
    QCOMPARE(std::floor(raw(chip.peak.value / chip.hbm.value)), 295.0);
}

void LayerOpsTest::mhaIdentity_data()
{
    QTest::addColumn<qlonglong>("hidden");
    QTest::addColumn<qlonglong>("sequence");
    QTest::newRow("3072") << 3072LL << 1024LL;
    QTest::newRow("12288") << 12288LL << 4096LL;
}

// 72 H^2 + 12 S H FLOPs per token and layer, forward and backward, for MHA with SwiGLU F = 8H/3 and full attention; the
// causal core has (S + 1)/2 mean keys, so twice its FLOPs less the diagonal stand for the full one.
void LayerOpsTest::mhaIdentity()
{
    QFETCH(qlonglong, hidden);
    QFETCH(qlonglong, sequence);
    Scenario s = scenarioOf("Llama-2-7B", "H100 SXM");
    s.model.hidden = hidden;
    AttentionSpec &a = s.model.layers[0].layer.attention;
    a.heads = a.kvHeads = hidden / 128;
    a.headDim = 128;
    s.model.layers[0].layer.feedForward.width = hidden * 8 / 3;
    Derivation why(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, why, s.model, s.run, {.sequences = 1, .sequenceLength = sequence});
    double linear = 0.0, core = 0.0;
    for (const Op &op : layerOf(blocks).ops)
        (op.category == OpCategory::attention ? core : linear) += op.modelFlops.value.value / static_cast<double>(sequence);
    const double h = static_cast<double>(hidden), n = static_cast<double>(sequence);
    QCOMPARE(linear, 72.0 * h * h);
    QCOMPARE(core * n / ((n + 1.0) / 2.0), 12.0 * n * h);
}

// S 2048, W 512: 512 - 512*511/4096 = 448.125 keys; a window as long as the sequence changes nothing.
void LayerOpsTest::meanKeysOfWindow()
{
    QCOMPARE(meanKeys(2048, 512), 448.125);
    QCOMPARE(meanKeys(2048, std::nullopt), 1024.5);
    QCOMPARE(meanKeys(2048, 2048), 1024.5);
    QCOMPARE(meanKeys(2048, 1), 1.0);
}

// Per head and token at dk = dv = 128, C = 64: 98,304 FLOP over 2,560 B = 38 FLOP/B forward, 245,760 over 5,888 B backward.
void LayerOpsTest::linearCore()
{
    Scenario s = scenarioOf("Ling-2.6-flash", "TPU v5p");
    Derivation why(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, why, s.model, s.run, {.sequences = 1, .sequenceLength = 4096});
    const double headTokens = 32.0 * 4096.0;
    int seen = 0;
    for (const Op &op : layerOf(blocks).ops) {
        if (op.category != OpCategory::linearAttention)
            continue;
        const bool forward = op.phase == Phase::forward;
        QCOMPARE(op.executedFlops.value.value / headTokens, forward ? 98304.0 : 245760.0);
        QCOMPARE(op.bytes.value.value / headTokens, forward ? 2560.0 : 5888.0);
        QCOMPARE(op.modelFlops.value.value / headTokens, forward ? 65536.0 : 131072.0);
        ++seen;
    }
    QCOMPARE(seen, 2);
}

void LayerOpsTest::remat_data()
{
    QTest::addColumn<QString>("model");
    for (const char *name : {"Llama-3.1-8B", "DeepSeek-V3", "Ling-2.6-flash", "Mixtral-8x7B-v0.1"})
        QTest::newRow(name) << name;
}

// The user's table: none 0; save_dot_except_mlp the feed-forward's forward; full the layers' forward. Matrix FLOPs.
void LayerOpsTest::remat()
{
    QFETCH(QString, model);
    const Scenario s = scenarioOf(model.toStdString(), "H100 SXM");
    Derivation why(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, why, s.model, s.run, {.sequences = 1, .sequenceLength = 4096});
    const RematChoice choices[] = {{.policy = RematPolicy::none}, {.policy = RematPolicy::saveDotExceptMlp}, {.policy = RematPolicy::full}};
    setRemats(blocks, s.model, s.run, choices);
    for (const Block &block : blocks.blocks) {
        const auto again = [&block](std::size_t p) { return matrixFlops(block, [&](const Op &op) { return block.remats[p].recomputes(op); }); };
        const Flops none = again(0), except = again(1), full = again(2);
        const Flops feedForward = matrixFlops(block, [](const Op &op) {
            return op.phase == Phase::forward && op.step != Step::outside && (op.category == OpCategory::feedForward || op.category == OpCategory::experts);
        });
        const Flops forward = matrixFlops(block, [](const Op &op) { return op.phase == Phase::forward; });
        QCOMPARE(none.value, 0.0);
        QCOMPARE(except.value, feedForward.value);
        QCOMPARE(full.value, isLayer(block) ? forward.value : 0.0);
    }
}

// Executed FLOPs of tp = 4 and micro-batches of 2 add up to those of one chip, and bytes to no less; so they do when two batch ranks
// split experts together with two tensor ranks.
void LayerOpsTest::shardsSumToTheWhole()
{
    const Scenario s = scenarioOf("Mixtral-8x7B-v0.1", "H100 SXM");
    Derivation why(false);
    ModelBlocks whole = blockStructure(s.model), shard = blockStructure(s.model);
    buildOps(whole, why, s.model, s.run, {.sequences = 16, .sequenceLength = 4096});
    const double copies = 4.0 * 2.0 * 4.0; // tp, ep, micro-batches; or tp 2, batch ranks 4, micro-batches 4
    for (const PassShape &shape : {PassShape{.tp = 4, .ep = 2, .sequences = 2, .microBatchCount = 4.0},
                                   PassShape{.tp = 2, .expertTensor = 4, .sequences = 1, .microBatchCount = 4.0}}) {
        buildOps(shard, why, s.model, s.run, shape);
        for (std::size_t b = 0; b < whole.blocks.size(); ++b)
            for (std::size_t o = 0; o < whole.blocks[b].ops.size(); ++o) {
                const Op &one = whole.blocks[b].ops[o], &part = shard.blocks[b].ops[o];
                QCOMPARE(part.executedFlops.value.value * copies, one.executedFlops.value.value);
                QVERIFY2(part.bytes.value.value * copies >= one.bytes.value.value * (1.0 - 1e-12), one.name);
            }
    }
}

void LayerOpsTest::legalRules_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("field");
    QTest::newRow("kv heads, 3 ranks") << "Llama-3.1-8B" << "tp=3" << "plan.tp";
    QTest::newRow("dense model has no experts") << "Llama-3.1-8B" << "ep=2" << "plan.ep";
    QTest::newRow("experts") << "Mixtral-8x7B-v0.1" << "ep=16" << "plan.ep";
    QTest::newRow("layers") << "Llama-3.1-8B" << "pp=33" << "plan.pp";
    QTest::newRow("batch") << "Llama-3.1-8B" << "dp=1024" << "plan.microBatch";
    QTest::newRow("sequence") << "Llama-3.1-8B" << "cp=4096" << "plan.cp";
    QTest::newRow("chunk") << "Ling-2.6-flash" << "cp=128" << "plan.cp";
}

void LayerOpsTest::legalRules()
{
    QFETCH(QString, model);
    QFETCH(QString, setting);
    QFETCH(QString, field);
    Scenario s = scenarioOf(model.toStdString(), "H100 SXM");
    const QStringList parts = setting.split('=');
    const auto axis = fromKey<Axis>(parts[0].toStdString());
    QVERIFY(axis);
    s.plan.setDegree(*axis, parts[1].toLongLong());
    const auto broken = brokenRule(s.model, s.run, s.plan);
    QVERIFY(broken);
    QCOMPARE(QString(broken->field), field);
    s.plan.setDegree(*axis, 1);
    QVERIFY(!brokenRule(s.model, s.run, s.plan));
}

// Ranks that split an expert: they divide tp * fsdp * dp and the expert's width, 14336 = 2^11 * 7.
void LayerOpsTest::expertTensorRules()
{
    Scenario s = scenarioOf("Mixtral-8x7B-v0.1", "H100 SXM");
    s.plan.tp = 2;
    s.plan.fsdp = 2;
    s.plan.dp = 2;
    for (const Count legal : {1, 2, 4, 8}) {
        s.plan.expertTensor = legal;
        QVERIFY(!brokenRule(s.model, s.run, s.plan));
    }
    for (const Count illegal : {3, 16}) {
        s.plan.expertTensor = illegal;
        QCOMPARE(brokenRule(s.model, s.run, s.plan)->second, Count(8));
    }
    s.plan.dp = s.plan.expertTensor = 3;
    QCOMPARE(brokenRule(s.model, s.run, s.plan)->second, Count(14336));
}

// 61 layers on 8 stages: 7 each and 5 left, one more on stages 1 to 5.
void LayerOpsTest::stageRemainder()
{
    const Count expected[] = {7, 8, 8, 8, 8, 8, 7, 7};
    for (Count stage = 0; stage < 8; ++stage)
        QCOMPARE(evenLayers(61, 8)[static_cast<std::size_t>(stage)], expected[stage]);
}

QTEST_APPLESS_MAIN(LayerOpsTest)
#include "layer_ops_test.moc"
