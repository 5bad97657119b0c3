// SimuMax beside Headroom: what a rank holds, computes and moves through HBM. Same kernels on both sides: every pair of tokens of the
// attention core is computed. Model FLOPs are causal with us.

#include "estimate/flop_convention.h"
#include "support/peer_lines.h"
#include "support/simumax_case.h"

#include <utility>

using namespace headroom;
using namespace headroom::testing;

namespace {

constexpr std::size_t layer = 1, routedLayer = 2; // blocks; the second of DeepSeek-V3

} // namespace

class SimuMaxTest : public QObject
{
    Q_OBJECT

private slots:
    void parameters_data() { addPeerRows("simumax"); }
    void parameters();
    void states_data() { addPeerRows("simumax"); }
    void states();
    void activations_data() { addPeerRows("simumax"); }
    void activations();
    void flops_data() { addPeerRows("simumax"); }
    void flops();
    void flopsPerToken_data() { addPeerRows("simumax"); }
    void flopsPerToken();
    void bytes_data() { addPeerRows("simumax"); }
    void bytes();
};

// The number they print comes from a formula of its own, not from the modules.
void SimuMaxTest::parameters()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    const double ours = countParameters(c.model()).total, theirs = number(c.theirs, "parameters");
    if (c.is("09")) { // no routers
        COMPARE_LINE("parameters", ours, theirs, c.L * 8.0 * c.h);
    } else if (c.is("13")) { // one of query and output projection as h x h; no norms of queries and keys
        COMPARE_LINE("parameters", ours, theirs, c.L * c.h * (c.A * c.dq - c.h), c.L * 2.0 * c.dq);
    } else if (c.is("18") || c.is("19")) {
        // 256 routed experts in all 61 layers and nothing else: no dense layers, shared experts, routers, latent norms.
        const double expert = 3.0 * c.h * 2048.0;
        COMPARE_LINE("parameters", ours, theirs, 58.0 * expert, 58.0 * 256.0 * c.h, 61.0 * (1536.0 + 512.0), 3.0 * 3.0 * c.h * 18432.0,
                     -3.0 * 256.0 * expert);
    } else {
        COMPARE_LINE("parameters", ours, theirs);
    }
}

// Weights, gradients and optimizer state of a stage: 2 + 4 + 12 bytes, the last shared out over dp, ep and experts' own copies.
void SimuMaxTest::states()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    const bool deepSeek = c.is("18") || c.is("19"); // whose ends have other layers: theirs puts one on the last stage
    const double headNorms = c.is("13") ? c.L * 2.0 * c.dq : 0.0;
    // With fp8 products theirs holds one byte per weight of theirs, ours two and a copy of one.
    const double quantised = c.is("18") ? 4.0 * (c.sum("moeLayer", "weights") - 2.0 * c.ours.parameters(routedLayer)) : 0.0;
    const std::pair<const char *, std::size_t> stages[] = {{"first", 0}, {"middle", 1}, {"last", static_cast<std::size_t>(c.p) - 1}};
    for (const auto &[name, at] : stages) {
        if (!c.theirs.at("stages").contains(name) || (deepSeek && at != 1))
            continue;
        const Json &stage = c.theirs.at("stages").at(name);
        const StageMemory memory = c.ours.memory(at);
        COMPARE_LINE("weights", memory[MemoryClass::parameters].value, number(stage, "weight"), 2.0 * headNorms, -quantised);
        COMPARE_LINE("gradients", memory[MemoryClass::gradients].value, number(stage, "grad"), 4.0 * headNorms);
        COMPARE_LINE("optimizer", memory[MemoryClass::optimizer].value, number(stage, "state"), 12.0 * headNorms / c.dp);
        COMPARE_LINE("copies in fp8", memory[MemoryClass::quantisedWeights].value, -quantised);
        COMPARE_LINE("in flight", c.ours.inFlight(static_cast<Count>(at)), number(stage, "inFlight"), 1.0);
    }
}

void SimuMaxTest::activations()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    // The log-sum-exp of the fused core: two bytes with them, four with us.
    const double sums = c.fused() ? 2.0 * c.s * c.A / c.t : 0.0;
    if (c.is("10")) { // full recomputation: the layer's input
        COMPARE_LINE("layer", c.ours.kept(layer), number(c.module("layernorm_input"), "kept"));
        COMPARE_LINE("by hand", c.ours.kept(layer), 2.0 * c.u);
    } else if (c.is("11")) {
        // Korthikanti et al. without dropout: 32 sbh / t and the probabilities. Theirs keeps two further copies of GELU's input.
        COMPARE_LINE("layer", c.ours.kept(layer), c.sum("layer", "kept"), -2.0 * 8.0 * c.u);
        COMPARE_LINE("by hand", c.ours.kept(layer), 32.0 * c.u, 2.0 * c.s * c.s * c.A / c.t);
    } else if (c.is("12")) {
        // All but the output projection runs again between what theirs stores: inputs of both norms and of three products.
        double stored = 0.0;
        for (const char *module : {"layernorm_input", "attention.linear_qkv", "attention.linear_out", "pre_mlp_layernorm", "mlp.linear_fc1"})
            stored += number(c.module(module), "kept");
        COMPARE_LINE("layer", c.ours.kept(layer), stored);
        Scenario whole = c.ours.scenario();
        whole.plan.remat = RematPolicy::none;
        COMPARE_LINE("without recomputation", OurPlan(whole).kept(layer), c.sum("layer", "kept"), sums);
    } else if (c.is("13")) { // queries and keys before their norms
        COMPARE_LINE("layer", c.ours.kept(layer), c.sum("layer", "kept"), sums, 2.0 * c.s * (64.0 + 8.0) * c.dq / c.t);
    } else if (c.is("09")) {
        COMPARE_LINE("layer", c.ours.kept(layer), c.sum("layer", "kept"), sums);
    } else {
        // The rotary key lies in the latent that its norm keeps. In fp8 theirs keeps the context a second time, in one byte.
        const double attention = 2.0 * 64.0 * c.s - (c.is("18") ? c.A * c.dv * c.s : 0.0);
        COMPARE_LINE("dense", c.ours.kept(layer), c.sum("layer", "kept"), sums, attention);
        // What experts return, which the router's weights multiply: theirs does so before the last product. Theirs keeps the norm's
        // output for the router and once more for the shared expert.
        COMPARE_LINE("routed", c.ours.kept(routedLayer), c.sum("moeLayer", "kept"), sums, attention, 2.0 * 8.0 * c.h * c.s,
                     -(c.is("18") ? 1.0 : 2.0) * c.h * c.s);
    }
}

void SimuMaxTest::flops()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    const bool deepSeek = c.is("18") || c.is("19");
    const double core = 2.0 * c.A / c.t * c.s * c.s * (c.dq + c.dv);
    // Five products of the backward take 3 dq + 2 dv each pair; theirs 5/2 of the forward's whatever the widths.
    const double wide = c.fused() ? 2.0 * c.A / c.t * c.s * c.s * (3.0 * c.dq + 2.0 * c.dv) - 2.5 * core : 0.0;
    for (const std::size_t block : {layer, routedLayer}) {
        if (block == routedLayer && !deepSeek)
            continue;
        const char *name = block == layer ? "layer" : "moeLayer";
        COMPARE_LINE("forward", c.ours.matrixFlops(block, false), c.sum(name, "flops", 0));
        COMPARE_LINE("backward", c.ours.matrixFlops(block, true), c.sum(name, "flops", 1), c.sum(name, "flops", 2), wide);
        COMPARE_LINE("attention", c.ours.coreFlops(block, false), core);
        COMPARE_LINE("attention, causal", c.ours.coreModelFlops(block, false), core, -core * (c.s - 1.0) / (2.0 * c.s));
        COMPARE_LINE("attention backward, causal", c.ours.coreModelFlops(block, true), 2.0 * core, -core * (c.s - 1.0) / c.s);
        COMPARE_LINE("again", c.ours.flopsAgain(block), c.sum(name, "flops", 3));
    }
    COMPARE_LINE("head", c.ours.matrixFlops(c.ours.head(), false), c.theirs.at("ends").at("linear_out").at("flops").at(0).get<double>());
}

// 6 per parameter of a token, and 12 s h of attention in each layer.
void SimuMaxTest::flopsPerToken()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    Derivation off(false);
    const double ours = 3.0 * forwardFlopsPerToken(off, c.model(), c.ours.scenario().run).value.value, theirs = number(c.theirs, "flopsPerToken");
    const double later = -6.0 * c.L * c.A * (c.dq + c.dv) * (c.s - 1.0) / 2.0; // pairs that are masked
    if (c.is("13")) { // one projection of h x h, and scores over h too
        COMPARE_LINE("per token", ours, theirs, later, (6.0 * c.L * c.h + 12.0 * c.L * c.s) * (c.A * c.dq - c.h));
    } else if (c.is("18") || c.is("19")) { // routers in all 61 layers; nine experts are as wide as a dense layer
        COMPARE_LINE("per token", ours, theirs, later, -6.0 * 3.0 * 256.0 * c.h);
    } else {
        COMPARE_LINE("per token", ours, theirs, later);
    }
}

// HBM bytes. Of a weight's gradient, which micro-batches add to in fp32, theirs moves 6 bytes after a column-parallel product, 4 after a
// row-parallel one; ours reads and writes 4, and the first micro-batch writes only.
void SimuMaxTest::bytes()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    if (c.is("18") || c.is("19"))
        return; // as the others'
    const double gradient = 8.0 - 4.0 / c.m;
    struct Product
    {
        const char *theirs, *ours;
        double column;
    };
    const bool routed = c.is("09"), gated = c.feedForward().gated;
    const char *up = routed ? "expert gate and up projection" : gated ? "gate and up projection" : "up projection";
    const Product products[] = {{"attention.linear_qkv", "query, key, value projection", 6.0},
                                {"attention.linear_out", "output projection", 4.0},
                                {routed ? "mlp.group_linear1" : "mlp.linear_fc1", up, 6.0},
                                {routed ? "mlp.group_linear2" : "mlp.linear_fc2", routed ? "expert down projection" : "down projection", routed ? 6.0 : 4.0}};
    for (const Product &p : products) {
        const Json &theirs = c.module(p.theirs).at("bytes");
        const double weights = number(c.module(p.theirs), "weights") / 2.0;
        COMPARE_LINE(p.theirs, c.ours.bytes(layer, p.ours, Phase::forward), theirs.at(0).get<double>());
        COMPARE_LINE(p.theirs, c.ours.bytes(layer, p.ours, Phase::backwardInput), theirs.at(1).get<double>());
        COMPARE_LINE(p.theirs, c.ours.bytes(layer, p.ours, Phase::backwardWeight), theirs.at(2).get<double>(), weights * (gradient - p.column));
    }
    // A norm carries the residual's add with us, read and written; theirs has no adds. It reads its weight.
    const auto moved = [&](const char *module, std::size_t part) { return c.module(module).at("bytes").at(part).get<double>(); };
    COMPARE_LINE("norm", c.ours.bytes(layer, "attention norm", Phase::forward), moved("layernorm_input", 0), 4.0 * c.u, -2.0 * c.h);
    // The activation's backward also reads what forward read.
    const char *theirs = routed ? "mlp.expert_activation_layer" : "mlp.activation_layer";
    const char *activation = routed ? "expert activation" : gated ? "SwiGLU" : "GELU";
    const double forward = moved(theirs, 0), inputs = gated ? 2.0 / 3.0 * forward : 0.5 * forward;
    COMPARE_LINE("activation", c.ours.bytes(layer, activation, Phase::forward), forward);
    COMPARE_LINE("activation backward", c.ours.bytes(layer, activation, Phase::backward), moved(theirs, 1), inputs);
    // fp32 logits.
    const Json &head = c.theirs.at("ends").at("linear_out").at("bytes");
    COMPARE_LINE("head", c.ours.bytes(c.ours.head(), "output head", Phase::forward), head.at(0).get<double>(), 2.0 * c.s * c.V / c.t);
}

QTEST_APPLESS_MAIN(SimuMaxTest)
#include "simumax_test.moc"
