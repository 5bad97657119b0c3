// What a cluster measured at the end of the waterfall, caches by kind, and memory over the batch.

#include "serving/serving.h"
#include "support/conformance.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;

namespace {

bool close(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

const WaterfallRow *rowOf(const ServedStep &step, const std::string &id)
{
    const auto row = std::ranges::find(step.waterfall, id, &WaterfallRow::id);
    return row == step.waterfall.end() ? nullptr : &*row;
}

double partOf(const ServingEstimate &e, ServedMemoryClass kind)
{
    const auto part = std::ranges::find(e.memory, kind, &ServedMemoryPart::kind);
    return part == e.memory.end() ? 0.0 : part->bytes.value;
}

} // namespace

class MeasuredStepTest : public QObject
{
    Q_OBJECT
private slots:
    void ofADecodeStep();
    void betweenPrompts();
    void ofAPrefill();
    void impossibleTimes();
    void cachesByKind();
    void memoryGrowsWithTheBatch();
};

// Without a draft the time per output token is the step's: MFU = F / (N peak 0.05 s).
void MeasuredStepTest::ofADecodeStep()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-70B", "H100 SXM", {"run.phase=decode", "run.devices=8", "plan.fsdp=1", "plan.tp=8",
                                                                                      "serving.batch=64", "measuredStepTime=50 ms"}));
    const ServedStep &step = e.steps.front();
    const WaterfallRow *measured = rowOf(step, "measured"), *lost = rowOf(step, "unexplained"), *expected = rowOf(step, "expected");
    QVERIFY(measured && lost && expected);
    QVERIFY(close(measured->seconds.value, 0.05, 1e-12));
    QVERIFY(close(measured->mfu, step.modelFlops.value / (8.0 * step.roofline.peak.value * 0.05), 1e-12));
    QVERIFY(close(lost->mfu, expected->mfu - measured->mfu, 1e-9));
    QVERIFY(close(lost->seconds.value, 0.05 - expected->seconds.value, 1e-9));
    QVERIFY(testing::checkDerivation(e.why).empty());
    QCOMPARE(e.why.term(measured->term).value, measured->mfu);
}

// Of phases with both, the decode step's; the prefill has no bar.
void MeasuredStepTest::betweenPrompts()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=serving", "serving.mixedSteps=off", "measuredStepTime=1 s"}));
    QCOMPARE(rowOf(*e.step("decode"), "measured")->seconds.value, 1.0);
    QVERIFY(!rowOf(*e.step("prefill"), "measured"));
}

void MeasuredStepTest::ofAPrefill()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=prefill", "serving.batch=4", "measuredStepTime=2 s"}));
    QVERIFY(close(rowOf(e.steps.front(), "measured")->seconds.value, 2.0, 1e-12));
}

// Faster than the bound is shown and doubted.
void MeasuredStepTest::impossibleTimes()
{
    const auto of = [](const char *time) { return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", std::string("measuredStepTime=") + time})); };
    const auto doubted = [](const ServingEstimate &e) {
        return std::ranges::any_of(e.issues, [](const Issue &i) { return i.field == "run.measuredStepTime" && i.severity == Severity::warning; });
    };
    QVERIFY(!doubted(of("1 s")));
    const ServingEstimate fast = of("1 us");
    QVERIFY(rowOf(fast.steps.front(), "measured")->mfu > fast.steps.front().boundMfu && doubted(fast));
}

void MeasuredStepTest::cachesByKind()
{
    // DeepSeek-V3: 70,272 B of latents per token, 61 layers; 8 sequences of 1023 + 1 tokens.
    const ServingEstimate deepseek = servingEstimateOf(servedBy("DeepSeek-V3", "H200 SXM", {"run.phase=decode", "serving.batch=8", "serving.promptLength=1023"}));
    QCOMPARE(partOf(deepseek, ServedMemoryClass::latents), 70272.0 * 8.0 * 1024.0);
    QCOMPARE(partOf(deepseek, ServedMemoryClass::keyValues), 0.0);
    // Llama-3.1-8B: 32 layers x 2 x 8 x 128 x 2 B = 131,072 B per token; no window, no state.
    const ServingEstimate full = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "serving.batch=8", "serving.promptLength=1023"}));
    QCOMPARE(partOf(full, ServedMemoryClass::keyValues), 131072.0 * 8.0 * 1024.0);
    QCOMPARE(partOf(full, ServedMemoryClass::windows) + partOf(full, ServedMemoryClass::latents) + partOf(full, ServedMemoryClass::states), 0.0);
    // Windows stop growing at their width; whole layers go on.
    const auto gemma = [](const char *length) {
        return servingEstimateOf(servedBy("gemma-3-27b-it", "H200 SXM", {"run.phase=decode", "serving.batch=4", std::string("serving.promptLength=") + length}));
    };
    QVERIFY(partOf(gemma("8192"), ServedMemoryClass::windows) > 0.0);
    QCOMPARE(partOf(gemma("8192"), ServedMemoryClass::windows), partOf(gemma("65536"), ServedMemoryClass::windows));
    QVERIFY(partOf(gemma("65536"), ServedMemoryClass::keyValues) > 7.9 * partOf(gemma("8192"), ServedMemoryClass::keyValues));
    // States do not depend on the length at all; latents of the few attention layers do.
    const ServingEstimate kimi = servingEstimateOf(servedBy("Kimi-Linear-48B-A3B-Instruct", "H200 SXM", {"run.phase=decode", "serving.batch=4"}));
    QVERIFY(partOf(kimi, ServedMemoryClass::states) > 0.0 && partOf(kimi, ServedMemoryClass::latents) > 0.0);
}

void MeasuredStepTest::memoryGrowsWithTheBatch()
{
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-70B", "H100 SXM", {"run.phase=serving", "run.devices=16", "plan.fsdp=1", "plan.dp=2", "plan.tp=8", "serving.batch=48"}));
    QVERIFY(e.memoryOverBatch.size() > 10);
    QCOMPARE(e.memoryOverBatch.front().sequences, Count{2}); // one for each replica
    QVERIFY(e.memoryOverBatch.back().sequences > e.largestBatch);
    QVERIFY(e.memoryOverBatch.back().total.value > e.memoryCapacity.value);
    for (std::size_t i = 0; i < e.memoryOverBatch.size(); ++i) {
        const ServedMemoryPoint &point = e.memoryOverBatch[i];
        double sum = 0.0;
        for (const Bytes part : point.parts)
            sum += part.value;
        QVERIFY(close(sum, point.total.value, 1e-12));
        QVERIFY(i == 0 || (point.sequences > e.memoryOverBatch[i - 1].sequences && point.total > e.memoryOverBatch[i - 1].total));
        QCOMPARE(point.total <= e.memoryCapacity, point.sequences <= e.largestBatch);
    }
    // No plan, no memory.
    QVERIFY(servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode", "run.devices=3", "plan.fsdp=1", "plan.tp=3"})).memoryOverBatch.empty());
}

QTEST_APPLESS_MAIN(MeasuredStepTest)
#include "measured_step_test.moc"
