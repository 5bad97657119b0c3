// Which calls a block makes: counts and payloads by hand.

#include "estimate/plan_model.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

namespace {

struct Call
{
    double count = 0.0, payload = 0.0;
};

std::unique_ptr<OwnedPlan> made(const Scenario &s)
{
    Derivation off(false);
    return ownedPlan(off, s, s.plan, {});
}

// Calls of one purpose, kind and pass of a model's block.
Call calls(const Scenario &s, std::size_t block, Purpose purpose, Collective kind, Pass pass)
{
    const std::unique_ptr<OwnedPlan> plan = made(s);
    Call out;
    for (const BlockCall &c : plan->work.calls[block])
        if (c.purpose == purpose && c.kind == kind && c.pass == pass) {
            out.count += c.count;
            out.payload = c.payload.value.value;
        }
    return out;
}

// The weight collectives that a stage of one block makes in a pass: how many, and the bytes of one.
Call weightCallsOf(const Scenario &s, std::size_t block, Collective kind, WeightCall::When when)
{
    const std::unique_ptr<OwnedPlan> plan = made(s);
    StageLayout layout;
    layout.compositions = {{BlockCount{block, 1.0}}};
    layout.stages = layout.first = {0};
    const std::vector<Block> &blocks = plan->work.blocks.blocks;
    const std::vector<WeightPlan> weights = weightPlans(s.run, s.plan, layout, blocks, allParameters(s.model, blocks, plan->work.shape, 1));
    Call out;
    for (const WeightCall &c : weights.front().calls)
        if (c.kind == kind && c.when == when) {
            out.count += c.part.blocks;
            out.payload = c.payload().value;
        }
    return out;
}

Scenario planned(const char *model, void (*change)(Plan &))
{
    Scenario s = scenarioOf(model, "H100 SXM");
    change(s.plan);
    s.run.devices = s.plan.product();
    return s;
}

constexpr std::size_t firstLayer = 1;

} // namespace

class CommPlanTest : public QObject
{
    Q_OBJECT
private slots:
    void tensorParallelPairs();
    void withoutSequenceParallelism();
    void expertsWithoutShared();
    void latentsTravelNotHiddenStates();
    void expertSplitOverSomeTensorRanks();
    void expertSplitBeyondTensor();
    void splitExpertsWeights();
    void expertExchange();
    void weightSharding();
    void tiedHeadReducesOnce();
    void shardedStates();
};

// tp 8, S 4096, micro-batch 1: bf16[4096, 4096] = 33,554,432 B, gathered and scattered twice per layer and direction.
void CommPlanTest::tensorParallelPairs()
{
    const Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.tp = 8; p.fsdp = 1; });
    for (const Purpose purpose : {Purpose::attentionActivations, Purpose::feedForwardActivations})
        for (const Pass pass : {Pass::forward, Pass::backward, Pass::recompute})
            for (const Collective kind : {Collective::allGather, Collective::reduceScatter}) {
                const Call c = calls(s, firstLayer, purpose, kind, pass);
                QCOMPARE(c.count, 1.0);
                QCOMPARE(c.payload, 33554432.0);
            }
    QCOMPARE(calls(s, firstLayer, Purpose::tensorWeightGradientInput, Collective::allGather, Pass::backward).count, 2.0);
}

void CommPlanTest::withoutSequenceParallelism()
{
    const Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.tp = 8; p.fsdp = 1; p.sequenceParallel = false; });
    QCOMPARE(calls(s, firstLayer, Purpose::attentionActivations, Collective::allReduce, Pass::forward).count, 1.0);
    QCOMPARE(calls(s, firstLayer, Purpose::attentionActivations, Collective::allGather, Pass::forward).count, 0.0);
}

// Experts that are not split and no shared expert: nothing around the feed-forward with sequence parallelism; without it the
// tokens that each rank combined are gathered.
void CommPlanTest::expertsWithoutShared()
{
    const Scenario with = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 4; p.fsdp = 1; });
    QCOMPARE(calls(with, firstLayer, Purpose::feedForwardActivations, Collective::allGather, Pass::forward).count, 0.0);
    const Scenario without = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 4; p.fsdp = 1; p.sequenceParallel = false; });
    QCOMPARE(calls(without, firstLayer, Purpose::feedForwardActivations, Collective::allGather, Pass::forward).count, 1.0);
    const Scenario split = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = p.expertTensor = 4; p.fsdp = 1; });
    QCOMPARE(calls(split, firstLayer, Purpose::feedForwardActivations, Collective::allGather, Pass::forward).count, 1.0);
}

// tp 4 in two pairs: 4096 * 2/4 tokens of 4096 elements of 2 B come together. Without sequence parallelism each pair scatters its sums
// and all are gathered.
void CommPlanTest::expertSplitOverSomeTensorRanks()
{
    Scenario s = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 4; p.expertTensor = 2; p.fsdp = 1; });
    for (const Collective kind : {Collective::allGather, Collective::reduceScatter})
        QCOMPARE(calls(s, firstLayer, Purpose::feedForwardActivations, kind, Pass::forward).payload, 16777216.0);
    QCOMPARE(calls(s, firstLayer, Purpose::expertActivations, Collective::allGather, Pass::forward).count, 0.0);
    s.plan.sequenceParallel = false;
    QCOMPARE(calls(s, firstLayer, Purpose::feedForwardActivations, Collective::reduceScatter, Pass::forward).payload, 16777216.0);
    QCOMPARE(calls(s, firstLayer, Purpose::feedForwardActivations, Collective::allGather, Pass::forward).payload, 33554432.0);
}

// Experts split over tp 2 and two of the four fsdp ranks: the tokens of both tensor ranks, 4096 * 4096 * 2 B, then of both pairs. An
// expert's shared companion takes in the tensor ranks' tokens already.
void CommPlanTest::expertSplitBeyondTensor()
{
    const Scenario s = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 2; p.fsdp = 4; p.expertTensor = 4; });
    for (const Pass pass : {Pass::forward, Pass::backward, Pass::recompute})
        for (const Collective kind : {Collective::allGather, Collective::reduceScatter}) {
            QCOMPARE(calls(s, firstLayer, Purpose::feedForwardActivations, kind, pass).payload, 33554432.0);
            QCOMPARE(calls(s, firstLayer, Purpose::expertActivations, kind, pass).payload, 67108864.0);
        }
    const std::unique_ptr<OwnedPlan> plan = made(s);
    QCOMPARE(plan->links.groups.expertBeyond.size(), 2.0);
    const Scenario shared = planned("DeepSeek-V3", [](Plan &p) { p.tp = 2; p.fsdp = 4; p.expertTensor = 4; });
    constexpr std::size_t moeLayer = 2;
    QCOMPARE(calls(shared, moeLayer, Purpose::feedForwardActivations, Collective::allGather, Pass::forward).count, 1.0);
    QCOMPARE(calls(shared, moeLayer, Purpose::expertActivations, Collective::allGather, Pass::forward).payload, 2.0 * 4096.0 * 7168.0 * 2.0);
}

// A Mixtral layer's experts are 8 * 3 * 4096 * 14336 = 1,409,286,144 parameters: 352,321,536 on each of the 4 ranks that split one. The
// two further fsdp ranks shard them. With dp 2 in place of fsdp they are replicas, as are the tensor ranks that split others.
void CommPlanTest::splitExpertsWeights()
{
    const auto expertCall = [](const Scenario &s, WeightCall::When when, Collective kind) {
        const std::unique_ptr<OwnedPlan> plan = made(s);
        for (const WeightCall &c : plan->weights.front().calls)
            if (c.when == when && c.kind == kind && (c.group == &AxisGroups::expertShard || c.group == &AxisGroups::expertReplicas))
                return std::pair{c.payload().value / static_cast<double>(c.part.blocks > 1.0 ? 1.0 : 32.0), plan->links.groups.of(c.group).size()};
        return std::pair{0.0, 0.0};
    };
    const Scenario sharded = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 2; p.fsdp = 4; p.expertTensor = 4; });
    QCOMPARE(expertCall(sharded, WeightCall::When::forward, Collective::allGather), (std::pair{2.0 * 352321536.0, 2.0}));
    const Scenario copied = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 4; p.fsdp = 1; p.dp = 2; p.expertTensor = 2; });
    QCOMPARE(expertCall(copied, WeightCall::When::reduction, Collective::allReduce), (std::pair{4.0 * 2.0 * 352321536.0, 4.0}));
}

// DeepSeek-V3: 1536 + 512 + 64 = 2112 of 7168 elements are gathered for attention.
void CommPlanTest::latentsTravelNotHiddenStates()
{
    const Scenario s = planned("DeepSeek-V3", [](Plan &p) { p.tp = 8; p.fsdp = 1; });
    QCOMPARE(calls(s, firstLayer, Purpose::attentionActivations, Collective::allGather, Pass::forward).payload, 4096.0 * 2112.0 * 2.0);
    QCOMPARE(calls(s, firstLayer, Purpose::attentionActivations, Collective::reduceScatter, Pass::forward).payload, 4096.0 * 7168.0 * 2.0);
    QCOMPARE(calls(s, firstLayer, Purpose::attentionActivations, Collective::reduceScatter, Pass::backward).payload, 4096.0 * 2112.0 * 2.0);
}

// Each token once, H x 2 B, dispatch and combine: 4096 * 4096 * 2; a quarter of it when 4 tensor ranks share the tokens. Slots of
// capacity 1.25 travel all: 4096 * 2 * 1.25 rows.
void CommPlanTest::expertExchange()
{
    const Scenario s = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.ep = 8; p.fsdp = 1; });
    const Call c = calls(s, firstLayer, Purpose::expertExchange, Collective::allToAll, Pass::forward);
    QCOMPARE(c.count, 2.0);
    QCOMPARE(c.payload, 33554432.0);
    const Scenario t = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.ep = 8; p.tp = 4; p.fsdp = 1; });
    QCOMPARE(calls(t, firstLayer, Purpose::expertExchange, Collective::allToAll, Pass::backward).payload, 33554432.0 / 4.0);
    Scenario padded = s;
    padded.run.kernels.dispatch = DispatchKernel::capacity;
    padded.run.kernels.capacityFactor = 1.25;
    QCOMPARE(calls(padded, firstLayer, Purpose::expertExchange, Collective::allToAll, Pass::forward).payload, 2.5 * 33554432.0);
}

// A Llama-3.1-8B layer has 218,112,000 parameters: 2 B gathered in both directions, 4 B of gradient scattered; the lookup table is
// gathered for the forward alone.
void CommPlanTest::weightSharding()
{
    const Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.fsdp = 8; });
    QCOMPARE(weightCallsOf(s, firstLayer, Collective::allGather, WeightCall::When::forward).payload, 2.0 * 218112000.0);
    QCOMPARE(weightCallsOf(s, firstLayer, Collective::allGather, WeightCall::When::backward).count, 1.0);
    QCOMPARE(weightCallsOf(s, firstLayer, Collective::reduceScatter, WeightCall::When::backward).payload, 4.0 * 218112000.0);
    QCOMPARE(weightCallsOf(s, 0, Collective::allGather, WeightCall::When::backward).count, 0.0);
    const Scenario kept = planned("Llama-3.1-8B", [](Plan &p) { p.fsdp = 8; p.regather = Regather::keep; });
    QCOMPARE(weightCallsOf(kept, firstLayer, Collective::allGather, WeightCall::When::forward).count, 0.0);
}

// The head of a tied model gathers the table but has no gradient of its own.
void CommPlanTest::tiedHeadReducesOnce()
{
    const Scenario s = planned("Qwen3-0.6B", [](Plan &p) { p.fsdp = 8; });
    const std::size_t head = blockStructure(s.model).head;
    QCOMPARE(weightCallsOf(s, head, Collective::allGather, WeightCall::When::forward).payload, 2.0 * (151936.0 * 1024.0 + 1024.0));
    QCOMPARE(weightCallsOf(s, head, Collective::reduceScatter, WeightCall::When::backward).payload, 4.0 * 1024.0);
    QCOMPARE(weightCallsOf(s, 0, Collective::reduceScatter, WeightCall::When::backward).payload, 4.0 * 151936.0 * 1024.0);
}

// ZeRO-1 scatters gradients of 4 B once and gathers weights of 2 B; ZeRO-2 scatters in every backward pass.
void CommPlanTest::shardedStates()
{
    for (const StateSharding sharding : {StateSharding::optimizer, StateSharding::optimizerGradients}) {
        Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.fsdp = 1; p.dp = 8; });
        s.plan.stateSharding = sharding;
        const std::unique_ptr<OwnedPlan> plan = made(s);
        const std::vector<WeightCall> &calls = plan->weights.front().calls;
        QCOMPARE(calls[0].kind, Collective::reduceScatter);
        QCOMPARE(calls[0].when, sharding == StateSharding::optimizer ? WeightCall::When::reduction : WeightCall::When::backward);
        QCOMPARE(calls[1].kind, Collective::allGather);
        QCOMPARE(calls[0].payload().value, 2.0 * calls[1].payload().value);
        QCOMPARE(calls[0].payload().value + calls[2].payload().value, 4.0 * 8030261248.0);
    }
}

QTEST_APPLESS_MAIN(CommPlanTest)
#include "comm_plan_test.moc"
