#include "comm/comm_plan.h"

#include "base/text.h"
#include "ops/experts.h"
#include "spec/weights.h"

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

AxisGroup groupOf(std::initializer_list<AxisPart> parts)
{
    AxisGroup group;
    for (const AxisPart &part : parts)
        if (part.ranks > 1)
            group.parts[group.count++] = part;
    return group;
}

} // namespace

Count AxisGroup::ranks() const
{
    Count product = 1;
    for (const AxisPart &part : span())
        product *= part.ranks;
    return product;
}

AxisGroups axisGroups(const Plan &plan)
{
    using enum Axis;
    const auto whole = [&](Axis axis) { return AxisPart{axis, plan.degree(axis)}; };
    const auto onlyIf = [&](bool spanned, Axis axis) { return AxisPart{axis, spanned ? plan.degree(axis) : 1}; };
    // Ranks that do not split an expert with one another: as many lie between two of them as do.
    const auto apart = [&](Axis axis, Count split) { return AxisPart{axis, plan.degree(axis) / split, split}; };
    const bool wide = plan.weightSharding == WeightSharding::fsdpEpCp;
    const Plan::ExpertRanks split = plan.expertRanks();
    return {.tensor = groupOf({whole(tensor)}), .context = groupOf({whole(context)}), .expert = groupOf({whole(expert)}),
            .expertTensor = groupOf({{tensor, split.tensor}}), .expertBeyond = groupOf({{fsdp, split.fsdp}, {data, split.data}}),
            .denseShard = groupOf({onlyIf(wide, context), onlyIf(wide, expert), whole(fsdp)}),
            .expertShard = groupOf({onlyIf(wide, context), apart(fsdp, split.fsdp)}),
            .denseReplicas = groupOf({onlyIf(!wide, context), onlyIf(!wide, expert), whole(data)}),
            .copiedReplicas = groupOf({onlyIf(plan.sequenceParallel, tensor), onlyIf(!wide, context), onlyIf(!wide, expert), whole(data)}),
            .expertReplicas = groupOf({apart(tensor, split.tensor), onlyIf(!wide, context), apart(data, split.data)}),
            .pipeline = groupOf({whole(pipeline)})};
}

BlockParameters blockParameters(const ModelSpec &model, const Block &block, const PassShape &shape, bool lastStageApart)
{
    std::vector<WeightTensor> weights;
    switch (block.kind) {
    case BlockKind::embedding: weights = embeddingWeights(model); break;
    case BlockKind::layer: weights = layerWeights(model, block.layer); break;
    case BlockKind::mtp: weights = mtpWeights(model); break;
    case BlockKind::head: weights = headWeights(model); break;
    }
    BlockParameters out;
    for (const WeightTensor &w : weights) {
        const Count shards = w.maxShards > 0 ? std::min(shape.tp, w.maxShards) : shape.tp;
        const auto add = [&w](double &part, double &quantised, double ranks) {
            part += w.elements() / ranks;
            quantised += w.product ? w.elements() / ranks : 0.0;
        };
        if (w.bucket == WeightBucket::tensorSharded)
            add(out.sharded, out.quantisedDense, static_cast<double>(shards));
        else if (w.bucket == WeightBucket::replicated)
            add(out.copied, out.quantisedDense, 1.0);
        else
            add(out.experts, out.quantisedExperts, static_cast<double>(shape.ep * shape.expertTensor));
    }
    const double table = static_cast<double>(model.vocab) * static_cast<double>(model.hidden) / static_cast<double>(shape.tp);
    // The head of a tied model and the lookup of MTP modules use the embedding's table: a copy of it, held once, when they lie on
    // another stage.
    const bool usesTable = block.kind == BlockKind::head && (model.tiedEmbeddings || model.mtpDepth > 0);
    if (usesTable && lastStageApart)
        out.sharded += table;
    out.gathered = out.dense() + (usesTable && model.tiedEmbeddings && !lastStageApart ? table : 0.0);
    return out;
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
        m_calls.push_back({purpose, kind, group, pass, hide, count, payload, routing});
        return m_calls.back();
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
        if (!m_shape.sequenceParallel)
            return void(add(purpose, Collective::allReduce, &AxisGroups::tensor, pass, Hide::nothing, output).steps = last);
        const Derived<Bytes> input = activations(inWidth);
        const bool back = pass == Pass::backward;
        add(purpose, Collective::allGather, &AxisGroups::tensor, pass, Hide::nothing, back ? output : input).steps = first;
        add(purpose, Collective::reduceScatter, &AxisGroups::tensor, pass, Hide::nothing, back ? input : output).steps = last;
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

// Bytes of keys and values (full), latents (mla) or states (linear) of the whole group, as an all-gather moves them.
Derived<Bytes> contextPayload(CallWriter &out, const AttentionSpec &a)
{
    const double cp = static_cast<double>(out.shape().cp), tp = static_cast<double>(out.shape().tp);
    switch (a.kind) {
    case AttentionKind::mla:
        return out.activations(cp * static_cast<double>(a.kvRank + a.ropeDim + (a.isSparse() ? a.indexDim : 0)));
    case AttentionKind::linear: {
        const double states = static_cast<double>(a.heads * a.headDim * a.valueDim) / tp * static_cast<double>(out.shape().sequences);
        return out.states(cp * states);
    }
    case AttentionKind::full: break;
    }
    return out.activations(cp * std::max(1.0, static_cast<double>(a.kvHeads) / tp) * 2.0 * static_cast<double>(a.headDim));
}

void contextCalls(CallWriter &out, const Block &block)
{
    if (out.shape().cp == 1)
        return;
    const bool latent = block.layer.attention.kind == AttentionKind::mla;
    const StepSet readers = latent ? StepSet{Step::kvUp, Step::indexScores} : StepSet{Step::scores, Step::core};
    const Derived<Bytes> payload = contextPayload(out, block.layer.attention);
    for (const Pass pass : allPasses) // backward passes the keys round again, and their gradients
        out.add(Purpose::contextKeys, Collective::allGather, &AxisGroups::context, pass, Hide::core, payload,
                pass == Pass::backward ? 2.0 : 1.0)
            .steps = readers;
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
        out.add(Purpose::vocabulary, Collective::allGather, &AxisGroups::tensor, Pass::forward, Hide::nothing, hidden);
    out.add(Purpose::vocabulary, Collective::allReduce, &AxisGroups::tensor, Pass::forward, Hide::nothing, out.activations(2.0, 4.0));
    out.add(Purpose::vocabulary, split ? Collective::reduceScatter : Collective::allReduce, &AxisGroups::tensor, Pass::backward,
            Hide::nothing, hidden);
    if (split)
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

double BlockCall::repeats(StepSet again) const
{
    const double share = static_cast<double>((steps & again).size());
    return perStep ? count * share / static_cast<double>(steps.size()) : share > 0.0 ? count : 0.0;
}

} // namespace headroom
