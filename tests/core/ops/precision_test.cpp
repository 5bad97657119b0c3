// Number formats by class of operator: fp8 products, their quantisation, what they keep, and tokens sent as fp8.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "ops/layer_ops.h"
#include "ops/roofline.h"
#include "spec/field.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;

namespace {

constexpr double t = 4096.0;

Scenario with(const char *model, const char *chip, std::initializer_list<const char *> settings)
{
    Scenario s = testing::scenarioOf(model, chip);
    for (const char *setting : settings)
        if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(testing::text(issues));
    return s;
}

std::vector<Op> layerOps(const Scenario &s)
{
    Derivation off(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, off, s.model, s.run, {.sequences = 1, .sequenceLength = 4096});
    std::vector<Op> out = blocks.blocks[1].ops;
    out.insert(out.end(), blocks.blocks[blocks.head].ops.begin(), blocks.blocks[blocks.head].ops.end());
    return out;
}

Op find(const std::vector<Op> &ops, const std::string &name, Phase phase)
{
    for (const Op &op : ops)
        if (op.name == name && op.phase == phase)
            return op;
    return {};
}

} // namespace

class PrecisionTest : public QObject
{
    Q_OBJECT
private slots:
    void bytesOfProducts();
    void quantisation();
    void eachAtItsPeak();
    void namedPeak();
    void chipWithoutFp8();
    void dispatchOnTheWire();
    void keptInOneByte();
};

// Llama-3.1-8B, gate and up: [4096, 4096] x [4096, 28672]. Operands one byte, results two, gradients of 4 accumulated once.
void PrecisionTest::bytesOfProducts()
{
    const std::vector<Op> ops = layerOps(with("Llama-3.1-8B", "H100 SXM", {"matmulDtype=fp8"}));
    const std::vector<Op> bf16 = layerOps(with("Llama-3.1-8B", "H100 SXM", {}));
    const char *name = "gate and up projection";
    const double mk = t * 4096, kn = 4096.0 * 28672, mn = t * 28672;
    QCOMPARE(find(ops, name, Phase::forward).bytes.value.value, mk + kn + 2.0 * mn);
    QCOMPARE(find(ops, name, Phase::backwardInput).bytes.value.value, mn + kn + 2.0 * mk);
    QCOMPARE(find(ops, name, Phase::backwardWeight).bytes.value.value, mk + mn + 4.0 * kn);
    QCOMPARE(find(bf16, name, Phase::forward).bytes.value.value, 2.0 * (mk + kn + mn));
    for (const Phase phase : {Phase::forward, Phase::backwardInput, Phase::backwardWeight}) {
        QCOMPARE(find(ops, name, phase).executedFlops.value.value, 2.0 * t * 4096 * 28672);
        QCOMPARE(find(ops, name, phase).modelFlops.value.value, find(bf16, name, phase).modelFlops.value.value);
    }
    for (const char *same : {"attention core", "output head"})
        QCOMPARE(find(ops, same, Phase::forward).bytes.value.value, find(bf16, same, Phase::forward).bytes.value.value);
}

// Two bytes read for the largest magnitude, two read and one written to quantise. Attention: inputs of the q, k, v product
// (H = 4096 to 6144) and of the output product (4096 to 4096), and both weights; backward the gradients of their outputs.
void PrecisionTest::quantisation()
{
    const std::vector<Op> ops = layerOps(with("Llama-3.1-8B", "H100 SXM", {"matmulDtype=fp8"}));
    const Op forward = find(ops, "attention operand quantisation", Phase::forward);
    QCOMPARE(forward.bytes.value.value, 5.0 * (t * 4096 + 4096.0 * 6144 + t * 4096 + 4096.0 * 4096));
    QCOMPARE(find(ops, "attention operand quantisation", Phase::backward).bytes.value.value, 5.0 * (t * 6144 + t * 4096));
    QCOMPARE(find(ops, "feed-forward operand quantisation", Phase::backward).bytes.value.value, 5.0 * (t * 28672 + t * 4096));
    QVERIFY(forward.engine == Engine::vector && forward.category == OpCategory::elementwise);
    const std::vector<Op> fused = layerOps(with("Llama-3.1-8B", "H100 SXM", {"matmulDtype=fp8", "fusion=full"}));
    QVERIFY(std::string(find(fused, "attention operand quantisation", Phase::forward).name).empty());
    QVERIFY(std::string(find(layerOps(with("Llama-3.1-8B", "H100 SXM", {})), "attention operand quantisation", Phase::forward).name).empty());
}

void PrecisionTest::eachAtItsPeak()
{
    const Scenario s = with("Llama-3.1-8B", "H100 SXM", {"matmulDtype=fp8"});
    Derivation off(false);
    const ChipRates chip = chipRates(off, s.hardware, s.calibration, s.run, Level::ideal);
    const double fp8 = raw(matrixPeak(s.hardware, "fp8")->value.expected), bf16 = raw(matrixPeak(s.hardware, "bf16")->value.expected);
    QVERIFY(fp8 > 1.9 * bf16);
    const std::vector<Op> ops = layerOps(s);
    const auto rate = [&](const char *name) {
        const Op op = find(ops, name, Phase::forward);
        return raw(op.executedFlops.value) / boundOp(off, op, chip).time.value.value;
    };
    QCOMPARE(rate("gate and up projection"), fp8);
    QCOMPARE(rate("attention core"), bf16);
}

// MFU and HFU divide by the fp8 peak, so that they stay below 1; the contract says which.
void PrecisionTest::namedPeak()
{
    const Result<Estimate> fp8 = evaluate(with("Llama-3.1-8B", "H100 SXM", {"matmulDtype=fp8"})), bf16 = evaluate(with("Llama-3.1-8B", "H100 SXM", {}));
    QVERIFY(fp8.has_value() && bf16.has_value());
    QCOMPARE(raw(fp8->roofline.peak), raw(matrixPeak(fp8->scenario.hardware, "fp8")->value.expected));
    QCOMPARE(fp8->modelFlopsPerStep.value, bf16->modelFlopsPerStep.value);
    QVERIFY(fp8->roofline.stepTime < bf16->roofline.stepTime && fp8->roofline.mfu < bf16->roofline.mfu);
    QVERIFY(fp8->system.hfu.total < 1.0);
    bool precision = false, named = false;
    for (const WaterfallRow &row : fp8->waterfall)
        precision = precision || (row.id == "precision" && row.seconds.value > 0.0);
    for (const ContractLine &line : fp8->contract)
        named = named || (line.id == "peak" && text(line.value).find("dense fp8 peak") != std::string::npos);
    QVERIFY(precision && named);
}

void PrecisionTest::chipWithoutFp8()
{
    const Result<Estimate> e = evaluate(with("Llama-3.1-8B", "A100 SXM 80GB", {"matmulDtype=fp8"}));
    QVERIFY(!e.has_value());
    QCOMPARE(e.error().front().field, std::string("run.matmulDtype"));
    QVERIFY(text(e.error().front().message).find("fp8") != std::string::npos);
}

// Mixtral over 8 ranks: 4096 tokens of 4096 elements, each once; out as fp8 with 4 bytes of scale per 128, back as bf16.
void PrecisionTest::dispatchOnTheWire()
{
    const auto payload = [](const char *dtype) {
        const Scenario s = with("Mixtral-8x7B-v0.1", "H100 SXM", {"run.devices=8", "plan.ep=8", "plan.fsdp=1", dtype});
        Derivation off(false);
        ShapeWork work{.shape = {}, .blocks = blockStructure(s.model), .calls = {}, .kept = {}};
        fillKept(work, s.model, s.run, s.plan);
        fillOps(work, off, s.model, s.run);
        for (const BlockCall &call : work.calls[1])
            if (call.purpose == Purpose::expertExchange)
                return call.count * call.payload.value.value;
        return 0.0;
    };
    QCOMPARE(payload("dispatchDtype=bf16"), 4096.0 * 4096 * (2.0 + 2.0));
    QCOMPARE(payload("dispatchDtype=fp8"), 4096.0 * 4096 * (1.03125 + 2.0));
}

// Llama-3.1-8B keeps the outputs of both norms (4096 each) and of the activation (14336) in one byte instead of two. DeepSeek-V3: of the
// attention's norm (7168) and of the latents' (1536 + 512); of a dense layer's norm and activation (7168 + 18432), or of a routed one's
// dispatched tokens and activations (8 x (7168 + 2048) and 2048), while its router reads the norm's output in bf16.
void PrecisionTest::keptInOneByte()
{
    const auto kept = [](const char *model, std::size_t block, const char *dtype, RematPolicy policy) {
        const Scenario s = with(model, "H100 SXM", {dtype});
        return testing::keptBytes(s, blockStructure(s.model).blocks[block], {.sequences = 1, .sequenceLength = 4096}, policy).value / t;
    };
    const auto spared = [&](const char *model, std::size_t block, RematPolicy policy) {
        return kept(model, block, "matmulDtype=bf16", policy) - kept(model, block, "matmulDtype=fp8", policy);
    };
    QCOMPARE(spared("Llama-3.1-8B", 1, RematPolicy::none), 2.0 * 4096 + 14336);
    QCOMPARE(spared("Llama-3.1-8B", 1, RematPolicy::full), 0.0);
    QCOMPARE(spared("DeepSeek-V3", 1, RematPolicy::none), 7168.0 + 2048 + 7168 + 18432);
    QCOMPARE(spared("DeepSeek-V3", 2, RematPolicy::none), 7168.0 + 2048 + 8.0 * (7168 + 2048) + 2048);
}

QTEST_APPLESS_MAIN(PrecisionTest)
#include "precision_test.moc"
