// Operators of prefill and decode: FLOPs, bytes, caches, against published numbers and hand arithmetic.

#include "memory/kv_cache.h"
#include "ops/layer_ops.h"
#include "ops/roofline.h"
#include "serving/serving.h"
#include "spec/field.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;
using headroom::testing::scenarioOf;

namespace {

// Of one sequence on one chip or a tensor rank, over all layers.
double cache(const std::string &model, double tokens, const char *format, Count tp = 1)
{
    const Scenario s = servedBy(model, "H100 SXM", {"run.phase=decode", std::string("serving.cacheFormat=") + format});
    Derivation off(false);
    const ContextGroup one[] = {{1.0, tokens}};
    return cacheBytes(off, cachedLayers(s.model), s.run.serving, tp, one).value.value;
}

constexpr double gib = 1073741824.0;

double flopsOfLayers(const ServedStep &step)
{
    double sum = 0.0;
    for (const RooflineOperator &op : step.roofline.operators)
        if (op.group != "head" && op.group != "embedding")
            sum += op.modelFlops.value;
    return sum;
}

double term(const ServedStep &step, const std::string &id)
{
    for (const DocumentTerm &t : step.document)
        if (t.id == id)
            return t.flops.value;
    return -1.0;
}

} // namespace

class ServingOperatorsTest : public QObject
{
    Q_OBJECT
private slots:
    void cacheOfLlama_data();
    void cacheOfLlama();
    void latentPool();
    void statesAndWindows();
    void headsAreCopied();
    void bytesReadInDecode();
    void int8TurnsComputeBound();
    void documentTerms();
    void decodeIsADifferenceOfPrefills_data();
    void decodeIsADifferenceOfPrefills();
    void weightsByFormat();
    void expertsTouched();
    void unequalContexts();
    void prefixIsReadNotComputed();
    void absorbedLatents();
    void recurrenceMovesStates();
};

// 2 x layers x 8 heads x 128 x 2 B a token: 32 layers 131072 B, 80 layers 327680 B, 126 layers 516096 B.
void ServingOperatorsTest::cacheOfLlama_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<double>("tokens");
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("rounding");
    QTest::newRow("8B 1024") << "Llama-3.1-8B" << 1024.0 << 0.125 << 1e-9;
    QTest::newRow("8B 16000") << "Llama-3.1-8B" << 16000.0 << 1.953 << 5e-4;
    QTest::newRow("8B 128000") << "Llama-3.1-8B" << 128000.0 << 15.625 << 1e-9;
    QTest::newRow("70B 1024") << "Llama-3.1-70B" << 1024.0 << 0.3125 << 1e-9;
    QTest::newRow("70B 16000") << "Llama-3.1-70B" << 16000.0 << 4.883 << 5e-4;
    QTest::newRow("70B 128000") << "Llama-3.1-70B" << 128000.0 << 39.06 << 5e-3;
    QTest::newRow("405B 1024") << "Llama-3.1-405B" << 1024.0 << 0.4922 << 5e-5;
    QTest::newRow("405B 16000") << "Llama-3.1-405B" << 16000.0 << 7.69 << 5e-3;
    QTest::newRow("405B 128000") << "Llama-3.1-405B" << 128000.0 << 61.52 << 5e-3;
}

void ServingOperatorsTest::cacheOfLlama()
{
    QFETCH(QString, model);
    QFETCH(double, tokens);
    QFETCH(double, expected);
    QFETCH(double, rounding);
    const double got = cache(model.toStdString(), tokens, "bf16") / gib;
    QVERIFY2(std::abs(got - expected) <= rounding, qPrintable(QString::number(got, 'g', 9)));
}

// DeepSeek-V3.2 keeps 656 B of latent and 132 B of indexer key a token and layer: a pool of 1,462,784 tokens takes 65.48 GiB.
void ServingOperatorsTest::latentPool()
{
    const double bytes = cache("DeepSeek-V3.2", 1462784.0, "fp8");
    QCOMPARE(bytes, 1462784.0 * 61.0 * (656.0 + 132.0));
    QVERIFY(std::abs(bytes / gib - 65.48) < 0.005);
    QCOMPARE(cache("DeepSeek-V3", 1.0, "bf16"), 70272.0);
}

void ServingOperatorsTest::statesAndWindows()
{
    // gpt-oss-20b: 12 layers hold 128 tokens, 12 all of 4096; 8 heads of 64.
    QCOMPARE(cache("gpt-oss-20b", 4096.0, "bf16"), 12.0 * (128.0 + 4096.0) * 2.0 * 2.0 * 512.0);
    // int4: half a byte and two of scale for each 128.
    QCOMPARE(cache("Llama-3.1-8B", 1000.0, "int4"), 1000.0 * 65536.0 * (0.5 + 2.0 / 128.0));
    // Ling-2.5-1T: 70 linear layers hold 280 MiB of fp32 state whatever the context.
    const ModelSpec ling = scenarioOf("Ling-2.5-1T", "H100 SXM").model;
    Derivation off(false);
    QCOMPARE(statesBytes(off, cachedLayers(ling), 1, 1.0).value.value, 280.0 * 1048576.0);
    QCOMPARE(statesBytes(off, cachedLayers(ling), 8, 3.0).value.value, 3.0 * 35.0 * 1048576.0);
}

// 8 key-value heads: ranks beyond 8 hold copies.
void ServingOperatorsTest::headsAreCopied()
{
    QCOMPARE(cache("Llama-3.1-70B", 1024.0, "bf16", 8), 327680.0 * 1024.0 / 8.0);
    QCOMPARE(cache("Llama-3.1-70B", 1024.0, "bf16", 16), cache("Llama-3.1-70B", 1024.0, "bf16", 8));
}

// Llama-3-70B, 8192 tokens in the cache, one sequence: 80 layers x 8192 x 2 x 8 x 128 x 2 B.
void ServingOperatorsTest::bytesReadInDecode()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Meta-Llama-3-70B", "H200 SXM", {"run.phase=decode", "serving.batch=1", "serving.promptLength=8192"}));
    QVERIFY(e.legal);
    QCOMPARE(e.steps.front().cacheRead.value, 2684354560.0);
    // All weights but the table's: 70.55 G parameters less 128256 x 8192, two bytes each, norms (161 x 8192) not counted as weights.
    QCOMPARE(e.steps.front().weightsRead.value, 2.0 * (e.parameters.total - 128256.0 * 8192.0 - 161.0 * 8192.0));
}

// int8 [B, 4096] x [4096, 16384], int8 out, TPU v5e: 2 B N K / P >= (N K + B (N + K)) / W.
void ServingOperatorsTest::int8TurnsComputeBound()
{
    const auto boundary = [](double peak, double bandwidth) {
        Scenario s = servedBy("Llama-3.1-8B", "TPU v5e", {"run.phase=decode", "matmulDtype=int8", "serving.weightFormat=int8"});
        if (peak > 0.0) {
            for (MatrixPeak &p : s.hardware.matrixPeaks)
                p.rate.value = Band<FlopsPerSecond>::exactly(FlopsPerSecond(peak));
            s.hardware.hbmBandwidth.value = Band<BytesPerSecond>::exactly(BytesPerSecond(bandwidth));
        }
        Derivation off(false);
        const ChipRates chip = chipRates(off, s.hardware, s.calibration, s.run, Level::ideal);
        for (int rows = 1;; ++rows) {
            std::vector<Op> list;
            const GenerationPass pass{{{.count = static_cast<double>(rows)}}};
            const PassShape shape{.generation = &pass};
            OpBuilder ops(off, s.model, s.run, shape, list);
            const Op &op = ops.servedGemm("product", ops.rows(), ops.constant(4096.0), ops.constant(16384.0), ops.constant(1.0), 1.0);
            if (boundOp(off, op, chip).boundBy == BoundBy::compute)
                return rows;
        }
    };
    QCOMPARE(boundary(0.0, 0.0), 259);        // 393 TOP/s, 819 GB/s
    QCOMPARE(boundary(394e12, 810e9), 263);
}

// Llama-3.1-8B: a layer has 2 x 4096² + 2 x 4096 x 1024 + 3 x 4096 x 14336 = 218,103,808 matrix parameters.
void ServingOperatorsTest::documentTerms()
{
    const double layers = 32.0 * 218103808.0;
    const ServingEstimate d = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "serving.batch=64", "serving.promptLength=2000"}));
    QCOMPARE(term(d.steps.front(), "linear"), 2.0 * 64.0 * layers);
    QCOMPARE(term(d.steps.front(), "attention"), 4.0 * 64.0 * 32.0 * 2000.0 * 4096.0);
    QCOMPARE(term(d.steps.front(), "head"), 2.0 * 64.0 * 4096.0 * 128256.0);
    // Ours counts the new token's own key too.
    QCOMPARE(d.steps.front().modelFlops.value, 64.0 * (2.0 * layers + 4.0 * 32.0 * 2001.0 * 4096.0 + 2.0 * 4096.0 * 128256.0));
    const ServingEstimate p = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=prefill", "serving.batch=4", "serving.promptLength=2000"}));
    QCOMPARE(term(p.steps.front(), "linear"), 2.0 * 4.0 * 2000.0 * layers);
    QCOMPARE(term(p.steps.front(), "attention"), 4.0 * 4.0 * 32.0 * 2000.0 * 2000.0 * 4096.0);
    QCOMPARE(term(p.steps.front(), "head"), -1.0);
    // Exact causal pairs S (S + 1) / 2, and the head on the last token of each prompt.
    QCOMPARE(p.steps.front().modelFlops.value,
             4.0 * (2.0 * 2000.0 * layers + 4.0 * 32.0 * 2000.0 * 2001.0 / 2.0 * 4096.0 + 2.0 * 4096.0 * 128256.0));
    QVERIFY(text(d.contract[3].value).find("full mask") != std::string::npos);
}

void ServingOperatorsTest::decodeIsADifferenceOfPrefills_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("length");
    for (const char *model : {"Llama-3.1-8B", "DeepSeek-V3", "DeepSeek-V3.2", "gpt-oss-20b", "Ling-2.5-1T", "Qwen3-Next-80B-A3B",
                              "Kimi-Linear-48B-A3B-Instruct", "MiniMax-Text-01", "gemma-3-27b-it"})
        for (const int length : {1, 100, 128, 5000})
            QTest::newRow((std::string(model) + " " + std::to_string(length)).c_str()) << model << length;
}

// Layers alone: each pass asks its head for one token.
void ServingOperatorsTest::decodeIsADifferenceOfPrefills()
{
    QFETCH(QString, model);
    QFETCH(int, length);
    const auto layers = [&](const char *phase, int tokens) {
        const ServingEstimate e = servingEstimateOf(servedBy(model.toStdString(), "H100 SXM", {std::string("run.phase=") + phase, "serving.batch=1",
                                                                                   "serving.promptLength=" + std::to_string(tokens)}));
        return flopsOfLayers(e.steps.front());
    };
    const double longer = layers("prefill", length + 1), shorter = layers("prefill", length), step = layers("decode", length);
    QVERIFY2(std::abs(longer - shorter - step) <= 1e-13 * longer, qPrintable(QString::number(step, 'g', 17) + " " + QString::number(longer - shorter, 'g', 17)));
}

// Llama-3.1-8B, layers' products 32 x 218,103,808; head 4096 x 128256 stays bf16.
void ServingOperatorsTest::weightsByFormat()
{
    const double products = 32.0 * 218103808.0, head = 4096.0 * 128256.0;
    const auto read = [](std::initializer_list<std::string> settings) {
        return servingEstimateOf(servedBy("Llama-3.1-8B", "B200", settings)).steps.front().weightsRead.value;
    };
    QCOMPARE(read({"run.phase=decode"}), 2.0 * (products + head));
    QCOMPARE(read({"run.phase=decode", "serving.weightFormat=fp8"}), products + 2.0 * head);
    QCOMPARE(read({"run.phase=decode", "serving.weightFormat=int4"}), (0.5 + 2.0 / 128.0) * products + 2.0 * head);
    QCOMPARE(read({"run.phase=decode", "serving.weightFormat=int4", "serving.weightGroup=32"}), (0.5 + 2.0 / 32.0) * products + 2.0 * head);
    QCOMPARE(read({"run.phase=decode", "matmulDtype=fp4", "serving.weightFormat=fp4"}), (0.5 + 1.0 / 16.0) * products + 2.0 * head);
    const Result<ServingEstimate> wide = evaluateServing(servedBy("Llama-3.1-8B", "B200", {"run.phase=decode", "matmulDtype=fp8"}));
    QVERIFY(!wide.has_value());
    QCOMPARE(wide.error().front().field, std::string("run.serving.weightFormat"));
}

// Mixtral: 8 experts, 2 a token. Four tokens touch 8 (1 - (3/4)^4) = 5.46875 of them; each 3 x 4096 x 14336 weights.
void ServingOperatorsTest::expertsTouched()
{
    const auto read = [](const char *batch) {
        return servingEstimateOf(servedBy("Mixtral-8x7B-v0.1", "H200 SXM", {"run.phase=decode", std::string("serving.batch=") + batch})).steps.front().weightsRead.value;
    };
    QVERIFY(std::abs(read("4") - read("1") - 2.0 * 32.0 * (5.46875 - 2.0) * 3.0 * 4096.0 * 14336.0) < 1.0);
}

// Sum of T_i: three sequences of 1000 tokens and one of 5000 are 8000 tokens, as two of 4000.
void ServingOperatorsTest::unequalContexts()
{
    const auto read = [](const std::string &contexts) {
        return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "serving.contexts=" + contexts})).steps.front().cacheRead.value;
    };
    QCOMPARE(read("3x1000, 5000"), 131072.0 * 8000.0);
    QCOMPARE(read("2x4000"), 131072.0 * 8000.0);
}

// A quarter of 1000 tokens is cached: 750 are computed against all before them.
void ServingOperatorsTest::prefixIsReadNotComputed()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=prefill", "serving.batch=1", "serving.promptLength=1000", "serving.prefixHitRate=0.25"}));
    QCOMPARE(flopsOfLayers(e.steps.front()), 750.0 * 2.0 * 32.0 * 218103808.0 + 4.0 * 32.0 * 4096.0 * (750.0 * 250.0 + 750.0 * 751.0 / 2.0));
    QCOMPARE(e.steps.front().cacheRead.value, 131072.0 * 250.0);
}

// DeepSeek-V3, one sequence, 999 tokens cached: 61 layers of 128 heads meet 1000 latents, 2 (512 + 64) + 2 x 512 FLOPs each; the model's
// own count is 2 (192 + 128).
void ServingOperatorsTest::absorbedLatents()
{
    const ServingEstimate e = servingEstimateOf(servedBy("DeepSeek-V3", "H200 SXM", {"run.phase=decode", "serving.batch=1", "serving.promptLength=999"}));
    double executed = 0.0, model = 0.0;
    for (const RooflineOperator &op : e.steps.front().roofline.operators)
        if (op.name == "decode attention core") {
            executed += op.executedFlops.value;
            model += op.modelFlops.value;
        }
    QCOMPARE(executed, 61.0 * 128.0 * 1000.0 * 2.0 * (2.0 * 512.0 + 64.0));
    QCOMPARE(model, 61.0 * 128.0 * 1000.0 * 2.0 * (192.0 + 128.0));
    QCOMPARE(e.steps.front().cacheRead.value, 999.0 * 70272.0);
}

// Ling-2.5-1T: 280 MiB of states are read and written by each sequence, at any context.
void ServingOperatorsTest::recurrenceMovesStates()
{
    for (const char *length : {"100", "100000"}) {
        const ServingEstimate e = servingEstimateOf(servedBy("Ling-2.5-1T", "H200 SXM", {"run.phase=decode", "serving.batch=2", std::string("serving.promptLength=") + length}));
        QCOMPARE(e.steps.front().cacheRead.value, 2.0 * (2.0 * 280.0 * 1048576.0 + std::stod(length) * 11.25 * 1024.0));
    }
}

QTEST_APPLESS_MAIN(ServingOperatorsTest)
#include "operators_test.moc"
