// Calculon (Isaev et al. 2023) beside Headroom: GPT models with all scores in HBM, dropout, full or selective recomputation. Its blocks
// have no embedding and no head, so stages between the ends are compared. Sizes of Korthikanti et al. 2022, table 3.

#include "support/peer_lines.h"

#include <algorithm>

using namespace headroom;
using namespace headroom::testing;

namespace {

struct Case
{
    explicit Case(int index) : json(peerCases("calculon").at(static_cast<std::size_t>(index))), theirs(json.at("numbers")), ours(scenario()) {}
    Scenario scenario() const
    {
        Scenario out = peerScenario(json);
        out.run.dropout = true;
        out.run.kernels.attention = AttentionKernel::unfused;
        return out;
    }
    double theirNumber(const char *name) const { return number(theirs, name); }
    double model(const char *name) const { return number(json.at("model"), name); }
    double plan(const char *name) const { return number(json.at("plan"), name); }
    bool sequenceParallel() const { return json.at("plan").at("sequenceParallel").get<bool>(); }
    bool full() const { return json.at("plan").at("recompute").get<std::string>() == "full"; }

    Json json, theirs;
    OurPlan ours;
    double t = plan("tp"), p = plan("pp"), v = plan("virtualStages"), m = plan("microBatches");
    double h = model("hidden"), f = model("width"), L = model("layers"), V = number(json, "vocab");
    double a = model("heads"), d = model("headDim"), K = model("kvHeads");
    double s = number(json, "sequence"), rows = plan("microBatch") * s;
    double blocks = L / p;                               // of a stage
    double kv = std::max(1.0, K / t) * d;                // width of a rank's keys
    double tokens = rows * h;                            // elements of the residual stream
    double u = tokens / t, norms = sequenceParallel() ? u : tokens; // of a rank; where norms, dropout and adds run
    double scores = rows * s * a / t;
    double gelu = rows * model("width") / t;             // elements of a rank
    double up = 2.0 * gelu * h;                          // FLOPs of the product into the feed-forward, and out of it
    double square = 2.0 * rows * h * h / t;              // FLOPs of [tokens, h] x [h, h / t]
    double narrow = 2.0 * rows * h * kv;                 // and of a rank's keys or values
    double core = 2.0 * rows * s * a * d / t;            // of one product of the attention core
    double stage() const { return p > 1.0 ? 1.0 : 0.0; } // one without embedding and head, if there is one
    std::size_t stageIndex() const { return static_cast<std::size_t>(stage()); }
    double ends() const { return p > 1.0 ? 0.0 : 2.0 * V * h / t + h; } // parameters of embedding, head and final norm
    double state() const { return json.at("plan").at("shardedOptimizer").get<bool>() ? plan("dp") : 1.0; }
};
constexpr std::size_t layer = 1; // block

} // namespace

class CalculonTest : public QObject
{
    Q_OBJECT

private slots:
    void parameters_data() { addPeerRows("calculon"); }
    void parameters();
    void activations_data() { addPeerRows("calculon"); }
    void activations();
    void flops_data() { addPeerRows("calculon"); }
    void flops();
    void recompute_data() { addPeerRows("calculon"); }
    void recompute();
    void collectives_data() { addPeerRows("calculon"); }
    void collectives();
    void step_data() { addPeerRows("calculon"); }
    void step();
};

// Theirs holds weights and biases of the two norms of a layer, ours the weights: RMSNorm. 2 + 2 + 12 bytes each with gradients in
// bf16; ours in fp32: 2 + 4 + 12. One block's gradients are whole and in fp32 with theirs, the others' of a sharded optimizer are shared out.
void CalculonTest::parameters()
{
    QFETCH(int, index);
    const Case c(index);
    const double biases = 2.0 * c.h, block = c.theirNumber("block_weight_space") / 2.0;
    COMPARE_LINE("parameters of a layer", c.ours.parameters(layer), block, -biases);
    COMPARE_LINE("by hand", block, 2.0 * c.h * (c.h + c.f) / c.t + 2.0 * c.h * c.kv, 4.0 * c.h);
    const StageMemory memory = c.ours.memory(c.stageIndex());
    const double missing = c.ends() - c.blocks * biases;
    COMPARE_LINE("weights", memory[MemoryClass::parameters].value, c.theirNumber("weight_space"), 2.0 * missing);
    COMPARE_LINE("optimizer", memory[MemoryClass::optimizer].value, c.theirNumber("optimizer_space"), 12.0 * missing / c.state());
    const double inBf16 = (c.blocks - 1.0) * block * 2.0 / c.state();
    COMPARE_LINE("gradients", memory[MemoryClass::gradients].value, c.theirNumber("weight_grad_space"), -inBf16,
                 (c.blocks - 1.0) * block * 4.0, 4.0 * missing);
    // Narayanan et al. 2021, (4 h^2 + 2 h f + 9 h + f) L + (V + s) h: all biases and positions; ours has a head of its own and the final norm.
    COMPARE_LINE("parameters of the model", countParameters(c.ours.scenario().model).total, c.theirNumber("num_parameters_formula"),
                 -(9.0 - 2.0) * c.L * c.h - c.L * c.f, -c.s * c.h, c.V * c.h + c.h, 2.0 * c.L * c.h * (c.K * c.d - c.h));
}

// Korthikanti et al., table 2: 34 sbh / t with selective recomputation (f = 4 h), 2 sbh with full; theirs keeps that whole under sequence
// parallelism too, ours the rank's share. Of a single kv head theirs keeps as much as of h / t, ours the head's own width.
// Micro-batches in flight: Narayanan et al. 2021.
void CalculonTest::activations()
{
    QFETCH(int, index);
    const Case c(index);
    const double stored = c.theirNumber(c.full() ? "block_act_checkpoint_size" : "block_act_storage_space");
    COMPARE_LINE("by hand", stored, c.full() ? 2.0 * c.tokens : 18.0 * c.u + 4.0 * c.gelu);
    COMPARE_LINE("activations of a layer", c.ours.kept(layer), stored, c.full() ? 2.0 * (c.norms - c.tokens) : 2.0 * 2.0 * (c.rows * c.kv - c.u));
    const double working = c.full() ? 0.0 : c.theirNumber("block_act_working_space") - stored;
    const double all = c.theirNumber(c.full() ? "act_checkpoint_size" : "act_space") - working;
    COMPARE_LINE("in flight", c.ours.inFlight(0), all / (stored * c.blocks));
    COMPARE_LINE("by hand", c.ours.inFlight(0), c.p > 1.0 ? c.p + (c.v > 1.0 ? (c.p - 1.0) / c.v : 0.0) : 1.0);
}

// Matrix FLOPs are equal. Theirs adds 9 per element of a norm, 7 of its reduced sums, 5 of the softmax, 8 of GELU, and so on.
void CalculonTest::flops()
{
    QFETCH(int, index);
    const Case c(index);
    const double forward = 2.0 * c.square + 2.0 * c.narrow + 2.0 * c.up + 2.0 * c.core;
    const double sums = 2.0 * (c.t - 1.0) * c.u; // of the reduced outputs
    const double forwardVectors = c.norms * 2.0 * (9.0 + 2.0) + sums + 6.0 * c.scores + 8.0 * c.gelu;
    COMPARE_LINE("matrix FLOPs forward", c.ours.matrixFlops(layer, false), forward);
    COMPARE_LINE("FLOPs forward", c.ours.matrixFlops(layer, false), c.theirNumber("block_fw_flops"), -forwardVectors);
    const double gradient = c.norms * 2.0 * (2.0 + 14.0 + 1.0 + 2.0) + sums + 3.0 * c.tokens + 9.0 * c.scores + 13.0 * c.gelu;
    COMPARE_LINE("FLOPs backward", c.ours.matrixFlops(layer, true), c.theirNumber("block_agrad_flops"), c.theirNumber("block_wgrad_flops"), -gradient,
                 -14.0 * c.norms);
    COMPARE_LINE("attention", c.ours.coreFlops(layer, false), 2.0 * c.core);
    COMPARE_LINE("attention, causal", c.ours.coreModelFlops(layer, false), 2.0 * c.core, -2.0 * c.core * (c.s - 1.0) / (2.0 * c.s));
    COMPARE_LINE("attention backward", c.ours.coreFlops(layer, true), 4.0 * c.core);
    // What theirs calls useful holds elementwise operators and the optimizer: 11 FLOPs per parameter.
    const double model = c.ours.matrixFlops(layer, false) + c.ours.matrixFlops(layer, true);
    COMPARE_LINE("useful", model, c.theirNumber("useful_flops"), -forwardVectors, -gradient, -14.0 * c.norms,
                 -11.0 * c.theirNumber("block_weight_space") / 2.0 / c.state());
}

// What theirs states is a running total: at each operator that runs again, the FLOPs of all before it once more. Its time is right.
// Selective recomputation runs the product with the values again (Korthikanti et al., 5: the core as a whole), theirs does not.
void CalculonTest::recompute()
{
    QFETCH(int, index);
    const Case c(index);
    const double reduced = (c.t - 1.0) * c.u, g = c.square, n = c.norms;
    enum Again { inFull, inBoth, inSelective, never }; // gathers and reductions are communication
    struct Run
    {
        double flops;
        Again again;
    };
    const Run attention[] = {{9.0 * n, inFull}, {0.0, inSelective}, {0.0, inFull}, {g, inFull}, {c.narrow, inFull}, {c.narrow, inFull},
                             {c.core, inBoth}, {5.0 * c.scores, inBoth}, {c.scores, inBoth}, {c.core, inFull}, {g, inFull},
                             {reduced, never}, {n, inFull}, {n, inFull}};
    const Run feedForward[] = {{0.0, inFull}, {9.0 * n, inFull}, {0.0, never}, {c.up, inFull}, {8.0 * c.gelu, inFull}, {c.up, inFull},
                               {reduced, never}, {n, inFull}, {n, inFull}};
    double before = 0.0, running = 0.0;
    const auto add = [&](const Run &run) {
        before += run.flops;
        if (run.again == inBoth || run.again == (c.full() ? inFull : inSelective))
            running += before;
    };
    std::ranges::for_each(attention, add);
    std::ranges::for_each(feedForward, add);
    COMPARE_LINE("running total", running, c.theirNumber("block_re_flops"));
    COMPARE_LINE("recomputed", c.ours.flopsAgain(layer), c.full() ? 4.0 * g + 2.0 * c.up + 2.0 * c.core : c.core, c.full() ? 0.0 : c.core);
    if (c.full())
        COMPARE_LINE("time", c.theirNumber("recompute_time"), c.theirNumber("fw_time"));
}

// Tensor and pipeline payloads are equal. Theirs reduces gradients of two bytes, ours of four, without the biases of norms.
void CalculonTest::collectives()
{
    QFETCH(int, index);
    const Case c(index);
    const double forward = c.ours.calls(layer, Pass::forward).payload, backward = c.ours.calls(layer, Pass::backward).payload;
    const double inputsAgain = c.ours.calls(layer, Pass::backward, Purpose::tensorWeightGradientInput).payload;
    COMPARE_LINE("tensor, forward", forward, c.theirNumber("baseblock_fw_tp_size"));
    COMPARE_LINE("by hand", forward, (c.sequenceParallel() ? 4.0 : 2.0) * 2.0 * c.tokens);
    COMPARE_LINE("tensor, backward", backward - inputsAgain, c.theirNumber("baseblock_bw_tp_size"));
    // Without selective recomputation theirs keeps gathered inputs for the weight gradients.
    COMPARE_LINE("tensor, repeated", inputsAgain + c.ours.calls(layer, Pass::recompute).payload, c.theirNumber("baseblock_recomm_size"),
                 c.full() && c.sequenceParallel() ? 2.0 * 2.0 * c.tokens : 0.0);
    COMPARE_LINE("pipeline", c.ours.transferPayload(), c.theirNumber("block_fw_pp_size"));
    const double gradients = c.ours.weightPayload(c.stageIndex(), Purpose::gradientReduction, Collective::reduceScatter) / c.blocks;
    COMPARE_LINE("data, gradients", gradients, c.theirNumber("block_dp_size"),
                 c.state() > 1.0 ? c.theirNumber("block_weight_space") - 4.0 * 2.0 * c.h : 0.0);
}

// Theirs waits for every transfer: 2 m v of them on each stage, and 2 (p - 1) in the bubble. Without them both pipelines last as long.
void CalculonTest::step()
{
    QFETCH(int, index);
    const Case c(index);
    const double forward = c.theirNumber("block_fw_time") + c.theirNumber("baseblock_fw_tp_time_exposed");
    const double backward = c.theirNumber("block_re_time") + c.theirNumber("baseblock_recomm_time_exposed") + c.theirNumber("block_agrad_time") +
                            c.theirNumber("baseblock_agrad_tp_time_exposed") + c.theirNumber("block_wgrad_time");
    const double piece = c.blocks / c.v;
    const std::vector<PeerPass> pieces(static_cast<std::size_t>(c.p * c.v), {piece * forward, piece * backward});
    const Plan &plan = c.ours.scenario().plan;
    const PipelineSize size{plan.pp, static_cast<Count>(c.m), plan.virtualStages};
    const double ours = pipelineOf(plan.schedule, size, pieces);
    COMPARE_LINE("by hand", ours, c.m * c.blocks * (forward + backward), (c.p - 1.0) * piece * (forward + backward));
    const double transfers = c.theirNumber("pp_comm_link_time"), ramp = 2.0 * (c.p - 1.0) * transfers / (2.0 * c.m * c.v);
    COMPARE_LINE("bubble", (c.p - 1.0) * piece * (forward + backward), c.theirNumber("bubble_time"), -ramp);
    COMPARE_LINE("step", ours, c.theirNumber("total_time"), -c.theirNumber("optim_step_time"), -c.theirNumber("dp_comm_exposed_time"),
                 -transfers, -ramp);
}

QTEST_APPLESS_MAIN(CalculonTest)
#include "calculon_test.moc"
