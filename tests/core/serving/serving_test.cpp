// Phases that serve: order of times, sums of parts, memory, latency and throughput, texts of formulas, bad input.

#include "serving/serving.h"
#include "spec/field.h"
#include "support/conformance.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;

namespace {

struct Row
{
    const char *model, *chip;
    std::vector<std::string> settings;
};

const std::vector<Row> rows{
    {"Llama-3.1-8B", "H100 SXM", {"run.phase=prefill", "serving.batch=4", "calibration=typical"}},
    {"Llama-3.1-70B", "H100 SXM", {"run.phase=decode", "run.devices=8", "plan.fsdp=1", "plan.tp=8", "serving.batch=64", "serving.promptLength=8192", "calibration=typical"}},
    {"Llama-3.1-70B", "H100 SXM", {"run.phase=decode", "run.devices=16", "plan.fsdp=1", "plan.tp=4", "plan.pp=4", "serving.batch=3", "serving.stepOverhead=1 ms"}},
    {"DeepSeek-V3", "H200 SXM", {"run.phase=serving", "run.devices=32", "plan.fsdp=1", "plan.ep=32", "serving.batch=1024", "serving.promptLength=4096", "serving.outputLength=512",
                                "matmulDtype=fp8", "serving.weightFormat=fp8", "serving.cacheFormat=fp8", "dispatchDtype=fp8", "calibration=typical"}},
    {"DeepSeek-V3.2", "H200 SXM", {"run.phase=serving", "run.devices=16", "plan.fsdp=1", "plan.ep=16", "serving.batch=64", "serving.mixedSteps=off", "serving.prefixHitRate=0.5",
                                  "serving.weightFormat=int4", "serving.requests=2000:200, 3x512:64, 20000:1"}},
    {"Qwen3-Next-80B-A3B", "H100 SXM", {"run.phase=serving", "run.devices=4", "plan.fsdp=1", "plan.tp=4", "plan.expertTensor=4", "serving.batch=32", "calibration=typical"}},
    {"Kimi-Linear-48B-A3B-Instruct", "H200 SXM", {"run.phase=decode", "serving.contexts=10000, 5x200", "calibration=typical"}},
    {"Ling-2.5-1T", "H200 SXM", {"run.phase=prefill", "run.devices=64", "plan.fsdp=1", "plan.ep=32", "plan.tp=2", "serving.batch=64", "serving.prefixHitRate=0.3"}},
    {"gpt-oss-120b", "B200", {"run.phase=serving", "run.devices=2", "plan.fsdp=1", "plan.dp=2", "serving.weightFormat=fp4", "matmulDtype=fp4", "serving.batch=100", "serving.outputLength=1"}},
    {"gemma-3-27b-it", "TPU v5p", {"run.phase=decode", "run.devices=4", "plan.fsdp=1", "plan.tp=4", "serving.promptLength=32768", "serving.cacheFormat=int8"}},
    {"MiniMax-Text-01", "H200 SXM", {"run.phase=serving", "run.devices=8", "plan.fsdp=1", "plan.tp=8", "plan.expertTensor=8", "fusion=full", "serving.batch=16"}},
};

} // namespace

class ServingTest : public QObject
{
    Q_OBJECT
private slots:
    void everyRow_data();
    void everyRow();
    void weightsAndCacheInMemory();
    void largestBatchFits();
    void throughputOfSteadyState();
    void pipelineKeepsStagesBusy();
    void moreBandwidthNeverSlows();
    void percentiles();
    void badInput_data();
    void badInput();
    void illegalPlans();
};

void ServingTest::everyRow_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow((std::to_string(i) + " " + rows[i].model).c_str()) << static_cast<int>(i);
}

// Texts re-evaluate; floor <= bound <= low <= expected <= high, bound <= serial; parts and losses sum; a plan's bound is no shorter than
// its share of the ideal.
void ServingTest::everyRow()
{
    QFETCH(int, index);
    const Row &row = rows[static_cast<std::size_t>(index)];
    const ServingEstimate e = servingEstimateOf(servedBy(row.model, row.chip, row.settings));
    QVERIFY2(e.legal, e.reason ? text(*e.reason).c_str() : "");
    std::string all;
    for (const std::string &complaint : testing::checkDerivation(e.why))
        all += complaint + "\n";
    QVERIFY2(all.empty(), ("\n" + all).c_str());
    for (const ServedStep &step : e.steps) {
        const ServedLevels &t = step.time;
        const double slack = 1.0 + 1e-12;
        QVERIFY(step.floor.value > 0.0 && step.floor.value <= t.bound.value * slack);
        QVERIFY(t.bound <= t.low && t.low <= t.expected && t.expected <= t.high);
        QVERIFY(t.bound.value <= step.serial.value * slack);
        double bound = 0.0, expected = 0.0;
        for (const StepPart &part : step.parts) {
            bound += part.bound.value;
            expected += part.expected.value;
        }
        QVERIFY2(std::abs(bound - t.bound.value) <= 1e-9 * t.bound.value, qPrintable(QString("%1 %2").arg(bound).arg(t.bound.value)));
        QVERIFY(std::abs(expected - t.expected.value) <= 1e-9 * t.expected.value);
        QVERIFY(t.bound.value * slack >= step.roofline.stepTime.value / static_cast<double>(e.scenario.run.devices));
        double time = step.waterfall.front().seconds.value;
        for (const WaterfallRow &w : step.waterfall) {
            if (w.kind == RowKind::loss)
                time += w.seconds.value;
            else
                QVERIFY(std::abs(time - w.seconds.value) <= 1e-9 * w.seconds.value);
        }
        QVERIFY(std::abs(time - t.expected.value) <= 1e-9 * time);
    }
    double memory = 0.0;
    for (const ServedMemoryPart &part : e.memory)
        memory += part.bytes.value;
    QVERIFY(std::abs(memory - e.memoryTotal.value) <= 1e-12 * memory);
}

// Llama-3.1-70B in fp8 on 8 ranks: products 80 x (2 x 8192² + 2 x 8192 x 1024 + 3 x 8192 x 28672) = 68,451,041,280 weights of a byte,
// table, head (128256 x 8192 each) and norms (161 x 8192, whole on every rank) of two.
void ServingTest::weightsAndCacheInMemory()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-70B", "H100 SXM", {"run.phase=decode", "run.devices=8", "plan.fsdp=1", "plan.tp=8", "serving.weightFormat=fp8",
                                                                           "serving.batch=16", "serving.promptLength=4095", "serving.cacheFormat=fp8"}));
    const auto part = [&](ServedMemoryClass kind) {
        for (const ServedMemoryPart &p : e.memory)
            if (p.kind == kind)
                return p.bytes.value;
        return 0.0;
    };
    QCOMPARE(part(ServedMemoryClass::weights), 68451041280.0 / 8.0 + 2.0 * 2.0 * 128256.0 * 8192.0 / 8.0 + 2.0 * 161.0 * 8192.0);
    QCOMPARE(part(ServedMemoryClass::keyValues), 16.0 * 4096.0 * 163840.0 / 8.0);
    QCOMPARE(part(ServedMemoryClass::logits), 4.0 * 16.0 * 128256.0 / 8.0);
}

void ServingTest::largestBatchFits()
{
    const std::vector<std::string> base{"run.phase=serving", "run.devices=4", "plan.fsdp=1", "plan.dp=2", "plan.tp=2", "serving.promptLength=4000", "serving.outputLength=1000"};
    const auto at = [&](Count batch) {
        std::vector<std::string> settings = base;
        settings.push_back("serving.batch=" + std::to_string(batch));
        return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", settings));
    };
    const Count most = at(2).largestBatch;
    QVERIFY(most > 100 && most % 2 == 0);
    QVERIFY(at(most).feasible);
    const ServingEstimate beyond = at(most + 2);
    QVERIFY(!beyond.feasible && beyond.shortBy.value > 0.0);
    QVERIFY(text(*beyond.reason).find("out of memory") != std::string::npos);
    QCOMPARE(beyond.reasonField, std::string("run.serving.batch"));
}

// Turns: each decode step, B / (O - 1) sequences end; their successors' prefills come in between.
void ServingTest::throughputOfSteadyState()
{
    const auto at = [](const char *mixed) {
        return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=serving", "serving.batch=100", "serving.promptLength=1000", "serving.outputLength=201",
                                                            std::string("serving.mixedSteps=") + mixed}));
    };
    const ServingEstimate turns = at("off"), mixed = at("on");
    const double decode = turns.step("decode")->time.bound.value, prefill = turns.step("prefill")->time.bound.value;
    const double tpot = decode + 100.0 / 200.0 * prefill;
    QVERIFY(std::abs(turns.latency.tpot->bound.value - tpot) <= 1e-12 * tpot);
    QCOMPARE(turns.latency.ttft->bound.value, prefill);
    const double request = prefill + 200.0 * tpot;
    QVERIFY(std::abs(turns.latency.endToEndP50->bound.value - request) <= 1e-12 * request);
    // 201 tokens of each of 100 sequences in 200 steps.
    const double rate = 100.0 * 201.0 / (200.0 * tpot);
    QVERIFY(std::abs(turns.latency.boundTokens - rate) <= 1e-12 * rate);
    // Pieces beside decode steps read the weights once for both: never slower.
    QVERIFY(mixed.latency.boundTokens > turns.latency.boundTokens);
    // A step has 100 new tokens of answers and 100 / 200 prompts of 1000.
    QCOMPARE(mixed.steps.front().tokens, 600.0);
}

// Four stages and four sequences: every stage has one, so a step takes hardly longer than with a single one (the last stage has the head).
void ServingTest::pipelineKeepsStagesBusy()
{
    const auto at = [](const char *batch) {
        return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "run.devices=4", "plan.fsdp=1", "plan.pp=4", std::string("serving.batch=") + batch}));
    };
    const ServingEstimate one = at("1"), four = at("4"), eight = at("8");
    QVERIFY(four.latency.boundTokens > 3.0 * one.latency.boundTokens);
    QVERIFY(eight.latency.tpot->bound > four.latency.tpot->bound);
    double bubble = 0.0;
    for (const StepPart &part : one.steps.front().parts)
        bubble += part.id == "bubble" ? part.bound.value : 0.0;
    QVERIFY(std::abs(bubble - 0.75 * one.latency.tpot->bound.value) < 0.02 * bubble);
}

void ServingTest::moreBandwidthNeverSlows()
{
    for (const Row &row : rows) {
        const Scenario s = servedBy(row.model, row.chip, row.settings);
        Scenario faster = s;
        for (Band<BytesPerSecond> *b : {&faster.hardware.hbmBandwidth.value, &faster.hardware.scaleUpBandwidth.value, &faster.hardware.scaleOutBandwidth.value,
                                        &faster.hardware.linkBandwidth.value})
            *b = {1.5 * b->low, 1.5 * b->expected, 1.5 * b->high};
        const ServingEstimate a = servingEstimateOf(s), b = servingEstimateOf(faster);
        QVERIFY(b.latency.boundTokens >= a.latency.boundTokens);
        QVERIFY(b.latency.expectedTokens.expected >= a.latency.expectedTokens.expected);
    }
}

// Of four requests three take 64 steps and one 200: the median is the shorter, the 99th percentile the longer.
void ServingTest::percentiles()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=serving", "serving.mixedSteps=off", "serving.requests=2000:201, 3x512:65"}));
    const double tpot = e.latency.tpot->bound.value, mean = (2000.0 + 3.0 * 512.0) / 4.0, prefill = e.step("prefill")->time.bound.value;
    const auto near = [](double a, double b) { return std::abs(a - b) <= 1e-12 * b; };
    QVERIFY(near(e.latency.endToEndP50->bound.value, prefill * 512.0 / mean + 64.0 * tpot));
    QVERIFY(near(e.latency.endToEndP99->bound.value, prefill * 2000.0 / mean + 200.0 * tpot));
}

void ServingTest::badInput_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::newRow("batch 0") << "serving.batch=0" << "run.serving.batch" << "0";
    QTest::newRow("no length") << "serving.promptLength=long" << "run.serving.promptLength" << "long";
    QTest::newRow("request without answer") << "serving.requests=100:" << "run.serving.requests" << "100:";
    QTest::newRow("rate of one") << "serving.prefixHitRate=1" << "run.serving.prefixHitRate" << "1";
    QTest::newRow("format") << "serving.weightFormat=int3" << "run.serving.weightFormat" << "int3";
    QTest::newRow("no cache is fp4") << "serving.cacheFormat=fp4" << "run.serving.cacheFormat" << "fp4";
    QTest::newRow("phase") << "run.phase=fly" << "run.phase" << "fly";
}

void ServingTest::badInput()
{
    QFETCH(QString, setting);
    QFETCH(QString, field);
    QFETCH(QString, value);
    Scenario s = servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=serving"});
    const Issues issues = applySetting(s, setting.toStdString());
    QVERIFY(hasError(issues));
    QCOMPARE(QString::fromStdString(issues.front().field), field);
    QVERIFY2(QString::fromStdString(text(issues.front().message)).contains(value), text(issues.front().message).c_str());
}

void ServingTest::illegalPlans()
{
    const ServingEstimate sharded = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "run.devices=4", "plan.fsdp=4"}));
    QVERIFY(!sharded.legal);
    QCOMPARE(sharded.reasonField, std::string("plan.fsdp"));
    QVERIFY(!sharded.steps.front().roofline.operators.empty());
    QVERIFY(!servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "run.devices=3", "plan.fsdp=1", "plan.tp=3"})).legal);
    const Result<ServingEstimate> training = evaluateServing(servedBy("Llama-3.1-8B", "H100 SXM", {}));
    QVERIFY(!training.has_value());
    QCOMPARE(training.error().front().field, std::string("run.phase"));
}

QTEST_APPLESS_MAIN(ServingTest)
#include "serving_test.moc"
