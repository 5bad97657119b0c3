#include "support/peers.h"

#include "support/scenarios.h"
#include "support/support.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::testing {

Json peerCases(const char *peer) { return Json::parse(testData("core/peers/peers.json")).at(peer).at("cases"); }
double number(const Json &of, const char *name) { return of.at(name).get<double>(); }

namespace {

Count count(const Json &of, const char *name) { return of.at(name).get<Count>(); }

LayerSpec denseLayer(const Json &m)
{
    LayerSpec layer;
    layer.attention.heads = count(m, "heads");
    layer.attention.kvHeads = count(m, "kvHeads");
    layer.attention.headDim = count(m, "headDim");
    layer.attention.rotaryDim = 0;
    layer.feedForward = {.width = count(m, "width"), .gated = false, .activation = Activation::gelu};
    return layer;
}

Plan peerPlan(const Json &p)
{
    Plan plan;
    plan.tp = count(p, "tp");
    plan.pp = count(p, "pp");
    plan.dp = count(p, "dp");
    plan.ep = count(p, "ep");
    plan.microBatch = count(p, "microBatch");
    plan.virtualStages = count(p, "virtualStages");
    plan.schedule = plan.virtualStages > 1 ? Schedule::interleaved : Schedule::oneFOneB;
    plan.sequenceParallel = p.at("sequenceParallel").get<bool>();
    plan.stateSharding = p.at("shardedOptimizer").get<bool>() ? StateSharding::optimizer : StateSharding::none;
    plan.remat = fromKey<RematPolicy>(p.at("recompute").get<std::string>()).value();
    return plan;
}

} // namespace

Scenario peerScenario(const Json &c)
{
    Scenario s = scenarioOf(c.value("catalog", "Llama-3.1-8B"), "H100 SXM");
    if (c.contains("model")) {
        s.model.hidden = count(c.at("model"), "hidden");
        s.model.layers = {{count(c.at("model"), "layers"), denseLayer(c.at("model"))}};
    }
    s.model.vocab = count(c, "vocab");
    s.plan = peerPlan(c.at("plan"));
    s.run.sequenceLength = count(c, "sequence");
    s.run.devices = s.plan.product();
    s.run.globalBatch = s.plan.dp * s.plan.ep * s.plan.microBatch * count(c.at("plan"), "microBatches");
    return s;
}

bool explained(double ours, double theirs, std::initializer_list<double> terms, double within)
{
    double sum = theirs;
    for (const double term : terms)
        sum += term;
    return std::abs(ours - sum) <= within * std::max(std::abs(ours), std::abs(theirs));
}

} // namespace headroom::testing
