// SimuMax beside Headroom: what a rank sends, how long a pass lasts, and the step. Both take one efficiency for each kind of work.

#include "support/peer_lines.h"
#include "support/simumax_case.h"

using namespace headroom;
using namespace headroom::testing;

namespace {

constexpr std::size_t embedding = 0, layer = 1, routedLayer = 2; // blocks; the last one of DeepSeek-V3
constexpr double binary = 1073741824.0 / 1e9; // their GB/s are GiB/s

double bytesOf(const SimuMaxCase &c, const char *call) { return c.theirs.at("calls").at(call).at(0).get<double>(); }
double secondsOf(const SimuMaxCase &c, const char *call) { return c.theirs.at("calls").at(call).at(1).get<double>() * 1e-6; }

// Seconds that a pass takes longer with us.
struct Gap
{
    double forward = 0.0, backward = 0.0;
    double both() const { return forward + backward; }
};

// GPT-3 with full recomputation and sequence parallelism.
struct FullRecompute
{
    explicit FullRecompute(const SimuMaxCase &of) : c(of) {}
    // Theirs of a module whose operators memory binds.
    double theirs(const char *where, const char *module, std::size_t part) const
    {
        return c.module(module, where).at("bytes").at(part).get<double>() / (hbm * binary) + 5e-6;
    }
    // All layers of a stage. Norms: 8 u bytes each way with the add. GELU: 16 u forward, 24 u backward. Ours sums the inputs' gradients up
    // while it computes weight gradients, as the last stage's head does.
    Gap layers() const
    {
        const double again = secondsOf(c, "linearcol_bwd_w_sp"), calls = 4.0 * longerCall;
        const double forward = 2.0 * (8.0 * c.u / hbm - theirs("layer", "layernorm_input", 0)) + 16.0 * c.u / hbm -
                               theirs("layer", "mlp.activation_layer", 0) + calls;
        const double norms = 2.0 * (8.0 * c.u / hbm - theirs("layer", "layernorm_input", 1) - theirs("layer", "layernorm_input", 2));
        const double backward = norms + 24.0 * c.u / hbm - theirs("layer", "mlp.activation_layer", 1) + calls - 2.0 * (again + call);
        return {c.L / c.p * forward, c.L / c.p * (forward + backward)};
    }
    // The lookup reads the rank's rows and writes all tokens; backward reads those and adds to the rank's rows in fp32, zeroed once a
    // step. Theirs moves the whole table's rows, and communicates the rank's own tokens.
    Gap first() const
    {
        const double rows = 2.0 * c.s * c.h, table = 4.0 * c.V * c.h / c.t / c.m;
        const auto network = [&](std::size_t i) { return c.module("embedding", "ends").at("network").at(i).get<double>() * 1e-3; };
        return {(rows + 2.0 * c.u) / hbm - theirs("ends", "embedding", 0) + call - network(0),
                (rows + 8.0 * c.u + table) / hbm - theirs("ends", "embedding", 2) + call - network(1)};
    }
    // Final norm without an add; fp32 logits read once forward, read and overwritten backward; one all-reduce of two fp32 a token
    // against three of one.
    Gap last() const
    {
        const double logits = 4.0 * c.s * c.V / c.t / hbm;
        const double sums = 2.0 * (c.t - 1.0) * (8.0 * c.s / c.t / link + latency) - 3.0 * secondsOf(c, "parallelce_fwd_tp");
        return {4.0 * c.u / hbm - theirs("ends", "layernorm", 0) + logits - theirs("ends", "parallel_ce", 0) + longerCall + sums,
                6.0 * c.u / hbm - theirs("ends", "layernorm", 1) - theirs("ends", "layernorm", 2) + 2.0 * logits -
                    theirs("ends", "parallel_ce", 1) + longerCall - call - secondsOf(c, "linearcol_bwd_w_sp")};
    }

    const SimuMaxCase &c;
    double hbm = c.system("hbm") * 1e9 * c.system("hbmEfficiency"), link = c.system("scaleUp") * 1e9 * c.system("scaleUpEfficiency");
    double latency = c.system("scaleUpLatency") * 1e-6;
    double longerCall = bytesOf(c, "linearcol_fwd_sp") / link * (1.0 - 1.0 / binary);
    double call = bytesOf(c, "linearcol_fwd_sp") / link + (c.t - 1.0) * latency;
};

} // namespace

class SimuMaxStepTest : public QObject
{
    Q_OBJECT

private slots:
    void tensorCalls_data() { addPeerRows("simumax"); }
    void tensorCalls();
    void vocabularyCalls_data() { addPeerRows("simumax"); }
    void vocabularyCalls();
    void expertCalls_data() { addPeerRows("simumax"); }
    void expertCalls();
    void dataCalls_data() { addPeerRows("simumax"); }
    void dataCalls();
    void optimizer_data() { addPeerRows("simumax"); }
    void optimizer();
    void step_data() { addPeerRows("simumax"); }
    void step();
    void pipeline_data() { addPeerRows("simumax"); }
    void pipeline();
};

// Megatron's sequence parallelism: the same calls, backward with the inputs gathered again, and those that recomputation repeats.
void SimuMaxStepTest::tensorCalls()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    if (c.p > 1.0)
        COMPARE_LINE("to the next stage", c.ours.transferPayload(), bytesOf(c, "unkonw"));
    if (c.t == 1.0)
        return;
    const Pass passes[] = {Pass::forward, Pass::backward, Pass::recompute};
    for (std::size_t i = 0; i < 3; ++i)
        COMPARE_LINE("calls", c.ours.calls(layer, passes[i]).number, c.sum("layer", "network", i) * 1e-3 / secondsOf(c, "linearcol_fwd_sp"));
    const OurPlan::Calls forward = c.ours.calls(layer, Pass::forward);
    COMPARE_LINE("bytes of a call", forward.wire / forward.number, bytesOf(c, "linearcol_fwd_sp"));
    COMPARE_LINE("by hand", forward.wire / forward.number, 2.0 * c.s * c.h * (c.t - 1.0) / c.t);
    const double rate = c.system("scaleUp") * 1e9 * c.system("scaleUpEfficiency");
    COMPARE_LINE("seconds of a call", c.ours.timeSent(layer, Pass::forward, Purpose::attentionActivations).inside,
                 secondsOf(c, "linearcol_fwd_sp"), forward.wire / forward.number / rate * (1.0 - 1.0 / binary));
}

// The lookup's partial sums of all tokens are reduced and scattered; theirs all-reduces the rank's own tokens alone. The loss: theirs
// reduces maximum, sum and the label's logit, ours two values a token.
void SimuMaxStepTest::vocabularyCalls()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    if (c.t == 1.0)
        return;
    const double ring = (c.t - 1.0) / c.t;
    COMPARE_LINE("lookup", c.ours.calls(embedding, Pass::forward).wire, bytesOf(c, "embedding"), 2.0 * ring * (c.s * c.h - 2.0 * c.u));
    const double gather = c.ours.calls(layer, Pass::forward).wire / c.ours.calls(layer, Pass::forward).number;
    COMPARE_LINE("head's input", gather, bytesOf(c, "linearcol_fwd_sp"));
    COMPARE_LINE("loss", c.ours.calls(c.ours.head(), Pass::forward).wire - gather, 3.0 * bytesOf(c, "parallelce_fwd_tp"), -2.0 * ring * 4.0 * c.s);
}

// Mixtral: both copies of a token leave with 7/8. DeepSeek-V3: 4 experts on each of 64 ranks, a group of 32 on each node of 8, a token
// meets 8 experts of 4 groups. Ours sends one copy to each node that holds one of them, theirs 8 x 7/8 copies, less 1/64 for no reason.
void SimuMaxStepTest::expertCalls()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    if (c.plan("ep") == 1.0)
        return;
    const std::size_t block = c.is("09") ? layer : routedLayer;
    const OurPlan::Networks sent = c.ours.bytesSent(block, Pass::forward, Purpose::expertExchange);
    const double theirs = bytesOf(c, "dispatch_fwd_ep"), token = 2.0 * c.s * c.h;
    if (c.is("09")) {
        COMPARE_LINE("exchange", sent.inside, theirs);
        COMPARE_LINE("across nodes", sent.outside, 0.0);
        return;
    }
    double missed = 1.0; // a group of the four holds none of the eight
    for (int i = 0; i < 8; ++i)
        missed *= (96.0 - i) / (128.0 - i);
    COMPARE_LINE("across nodes", sent.outside, theirs, -token * 8.0 * 7.0 / 8.0 * 63.0 / 64.0, token * 4.0 * (1.0 - missed) * 7.0 / 8.0);
    Scenario inSlots = c.ours.scenario(); // every copy travels, to a slot of its own
    inSlots.run.kernels.dispatch = DispatchKernel::capacity;
    inSlots.run.kernels.capacityFactor = 1.0;
    COMPARE_LINE("copies across nodes", OurPlan(inSlots).bytesSent(block, Pass::forward, Purpose::expertExchange).outside, theirs, theirs / 63.0);
}

// Gradients in fp32, weights in bf16. Norms are whole on every tensor rank: ours reduces their gradients, theirs does not.
void SimuMaxStepTest::dataCalls()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    const double headNorms = c.is("13") ? c.L * 2.0 * c.dq : 0.0, norms = 2.0 * c.h * c.L / c.p + headNorms;
    if (c.t > 1.0)
        COMPARE_LINE("norms", c.ours.weightPayload(0, Purpose::gradientReduction, Collective::allReduce), 0.0,
                     4.0 * (norms + (c.p > 1.0 ? 0.0 : c.h)));
    if (c.dp * c.plan("ep") == 1.0)
        return;
    const auto theirs = [&](const char *kind) { return c.theirs.at(kind).at(0).get<double>() + c.theirs.at(kind).at(1).get<double>(); };
    // Their first stage of DeepSeek-V3 has a routed layer more.
    const double more = c.is("18") || c.is("19") ? c.ours.parameters(routedLayer) : 0.0;
    COMPARE_LINE("gradients", c.ours.weightPayload(0, Purpose::gradientReduction, Collective::reduceScatter), theirs("reduceScatter"),
                 4.0 * (headNorms - more));
    COMPARE_LINE("weights", c.ours.weightPayload(0, Purpose::weightGather, Collective::allGather), theirs("allGather"), 2.0 * (headNorms - more));
}

// Bytes per parameter: ours reads gradient and state, writes state and weight: 30. Theirs, in passes of their own: zeroing 4, norm 4,
// scaling 8 with several replicas; then on its share norm 4, clipping 8, Adam 40, copy 6; 5 us each.
void SimuMaxStepTest::optimizer()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    if (c.plan("ep") > 1.0)
        return; // dense and experts in turn: as here, twice
    const bool replicas = c.dp > 1.0;
    const double parameters = number(c.theirs.at("stages").at("first"), "weight") / 2.0;
    const double rate = c.system("hbm") * 1e9 * binary * c.system("hbmEfficiency");
    const double theirs = (number(c.theirs, "optimizer") * 1e-3 - (replicas ? 7.0 : 6.0) * 5e-6) * rate;
    const double held = c.ours.memory(0)[MemoryClass::optimizer].value / 12.0, headNorms = held - parameters / c.dp;
    const double ours = stateBytes(c.ours.scenario().run.stateRecipe).update * held;
    COMPARE_LINE("optimizer", ours, theirs, -(replicas ? 16.0 : 8.0) * parameters, -(58.0 - 30.0) * parameters / c.dp, 30.0 * headNorms);
}

// The plan with full recomputation, pass by pass: products and attention cores last equally long. Else: their GB are GiB; 5 us start
// every operator that is bound by memory; norms carry the residual's add with us; GELU's backward reads its input; the inputs gathered
// again hide under the input gradient's products; and so on, as below.
void SimuMaxStepTest::step()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    if (!c.is("10"))
        return;
    const FullRecompute gaps(c);
    const Gap layers = gaps.layers(), first = gaps.first(), last = gaps.last();
    const auto theirPass = [&](const char *stage, std::size_t i) { return c.theirs.at("passes").at(stage).at(i).get<double>() * 1e-3; };
    COMPARE_LINE("forward", c.ours.passTime(1, PassKind::forward), theirPass("middle", 0), layers.forward);
    COMPARE_LINE("backward", c.ours.passTime(1, PassKind::backward), theirPass("middle", 1), layers.backward);
    COMPARE_LINE("forward, first", c.ours.passTime(0, PassKind::forward), theirPass("first", 0), layers.forward, first.forward);
    COMPARE_LINE("backward, first", c.ours.passTime(0, PassKind::backward), theirPass("first", 1), layers.backward, first.backward);
    COMPARE_LINE("forward, last", c.ours.passTime(7, PassKind::forward), theirPass("last", 0), layers.forward, last.forward);
    COMPARE_LINE("backward, last", c.ours.passTime(7, PassKind::backward), theirPass("last", 1), layers.backward, last.backward);
    // 64 micro-batches on the last stage, one on the seven before. Of 140 transfers that theirs waits for 14 are on the way with us.
    const double longer = 64.0 * (layers.both() + last.both()) + 7.0 * layers.both() + first.both();
    const double out = c.system("scaleOut") / 8.0 * 1e9 * c.system("scaleOutEfficiency");
    const double waits = -126.0 * number(c.theirs, "transfer") * 1e-3 + 14.0 * 2.0 * c.u / out * (1.0 - 1.0 / binary);
    const double held = c.ours.memory(7)[MemoryClass::optimizer].value / 12.0;
    COMPARE_LINE("step", c.ours.stepTime(), number(c.theirs, "duration") * 1e-3, longer, waits, -number(c.theirs, "afterPipeline") * 1e-3,
                 30.0 * held / gaps.hbm);
}

// Theirs waits for every transfer, two or four a micro-batch on the slowest stage and two for each further stage on the way there;
// multiplies by a factor for stragglers; and adds gradients' exchange and optimizer. Without those both pipelines last as long.
void SimuMaxStepTest::pipeline()
{
    QFETCH(int, index);
    const SimuMaxCase c(index);
    const auto stages = static_cast<std::size_t>(c.p);
    std::vector<PeerPass> pieces;
    for (std::size_t i = 0; i < stages; ++i) {
        const Json &pass = c.theirs.at("passes").at(i == 0 ? "first" : i + 1 == stages ? "last" : "middle");
        pieces.push_back({pass.at(0).get<double>(), pass.at(1).get<double>()});
    }
    const double ours = pipelineOf(Schedule::oneFOneB, {static_cast<Count>(c.p), static_cast<Count>(c.m)}, pieces);
    const bool middle = c.is("18") || c.is("19"); // the slowest is the last but one: one layer alone on the last
    const std::size_t slowest = middle ? stages - 2 : stages - 1;
    double before = 0.0;
    for (std::size_t i = 0; i < slowest; ++i)
        before += pieces[i].forward + pieces[i].backward;
    COMPARE_LINE("by hand", ours, c.m * (pieces[slowest].forward + pieces[slowest].backward), before);
    const double transfers = c.p == 1.0 ? 0.0 : middle ? 4.0 * c.m + 2.0 * (c.p - 3.0) : 2.0 * c.m + 2.0 * (c.p - 2.0);
    const double waits = transfers * number(c.theirs, "transfer");
    COMPARE_LINE("step", ours, number(c.theirs, "duration"), -number(c.theirs, "afterPipeline"), -waits,
                 -(number(c.theirs, "stragglers") - 1.0) * (ours + waits));
}

QTEST_APPLESS_MAIN(SimuMaxStepTest)
#include "simumax_step_test.moc"
