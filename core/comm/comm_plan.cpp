#include "comm/comm_plan.h"

#include "base/text.h"
#include "ops/experts.h"

#include <algorithm>
#include <numeric>

namespace headroom {

std::span<const EnumRow> rowsOf(Purpose)
{
    static constexpr EnumRow rows[] = {
        {"attentionActivations", CORE_TEXT("core", "Activations of tensor-parallel attention")},
        {"feedForwardActivations", CORE_TEXT("core", "Activations of tensor-parallel feed-forward")},
        {"tensorWeightGradientInput", CORE_TEXT("core", "Inputs of weight gradients, gathered again")},
        {"vocabulary", CORE_TEXT("core", "Vocabulary-parallel embedding, head and loss")},
        {"expertActivations", CORE_TEXT("core", "Tokens of the batch ranks that split an expert")},
        {"expertExchange", CORE_TEXT("core", "Expert dispatch and combine")},
        {"contextKeys", CORE_TEXT("core", "Keys, values and states of other sequence parts")},
        {"weightGather", CORE_TEXT("core", "Sharded weights gathered")},
        {"gradientScatter", CORE_TEXT("core", "Gradients of sharded weights")},
        {"gradientReduction", CORE_TEXT("core", "Gradients of replicated weights")},
        {"stageTransfer", CORE_TEXT("core", "Activations between pipeline stages")},
        {"tiedEmbedding", CORE_TEXT("core", "Gradient of the tied embedding, first and last stage")},
        {"mirroredGradients", CORE_TEXT("core", "Gradients of weights that two stages hold")},
    };
    return rows;
}

namespace {

// Appends calls of one block with its payload formulas.
class CallWriter
{
public:
    CallWriter(Derivation &why, const ModelSpec &model, const PassShape &shape, std::vector<BlockCall> &calls)
        : m_why(why), m_model(model), m_shape(shape), m_calls(calls) {}

    // Returned for the steps that repeat it.
    BlockCall &add(Purpose purpose, Collective kind, const AxisGroup AxisGroups::*group, Pass pass, Hide hide, Derived<Bytes> payload,
                   double count = 1.0, const std::optional<ExpertRouting> &routing = std::nullopt)
    {
        m_calls.push_back({purpose, kind, group, pass, hide, count, payload, TensorSide::none, routing});
        return m_calls.back();
    }
    // Beside the products of a tensor-parallel part: asynchronously under them, in pieces. Without that, the gradients of their input
    // are summed up while the weight gradients are computed (Megatron-LM's linear layers; schedulers of XLA find it themselves).
    BlockCall &addBeside(TensorSide side, Purpose purpose, Collective kind, Pass pass, Derived<Bytes> payload)
    {
        const bool async = m_shape.asyncTensorParallel && m_shape.sequenceParallel;
        const Hide whole = pass == Pass::backward && side == TensorSide::input ? Hide::weightGradients : Hide::nothing;
        BlockCall &call = add(purpose, kind, &AxisGroups::tensor, pass, async ? Hide::products : whole, payload);
        call.side = side;
        return call;
    }
    // t * n elements of e bytes.
    Derived<Bytes> activations(double width, double bytes = computeBytes) { return activationRows(m_shape.tokens(), width, bytes); }
    // The tokens of so many of the ranks that split an expert, each with its share of the tensor ranks' tokens.
    Derived<Bytes> sharedTokens(Count ranks)
    {
        const double share = static_cast<double>(ranks) / static_cast<double>(m_shape.tp);
        return activationRows(m_shape.tokens() * share, static_cast<double>(m_model.hidden), computeBytes);
    }
    // Data of the rows that a rank routes: each once, the exchange copies it to its targets; or all its slots, the empty ones too.
    Derived<Bytes> routedCopies(double copies, double bytes)
    {
        static const Formula formula{"payload.routed", CORE_TEXT("core", "Routed tokens a rank sends"), "t * n * s", {"t", "n", "s"},
                                     "Headroom model §7: tokens routed by the rank, each once or in all its slots, times H"};
        return rowsOf(m_shape.expertTokens(), copies * static_cast<double>(m_model.hidden), bytes, formula);
    }
    // The tokens before a window's edge, of each of the two pieces of a sequence that a rank works on.
    Derived<Bytes> windowTokens(Count window, double width)
    {
        static const Formula formula{"payload.window", CORE_TEXT("core", "Keys and values that windows reach in other sequence parts"),
                                     "2 * (W - 1) * b * n * s", {"W", "b", "n", "s"}, "2 cp pieces of balanced causal work; Headroom model §7"};
        const double tokens = 2.0 * static_cast<double>(window - 1), b = static_cast<double>(m_shape.sequences);
        const Bytes value(tokens * b * width * computeBytes);
        if (!m_why.recording())
            return {value, {}};
        const Derived<double> w = m_why.given("model.window", static_cast<double>(window)), q = m_why.given("plan.microBatch", b),
                              n = m_why.given("elements per token", width), s = m_why.given("bytes each", computeBytes);
        return m_why.record(formula, value, {w.term, q.term, n.term, s.term});
    }
    // fp32 states of every sequence.
    Derived<Bytes> states(double count)
    {
        static const Formula formula{"payload.states", CORE_TEXT("core", "Recurrent states passed on"), "n * s", {"n", "s"},
                                     "Headroom model §13"};
        if (!m_why.recording())
            return {Bytes(count * 4.0), {}};
        const Derived<double> n = m_why.given("state elements", count), s = m_why.given("fp32 element", 4.0);
        return m_why.record(formula, Bytes(count * 4.0), {n.term, s.term});
    }
    // Activations around a tensor-parallel part. With sequence parallelism the input (`inWidth` per token) is gathered and the
    // output scattered, the other way round in backward; else one all-reduce.
    void tensorPair(Pass pass, Purpose purpose, double inWidth, StepSet first, StepSet last)
    {
        const Derived<Bytes> output = activations(static_cast<double>(m_model.hidden));
        const bool back = pass == Pass::backward;
        if (!m_shape.sequenceParallel)
            return void(addBeside(back ? TensorSide::input : TensorSide::output, purpose, Collective::allReduce, pass, output).steps = last);
        const Derived<Bytes> input = activations(inWidth);
        addBeside(back ? TensorSide::output : TensorSide::input, purpose, Collective::allGather, pass, back ? output : input).steps = first;
        addBeside(back ? TensorSide::input : TensorSide::output, purpose, Collective::reduceScatter, pass, back ? input : output).steps = last;
        if (back)
            inputAgain(input);
    }
    // The weight gradient needs the gathered input once more; that hides under the input gradient.
    void inputAgain(const Derived<Bytes> &input)
    {
        add(Purpose::tensorWeightGradientInput, Collective::allGather, &AxisGroups::tensor, Pass::backward, Hide::anything, input);
    }
    const PassShape &shape() const { return m_shape; }
    const ModelSpec &model() const { return m_model; }

private:
    Derived<Bytes> activationRows(double rows, double width, double bytes)
    {
        static const Formula formula{"payload.activations", CORE_TEXT("core", "Activation payload"), "t * n * s", {"t", "n", "s"},
                                     "Headroom model §7"};
        return rowsOf(rows, width, bytes, formula);
    }
    Derived<Bytes> rowsOf(double rows, double width, double bytes, const Formula &formula)
    {
        if (!m_why.recording())
            return {Bytes(rows * width * bytes), {}};
        const Derived<double> t = m_why.given("tokens per device and pass", rows), n = m_why.given("elements per token", width),
                              s = m_why.given("bytes each", bytes);
        return m_why.record(formula, Bytes(rows * width * bytes), {t.term, n.term, s.term});
    }

    Derivation &m_why;
    const ModelSpec &m_model;
    const PassShape &m_shape;
    std::vector<BlockCall> &m_calls;
};

constexpr Pass allPasses[] = {Pass::forward, Pass::backward, Pass::recompute};

// What the ranks of a sequence-parallel layer gather for attention: MLA's down-projections run before that, on each rank's own
// tokens, so only latents, the rotary key, the indexer's key and gates per head travel; KDA's gate latents travel beside the
// hidden state.
double attentionInputWidth(const ModelSpec &model, const AttentionSpec &a)
{
    if (a.kind == AttentionKind::linear)
        return static_cast<double>(model.hidden + 2 * a.gateRank.value_or(0));
    if (a.kind == AttentionKind::full)
        return static_cast<double>(model.hidden);
    const Count gates = a.outputGate == OutputGate::none ? 0
        : a.outputGate == OutputGate::perHead            ? a.heads
                                                         : a.heads * a.valueDim;
    const Count latents = a.queryRank ? *a.queryRank + a.kvRank + a.ropeDim : model.hidden;
    return static_cast<double>(latents + gates + (a.isSparse() ? a.indexDim : 0));
}

// Each rank picked the keys of its own tokens, for the heads of every rank; kept for backward.
void chosenKeysCall(CallWriter &out, const AttentionSpec &a, Pass pass)
{
    if (!a.isSparse() || !out.shape().sequenceParallel || pass == Pass::backward)
        return;
    const double chosen = static_cast<double>(std::min(a.indexTopK, out.shape().sequenceLength));
    out.add(Purpose::attentionActivations, Collective::allGather, &AxisGroups::tensor, pass, Hide::nothing, out.activations(chosen, 4.0))
        .steps = Step::indexScores;
}

// The steps that read the gathered input of attention.
constexpr StepSet attentionEntry{Step::queryKeyValue, Step::queryUp, Step::kvUp, Step::gateLatents, Step::decayProjection, Step::gateProjection};

// Steps that read the gathered input of a feed-forward, and those whose output is scattered; the experts' where all ranks route all
// tokens.
StepSet feedForwardEntry(const PassShape &shape, const FeedForwardSpec &f)
{
    const bool routed = f.kind == FeedForwardKind::moe && shape.expertTensor > 1;
    return routed ? StepSet{Step::mlpUp, Step::dispatch} : StepSet(Step::mlpUp);
}

StepSet feedForwardExit(const PassShape &shape, const FeedForwardSpec &f)
{
    const bool routed = f.kind == FeedForwardKind::moe && shape.expertTensor > 1;
    return routed ? StepSet{Step::mlpDown, Step::combine} : StepSet(Step::mlpDown);
}

// Tokens gathered for experts that several tensor ranks split, and the sums of their outputs scattered. The copies that the experts
// take in are kept, so no weight gradient needs them again.
void splitExpertCalls(CallWriter &out, Pass pass)
{
    const Count tp = out.shape().tp, ranks = std::gcd(out.shape().expertTensor, tp);
    const auto add = [&](Collective kind, const AxisGroup AxisGroups::*group, Count of, StepSet steps) {
        out.add(Purpose::feedForwardActivations, kind, group, pass, Hide::nothing, out.sharedTokens(of)).steps = steps;
    };
    const bool split = out.shape().sequenceParallel;
    if (ranks > 1 && ranks == tp && !split)
        return add(Collective::allReduce, &AxisGroups::tensor, tp, Step::combine);
    if (ranks > 1 && split)
        add(Collective::allGather, &AxisGroups::expertTensor, ranks, Step::dispatch);
    if (ranks > 1)
        add(Collective::reduceScatter, &AxisGroups::expertTensor, ranks, Step::combine);
    if (!split) // each rank has the sums of some tokens: the residual needs all of them
        add(Collective::allGather, &AxisGroups::tensor, tp, Step::combine);
}

void feedForwardCalls(CallWriter &out, const FeedForwardSpec &f, Pass pass)
{
    const bool routed = f.kind == FeedForwardKind::moe, alone = routed && f.sharedWidth == 0;
    if (out.shape().tp > 1 && !alone) // takes in and sums up all tokens of the tensor ranks, the routed ones among them
        out.tensorPair(pass, Purpose::feedForwardActivations, static_cast<double>(out.model().hidden), feedForwardEntry(out.shape(), f),
                       feedForwardExit(out.shape(), f));
    else if (out.shape().tp > 1)
        splitExpertCalls(out, pass);
    const Count ranks = out.shape().expertTensor;
    if (routed && std::gcd(ranks, out.shape().tp) < ranks)
        for (const Collective kind : {Collective::allGather, Collective::reduceScatter})
            out.add(Purpose::expertActivations, kind, &AxisGroups::expertBeyond, pass, Hide::nothing, out.sharedTokens(ranks)).steps =
                kind == Collective::allGather ? Step::dispatch : Step::combine;
}

void activationCalls(CallWriter &out, const Block &block)
{
    for (const Pass pass : allPasses) {
        if (out.shape().tp > 1) {
            out.tensorPair(pass, Purpose::attentionActivations, attentionInputWidth(out.model(), block.layer.attention), attentionEntry,
                           Step::outProjection);
            chosenKeysCall(out, block.layer.attention, pass);
        }
        feedForwardCalls(out, block.layer.feedForward, pass);
    }
}

void expertCalls(CallWriter &out, const Block &block, const RunSpec &run)
{
    if (out.shape().ep == 1 || block.layer.feedForward.kind != FeedForwardKind::moe)
        return;
    // One payload stands for both ways: out in the dispatch dtype, back in bf16.
    const double bytes = 0.5 * (dispatchBytes(run.dispatchDtype) + computeBytes);
    // Slots belong to an expert: a token travels once for each; rows of a sorted dispatch do not.
    const FeedForwardSpec &f = block.layer.feedForward;
    const bool sorted = run.kernels.dispatch == DispatchKernel::sorted;
    const Derived<Bytes> payload = out.routedCopies(sorted ? 1.0 : routedRowsPerToken(f, run), bytes);
    const std::optional<ExpertRouting> routing = sorted ? std::optional(routingOf(f)) : std::nullopt;
    for (const Pass pass : allPasses) { // dispatch and combine
        BlockCall &call = out.add(Purpose::expertExchange, Collective::allToAll, &AxisGroups::expert, pass, Hide::experts, payload, 2.0, routing);
        call.steps = {Step::dispatch, Step::expertDown};
        call.perStep = true;
    }
}

// Elements of a token that attention on other ranks needs: keys and values, or latent, rotary key and indexer key.
double keyWidth(const AttentionSpec &a, Count tp)
{
    if (a.kind == AttentionKind::mla)
        return static_cast<double>(a.kvRank + a.ropeDim + (a.isSparse() ? a.indexDim : 0));
    return std::max(1.0, static_cast<double>(a.kvHeads) / static_cast<double>(tp)) * 2.0 * static_cast<double>(a.headDim);
}

// The steps that read what other parts of the sequence send.
StepSet keyReaders(const AttentionSpec &a)
{
    return a.kind == AttentionKind::mla ? StepSet{Step::kvUp, Step::indexScores} : StepSet{Step::scores, Step::core};
}

// A ring hands on the state of all earlier parts: a chain that the products inside chunks do not wait for. To gather the states instead,
// ranks also need what each part multiplies an earlier state by: a matrix per head under the delta rule, decays per dimension else.
// Backward passes the states' gradients the other way.
void stateCalls(CallWriter &out, const AttentionSpec &a)
{
    const bool ring = out.shape().contextParallel == ContextParallel::ring;
    const double key = static_cast<double>(a.headDim), state = key * static_cast<double>(a.valueDim);
    const double transition = ring ? 0.0 : a.isDeltaRule() ? key * key : a.linearKind == LinearKind::gla ? key : 0.0;
    const double heads = static_cast<double>(a.heads) / static_cast<double>(out.shape().tp);
    const double ranks = static_cast<double>(out.shape().cp), sequences = static_cast<double>(out.shape().sequences);
    const Derived<Bytes> payload = out.states(ranks * heads * sequences * (state + transition));
    for (const Pass pass : allPasses)
        out.add(Purpose::contextKeys, ring ? Collective::ring : Collective::allGather, &AxisGroups::context, pass, Hide::core, payload)
            .steps = keyReaders(a);
}

// Backward passes the keys round again, and their gradients. Windows that end before all other parts need the nearest tokens alone.
void ringCalls(CallWriter &out, const AttentionSpec &a, double width)
{
    const double ranks = static_cast<double>(out.shape().cp);
    const double others = (ranks - 1.0) / ranks * static_cast<double>(out.shape().sequenceLength);
    const bool near = a.window && 2.0 * static_cast<double>(*a.window - 1) < others;
    const Derived<Bytes> payload = near ? out.windowTokens(*a.window, width) : out.activations(ranks * width);
    for (const Pass pass : allPasses)
        out.add(Purpose::contextKeys, near ? Collective::sendRecv : Collective::ring, &AxisGroups::context, pass, Hide::core, payload,
                pass == Pass::backward ? 2.0 : 1.0)
            .steps = keyReaders(a);
}

void contextCalls(CallWriter &out, const Block &block)
{
    const AttentionSpec &a = block.layer.attention;
    if (out.shape().cp == 1)
        return;
    if (a.kind == AttentionKind::linear)
        return stateCalls(out, a);
    const double width = keyWidth(a, out.shape().tp);
    if (out.shape().contextParallel == ContextParallel::ring)
        return ringCalls(out, a, width);
    const Derived<Bytes> payload = out.activations(static_cast<double>(out.shape().cp) * width);
    for (const Pass pass : allPasses)
        out.add(Purpose::contextKeys, Collective::allGather, &AxisGroups::context, pass, Hide::nothing, payload).steps = keyReaders(a);
    out.add(Purpose::contextKeys, Collective::reduceScatter, &AxisGroups::context, Pass::backward, Hide::nothing, payload);
}

void vocabularyCalls(CallWriter &out, const Block &block)
{
    if (out.shape().tp == 1)
        return;
    const Derived<Bytes> hidden = out.activations(static_cast<double>(out.model().hidden));
    const bool split = out.shape().sequenceParallel;
    if (block.kind != BlockKind::head) { // the lookup, of an MTP module too
        out.add(Purpose::vocabulary, split ? Collective::reduceScatter : Collective::allReduce, &AxisGroups::tensor, Pass::forward,
                Hide::nothing, hidden);
        if (split)
            out.add(Purpose::vocabulary, Collective::allGather, &AxisGroups::tensor, Pass::backward, Hide::nothing, hidden);
    }
    if (block.kind == BlockKind::embedding)
        return;
    if (split)
        out.addBeside(TensorSide::input, Purpose::vocabulary, Collective::allGather, Pass::forward, hidden);
    out.add(Purpose::vocabulary, Collective::allReduce, &AxisGroups::tensor, Pass::forward, Hide::nothing, out.activations(2.0, 4.0));
    if (!split)
        return void(out.addBeside(TensorSide::input, Purpose::vocabulary, Collective::allReduce, Pass::backward, hidden));
    out.addBeside(TensorSide::input, Purpose::vocabulary, Collective::reduceScatter, Pass::backward, hidden);
    out.inputAgain(hidden);
}

} // namespace

std::vector<BlockCall> blockCalls(Derivation &why, const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape)
{
    std::vector<BlockCall> calls;
    CallWriter out(why, model, shape, calls);
    if (block.kind == BlockKind::layer || block.kind == BlockKind::mtp) {
        activationCalls(out, block);
        expertCalls(out, block, run);
        contextCalls(out, block);
    }
    if (block.kind != BlockKind::layer)
        vocabularyCalls(out, block);
    return calls;
}

TensorPart productsOf(const BlockCall &call)
{
    switch (call.purpose) {
    case Purpose::vocabulary: return TensorPart::vocabulary;
    case Purpose::feedForwardActivations: return TensorPart::feedForward;
    default: return TensorPart::attention;
    }
}

double BlockCall::repeats(StepSet again) const
{
    const double share = static_cast<double>((steps & again).size());
    return perStep ? count * share / static_cast<double>(steps.size()) : share > 0.0 ? count : 0.0;
}

} // namespace headroom
