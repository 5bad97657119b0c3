// The lanes of every pass add up to the pass that was simulated, over seeded random plans.

#include "estimate/step_timeline.h"
#include "support/scenarios.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace headroom;

namespace {

std::string describe(const Estimate &e, const SimulatedPass &p, Level level)
{
    const Plan &plan = e.scenario.plan;
    std::string out = e.scenario.model.name + " on " + e.scenario.hardware.name;
    for (const Axis axis : {Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::pipeline, Axis::context})
        out += " " + std::string(keyOf(axis)) + std::to_string(plan.degree(axis));
    return out + " " + keyOf(plan.schedule) + " " + keyOf(plan.remat) + " " + keyOf(plan.stateSharding) + " stage " + std::to_string(p.stage) + " kind "
        + std::to_string(static_cast<int>(p.pass.kind)) + " chunk " + std::to_string(p.pass.chunk) + (level == Level::ideal ? " bound" : " expected");
}

bool near(Seconds a, Seconds b, Seconds scale) { return std::abs((a - b).value) <= 1e-9 * scale.value; }

// One of each kind of pass of each stage's pieces.
std::vector<std::size_t> distinctPasses(const StepSimulation &step)
{
    std::map<std::tuple<std::size_t, PassKind, Count>, std::size_t> first;
    for (std::size_t p = 0; p < step.passes.size(); ++p)
        first.try_emplace({step.passes[p].stage, step.passes[p].pass.kind, step.passes[p].pass.chunk}, p);
    std::vector<std::size_t> out;
    for (const auto &[key, pass] : first)
        out.push_back(pass);
    return out;
}

} // namespace

class StepTimelineTest : public QObject
{
    Q_OBJECT
private slots:
    void lanesAddToThePass();
    void waitsEndWithTheirPass();
    void afterThePipeline();
    void noSuchPass();
};

void checkCompute(const PassLanes &lanes, const std::string &where)
{
    Seconds now{};
    for (const LaneItem &item : lanes.compute) {
        QVERIFY2(near(item.start, now, lanes.total) && item.end >= item.start, where.c_str());
        now = item.end;
    }
    QVERIFY2(near(now, lanes.total, lanes.total), where.c_str());
}

// No network does two things at once, or anything outside the pass. Whole passes move all of every call, and are held only by a network
// that is busy all the time.
void checkNetworks(const PassLanes &lanes, bool whole, const std::string &where)
{
    std::map<LaneNetwork, std::vector<LaneSpan>> busy;
    std::map<std::pair<std::size_t, LaneNetwork>, Seconds> moved;
    for (const NetworkLane &lane : lanes.networks)
        for (const LaneSpan &s : lane.spans) {
            busy[lane.network].push_back(s);
            moved[{s.call, lane.network}] += s.end - s.start;
        }
    bool full = false; // a network without a free moment
    for (auto &[network, spans] : busy) {
        std::ranges::sort(spans, {}, &LaneSpan::start);
        Seconds free{}, sum{};
        for (const LaneSpan &s : spans) {
            sum += s.end - s.start;
            QVERIFY2(s.start >= free - 1e-9 * lanes.total && s.end <= lanes.total + 1e-9 * lanes.total, where.c_str());
            free = s.end;
        }
        full = full || near(sum, lanes.total, lanes.total);
    }
    const bool held = std::ranges::any_of(lanes.compute, [](const LaneItem &i) { return i.kind == LaneItemKind::held; });
    QVERIFY2(!whole || !held || full, where.c_str());
    for (std::size_t c = 0; whole && c < lanes.calls.size(); ++c) {
        const LaneCall &call = lanes.calls[c];
        QVERIFY2(near(moved[{c, LaneNetwork::scaleUp}], call.links.up.value, lanes.total), (where + " " + call.purpose + " up").c_str());
        QVERIFY2(near(moved[{c, LaneNetwork::scaleOut}], call.links.out.value, lanes.total), (where + " " + call.purpose + " out").c_str());
        if (call.cause == LaneCause::host)
            QVERIFY2(near(moved[{c, LaneNetwork::host}], call.total, lanes.total), where.c_str());
    }
}

void StepTimelineTest::lanesAddToThePass()
{
    std::mt19937_64 random(31);
    std::map<Schedule, int> seen;
    std::map<LaneCause, int> causes;
    int held = 0, again = 0;
    for (int i = 0; i < 400; ++i) {
        const Scenario s = testing::randomScenario(random);
        if (i > 60 && (s.plan.pp == 1 || seen[s.plan.schedule] > 12))
            continue;
        const Result<Estimate> e = evaluate(s, std::nullopt, Detail::simulated);
        QVERIFY(e);
        if (!e->system.boundSimulation)
            continue;
        ++seen[s.plan.schedule];
        for (const Level level : {Level::ideal, Level::expected})
            for (const std::size_t p : distinctPasses(*simulationAt(*e, level))) {
                const SimulatedPass &pass = simulationAt(*e, level)->passes[p];
                const std::string where = describe(*e, pass, level);
                const std::optional<EstimatePass> drawn = passOf(*e, level, p);
                QVERIFY2(drawn.has_value(), where.c_str());
                const PassLanes &lanes = drawn->lanes;
                QVERIFY2(near(lanes.total, pass.time.end - pass.time.start, pass.time.end), where.c_str());
                checkCompute(lanes, where);
                const PassKind kind = pass.pass.kind;
                checkNetworks(lanes, kind == PassKind::forward || kind == PassKind::backward || kind == PassKind::forwardAndBackward, where);
                for (const LaneItem &item : lanes.compute) {
                    held += item.kind == LaneItemKind::held;
                    again += item.kind == LaneItemKind::again;
                    if (item.kind == LaneItemKind::wait)
                        ++causes[lanes.calls[item.call].cause];
                }
            }
    }
    for (const EnumRow &row : rowsOf(Schedule{}))
        QVERIFY2(seen[*fromKey<Schedule>(row.key)] > 5, row.key);
    for (const EnumRow &row : rowsOf(LaneCause{})) // what travels between stages is waited for between passes, not in one
        QVERIFY2(causes[*fromKey<LaneCause>(row.key)] > 0 || std::string_view(row.key) == "pp", row.key);
    QVERIFY(held > 0 && again > 0);
}

// A pass that waits starts at the end of what it waits for and its transfer, later than its stage is free.
void StepTimelineTest::waitsEndWithTheirPass()
{
    std::mt19937_64 random(32);
    int waits = 0;
    for (int i = 0; i < 60; ++i) {
        const Result<Estimate> e = evaluate(testing::randomScenario(random), std::nullopt, Detail::simulated);
        QVERIFY(e);
        const StepSimulation *step = simulationAt(*e, Level::expected);
        for (std::size_t p = 0; step && p < step->passes.size(); ++p) {
            const SimulatedPass &pass = step->passes[p];
            const bool first = p == 0 || step->passes[p - 1].stage != pass.stage;
            const Seconds free = first ? Seconds{} : step->passes[p - 1].time.end;
            QCOMPARE(pass.waited.has_value(), pass.time.start > free);
            if (!pass.waited)
                continue;
            ++waits;
            QCOMPARE(pass.time.start.value, (step->passes[pass.waited->pass].time.end + pass.waited->transfer).value);
        }
    }
    QVERIFY(waits > 100);
}

// The slowest optimizer and the overhead follow the last pass.
void StepTimelineTest::afterThePipeline()
{
    const Result<Estimate> e = evaluate(testing::scenarioOf("Llama-3.1-8B", "H100 SXM"), std::nullopt, Detail::simulated);
    QVERIFY(e);
    const StepSimulation &step = *e->system.expectedSimulation;
    QCOMPARE(step.optimizer.size(), std::size_t(1));
    QVERIFY(step.optimizer[0].value > 0.0);
    QCOMPARE(step.step.value, (step.pipeline + step.optimizer[0] + step.overhead).value);
}

void StepTimelineTest::noSuchPass()
{
    const Scenario s = testing::scenarioOf("Llama-3.1-8B", "H100 SXM");
    const Result<Estimate> drawn = evaluate(s, std::nullopt, Detail::simulated), plain = evaluate(s);
    QVERIFY(drawn && plain);
    QVERIFY(!passOf(*drawn, Level::expected, drawn->system.expectedSimulation->passes.size()));
    QVERIFY(!passOf(*plain, Level::expected, 0));
}

QTEST_APPLESS_MAIN(StepTimelineTest)
#include "step_timeline_test.moc"
