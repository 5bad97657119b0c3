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
    if (plan.remat == RematPolicy::custom)
        plan.keptTensors = parseKeptTensors(p.at("kept").get<std::string>()).value();
    return plan;
}

// One factor each for the chip's products, its HBM and both networks; GB, GB/s, Gbit/s and microseconds as the peer means them: 10^9.
void setSystem(Scenario &s, const Json &system)
{
    const auto factor = [&](const char *name) {
        return CalibrationEntry{Band<double>::exactly(number(system, name)), "flat"};
    };
    const auto rate = [&](const char *name, double unit) {
        return Sourced<BytesPerSecond>{Band<BytesPerSecond>::exactly(gigabytesPerSecond(number(system, name) * unit)), "flat", {}};
    };
    const auto latency = [&](const char *name) {
        return Sourced<Seconds>{Band<Seconds>::exactly(microseconds(number(system, name))), "flat", {}};
    };
    const double peak = number(system, "peak");
    for (MatrixPeak &p : s.hardware.matrixPeaks)
        p.rate.value = Band<FlopsPerSecond>::exactly(teraflopsPerSecond(p.dtype == "bf16" ? peak : 2.0 * peak));
    s.hardware.hbmBandwidth = rate("hbm", 1.0);
    s.hardware.scaleUpBandwidth = rate("scaleUp", 1.0);
    s.hardware.scaleOutBandwidth = rate("scaleOut", 1.0 / 8.0);
    s.hardware.scaleUpLatency = latency("scaleUpLatency");
    s.hardware.scaleOutLatency = latency("scaleOutLatency");
    s.hardware.inNetworkReduction.value = false;
    s.calibration = idealCalibration();
    s.calibration.matrixEfficiency = s.calibration.attentionEfficiency = factor("efficiency");
    s.calibration.hbmEfficiency = factor("hbmEfficiency");
    s.calibration.scaleUpEfficiency = factor("scaleUpEfficiency");
    s.calibration.scaleOutEfficiency = factor("scaleOutEfficiency");
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
    if (c.contains("system"))
        setSystem(s, c.at("system"));
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
