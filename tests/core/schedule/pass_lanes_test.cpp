// A pass taken apart, against hand arithmetic: seconds, two tensor ranks, networks of 1 B/s.

#include "schedule/pass_lanes.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

namespace {

Op op(const char *name, Phase phase, TensorSide side, Step step)
{
    Op out;
    out.name = name;
    out.phase = phase;
    out.side = side;
    out.step = step;
    return out;
}

// One layer of two products on one stage: A (1 s) takes the gathered input, B (2 s) makes the output; each of their gradients takes as
// long. The input is gathered in 1 s, the output scattered in 2 s; weights of `shards` ranks are gathered in the background.
struct Layer
{
    Plan plan;
    ModelBlocks blocks;
    StageLayout layout;
    AxisGroups axes;
    GroupLinks groups;
    LinkRates links;
    OverlapRates overlap{{1.0, {}}, {1.0, {}}, {0.0, {}}, false, {1.0, {}}, {0.0, {}}};
    std::vector<std::vector<BlockCall>> calls;
    std::vector<OpTimes> ops;
    std::vector<BlockTimes> times;
    std::vector<WeightPlan> weights;
    HeadlineInput headline;
    Derivation off{false};

    explicit Layer(double weightBytes, Schedule schedule = Schedule::oneFOneB)
    {
        plan.tp = plan.fsdp = 2;
        axes = axisGroups(plan, 1);
        for (RankGroup *group : {&groups.tensor, &groups.denseShard})
            group->inside = 2.0;
        links.scaleUp.value = links.scaleOut.value = BytesPerSecond(1.0);
        links.scaleUpEfficiency.value = links.scaleOutEfficiency.value = 1.0;
        Block layer{.kind = BlockKind::layer, .name = "layer"};
        const Step a = Step::queryKeyValue, b = Step::outProjection;
        layer.ops = {op("A", Phase::forward, TensorSide::input, a),        op("A", Phase::backwardInput, TensorSide::input, a),
                     op("A", Phase::backwardWeight, TensorSide::none, a),  op("B", Phase::forward, TensorSide::output, b),
                     op("B", Phase::backwardInput, TensorSide::output, b), op("B", Phase::backwardWeight, TensorSide::none, b)};
        layer.remats.resize(1);
        blocks.blocks = {{.kind = BlockKind::embedding, .name = "embedding"}, layer, {.kind = BlockKind::head, .name = "head"}};
        for (Block &block : blocks.blocks)
            block.remats.resize(1);
        blocks.order = {1};
        blocks.head = 2;
        layout.compositions = {{{0, 1.0}, {1, 1.0}, {2, 1.0}}};
        layout.stages = layout.first = {0};
        layout.layers = {1};
        const auto call = [](Collective kind, Pass pass, double payload, TensorSide side) {
            BlockCall out{Purpose::attentionActivations, kind, &AxisGroups::tensor, pass, Hide::nothing, 1.0, {Bytes(payload), {}}, side};
            return out;
        };
        calls = {{},
                 {call(Collective::allGather, Pass::forward, 2.0, TensorSide::input), call(Collective::reduceScatter, Pass::forward, 4.0, TensorSide::output),
                  call(Collective::allGather, Pass::backward, 4.0, TensorSide::output), call(Collective::reduceScatter, Pass::backward, 2.0, TensorSide::input)},
                 {}};
        ops = {{}, {{Seconds(1), {}}, {Seconds(1), {}}, {Seconds(1), {}}, {Seconds(2), {}}, {Seconds(2), {}}, {Seconds(2), {}}}, {}};
        const StageWeights::Part part{weightBytes, 1.0};
        weights = {{{}, {{Purpose::weightGather, Collective::allGather, &AxisGroups::denseShard, WeightCall::When::forward, part, 1.0},
                         {Purpose::gradientScatter, Collective::reduceScatter, &AxisGroups::denseShard, WeightCall::When::backward, part, 1.0}}}};
        fillHeadline(schedule);
    }
    CallContext context() { return {groups, links, overlap, 1, 2}; }
    void fillHeadline(Schedule schedule)
    {
        std::vector<BlockLoad> loads;
        for (std::size_t b = 0; b < 3; ++b) {
            times.push_back(blockTimes(steadySums(off, blocks.blocks[b], ops[b]), blocks.blocks[b], ops[b]));
            loads.push_back(blockLoad(off, times[b], calls[b], context()));
        }
        const BlockLoad stage = stageLoad(off, layout.compositions[0], loads);
        const WeightLoad moved = weightLoad(off, weights[0].calls, groups, links, overlap);
        headline.layout = &layout;
        headline.schedule = schedule;
        headline.forward = {withBackground(off, stage.forward, moved.forward)};
        headline.backward = {withBackground(off, backwardUnder(off, stage, 0), moved.backward)};
        if (schedule == Schedule::zbH1)
            headline.weightGradient = {stage.weightGradient};
        headline.weights = {moved};
        headline.overlap = overlap;
        headline.microBatches.value = 1.0;
    }
    PassLanes lanes(PassKind kind)
    {
        return passLanes({&plan, &blocks, 0, &calls, &ops, &times, context(), &axes, &weights, &headline}, 0, {.kind = kind});
    }
    // "A 1-2, wait 4-6"
    std::string text(const PassLanes &lanes) const
    {
        std::string out;
        for (const LaneItem &i : lanes.compute) {
            const char *name = i.kind == LaneItemKind::wait ? lanes.calls[i.call].kind : i.kind == LaneItemKind::held ? "held" : blocks.blocks[1].ops[i.op].name;
            out += (out.empty() ? "" : ", ") + std::string(name) + " " + seconds(i.start) + "-" + seconds(i.end);
        }
        return out;
    }
    static std::string spans(const PassLanes &lanes, LaneCause cause)
    {
        std::string out;
        for (const NetworkLane &lane : lanes.networks)
            for (const LaneSpan &s : lane.spans)
                if (lane.cause == cause)
                    out += (out.empty() ? "" : ", ") + std::string(s.exposed ? "!" : "") + seconds(s.start) + "-" + seconds(s.end);
        return out;
    }
    static std::string seconds(Seconds s)
    {
        std::string out = std::to_string(std::round(s.value * 1e6) / 1e6);
        out.erase(out.find_last_not_of('0') + 1);
        return out.back() == '.' ? out.substr(0, out.size() - 1) : out;
    }
};

} // namespace

class PassLanesTest : public QObject
{
    Q_OBJECT
private slots:
    void forward();
    void heldByTheNetwork();
    void backward();
    void weightGradientsCutOff();
    void slowed();
};

// 1 s waiting for the input, A 1, B 2, 2 s waiting for the output: 6 s. Weights of 4 B take 2 s while the network is free.
void PassLanesTest::forward()
{
    Layer layer(4.0);
    const PassLanes lanes = layer.lanes(PassKind::forward);
    QCOMPARE(lanes.total.value, 6.0);
    QCOMPARE(layer.text(lanes), std::string("all-gather 0-1, A 1-2, B 2-4, reduce-scatter 4-6"));
    QCOMPARE(Layer::spans(lanes, LaneCause::tensor), std::string("!0-1, !4-6"));
    QCOMPARE(Layer::spans(lanes, LaneCause::shard), std::string("1-3"));
}

// Weights of 8 B take 4 s, a second longer than the network is free: the pass lasts 1 + 2 + 4 = 7 s.
void PassLanesTest::heldByTheNetwork()
{
    Layer layer(8.0);
    const PassLanes lanes = layer.lanes(PassKind::forward);
    QCOMPARE(lanes.total.value, 7.0);
    QCOMPARE(layer.text(lanes), std::string("all-gather 0-1, A 1-2, B 2-4, reduce-scatter 4-6, held 6-7"));
    QCOMPARE(Layer::spans(lanes, LaneCause::shard), std::string("1-4, 6-7"));
}

// Gathered 2, B's gradients 2 + 2, A's 1 + 1, scattered 1: 9 s. 4 B of gradients go as late as they can, beside the last call.
void PassLanesTest::backward()
{
    Layer layer(4.0);
    const PassLanes lanes = layer.lanes(PassKind::backward);
    QCOMPARE(lanes.total.value, 9.0);
    QCOMPARE(layer.text(lanes), std::string("all-gather 0-2, B 2-4, B 4-6, A 6-7, reduce-scatter 7-8, A 8-9"));
    QCOMPARE(Layer::spans(lanes, LaneCause::tensor), std::string("!0-2, !7-8"));
    QCOMPARE(Layer::spans(lanes, LaneCause::shard), std::string("6-7, 8-9"));
}

// ZB-H1: the input gradients last 9 - 3 s, the weight gradients 3; gradients travel under those.
void PassLanesTest::weightGradientsCutOff()
{
    Layer layer(4.0, Schedule::zbH1);
    const PassLanes input = layer.lanes(PassKind::inputGradient), weight = layer.lanes(PassKind::weightGradient);
    QCOMPARE(input.total.value, 6.0);
    QCOMPARE(weight.total.value, 3.0);
    QCOMPARE(layer.text(input), std::string("all-gather 0-2, B 2-4, A 4-5, reduce-scatter 5-6"));
    QCOMPARE(layer.text(weight), std::string("B 0-2, A 2-3"));
    QCOMPARE(Layer::spans(weight, LaneCause::shard), std::string("1-3"));
}

// Contention 1.5 under the 2 s of weights: operators lose 1 s, A a third of it.
void PassLanesTest::slowed()
{
    Layer layer(4.0);
    layer.overlap.contention.value = layer.headline.overlap.contention.value = 1.5;
    const PassLanes lanes = layer.lanes(PassKind::forward);
    QCOMPARE(lanes.total.value, 7.0);
    QCOMPARE(layer.text(lanes), std::string("all-gather 0-1, A 1-2.333333, B 2.333333-5, reduce-scatter 5-7"));
    QCOMPARE(lanes.compute[1].slowed.value, 1.0 / 3.0);
}

QTEST_APPLESS_MAIN(PassLanesTest)
#include "pass_lanes_test.moc"
