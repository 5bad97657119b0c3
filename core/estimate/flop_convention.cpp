#include "estimate/flop_convention.h"

#include "base/sum.h"
#include "base/text.h"
#include "ops/attention.h"
#include "spec/weights.h"

#include <string_view>

namespace headroom {

const ConventionSwitches &switchesOf(Convention convention)
{
    using enum AttentionPairs;
    static constexpr ConventionSwitches rows[] = {
        {exactCausal, WindowPairs::exact, true, true, MtpCount::whole, false, false},    // headroom
        {half, WindowPairs::ignored, false, true, MtpCount::whole, true, true},          // megatron
        {half, WindowPairs::approximate, true, true, MtpCount::layerOnly, true, false},  // maxtext
        {AttentionPairs::full, WindowPairs::full, false, true, MtpCount::whole, false, false}, // palm
        {AttentionPairs::full, WindowPairs::full, true, true, MtpCount::whole, false, false},  // full+router
        {none, WindowPairs::ignored, true, false, MtpCount::none, false, false},         // 6N
    };
    return rows[static_cast<std::size_t>(convention)];
}

double conventionKeys(const ConventionSwitches &switches, Count sequenceLength, std::optional<Count> window,
                      const std::vector<DocumentGroup> &documents)
{
    const double s = static_cast<double>(sequenceLength);
    const bool windowed = window && *window < sequenceLength;
    if (windowed && switches.window == WindowPairs::approximate) {
        const double w = static_cast<double>(*window);
        return (s * w - w * w / 2.0) / s;
    }
    switch (switches.pairs) {
    case AttentionPairs::none: return 0.0;
    case AttentionPairs::full: return s;
    case AttentionPairs::half: return s / 2.0;
    case AttentionPairs::exactCausal: break;
    }
    return meanKeys(documents, sequenceLength, window);
}

// Biases of experts are no matrices; neither is the short convolution, counted apart.
double matrixParameters(const ModelSpec &model, const LayerSpec &layer, bool router)
{
    const FeedForwardSpec &f = layer.feedForward;
    double total = 0.0;
    for (const WeightTensor &w : layerWeights(model, layer))
        if (w.cols > 1 && !std::string_view(w.name).ends_with("_conv"))
            total += w.bucket == WeightBucket::expert ? w.elements() / static_cast<double>(f.experts) * static_cast<double>(f.topK)
                                                      : w.elements();
    if (f.kind == FeedForwardKind::moe && !router)
        total -= static_cast<double>(model.hidden) * static_cast<double>(f.experts);
    return total;
}

namespace {

const char *design = "Headroom model §0";

class ForwardCount
{
public:
    ForwardCount(Derivation &why, const ModelSpec &model, const RunSpec &run)
        : m_why(why), m_model(model), m_run(run), m_switches(switchesOf(run.convention)),
          m_documents(documentsOf(run.documentLengths)), m_sum(why)
    {
    }

    Derived<Flops> total()
    {
        static const Formula formula{"model.forwardFlops", CORE_TEXT("core", "Forward model FLOPs of a token"), "sum(f)", {"f"}, design};
        for (const LayerGroup &group : m_model.layers)
            layers(group.layer, static_cast<double>(group.count));
        const double head = static_cast<double>(m_model.hidden) * static_cast<double>(m_model.vocab);
        matrices(head, 1.0, "output head");
        if (m_model.mtpDepth > 0 && m_switches.mtp != MtpCount::none)
            mtp(head);
        return m_sum.total(formula);
    }

private:
    void layers(const LayerSpec &layer, double count)
    {
        matrices(matrixParameters(m_model, layer, m_switches.router), count, layerName(layer));
        const AttentionSpec &a = layer.attention;
        if (a.kind != AttentionKind::linear)
            attentionCore(a, count);
        else if (m_switches.linearCore)
            a.isDeltaRule() ? deltaCore(a, count) : linearCore(a, count);
        if (a.isSparse())
            indexerScores(a, count);
        if (m_switches.deltaSquare && a.convWidth > 0)
            matrices(static_cast<double>(a.convChannels() * a.convWidth), count, "short convolution");
        if (m_switches.latentNorms && layer.attention.kind == AttentionKind::mla)
            latentNorms(layer.attention, count);
    }

    void mtp(double head)
    {
        const double depth = static_cast<double>(m_model.mtpDepth), hidden = static_cast<double>(m_model.hidden);
        layers(m_model.layers.back().layer, depth);
        if (m_switches.mtp == MtpCount::whole) {
            matrices(2.0 * hidden * hidden, depth, "MTP input projection");
            matrices(head, depth, "MTP output head");
        }
    }

    void matrices(double parameters, double count, Subject subject)
    {
        static const Formula formula{"model.matrixFlops", CORE_TEXT("core", "Matrix FLOPs of a token"), "2 * n * P", {"n", "P"}, design};
        const Derived<double> n = m_why.given("how many", count), p = m_why.given("matrix parameters a token meets", parameters);
        m_sum.add(m_why.record(formula, Flops(2.0 * count * parameters), {n.term, p.term}, subject));
    }

    void attentionCore(const AttentionSpec &a, double count)
    {
        static const Formula formula{"model.attentionFlops", CORE_TEXT("core", "Attention FLOPs of a token"), "2 * n * A * k * (q + v)",
                                     {"n", "A", "k", "q", "v"}, design};
        const double keys = conventionKeys(m_switches, m_run.sequenceLength, a.keyLimit(), m_documents), heads = static_cast<double>(a.heads);
        const double q = static_cast<double>(a.queryDim()), v = static_cast<double>(a.valueHeadDim());
        m_sum.add(m_why.record(formula, Flops(2.0 * count * heads * keys * (q + v)),
                               {m_why.given("layers", count).term, m_why.given("model.heads", heads).term,
                                m_why.given("run.convention: mean keys per query", keys).term, m_why.given("query dim", q).term,
                                m_why.given("value dim", v).term}));
    }

    void linearCore(const AttentionSpec &a, double count)
    {
        static const Formula formula{"model.linearFlops", CORE_TEXT("core", "Linear attention FLOPs of a token"), "4 * n * A * k * v",
                                     {"n", "A", "k", "v"}, design};
        const double heads = static_cast<double>(a.heads), k = static_cast<double>(a.headDim), v = static_cast<double>(a.valueDim);
        m_sum.add(m_why.record(formula, Flops(4.0 * count * heads * k * v),
                               {m_why.given("layers", count).term, m_why.given("model.heads", heads).term,
                                m_why.given("model.headDim", k).term, m_why.given("model.valueDim", v).term}));
    }

    void deltaCore(const AttentionSpec &a, double count)
    {
        static const Formula rule{"model.deltaFlops", CORE_TEXT("core", "Delta-rule FLOPs of a token"), "6 * n * A * k * v",
                                  {"n", "A", "k", "v"}, design};
        static const Formula square{"model.deltaSquareFlops", CORE_TEXT("core", "Gated delta FLOPs of a token, as the convention counts"),
                                    "8 * n * A * v ^ 2", {"n", "A", "v"}, "Megatron-LM training.py FLOP count"};
        const double heads = static_cast<double>(a.heads), k = static_cast<double>(a.headDim), v = static_cast<double>(a.valueDim);
        const Derived<double> n = m_why.given("layers", count), h = m_why.given("model.heads", heads),
                              value = m_why.given("model.valueDim", v);
        if (m_switches.deltaSquare && a.linearKind == LinearKind::gatedDelta)
            return m_sum.add(m_why.record(square, Flops(8.0 * count * heads * v * v), {n.term, h.term, value.term}));
        m_sum.add(m_why.record(rule, Flops(6.0 * count * heads * k * v),
                               {n.term, h.term, m_why.given("model.headDim", k).term, value.term}));
    }

    // Scores of all earlier keys.
    void indexerScores(const AttentionSpec &a, double count)
    {
        static const Formula formula{"model.indexerFlops", CORE_TEXT("core", "Indexer FLOPs of a token"), "2 * n * i * k * d",
                                     {"n", "i", "k", "d"}, design};
        const double keys = conventionKeys(m_switches, m_run.sequenceLength, std::nullopt, m_documents);
        const double heads = static_cast<double>(a.indexHeads), d = static_cast<double>(a.indexDim);
        m_sum.add(m_why.record(formula, Flops(2.0 * count * heads * keys * d),
                               {m_why.given("layers", count).term, m_why.given("model.indexHeads", heads).term,
                                m_why.given("run.convention: mean keys per query", keys).term,
                                m_why.given("model.indexDim", d).term}));
    }

    void latentNorms(const AttentionSpec &a, double count)
    {
        static const Formula formula{"model.latentNormFlops", CORE_TEXT("core", "Latent norms as the convention counts them"),
                                     "2 * n * (q + r)", {"n", "q", "r"}, "Megatron-LM training.py FLOP count"};
        const double q = static_cast<double>(a.queryRank.value_or(0)), r = static_cast<double>(a.kvRank);
        m_sum.add(m_why.record(formula, Flops(2.0 * count * (q + r)),
                               {m_why.given("layers", count).term, m_why.given("model.queryRank", q).term,
                                m_why.given("model.kvRank", r).term}));
    }

    Derivation &m_why;
    const ModelSpec &m_model;
    const RunSpec &m_run;
    const ConventionSwitches &m_switches;
    std::vector<DocumentGroup> m_documents;
    Sum<Flops> m_sum;
};

} // namespace

Derived<Flops> forwardFlopsPerToken(Derivation &why, const ModelSpec &model, const RunSpec &run)
{
    return ForwardCount(why, model, run).total();
}

Derived<Flops> usefulFlops(Derivation &why, const ModelSpec &model, const RunSpec &run)
{
    static const Formula formula{"model.usefulFlops", CORE_TEXT("core", "Useful FLOPs of a step"), "3 * f * B * S * (1 - z)",
                                 {"f", "B", "S", "z"}, "F_useful = 3 x forward; Headroom model §0"};
    const Derived<Flops> f = forwardFlopsPerToken(why, model, run);
    const Derived<double> b = why.given("run.globalBatch", static_cast<double>(run.globalBatch)),
                          s = why.given("run.sequenceLength", static_cast<double>(run.sequenceLength)),
                          z = why.given("run.paddingShare", run.paddingShare);
    return why.record(formula, 3.0 * f.value * b.value * s.value * (1.0 - z.value), {f.term, b.term, s.term, z.term});
}

} // namespace headroom
