// How the stages of a pipeline share the layers: equally, by compute, or as listed.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "estimate/stage_split.h"
#include "ops/legal_plan.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "support/scenarios.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using namespace headroom;
using testing::scenarioOf;

namespace {

using Layers = std::vector<Count>;

Layers repeated(std::size_t times, Count layers, Layers then = {})
{
    Layers out(times, layers);
    out.insert(out.end(), then.begin(), then.end());
    return out;
}

// Blocks of a made model: embedding, one kind of layer for each cost, head.
struct MadeModel
{
    ModelBlocks blocks;
    std::vector<double> costs;

    MadeModel(double embedding, const std::vector<double> &layers, double head)
    {
        const auto add = [&](BlockKind kind, double cost) {
            blocks.blocks.push_back({.kind = kind, .name = {}});
            costs.push_back(cost);
            return blocks.blocks.size() - 1;
        };
        blocks.embedding = add(BlockKind::embedding, embedding);
        for (const double cost : layers)
            blocks.order.push_back(static_cast<std::uint16_t>(add(BlockKind::layer, cost)));
        blocks.head = add(BlockKind::head, head);
    }
    double dearest(const Layers &layers) const
    {
        double most = 0.0;
        std::size_t layer = 0;
        for (std::size_t piece = 0; piece < layers.size(); ++piece) {
            double held = (piece == 0 ? costs[blocks.embedding] : 0.0) + (piece + 1 == layers.size() ? costs[blocks.head] : 0.0);
            for (Count n = 0; n < layers[piece]; ++n)
                held += costs[blocks.order[layer++]];
            most = std::max(most, held);
        }
        return most;
    }
};

// The least of all splits, tried one by one.
double leastOf(const MadeModel &model, Layers chosen, std::size_t pieces)
{
    const Count left = static_cast<Count>(model.blocks.order.size()) - std::accumulate(chosen.begin(), chosen.end(), Count{0});
    if (chosen.size() + 1 == pieces) {
        chosen.push_back(left);
        return model.dearest(chosen); // the last one may do without
    }
    double least = INFINITY;
    for (Count n = 1; n <= left - static_cast<Count>(pieces - chosen.size() - 2); ++n) {
        Layers next = chosen;
        next.push_back(n);
        least = std::min(least, leastOf(model, std::move(next), pieces));
    }
    return least;
}

Layers balanced(const Scenario &s, Count pieces)
{
    return balancedLayers(blockStructure(s.model), blockCosts(s.model, s.run, s.hardware, {}), pieces);
}

} // namespace

class StageSplitTest : public QObject
{
    Q_OBJECT
private slots:
    void even();
    void published();
    void headOfALargeVocabulary();
    void leastOfAll();
    void listed();
    void rules_data();
    void rules();
    void stepOfTheBusiestStage();
    void independentOfTheBatch();
    void stagesOfSeveralParts();
    void recomputedLayersCost();
    void thisPlanIsTheSystemBound();
    void manyStages();
};

// 61 layers on 8 pieces: 7 each and 5 left, one more on pieces 1 to 5.
void StageSplitTest::even()
{
    QCOMPARE(evenLayers(61, 8), (Layers{7, 8, 8, 8, 8, 8, 7, 7}));
    QCOMPARE(evenLayers(32, 4), repeated(4, 8));
}

// DeepSeek-V3 with one MTP module as NVIDIA lays it out by hand (recipes/deepseek/deepseek_v3.py, Megatron-Bridge v0.2): on 4, 8 and 16
// stages the last one holds MTP module and head in place of three layers.
void StageSplitTest::published()
{
    Scenario s = scenarioOf("DeepSeek-V3", "H100 SXM");
    s.model.mtpDepth = 1;
    QCOMPARE(balanced(s, 4), repeated(3, 16, {13}));
    QCOMPARE(balanced(s, 8), repeated(7, 8, {5}));
    QCOMPARE(balanced(s, 16), repeated(15, 4, {1}));
}

// Llama 3.1 8B in bf16: a layer has 218.1 M weights that multiply and half a sequence of keys, the head 525.3 M: about two layers at 8,192.
// 32 layers on 4: 34.2 layers' worth, so nine are the most that a stage must hold, and the last one takes six of its own.
void StageSplitTest::headOfALargeVocabulary()
{
    const Scenario s = testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.sequenceLength=8192"});
    QCOMPARE(balanced(s, 4), (Layers{8, 9, 9, 6}));
}

void StageSplitTest::leastOfAll()
{
    std::mt19937_64 random(61);
    std::uniform_real_distribution<double> cost(0.2, 2.0);
    for (int round = 0; round < 200; ++round) {
        std::vector<double> layers(4 + random() % 7);
        std::ranges::generate(layers, [&] { return cost(random); });
        const MadeModel model(cost(random) - 0.2, layers, 3.0 * cost(random));
        const std::size_t pieces = 2 + random() % 3;
        const Layers found = balancedLayers(model.blocks, model.costs, static_cast<Count>(pieces));
        QCOMPARE(std::accumulate(found.begin(), found.end(), Count{0}), static_cast<Count>(layers.size()));
        QVERIFY(std::ranges::all_of(found.begin(), found.end() - 1, [](Count n) { return n >= 1; }) && found.back() >= 0);
        QVERIFY(std::abs(model.dearest(found) - leastOf(model, {}, pieces)) < 1e-6);
    }
}

void StageSplitTest::listed()
{
    QCOMPARE(*parseStageLayers("4*15, 1"), repeated(15, 4, {1}));
    QCOMPARE(*parseStageLayers(" 0;1*2 3 "), (Layers{0, 1, 1, 3}));
    QCOMPARE(stageLayersText(repeated(15, 4, {1})), std::string("4*15, 1"));
    for (const char *wrong : {"65537", "9223372036854775807", "four", "4*", "*4", "4*0", "-1", "4*15x", "1*65537", "99999999999999999999", "4**2"}) {
        const auto read = parseStageLayers(wrong);
        QVERIFY2(!read, wrong);
        QCOMPARE(read.error().front().field, std::string("plan.stageLayers"));
        QVERIFY(text(read.error().front().message).find(wrong) != std::string::npos);
    }
}

void StageSplitTest::rules_data()
{
    QTest::addColumn<QString>("layers");
    QTest::addColumn<QString>("broken");
    QTest::newRow("right") << "9*3, 5" << "";
    QTest::newRow("a stage without a layer") << "11*2, 10, 0" << "";
    QTest::newRow("too few stages") << "16*2" << "stageLayers lists 2 stages where pp · virtualStages are 4";
    QTest::newRow("too many layers") << "9*4" << "stageLayers lists 36 layers where the model has 32";
    QTest::newRow("none") << "" << "stageLayers lists 0 stages where pp · virtualStages are 4";
}

void StageSplitTest::rules()
{
    QFETCH(QString, layers);
    QFETCH(QString, broken);
    Scenario s = scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.plan.pp = 4;
    s.plan.stageSplit = StageSplit::listed;
    s.plan.stageLayers = layers.toStdString();
    const auto rule = brokenRule(s.model, s.run, s.plan);
    QCOMPARE(rule ? QString::fromStdString(text(rule->message())) : QString(), broken);
}

// Two stages of Llama 3.1 8B, listed 31 and 1 or 16 and 16: the step follows the busiest stage, so the first is slower at any level; and
// what is listed as the even split is the even split.
void StageSplitTest::stepOfTheBusiestStage()
{
    Scenario s = testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"run.devices=16", "run.globalBatch=64", "plan.fsdp=8", "plan.dp=1", "plan.pp=2"});
    const auto stepOf = [&](StageSplit split, const char *layers) {
        s.plan.stageSplit = split;
        s.plan.stageLayers = layers;
        const auto estimate = evaluate(s);
        return estimate->system.stepTime.bound.value;
    };
    const double even = stepOf(StageSplit::even, ""), listed = stepOf(StageSplit::listed, "16, 16"), lopsided = stepOf(StageSplit::listed, "31, 1");
    QCOMPARE(listed, even);
    QVERIFY(lopsided > 1.5 * even);
    QVERIFY(stepOf(StageSplit::balanced, "") < even); // the last stage no longer waits for the head
}

// Another batch, another chip count: the same layers.
void StageSplitTest::independentOfTheBatch()
{
    for (const char *name : {"DeepSeek-V3", "Kimi-Linear-48B-A3B-Instruct", "Llama-3.1-405B", "gpt-oss-120b"}) {
        Scenario s = scenarioOf(name, "H100 SXM");
        const Layers first = balanced(s, 8);
        s.run.globalBatch *= 7;
        QCOMPARE(balanced(s, 8), first);
    }
}

// Two parts a stage: layers of 1 on 4 stages and a head of 8. Parts balanced alone would be 4 * 7 and 0, so that stages hold 8, 8, 8 and
// 4 + 8; stages of 9, 9, 9 and 1 + 8 are no dearer than 9, whose parts are 5 and 4, and 1 and the head's.
void StageSplitTest::stagesOfSeveralParts()
{
    const MadeModel model(0.0, std::vector<double>(28, 1.0), 8.0);
    QCOMPARE(balancedLayers(model.blocks, model.costs, 8), repeated(7, 4, {0}));
    QCOMPARE(balancedLayers(model.blocks, model.costs, 4, 2), (Layers{5, 5, 5, 1, 4, 4, 4, 0}));
    // Where stages come out alike, the parts decide: DeepSeek-V3 as NVIDIA lays it out on 4 stages of 4 parts.
    Scenario s = scenarioOf("DeepSeek-V3", "H100 SXM");
    s.model.mtpDepth = 1;
    QCOMPARE(balancedLayers(blockStructure(s.model), blockCosts(s.model, s.run, s.hardware, {}), 4, 4), repeated(15, 4, {1}));
}

// Under full recomputation a layer costs a third more and the head as much as before: the last stage holds more layers.
void StageSplitTest::recomputedLayersCost()
{
    Scenario s = scenarioOf("gemma-2-2b", "H100 SXM");
    s.plan.pp = 4;
    s.plan.stageSplit = StageSplit::balanced;
    const auto last = [&](RematPolicy policy) {
        s.plan.remat = policy;
        return layersOfPieces(blockStructure(s.model), s.model, s.run, s.hardware, s.plan).back();
    };
    QVERIFY(last(RematPolicy::full) > last(RematPolicy::none));
}

// A plan that fits and beats what a search has found is the System bound itself.
void StageSplitTest::thisPlanIsTheSystemBound()
{
    Scenario s = testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"),
                               {"run.devices=16", "run.globalBatch=64", "plan.dp=1", "plan.fsdp=8", "plan.pp=2", "plan.stageSplit=listed", "plan.stageLayers=17,15"});
    Plan even = s.plan;
    even.stageSplit = StageSplit::even;
    Scenario other = s;
    other.plan = even;
    const auto found = evaluate(other);
    QVERIFY(found && found->system.feasible);
    const auto estimate = evaluate(s, BestPlan{even, found->system.boundMfu, found->system.expectedMfu});
    QVERIFY(estimate && estimate->system.feasible && estimate->system.boundMfu > found->system.boundMfu);
    QVERIFY(estimate->best && estimate->best->plan == s.plan);
    QCOMPARE(estimate->best->boundMfu, estimate->system.boundMfu);
}

// As many stages as layers, thousands of them: every evaluation splits them.
void StageSplitTest::manyStages()
{
    const MadeModel model(0.0, std::vector<double>(4096, 1.0), 3.0);
    const Layers found = balancedLayers(model.blocks, model.costs, 4096);
    QCOMPARE(std::accumulate(found.begin(), found.end(), Count{0}), Count(4096));
    QCOMPARE(model.dearest(found), 3.0);
}

QTEST_APPLESS_MAIN(StageSplitTest)
#include "stage_split_test.moc"
