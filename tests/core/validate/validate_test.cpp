// Measured runs: what a row may say, what is wrong with a row, how comparisons are added up. Expected values by hand.

#include "estimate/estimate.h"
#include "spec/catalog.h"
#include "support/support.h"
#include "validate/framework.h"
#include "validate/summary.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

// Llama-3.1-8B on 8 H100, fsdp 8: 16 sequences of 8192 tokens.
const std::string row =
    R"({"id":"a/1","sweep":"a/8B/8","model":{"config":"Llama-3.1-8B"},"chip":"h100_sxm","devices":8,"globalBatch":16,"microBatch":1,)"
    R"("seqLen":8192,"plan":{"dp":1,"fsdp":8,"tp":1,"ep":1,"pp":1,"cp":1,"virtualStages":null,"zero":3},"native":{"style":"fsdp"},)"
    R"("remat":{"kind":"full","policy":"full"},"dtype":"bf16","flashAttention":true,"tuned":true,"quality":"A","notes":[],)"
    R"("measured":{"stepTime":null,"tokensPerSecondPerChip":4096.0,"peakMemoryBytes":60e9,"outcome":"ok"},"derived":{"stepTime":null}})";

std::string with(std::string text, const std::string &from, const std::string &to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string("not found: " + from) : text.replace(at, from.size(), to);
}

Comparison compared(const std::string &text)
{
    const MeasuredRuns read = readMeasuredRuns(text, "rows.jsonl");
    return read.runs.empty() ? Comparison{} : compare(read.runs.front());
}

} // namespace

class ValidateTest : public QObject
{
    Q_OBJECT
private slots:
    void readsRow();
    void badRows_data();
    void badRows();
    void proxyOfFewerLayers();
    void dimensions();
    void boundIsThatOfAFusedPlan();
    void notScored_data();
    void notScored();
    void unknownsAreFlagged();
    void ranks();
    void sums();
    void frameworksAreOrdered();
    void hostIsAFloor();
    void policiesByName_data();
    void policiesByName();
    void noRunAboveItsBound();
};

// 4096 tokens/s on 8 chips: 16 * 8192 / (8 * 4096) = 4 s.
void ValidateTest::readsRow()
{
    const MeasuredRuns read = readMeasuredRuns("\n" + row + "\r\n\n", "rows.jsonl");
    QVERIFY(read.issues.empty());
    QCOMPARE(read.runs.size(), std::size_t(1));
    const MeasuredRun &run = read.runs.front();
    QCOMPARE(run.line, std::size_t(2));
    QCOMPARE(run.stepTime->value, 4.0);
    QCOMPARE(run.plan->fsdp, Count(8));
    QCOMPARE(*run.remat, RematPolicy::full);
    QCOMPARE(run.origin(), std::string("a"));
    QCOMPARE(run.peakMemory->value, 60e9);
}

void ValidateTest::badRows_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("says");
    const auto bad = [](const char *name, const std::string &text, const char *says) { QTest::newRow(name) << text << says; };
    bad("no JSON", "{", "rows.jsonl:1");
    bad("a list", "[]", "rows.jsonl:1");
    bad("a degree of 0", with(row, "\"fsdp\":8", "\"fsdp\":0"), "rows.jsonl:1: plan.fsdp");
    bad("another product", with(row, "\"fsdp\":8", "\"fsdp\":4"), "8 devices, not to 4");
    bad("unknown model", with(row, "Llama-3.1-8B", "Llama-9"), "rows.jsonl:1: model.config");
    bad("time is a text", with(row, "\"stepTime\":null", "\"stepTime\":\"fast\""), "measured.stepTime");
    bad("negative memory", with(row, "60e9", "-60e9"), "measured.peakMemoryBytes");
    bad("no chip", with(row, "\"chip\":\"h100_sxm\",", ""), "rows.jsonl:1: chip");
    bad("quality D", with(row, "\"quality\":\"A\"", "\"quality\":\"D\""), "rows.jsonl:1: quality");
    bad("unknown outcome", with(row, "\"outcome\":\"ok\"", "\"outcome\":\"fine\""), "measured.outcome");
    bad("plan is a list", with(row, "{\"dp\":1,\"fsdp\":8,\"tp\":1,\"ep\":1,\"pp\":1,\"cp\":1,\"virtualStages\":null,\"zero\":3}", "[1]"), "rows.jsonl:1: plan");
    bad("notes hold numbers", with(row, "\"notes\":[]", "\"notes\":[1, null]"), "");
}

// A bad line is named; the good one behind it is still read.
void ValidateTest::badRows()
{
    QFETCH(std::string, text);
    QFETCH(QString, says);
    const MeasuredRuns read = readMeasuredRuns(text + "\n" + row, "rows.jsonl");
    if (says.isEmpty()) {
        QVERIFY(read.issues.empty());
        return;
    }
    QVERIFY(!read.issues.empty());
    const std::string first = headroom::text(read.issues.front());
    QVERIFY2(first.find(says.toStdString()) != std::string::npos, first.c_str());
    QCOMPARE(read.runs.size(), std::size_t(1));
    QCOMPARE(read.runs.front().line, std::size_t(2));
}

void ValidateTest::proxyOfFewerLayers()
{
    const MeasuredRuns read = readMeasuredRuns(with(row, "\"config\":\"Llama-3.1-8B\"", "\"config\":\"Llama-3.1-8B\",\"layers\":4"), "rows.jsonl");
    QCOMPARE(layerCount(*read.runs.front().model), Count(4));
}

// 2 layers, H 64, 4 heads of 16, F 256, V 1000, not gated, not tied: per layer 4 * 64² + 2 * 64 * 256 + 2 * 64 = 49,280 weights.
void ValidateTest::dimensions()
{
    const std::string shape = R"("name":"tiny","hidden":64,"layers":2,"heads":4,"kvHeads":4,"headDim":16,"ffn":256,"vocab":1000,"gated":false,"tied":false,"attention":"full","window":null)";
    const MeasuredRuns read = readMeasuredRuns(with(row, "\"config\":\"Llama-3.1-8B\"", shape), "rows.jsonl");
    QVERIFY(read.issues.empty());
    QCOMPARE(countParameters(*read.runs.front().model).total, 2.0 * 49280.0 + 2.0 * 64000.0 + 64.0);
}

void ValidateTest::boundIsThatOfAFusedPlan()
{
    const Comparison c = compared(row);
    QVERIFY(c.scored());
    Scenario s = defaultScenario(*catalogModel("Llama-3.1-8B"), *catalogHardware("H100 SXM"));
    s.run.devices = s.plan.fsdp = 8;
    s.run.globalBatch = 16;
    s.run.sequenceLength = 8192;
    s.run.fusion = Fusion::full;
    s.run.stateRecipe = StateRecipe::bf16Gradients;
    s.plan.remat = RematPolicy::full;
    s.plan.rematMode = RematMode::needed;
    const Result<Estimate> e = evaluate(s);
    QVERIFY(e);
    QCOMPARE(c.bound.value, e->system.stepTime.bound.value);
    QVERIFY(c.bound <= c.low && c.low <= c.expected && c.expected <= c.high);
    QCOMPARE(c.ratio(), c.expected.value / 4.0);
    QVERIFY(!c.memory->oomPredicted());
}

void ValidateTest::notScored_data()
{
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::string>("reason");
    const auto left = [](const char *name, const char *from, const char *to, const char *reason) {
        QTest::newRow(name) << std::string(from) << std::string(to) << std::string(reason);
    };
    left("quality C", "\"quality\":\"A\"", "\"quality\":\"C\"", "quality C");
    left("not tuned", "\"tuned\":true", "\"tuned\":false", "not tuned");
    left("nvfp4", "\"bf16\"", "\"nvfp4\"", "nvfp4");
    left("no model", "\"config\":\"Llama-3.1-8B\"", "\"name\":\"x\"", "model not described");
    left("chip", "h100_sxm", "abacus", "chip abacus is not in the catalog");
    left("batch", "\"globalBatch\":16", "\"globalBatch\":12", "plan not legal");
    left("no time", "\"tokensPerSecondPerChip\":4096.0", "\"tokensPerSecondPerChip\":null", "no step time");
}

void ValidateTest::notScored()
{
    QFETCH(std::string, from);
    QFETCH(std::string, to);
    QFETCH(std::string, reason);
    const Comparison c = compared(with(row, from, to));
    QVERIFY(!c.scored());
    QVERIFY2(c.reason.find(reason) != std::string::npos, c.reason.c_str());
}

void ValidateTest::unknownsAreFlagged()
{
    const Comparison c = compared(with(with(row, "\"microBatch\":1", "\"microBatch\":null"), "\"policy\":\"full\"", "\"policy\":null"));
    QVERIFY(c.scored());
    QCOMPARE(c.flags.size(), std::size_t(2));
    QVERIFY(c.bound <= compared(row).bound);
}

// 1, 2, 3, 4 against 1, 3, 2, 4: 1 - 6 * 2 / (4 * 15) = 0.8; two equal values share their rank.
void ValidateTest::ranks()
{
    QVERIFY(std::abs(spearman({1, 2, 3, 4}, {10, 30, 20, 40}) - 0.8) < 1e-12);
    QCOMPARE(spearman({1, 2, 3}, {3, 2, 1}), -1.0);
    QCOMPARE(spearman({1, 1, 2}, {5, 5, 9}), 1.0);
    QCOMPARE(spearman({1, 2, 3}, {4, 4, 4}), 0.0);
}

// Ratios 0.9 and 1.2: mean error 15 %, median 1.05; one of two is inside, none above its bound.
void ValidateTest::sums()
{
    Comparison a, b;
    a.run.sweep = b.run.sweep = "s/x";
    a.run.stepTime = b.run.stepTime = Seconds(1.0);
    a.bound = a.low = Seconds(0.5);
    b.bound = b.low = Seconds(1.0);
    a.expected = Seconds(0.9);
    a.high = Seconds(0.95);
    b.expected = Seconds(1.2);
    b.high = Seconds(2.0);
    Comparison left = a;
    left.reason = "not tuned";
    const Summary s = summary({a, b, left});
    QCOMPARE(s.all.rows, std::size_t(2));
    QVERIFY(std::abs(s.all.meanError - 0.15) < 1e-12);
    QVERIFY(std::abs(s.all.medianRatio - 1.05) < 1e-12);
    QCOMPARE(s.all.insideShare, 0.5);
    QCOMPARE(s.all.aboveBound, std::size_t(0));
    QCOMPARE(s.all.bestOfBound, 1.0);
    QCOMPARE(s.left.front().first, std::string("not tuned"));
    QVERIFY(s.sweeps.empty());
}

// Read without an issue, bands in order, a source each; fitted ones name what they were fitted on.
void ValidateTest::frameworksAreOrdered()
{
    QVERIFY(frameworks().size() >= 2);
    for (const Framework &f : frameworks()) {
        for (const Band<double> *band : {&f.overlap, &f.compute, &f.stream, &f.links, &f.scaleOut, &f.gap, &f.host, &f.hostPerTensorRank})
            QVERIFY(band->low <= band->expected && band->expected <= band->high);
        QVERIFY(!f.source.empty());
        QCOMPARE(f.points > 0, !f.fittedOn.empty());
    }
    const HardwareSpec h100 = *catalogHardware("H100 SXM");
    MeasuredRun unknown;
    unknown.style = "a launcher that nobody knows";
    QCOMPARE(&frameworkOf(unknown, h100), &frameworks().front());
}

// Llama-3.1-8B, 32 layers in two stages of tp 8, one sequence of 128 tokens at a time: the device is done in well under a millisecond per
// layer, the host issues one in 4.7 ms + 8 * 2.85 ms = 27.5 ms (resources/frameworks, "several stages"). 16 micro-batches pass
// two stages in 17 rounds of 16 layers: 17 * 16 * 27.5 ms = 7.48 s, and the optimizer (4 B/parameter and rank: a few ms) follows.
void ValidateTest::hostIsAFloor()
{
    const std::string small = with(with(with(with(row, "\"devices\":8", "\"devices\":16"), "\"seqLen\":8192", "\"seqLen\":128"), "\"style\":\"fsdp\"",
                                        "\"style\":\"nanotron\""), "\"fsdp\":8,\"tp\":1,\"ep\":1,\"pp\":1", "\"fsdp\":1,\"tp\":8,\"ep\":1,\"pp\":2");
    const Comparison two = compared(with(small, "\"policy\":\"full\"", "\"policy\":\"none\""));
    QVERIFY2(two.timed, two.reason.c_str());
    QCOMPARE(two.microBatchCount, Count{16});
    QVERIFY2(two.expected.value > 7.48 && two.expected.value < 7.48 * 1.02, std::to_string(two.expected.value).c_str());
    QVERIFY(two.bound.value < 0.5); // what no software could pass knows of no host
    Seconds sum{};
    for (const Seconds part : two.parts)
        sum += part;
    QVERIFY(std::abs(sum / two.expected - 1.0) < 1e-9);
}

void ValidateTest::policiesByName_data()
{
    QTest::addColumn<std::string>("remat");
    QTest::addColumn<std::string>("policy"); // empty: not known
    QTest::newRow("ours") << std::string(R"({"kind":"full","policy":"full"})") << std::string("full");
    QTest::newRow("MaxText's") << std::string(R"({"kind":"selective","policy":"minimal"})") << std::string("maxtext.minimal");
    QTest::newRow("Megatron's core") << std::string(R"({"kind":"selective","text":"recompute core_attn"})") << std::string("selective");
    QTest::newRow("other modules") << std::string(R"({"kind":"selective","text":"recompute moe_act, core_attn"})") << std::string("selective");
    QTest::newRow("modules in a list") << std::string(R"({"kind":"selective","recomputed":["layernorm mlp","moe"]})") << std::string("selective");
    QTest::newRow("modules that are none") << std::string(R"({"kind":"selective","text":"recompute norm, act"})") << std::string();
    QTest::newRow("custom, of what is not said") << std::string(R"({"kind":"custom","policy":"custom"})") << std::string();
}

void ValidateTest::policiesByName()
{
    QFETCH(std::string, remat);
    QFETCH(std::string, policy);
    const MeasuredRuns read = readMeasuredRuns(with(row, R"({"kind":"full","policy":"full"})", remat), "rows.jsonl");
    QCOMPARE(read.runs.size(), std::size_t(1));
    const std::optional<RematPolicy> found = read.runs.front().remat;
    QCOMPARE(found ? std::string(keyOf(*found)) : std::string(), policy);
}

// The public run of each chip that comes nearest to its bound, and two whose expert exchange dominates: each row names where it was
// published. None is faster than its bound, and none of them is far from it.
void ValidateTest::noRunAboveItsBound()
{
    const MeasuredRuns read = readMeasuredRuns(testing::testData("core/validate/data/best_of_chip.jsonl"), "best_of_chip.jsonl");
    QVERIFY(read.issues.empty());
    QVERIFY(read.runs.size() >= 15);
    for (const MeasuredRun &run : read.runs) {
        const Comparison c = compare(run);
        QVERIFY2(c.scored(), c.reason.c_str());
        const double share = c.bound / *run.stepTime;
        QVERIFY2(share > 0.3 && share <= 1.0, qPrintable(QString("%1: %2").arg(run.id.c_str()).arg(share)));
    }
}

QTEST_APPLESS_MAIN(ValidateTest)
#include "validate_test.moc"
