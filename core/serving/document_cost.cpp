#include "serving/document_cost.h"

#include "base/sum.h"
#include "base/text.h"
#include "estimate/flop_convention.h"

namespace headroom {

namespace {

constexpr const char *source = "cost model document, inference: algorithm FLOPs of the full mask";
const Formula sumFormula{"document.sum", CORE_TEXT("core", "Sum over layers or sequences"), "sum(x)", {"x"}, "arithmetic"};

// P_blocks: matrix parameters of the layers that a token meets; no table, no head.
Derived<double> blockParameters(Derivation &why, const ModelSpec &model)
{
    static const Formula each{"document.layers", CORE_TEXT("core", "Matrix parameters of equal layers"), "L * P", {"L", "P"}, source};
    Sum<double> sum(why);
    for (const LayerGroup &group : model.layers) {
        const Derived<double> l = why.given("layers", static_cast<double>(group.count)),
                              p = why.given("matrix parameters a token meets", matrixParameters(model, group.layer, true));
        sum.add(why.record(each, l.value * p.value, {l.term, p.term}));
    }
    return sum.total(sumFormula);
}

// L H of the document: query heads times the mean of both head dims, over the layers with softmax attention.
Derived<double> attentionWidth(Derivation &why, const ModelSpec &model)
{
    static const Formula each{"document.width", CORE_TEXT("core", "Attention width of equal layers"), "L * A * (q + v) / 2", {"L", "A", "q", "v"},
                              "H = A d of the document, whose layers are all alike"};
    Sum<double> sum(why);
    for (const LayerGroup &group : model.layers) {
        const AttentionSpec &a = group.layer.attention;
        if (a.kind == AttentionKind::linear)
            continue;
        const Derived<double> l = why.given("layers", static_cast<double>(group.count)), n = why.given("model.heads", static_cast<double>(a.heads)),
                              q = why.given("query dim", static_cast<double>(a.queryDim())), v = why.given("value dim", static_cast<double>(a.valueHeadDim()));
        sum.add(why.record(each, l.value * n.value * (q.value + v.value) / 2.0, {l.term, n.term, q.term, v.term}));
    }
    return sum.total(sumFormula);
}

// Sums over the sequences of a pass: of tokens, and of their pairs.
Derived<double> over(Derivation &why, const GenerationPass &pass, bool squares, bool cached)
{
    static const Formula tokens{"document.tokens", CORE_TEXT("core", "Tokens of equal sequences"), "B * S", {"B", "S"}, source};
    static const Formula pairs{"document.pairs", CORE_TEXT("core", "Pairs of equal sequences, full mask"), "B * S ^ 2", {"B", "S"}, source};
    Sum<double> sum(why);
    for (const SequenceGroup &g : pass.groups) {
        const double length = cached ? g.cached : g.cached + g.fresh;
        const Derived<double> b = why.given("sequences", g.count), s = why.given(cached ? "cached tokens of each" : "tokens of each", length);
        sum.add(why.record(squares ? pairs : tokens, squares ? b.value * s.value * s.value : b.value * s.value, {b.term, s.term}));
    }
    return sum.total(sumFormula);
}

DocumentTerm termOf(const char *id, const char *name, const Derived<Flops> &flops) { return {id, name, flops.value, flops.term}; }

} // namespace

std::vector<DocumentTerm> documentPrefill(Derivation &why, const ModelSpec &model, const GenerationPass &pass)
{
    static const Formula linear{"document.prefillLinear", CORE_TEXT("core", "Linear layers of a prefill"), "2 * T * P", {"T", "P"}, source};
    static const Formula attention{"document.prefillAttention", CORE_TEXT("core", "Attention of a prefill, full mask"), "4 * Q * H", {"Q", "H"}, source};
    const Derived<double> t = over(why, pass, false, false), q = over(why, pass, true, false), p = blockParameters(why, model), h = attentionWidth(why, model);
    return {termOf("linear", CORE_TEXT("core", "Linear layers, 2 B S P"), why.record(linear, Flops(2.0 * t.value * p.value), {t.term, p.term})),
            termOf("attention", CORE_TEXT("core", "Attention, 4 B S² H, full mask"),
                   why.record(attention, Flops(4.0 * q.value * h.value), {q.term, h.term}))};
}

std::vector<DocumentTerm> documentDecode(Derivation &why, const ModelSpec &model, const GenerationPass &pass)
{
    static const Formula linear{"document.decodeLinear", CORE_TEXT("core", "Linear layers of a decode step"), "2 * B * P", {"B", "P"}, source};
    static const Formula attention{"document.decodeAttention", CORE_TEXT("core", "Attention of a decode step"), "4 * T * H", {"T", "H"}, source};
    static const Formula head{"document.decodeHead", CORE_TEXT("core", "Head of a decode step"), "2 * B * H * V", {"B", "H", "V"}, source};
    const Derived<double> b = why.given("sequences", pass.sequences()), p = blockParameters(why, model), t = over(why, pass, false, true),
                          width = attentionWidth(why, model), h = why.given("model.hidden", static_cast<double>(model.hidden)),
                          v = why.given("model.vocab", static_cast<double>(model.vocab));
    return {termOf("linear", CORE_TEXT("core", "Linear layers, 2 B P"), why.record(linear, Flops(2.0 * b.value * p.value), {b.term, p.term})),
            termOf("attention", CORE_TEXT("core", "Attention, 4 B L T H"), why.record(attention, Flops(4.0 * t.value * width.value), {t.term, width.term})),
            termOf("head", CORE_TEXT("core", "Head, 2 B H V"), why.record(head, Flops(2.0 * b.value * h.value * v.value), {b.term, h.term, v.term}))};
}

} // namespace headroom
