// How many keys a query meets, and how many a tiled kernel computes: in a sequence, or on average over packed documents.

#include "ops/attention.h"

#include "base/sum.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

// A row of tiles meets those of its window, the first and the last whole: W rounded up to tiles and, unless it is one key, one
// tile more.
double windowOfTiles(double s, double w, double tile) { return std::min(s, tile * (std::ceil((w - 1.0) / tile) + 1.0)); }

// Mean over all tokens of the documents of what holds for one length.
template <class Keys> double overDocuments(const std::vector<DocumentGroup> &documents, Keys keys)
{
    double pairs = 0.0;
    for (const DocumentGroup &d : documents)
        pairs += static_cast<double>(d.count) * static_cast<double>(d.length) * keys(d.length);
    return pairs / documentTokens(documents);
}

// The same with its derivation; `keys` gives the keys of a length that is a term.
template <class Keys> Dim overDocuments(OpBuilder &ops, Keys keys)
{
    static const Formula pairsOf{"packing.pairs", CORE_TEXT("core", "Query-key pairs of the documents of one length"), "n * L * k",
                                 {"n", "L", "k"}, "Headroom model §0: packed documents"};
    static const Formula tokensOf{"packing.tokens", CORE_TEXT("core", "Tokens of the documents of one length"), "n * L", {"n", "L"},
                                  "arithmetic"};
    static const Formula sum{"packing.sum", CORE_TEXT("core", "Sum over the documents"), "sum(x)", {"x"}, "arithmetic"};
    static const Formula mean{"packing.meanKeys", CORE_TEXT("core", "Mean keys per query of packed documents"), "P / T", {"P", "T"},
                              "Headroom model §0: packed documents"};
    Derivation &why = ops.why();
    Sum<double> pairs(why), tokens(why);
    for (const DocumentGroup &d : ops.documents()) {
        const Dim n = ops.field("run.documentLengths: documents", d.count), length = ops.field("run.documentLengths: tokens", d.length);
        const Dim k = keys(d.length, length);
        pairs.add(why.record(pairsOf, n.value * length.value * k.value, {n.term, length.term, k.term}));
        tokens.add(why.record(tokensOf, n.value * length.value, {n.term, length.term}));
    }
    const Dim p = pairs.total(sum), t = tokens.total(sum);
    return why.record(mean, p.value / t.value, {p.term, t.term});
}

Dim keysOfLength(OpBuilder &ops, Count length, Dim s, std::optional<Count> window, const char *field)
{
    static const Formula causal{"attention.meanKeys", CORE_TEXT("core", "Mean keys per query, causal"), "(S + 1) / 2", {"S"},
                                "Headroom model §0"};
    static const Formula windowed{"attention.meanKeysWindow", CORE_TEXT("core", "Mean keys per query, causal window"),
                                  "W - W * (W - 1) / (2 * S)", {"W", "S"}, "Headroom model §0"};
    const double keys = meanKeys(length, window);
    if (!window || *window >= length)
        return ops.why().record(causal, keys, {s.term});
    return ops.why().record(windowed, keys, {ops.field(field, *window).term, s.term});
}

Dim tiledKeysOfLength(OpBuilder &ops, Count length, Dim s, std::optional<Count> window)
{
    static const Formula whole{"attention.tile", CORE_TEXT("core", "Tile, at most the sequence"), "min(b, S)", {"b", "S"},
                               "Headroom model §13"};
    static const Formula tiles{"attention.windowOfTiles", CORE_TEXT("core", "Keys of the tiles that a window touches"),
                               "min(S, b * (ceil((W - 1) / b) + 1))", {"S", "b", "W"}, "the window's edges fall inside tiles"};
    static const Formula tiled{"attention.tiledKeys", CORE_TEXT("core", "Mean keys per query of whole tiles"),
                               "W - W * (W - b) / (2 * S)", {"W", "b", "S"}, "Headroom model §13: (S + tile) / 2 when causal"};
    Derivation &why = ops.why();
    const Count tile = ops.run().kernels.attentionTile;
    const Dim b = why.record(whole, static_cast<double>(std::min(tile, length)),
                             {ops.field("run.kernels.attentionTile", tile).term, s.term});
    const Dim w = window ? why.record(tiles, windowOfTiles(s.value, static_cast<double>(*window), b.value),
                                      {s.term, b.term, ops.field("model.window", *window).term})
                         : s;
    return why.record(tiled, tiledKeys(length, window, tile), {w.term, b.term, s.term});
}

} // namespace

double meanKeys(Count sequenceLength, std::optional<Count> window)
{
    const double s = static_cast<double>(sequenceLength);
    if (!window || *window >= sequenceLength)
        return (s + 1.0) / 2.0;
    const double w = static_cast<double>(*window);
    return w - w * (w - 1.0) / (2.0 * s);
}

double meanKeys(const std::vector<DocumentGroup> &documents, Count sequenceLength, std::optional<Count> window)
{
    if (documents.empty())
        return meanKeys(sequenceLength, window);
    return overDocuments(documents, [window](Count length) { return meanKeys(length, window); });
}

double tiledKeys(Count sequenceLength, std::optional<Count> window, Count tile)
{
    const double s = static_cast<double>(sequenceLength), b = static_cast<double>(std::min(tile, sequenceLength));
    const double w = window ? windowOfTiles(s, static_cast<double>(*window), b) : s;
    return w - w * (w - b) / (2.0 * s);
}

Dim meanKeysTerm(OpBuilder &ops, std::optional<Count> window, const char *field)
{
    const Count sequence = ops.shape().sequenceLength;
    if (ops.documents().empty())
        return keysOfLength(ops, sequence, ops.field("run.sequenceLength", sequence), window, field);
    return overDocuments(ops, [&](Count length, Dim s) { return keysOfLength(ops, length, s, window, field); });
}

Dim tiledKeysTerm(OpBuilder &ops, Dim keys, std::optional<Count> window)
{
    const Kernels &kernels = ops.run().kernels;
    const Count sequence = ops.shape().sequenceLength;
    if (kernels.attentionTile == 1 || kernels.attention == AttentionKernel::unfused)
        return keys;
    if (ops.documents().empty())
        return tiledKeysOfLength(ops, sequence, ops.field("run.sequenceLength", sequence), window);
    return overDocuments(ops, [&](Count length, Dim s) { return tiledKeysOfLength(ops, length, s, window); });
}

} // namespace headroom
