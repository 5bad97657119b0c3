// The text of every formula, evaluated on what was recorded, gives the recorded value: text and code cannot drift apart.

#include "estimate/estimate.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "support/conformance.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using headroom::testing::checkDerivation;

class ConformanceTest : public QObject
{
    Q_OBJECT

private slots:
    void scenarios_data();
    void scenarios();
    void wrongTextsAreFound();
};

namespace {

struct Row
{
    const char *name;
    const char *model, *hardware; // null: the worked example's
    std::vector<const char *> settings;
    bool ideal = false;
    bool typical = false;
};

Scenario scenarioOf(const Row &row)
{
    Scenario scenario = workedExample();
    if (row.model != nullptr)
        scenario = defaultScenario(catalogModel(row.model).value(), catalogHardware(row.hardware).value());
    if (row.ideal)
        scenario.calibration = idealCalibration();
    if (row.typical)
        scenario.calibration = catalogCalibration("typical", scenario.hardware).value();
    for (const char *setting : row.settings)
        if (const Issues issues = applySetting(scenario, setting); hasError(issues))
            throw std::runtime_error(headroom::testing::text(issues));
    return scenario;
}

const std::vector<Row> rows{
    {"worked example", nullptr, nullptr, {}},
    {"worked example, ideal, full fusion", nullptr, nullptr, {"run.fusion=full"}, true},
    {"worked example, illegal plan", nullptr, nullptr, {"plan.fsdp=16", "plan.pp=2", "run.globalBatch=7"}},
    {"worked example, measured", nullptr, nullptr, {"run.measuredStepTime=20 s", "run.tokenBudget=1e12", "run.fusion=none"}},
    {"worked example, devices that fail", nullptr, nullptr,
     {"run.tokenBudget=1e12", "run.deviceMtbf=50000 h", "run.checkpointTime=2 min", "run.restartTime=10 min"}},
    {"worked example, long checkpoints", nullptr, nullptr, {"run.deviceMtbf=1 h", "run.checkpointTime=1 min"}},
    {"worked example, a checkpoint every half hour", nullptr, nullptr,
     {"run.deviceMtbf=50000 h", "run.checkpointTime=2 min", "run.checkpointInterval=30 min"}},
    {"Llama-3.1-8B on 8 H100", "Llama-3.1-8B", "H100 SXM", {"run.devices=8", "plan.fsdp=8", "plan.remat=full"}},
    {"Llama-3.1-8B, tensor and context parallel", "Llama-3.1-8B", "H100 SXM",
     {"run.devices=64", "plan.tp=4", "plan.cp=2", "plan.dp=4", "plan.fsdp=2", "plan.remat=save_dot_except_mlp"}},
    {"Llama-3.1-8B, pipeline, keep, ZeRO", "Llama-3.1-8B", "H100 SXM",
     {"run.devices=32", "plan.pp=4", "plan.fsdp=2", "plan.dp=4", "plan.regather=keep", "plan.stateSharding=optimizer",
      "run.stateRecipe=bf16 gradients"}},
    {"DeepSeek-V3, every axis", "DeepSeek-V3", "H100 SXM",
     {"run.devices=2048", "plan.tp=4", "plan.ep=32", "plan.pp=4", "plan.cp=2", "plan.fsdp=2", "plan.remat=full",
      "plan.epChunks=4"}},
    {"DeepSeek-V3, experts over tp", "DeepSeek-V3", "H200 SXM",
     {"run.devices=256", "plan.tp=4", "plan.ep=16", "plan.fsdp=4", "plan.expertTensor=4", "run.convention=megatron"}},
    {"Mixtral-8x7B on TPU v5e", "Mixtral-8x7B", "TPU v5e",
     {"run.devices=256", "plan.ep=8", "plan.fsdp=32", "plan.weightSharding=fsdp*ep*cp", "run.convention=palm"}},
    {"DeepSeek-V3.2, tensor, context and expert parallel", "DeepSeek-V3.2", "H200 SXM",
     {"run.devices=256", "plan.tp=4", "plan.ep=16", "plan.cp=2", "plan.fsdp=2", "plan.remat=save_dot_except_mlp"}},
    {"Qwen3-Next, more ranks than key-value heads", "Qwen3-Next-80B-A3B", "H100 SXM",
     {"run.devices=64", "plan.tp=4", "plan.ep=8", "plan.fsdp=2", "plan.remat=save_dot_except_mlp", "run.convention=megatron"}},
    {"Kimi Linear, context parallel", "Kimi-Linear-48B-A3B-Instruct", "H100 SXM",
     {"run.devices=64", "plan.tp=2", "plan.cp=4", "plan.ep=8", "plan.fsdp=1"}},
    {"Ling 3.0", "Ling-3.0-flash", "TPU v5p", {"run.devices=64", "plan.tp=4", "plan.ep=8", "plan.fsdp=2", "plan.remat=full"}},
    {"MiniMax-Text-01, maxtext", "MiniMax-Text-01", "H100 SXM",
     {"run.devices=256", "plan.tp=8", "plan.ep=16", "plan.fsdp=2", "run.convention=maxtext"}},
    {"Gemma 3 at 32768 tokens", "gemma-3-27b-it", "TPU v5p", {"run.devices=64", "plan.tp=2", "plan.fsdp=32", "run.sequenceLength=32768"}},
    {"Llama-3.1-8B, offloaded", "Llama-3.1-8B", "TPU v5p",
     {"run.devices=64", "plan.tp=4", "plan.pp=2", "plan.fsdp=8", "plan.remat=maxtext.minimal_offloaded", "plan.rematMode=needed"}},
    {"DeepSeek-V3, own tensors", "DeepSeek-V3", "H200 SXM",
     {"run.devices=256", "plan.tp=2", "plan.ep=32", "plan.fsdp=4", "plan.remat=custom", "plan.rematMode=needed",
      "plan.keptTensors=kvLatent, queryLatent, context, logSumExp, moeDispatched:offload, moeMlpWo"}},
    {"worked example, typical", nullptr, nullptr, {}, false, true},
    {"DeepSeek-V3, typical", "DeepSeek-V3", "H100 SXM",
     {"run.devices=1024", "plan.tp=4", "plan.ep=32", "plan.pp=4", "plan.fsdp=2", "plan.remat=full", "plan.stateSharding=none"}, false, true},
    {"Qwen3-Next, typical", "Qwen3-Next-80B-A3B", "H200 SXM",
     {"run.devices=64", "plan.tp=2", "plan.ep=8", "plan.fsdp=2", "plan.dp=2", "plan.remat=save_dot_except_mlp"}, false, true},
    {"Gemma 3, typical", "gemma-3-27b-it", "B200", {"run.devices=64", "plan.tp=4", "plan.cp=2", "plan.fsdp=8"}, false, true},
    {"Gemma 3, packed, in tiles", "gemma-3-27b-it", "TPU v5p",
     {"run.devices=16", "plan.fsdp=16", "run.sequenceLength=8192", "run.documentLengths=4x2000, 192", "kernels.attentionTile=512",
      "kernels.headDimMultiple=96", "kernels.loss=chunked", "kernels.attention=fused7"}},
    {"DeepSeek-V3.2, packed, in tiles", "DeepSeek-V3.2", "H200 SXM",
     {"run.devices=64", "plan.tp=2", "plan.ep=32", "plan.fsdp=1", "run.documentLengths=3000 1000,96", "kernels.attentionTile=128",
      "kernels.loss=chunkedRecompute", "kernels.dispatch=capacity"}},
    {"DeepSeek-V3, fp8", "DeepSeek-V3", "H100 SXM",
     {"run.devices=512", "plan.tp=2", "plan.ep=64", "plan.pp=4", "plan.fsdp=1", "run.matmulDtype=fp8", "run.dispatchDtype=fp8",
      "kernels.dispatch=capacity"}},
    {"Ling-2.6-flash, unfused, fp32 products, capacity", nullptr, nullptr,
     {"kernels.attention=unfused", "kernels.linearCore=fp32Highest", "kernels.dispatch=capacity", "kernels.capacityFactor=2"}},
    {"gpt-oss", "gpt-oss-120b", "H100 SXM", {"run.devices=64", "plan.tp=8", "plan.ep=8", "plan.fsdp=1"}},
};

} // namespace

void ConformanceTest::scenarios_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(rows[i].name) << static_cast<int>(i);
}

void ConformanceTest::scenarios()
{
    QFETCH(int, index);
    const Result<Estimate> estimate = evaluate(scenarioOf(rows[static_cast<std::size_t>(index)]));
    QVERIFY2(estimate.has_value(), estimate ? "" : headroom::testing::text(estimate.error()).c_str());
    QVERIFY(estimate->why.terms().size() > 100);
    QVERIFY(!estimate->why.named().empty());
    std::string all;
    for (const std::string &complaint : checkDerivation(estimate->why))
        all += complaint + "\n";
    QVERIFY2(all.empty(), ("\n" + all).c_str());
}

void ConformanceTest::wrongTextsAreFound()
{
    static const Formula right{"a.right", "right", "a / b", {"a", "b"}, "here"};
    static const Formula wrong{"a.wrong", "wrong", "a * b", {"a", "b"}, "here"};
    static const Formula badText{"a.badText", "bad text", "a / c", {"a", "b"}, "here"};
    static const Formula noSource{"a.noSource", "no source", "a / b", {"a", "b"}, ""};
    static const Formula oneSymbol{"a.oneSymbol", "one symbol", "a / 2", {"a"}, "here"};
    static const Formula total{"a.total", "total", "sum(x)", {"x"}, "here"};
    Derivation why;
    const auto a = why.given("model.a", 6.0);
    const auto b = why.given("model.b", 2.0);
    const TermId both[] = {a.term, b.term};
    why.record(right, 3.0, {a.term, b.term});
    why.record(total, 8.0, both);
    QVERIFY(checkDerivation(why).empty());
    for (const Formula *formula : {&wrong, &badText, &noSource, &oneSymbol}) {
        Derivation one = why;
        one.record(*formula, 3.0, {a.term, b.term});
        QCOMPARE(checkDerivation(one).size(), std::size_t(1));
    }
    why.record(total, 8.1, both);
    QCOMPARE(checkDerivation(why).size(), std::size_t(1));
    why.given("", 1.0);
    QCOMPARE(checkDerivation(why).size(), std::size_t(2));
}

QTEST_APPLESS_MAIN(ConformanceTest)
#include "conformance_test.moc"
