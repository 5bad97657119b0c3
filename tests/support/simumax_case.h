#pragma once
// A case of SimuMax (peers.json) with its sizes, and our plan for it.

#include "support/our_plan.h"
#include "support/peers.h"

namespace headroom::testing {

struct SimuMaxCase
{
    explicit SimuMaxCase(int index)
        : json(peerCases("simumax").at(static_cast<std::size_t>(index))), theirs(json.at("numbers")), ours(simuMaxScenario(json)) {}

    static Scenario simuMaxScenario(const Json &peerCase)
    {
        Scenario out = peerScenario(peerCase);
        const Json &p = peerCase.at("plan");
        out.run.kernels.attention = p.at("fused").get<bool>() ? AttentionKernel::fused5 : AttentionKernel::unfused;
        out.run.kernels.attentionTile = out.run.sequenceLength; // every pair of tokens is computed, as theirs does
        out.run.matmulDtype = p.at("fp8").get<bool>() ? MatrixDtype::fp8 : MatrixDtype::bf16;
        return out;
    }
    bool is(const char *number) const { return json.at("name").get<std::string>().starts_with(number); }
    double plan(const char *name) const { return number(json.at("plan"), name); }
    double system(const char *name) const { return number(json.at("system"), name); }
    bool fused() const { return json.at("plan").at("fused").get<bool>(); }
    const Json &module(const char *name, const char *layer = "layer") const { return theirs.at(layer).at(name); }
    // Sum over the modules of a layer.
    double sum(const char *layer, const char *what) const
    {
        double out = 0.0;
        for (const Json &each : theirs.at(layer))
            out += number(each, what);
        return out;
    }
    double sum(const char *layer, const char *what, std::size_t part) const
    {
        double out = 0.0;
        for (const Json &each : theirs.at(layer))
            out += each.at(what).at(part).get<double>();
        return out;
    }
    const ModelSpec &model() const { return ours.scenario().model; }
    const AttentionSpec &attention() const { return model().layers.front().layer.attention; }
    const FeedForwardSpec &feedForward() const { return model().layers.back().layer.feedForward; }

    Json json, theirs;
    OurPlan ours;
    double t = plan("tp"), p = plan("pp"), dp = plan("dp"), m = plan("microBatches");
    double L = static_cast<double>(layerCount(model())), h = static_cast<double>(model().hidden), V = static_cast<double>(model().vocab);
    double A = static_cast<double>(attention().heads), dq = static_cast<double>(attention().queryDim());
    double dv = static_cast<double>(attention().valueHeadDim());
    double s = number(json, "sequence"); // tokens of a micro-batch, and of a document
    double u = s * h / t;                // elements of the residual stream on a rank
};

} // namespace headroom::testing
