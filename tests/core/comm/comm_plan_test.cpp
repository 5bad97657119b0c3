// Which calls a block makes: counts and payloads by hand.

#include "estimate/plan_model.h"
#include "support/scenarios.h"

#include <QTest>

#include <algorithm>

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
    const std::vector<BlockParameters> parameters = allParameters(s.model, blocks, plan->work.shape, 1);
    std::vector<WeightPlan> weights = heldWeights(layout, blocks, parameters);
    fillCalls(weights, s.run, s.plan, layout, blocks, parameters);
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
    void statesOfCopies();
    void hybridSharding();
    void sharedKeyValueHeads();
    void contextRing();
    void contextWindow();
    void contextStates();
    void asynchronousCallsNameTheirProducts();
    void inputGradientsRunBesideWeightGradients();
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

namespace {

// Of a plan's first stage.
const WeightCall *weightCall(const OwnedPlan &plan, const AxisGroup AxisGroups::*group, Collective kind, WeightCall::When when)
{
    for (const WeightCall &c : plan.weights.front().calls)
        if (c.group == group && c.kind == kind && c.when == when)
            return &c;
    return nullptr;
}

} // namespace

// Sharded states: every tensor rank keeps the state of its copy of the norms, whose gradients are added up over them first. Updated
// weights are gathered before the next forward. Tensor ranks that hold the same experts share their state.
void CommPlanTest::statesOfCopies()
{
    Scenario s = planned("Mixtral-8x7B-v0.1", [](Plan &p) { p.tp = 4; p.fsdp = 1; p.dp = 2; p.stateSharding = StateSharding::optimizer; });
    const std::unique_ptr<OwnedPlan> plan = made(s);
    using enum WeightCall::When;
    const WeightCall *copies = weightCall(*plan, &AxisGroups::tensor, Collective::allReduce, reduction);
    QVERIFY(copies);
    // 32 layers: two norms of 4096 and a router of 8 * 4096; and the final norm.
    QCOMPARE(copies->payload().value, 4.0 * (32.0 * 10.0 * 4096.0 + 4096.0));
    QVERIFY(weightCall(*plan, &AxisGroups::denseReplicas, Collective::allGather, gather));
    const WeightCall *experts = weightCall(*plan, &AxisGroups::expertReplicas, Collective::reduceScatter, reduction);
    QVERIFY(experts);
    QCOMPARE(plan->links.groups.of(experts->group).size(), 8.0);
    QCOMPARE(shardSizes(s.plan).expertState, 8.0);
}

// fsdp 8 within dp 4: gradients of 4 B scattered over 8 in every backward, an eighth of them reduced over 4 once.
void CommPlanTest::hybridSharding()
{
    const Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.fsdp = 8; p.dp = 4; });
    const std::unique_ptr<OwnedPlan> plan = made(s);
    using enum WeightCall::When;
    const WeightCall *scatter = weightCall(*plan, &AxisGroups::denseShard, Collective::reduceScatter, backward);
    QCOMPARE(scatter->payload().value * scatter->part.blocks, 4.0 * 8030261248.0);
    double reduced = 0.0;
    for (const WeightCall &c : plan->weights.front().calls)
        reduced += c.when == reduction ? c.payload().value : 0.0;
    QCOMPARE(reduced, 4.0 * 8030261248.0 / 8.0);
    QCOMPARE(plan->links.groups.denseReplicas.size(), 4.0);
}

// 8 key-value heads on tp 16: pairs of ranks hold the same 128 of k and v over 4096 columns, in 32 layers.
void CommPlanTest::sharedKeyValueHeads()
{
    const Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.tp = 16; p.fsdp = 1; });
    const std::unique_ptr<OwnedPlan> plan = made(s);
    const WeightCall *call = weightCall(*plan, &AxisGroups::keyValueReplicas, Collective::allReduce, WeightCall::When::reduction);
    QVERIFY(call);
    QCOMPARE(call->payload().value, 4.0 * 32.0 * 2.0 * 128.0 * 4096.0);
    QCOMPARE(plan->links.groups.of(call->group).size(), 2.0);
    const Scenario eight = planned("Llama-3.1-8B", [](Plan &p) { p.tp = 8; p.fsdp = 1; });
    QVERIFY(!weightCall(*made(eight), &AxisGroups::keyValueReplicas, Collective::allReduce, WeightCall::When::reduction));
}

// S 4096, cp 4: 1024 tokens a rank, of 8 heads of 128, k and v: 4 * 1024 * 2048 * 2 B go round once, with their gradients twice; or are
// gathered, and gradients scattered, under nothing. DeepSeek-V3 moves 512 + 64 elements a token.
void CommPlanTest::contextRing()
{
    Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.cp = 4; p.fsdp = 1; });
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::ring, Pass::forward).payload, 16777216.0);
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::ring, Pass::forward).count, 1.0);
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::ring, Pass::backward).count, 2.0);
    s.plan.contextParallel = ContextParallel::allGather;
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::ring, Pass::forward).count, 0.0);
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::allGather, Pass::forward).payload, 16777216.0);
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::reduceScatter, Pass::backward).payload, 16777216.0);
    const Scenario latent = planned("DeepSeek-V3", [](Plan &p) { p.cp = 4; p.fsdp = 1; });
    QCOMPARE(calls(latent, firstLayer, Purpose::contextKeys, Collective::ring, Pass::forward).payload, 4096.0 * 576.0 * 2.0);
}

// A window of 128 reaches 127 tokens before each of a rank's two pieces: 2 * 127 tokens of 2048 elements of 2 B from a neighbour.
void CommPlanTest::contextWindow()
{
    Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.cp = 4; p.fsdp = 1; });
    for (LayerGroup &g : s.model.layers)
        g.layer.attention.window = 128;
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::sendRecv, Pass::forward).payload, 2.0 * 127.0 * 2048.0 * 2.0);
    for (LayerGroup &g : s.model.layers)
        g.layer.attention.window = 4000;
    QCOMPARE(calls(s, firstLayer, Purpose::contextKeys, Collective::ring, Pass::forward).payload, 16777216.0);
}

// Linear attention: heads * dk * dv states in fp32 per sequence go down a chain of ranks, their gradients back up. Gathered under the
// delta rule, each comes with a dk x dk matrix.
void CommPlanTest::contextStates()
{
    Scenario s = planned("Ling-2.6-flash", [](Plan &p) { p.cp = 2; p.fsdp = 1; });
    const std::vector<Block> blocks = blockStructure(s.model).blocks;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        const AttentionSpec &a = blocks[b].layer.attention;
        if (blocks[b].kind != BlockKind::layer || a.kind != AttentionKind::linear)
            continue;
        const double states = 2.0 * static_cast<double>(a.heads * a.headDim * a.valueDim) * 4.0;
        for (const Pass pass : {Pass::forward, Pass::backward}) {
            QCOMPARE(calls(s, b, Purpose::contextKeys, Collective::ring, pass).payload, states);
            QCOMPARE(calls(s, b, Purpose::contextKeys, Collective::ring, pass).count, 1.0);
        }
    }
    Scenario delta = planned("Qwen3-Next-80B-A3B", [](Plan &p) { p.cp = 2; p.fsdp = 1; p.contextParallel = ContextParallel::allGather; });
    const std::vector<Block> kinds = blockStructure(delta.model).blocks;
    for (std::size_t b = 0; b < kinds.size(); ++b)
        if (const AttentionSpec &a = kinds[b].layer.attention; kinds[b].kind == BlockKind::layer && a.isDeltaRule())
            QCOMPARE(calls(delta, b, Purpose::contextKeys, Collective::allGather, Pass::forward).payload,
                     2.0 * static_cast<double>(a.heads * a.headDim * (a.valueDim + a.headDim)) * 4.0);
}

// The gathered input feeds the first product, the last one's output is scattered; in backward the other way round.
void CommPlanTest::asynchronousCallsNameTheirProducts()
{
    Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.tp = 8; p.fsdp = 1; p.asyncTensorParallel = true; });
    const std::unique_ptr<OwnedPlan> plan = made(s);
    for (const BlockCall &c : plan->work.calls[firstLayer]) {
        if (c.purpose == Purpose::tensorWeightGradientInput)
            continue;
        QVERIFY(c.hide == Hide::products);
        QVERIFY(c.side == ((c.kind == Collective::allGather) != (c.pass == Pass::backward) ? TensorSide::input : TensorSide::output));
    }
    s.plan.asyncTensorParallel = false;
    const std::unique_ptr<OwnedPlan> plain = made(s);
    QVERIFY(std::ranges::none_of(plain->work.calls[firstLayer], [](const BlockCall &c) { return c.hide == Hide::products; }));
}

// Attention's and the feed-forward's, with sequence parallelism and without; the rest of a layer's calls waits.
void CommPlanTest::inputGradientsRunBesideWeightGradients()
{
    for (const bool split : {true, false}) {
        Scenario s = planned("Llama-3.1-8B", [](Plan &p) { p.tp = 8; p.fsdp = 1; });
        s.plan.sequenceParallel = split;
        const std::unique_ptr<OwnedPlan> plan = made(s);
        int beside = 0;
        for (const BlockCall &c : plan->work.calls[firstLayer]) {
            if (c.hide != Hide::weightGradients)
                continue;
            ++beside;
            QVERIFY(c.pass == Pass::backward && c.side == TensorSide::input);
            QVERIFY(c.kind == (split ? Collective::reduceScatter : Collective::allReduce));
        }
        QCOMPARE(beside, 2);
    }
}

QTEST_APPLESS_MAIN(CommPlanTest)
#include "comm_plan_test.moc"
