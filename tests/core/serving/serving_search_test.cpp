// Search over plans that serve: rows equal their evaluation, order, limits, Pareto; speculation, pools, goodput.

#include "serving/serving_search.h"
#include "spec/field.h"
#include "support/conformance.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

#include <algorithm>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;

namespace {

ServingSearchResult searchOf(const Scenario &s, const ServingSpace &space = {}) { return searchServing(s, space, {}).value(); }

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

const std::vector<std::string> eightH100{"run.phase=serving", "run.devices=8", "plan.fsdp=8", "calibration=typical", "serving.promptLength=2000", "serving.outputLength=500"};

} // namespace

class ServingSearchTest : public QObject
{
    Q_OBJECT
private slots:
    void rowsEqualTheirEvaluation();
    void everyFactorisation();
    void orderLimitsAndPareto();
    void speculation();
    void pools();
    void poolsOfTwoShapes();
    void goodput();
};

void ServingSearchTest::rowsEqualTheirEvaluation()
{
    for (const char *phase : {"prefill", "decode", "serving"})
        for (const char *model : {"Llama-3.1-70B", "Qwen3-30B-A3B"}) {
            std::vector<std::string> settings{std::string("run.phase=") + phase, "run.devices=4", "plan.fsdp=4", "calibration=typical"};
            const Scenario s = servedBy(model, "H100 SXM", settings);
            const ServingSearchResult found = searchOf(s, {.batches = {3, 64}});
            QVERIFY(found.rows.size() >= 12);
            for (const ServingRow &row : found.rows) {
                Scenario one = s;
                one.plan = row.plan;
                one.run.serving.batch = row.batch;
                const ServingEstimate e = servingEstimateOf(one);
                QCOMPARE(row.latency.boundTokens, e.latency.boundTokens);
                QCOMPARE(row.latency.expectedTokens.expected, e.latency.expectedTokens.expected);
                QCOMPARE(row.memory.value, e.memoryTotal.value);
                QCOMPARE(row.fits(), e.feasible);
                if (row.latency.tpot)
                    QCOMPARE(row.latency.tpot->high.value, e.latency.tpot->high.value);
            }
        }
}

// Llama-3.1-8B on 8: tp and pp in powers of two with tp pp <= 8 are 10 shapes, dp takes the rest.
void ServingSearchTest::everyFactorisation()
{
    const ServingSearchResult found = searchOf(servedBy("Llama-3.1-8B", "H100 SXM", eightH100), {.batches = {8}});
    QCOMPARE(found.rows.size(), std::size_t(10));
    QCOMPARE(found.evaluated, std::size_t(10));
    for (const ServingRow &row : found.rows)
        QCOMPARE(row.plan.product(), Count(8));
}

void ServingSearchTest::orderLimitsAndPareto()
{
    std::vector<std::string> settings = eightH100;
    settings.push_back("serving.tpotLimit=8 ms");
    const ServingSearchResult found = searchOf(servedBy("Llama-3.1-70B", "H100 SXM", settings));
    QVERIFY(found.feasible > 10 && found.feasible < found.evaluated);
    const auto group = [](const ServingRow &r) { return !r.fits() ? 2 : r.keepsLimits ? 0 : 1; };
    for (std::size_t i = 1; i < found.rows.size(); ++i) {
        QVERIFY(group(found.rows[i - 1]) <= group(found.rows[i]));
        if (group(found.rows[i - 1]) == group(found.rows[i]))
            QVERIFY(found.rows[i - 1].latency.boundTokens >= found.rows[i].latency.boundTokens);
    }
    QVERIFY(found.rows.front().keepsLimits && found.rows.front().latency.tpot->bound.value <= 0.008);
    for (const ServingRow &a : found.rows) {
        const bool beaten = std::ranges::any_of(found.rows, [&](const ServingRow &b) {
            return b.fits() && b.latency.boundTokens > a.latency.boundTokens && b.latency.tpot->bound <= a.latency.tpot->bound;
        });
        if (a.pareto)
            QVERIFY(a.fits() && !beaten);
    }
}

// Three proposals, each accepted with 0.5: 1 + 0.5 + 0.25 + 0.125 = 1.875 tokens a step, which checks four tokens of each sequence.
void ServingSearchTest::speculation()
{
    const std::vector<std::string> base{"run.phase=decode", "serving.batch=4", "serving.promptLength=4000"};
    std::vector<std::string> drafted = base;
    drafted.insert(drafted.end(), {"serving.draftTokens=3", "serving.acceptance=0.5", "serving.draftCost=0.2"});
    const ServingEstimate plain = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", base)), e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", drafted));
    QCOMPARE(e.steps.front().tokens, 16.0);
    const double verify = e.steps.front().time.bound.value, step = plain.latency.tpot->bound.value;
    QVERIFY(near(e.latency.tpot->bound.value, (verify + 3.0 * 0.2 * step) / 1.875));
    QVERIFY(near(e.latency.boundTokens, 4.0 / e.latency.tpot->bound.value));
    // A step that is bound by weights checks four tokens nearly for free.
    QVERIFY(verify < 1.1 * step && e.latency.boundTokens > 1.1 * plain.latency.boundTokens);
    QVERIFY(testing::checkDerivation(e.why).empty());
    drafted[4] = "serving.acceptance=1";
    QVERIFY(near(servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", drafted)).latency.tpot->bound.value, (verify + 0.6 * step) / 4.0));
}

// Two of eight chips compute prompts, one each at a time; six decode.
void ServingSearchTest::pools()
{
    std::vector<std::string> settings{"run.phase=serving", "run.devices=8", "plan.fsdp=1", "plan.dp=6", "serving.batch=60", "serving.promptLength=2000",
                                      "serving.outputLength=500", "serving.prefillDevices=2"};
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", settings));
    QVERIFY2(e.legal, e.reason ? text(*e.reason).c_str() : "");
    QVERIFY(testing::checkDerivation(e.why).empty());
    const double prefill = e.step("prefill")->time.bound.value, decode = e.step("decode")->time.bound.value;
    QCOMPARE(e.step("prefill")->sequences, 2.0);
    QCOMPARE(e.latency.tpot->bound.value, decode);
    // 131072 B a token over 50 GB/s of scale-out, each rank its own prompt.
    const double rate = servedBy("Llama-3.1-8B", "H100 SXM", {}).hardware.scaleOutBandwidth.value.high.value;
    QVERIFY(near(e.latency.ttft->bound.value, prefill + 2000.0 * 131072.0 / rate));
    const double perToken = std::max(decode * 499.0 / (60.0 * 500.0), prefill / (2.0 * 500.0));
    QVERIFY(near(e.latency.boundTokens, 1.0 / (8.0 * perToken)));
    const ServingSearchResult found = *searchServing(servedBy("Llama-3.1-8B", "H100 SXM", settings), {}, {});
    QVERIFY(!found.rows.empty());
    for (const ServingRow &row : found.rows)
        QVERIFY(row.plan.product() == 6 && 2 % (row.plan.tp * row.plan.pp) == 0);
    settings.back() = "serving.prefillDevices=8";
    QCOMPARE(servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", settings)).reasonField, std::string("run.serving.prefillDevices"));
}

// The chips for prompts have degrees of their own: both compute one prompt, as two chips do that do nothing else.
void ServingSearchTest::poolsOfTwoShapes()
{
    std::vector<std::string> settings{"run.phase=serving", "run.devices=8", "plan.fsdp=1", "plan.dp=6", "serving.batch=60", "serving.promptLength=2000",
                                      "serving.outputLength=500", "serving.prefillDevices=2", "serving.prefillTensor=2"};
    const auto with = [&](const char *last) {
        settings.back() = last;
        return servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", settings));
    };
    const ServingEstimate e = with("serving.prefillTensor=2");
    QVERIFY2(e.legal, e.reason ? text(*e.reason).c_str() : "");
    QVERIFY(testing::checkDerivation(e.why).empty());
    const ServingEstimate alone = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=prefill", "run.devices=2", "plan.fsdp=1", "plan.dp=1", "plan.tp=2",
                                                                                          "serving.batch=1", "serving.promptLength=2000"}));
    const double prefill = e.step("prefill")->time.bound.value;
    QCOMPARE(e.step("prefill")->sequences, 1.0);
    QCOMPARE(prefill, alone.step("prefill")->time.bound.value);
    // Two chips send half of the prompt's cache each, the chip that decodes receives all 131072 B a token of it.
    const double rate = servedBy("Llama-3.1-8B", "H100 SXM", {}).hardware.scaleOutBandwidth.value.high.value;
    QVERIFY(near(e.latency.ttft->bound.value, prefill + 2000.0 * 131072.0 / rate));
    QCOMPARE(e.latency.tpot->bound.value, with("serving.prefillTensor=0").latency.tpot->bound.value);
    QCOMPARE(with("serving.prefillPipeline=4").reasonField, std::string("run.serving.prefillDevices")); // of two chips
    settings[7] = "serving.prefillDevices=3";
    settings[3] = "plan.dp=5";
    QCOMPARE(with("serving.prefillTensor=3").reasonField, std::string("run.serving.prefillTensor")); // 32 heads
}

// Of two requests with equal answers, one keeps 50 ms to its first token.
void ServingSearchTest::goodput()
{
    const std::vector<std::string> settings{"run.phase=serving", "serving.mixedSteps=off", "serving.requests=500:100, 20000:100", "serving.ttftLimit=50 ms"};
    const ServingEstimate e = servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", settings));
    QVERIFY(e.latency.boundGoodput.has_value());
    QVERIFY(near(*e.latency.boundGoodput, 0.5 * e.latency.boundTokens));
    std::vector<std::string> slow = settings;
    slow.back() = "serving.tpotLimit=1 us";
    QCOMPARE(*servingEstimateOf(servedBy("Llama-3.1-8B", "H100 SXM", slow)).latency.boundGoodput, 0.0);
}

QTEST_APPLESS_MAIN(ServingSearchTest)
#include "serving_search_test.moc"
