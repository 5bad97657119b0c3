// Softmax cores over a cache (operators.md §2, §3).

#include "ops/attention/cached.h"

#include "base/text.h"
#include "ops/attention.h"
#include "ops/cache.h"

namespace headroom {

namespace {

const Formula pairFlops{"cache.coreFlops", CORE_TEXT("core", "FLOPs of an attention core over a cache"), "2 * A * P * (q + v)",
                          {"A", "P", "q", "v"}, "operators §2: scores and weighted sum of all pairs"};

Derived<Flops> coreFlops(OpBuilder &ops, Dim heads, const CachedKeys &keys, Dim query, Dim value, const char *name)
{
    return ops.why().record(pairFlops, Flops(2.0 * heads.value * keys.pairs.value * (query.value + value.value)),
                            {heads.term, keys.pairs.term, query.term, value.term}, name);
}

AttentionShape shapeOf(OpBuilder &ops, const CachedCore &c, const CachedKeys &keys)
{
    static const Formula headDim{"attention.headDim", CORE_TEXT("core", "Head dim of queries and values, mean"), "(q + v) / 2", {"q", "v"},
                                 "Headroom calibration §1"};
    static const Formula mean{"cache.meanKeys", CORE_TEXT("core", "Mean keys per new token"), "P / t", {"P", "t"}, "arithmetic"};
    static const Formula tiles{"attention.tiles", CORE_TEXT("core", "Tiles of 128 queries"), "A * t / 128", {"A", "t"},
                               "Headroom calibration §1"};
    Derivation &why = ops.why();
    const Dim none = why.given("no key is masked", 0.0);
    return {why.record(headDim, (c.queryDim.value + c.valueDim.value) / 2.0, {c.queryDim.term, c.valueDim.term}),
            why.record(mean, keys.pairs.value / keys.rows.value, {keys.pairs.term, keys.rows.term}),
            why.record(tiles, c.heads.value * keys.rows.value / 128.0, {c.heads.term, keys.rows.term}), none, none,
            c.queryDim.value != c.valueDim.value};
}

// Queries and outputs of the new tokens, their own keys and values, and what is read of the cache.
Derived<Bytes> streamBytes(OpBuilder &ops, const CachedCore &c, const CachedKeys &keys, const char *name)
{
    static const Formula formula{"cache.coreBytes", CORE_TEXT("core", "Bytes of an attention core over a cache"),
                                 "s * t * (A + K) * (q + v) + T * w", {"s", "t", "A", "K", "q", "v", "T", "w"},
                                 "operators §2: queries, outputs, new keys and values, the cache once"};
    const Dim s = ops.elementBytes();
    const double own = s.value * keys.rows.value * (c.heads.value + c.kvHeads.value) * (c.queryDim.value + c.valueDim.value);
    return ops.why().record(formula, Bytes(own) + keys.read.value * c.token.value,
                            {s.term, keys.rows.term, c.heads.term, c.kvHeads.term, c.queryDim.term, c.valueDim.term, keys.read.term, c.token.term},
                            name);
}

Derived<Bytes> expandedBytes(OpBuilder &ops, const CachedCore &c, const CachedKeys &keys, const char *name)
{
    static const Formula formula{"cache.expandedBytes", CORE_TEXT("core", "Bytes of an attention core with expanded keys and values"),
                                 "s * A * (q + v) * (t + T)", {"s", "A", "q", "v", "t", "T"}, "operators §3"};
    const Dim s = ops.elementBytes();
    return ops.why().record(formula, Bytes(s.value * c.heads.value * (c.queryDim.value + c.valueDim.value) * (keys.rows.value + keys.whole.value)),
                            {s.term, c.heads.term, c.queryDim.term, c.valueDim.term, keys.rows.term, keys.whole.term}, name);
}

} // namespace

void promptCore(OpBuilder &ops, const CachedCore &c, const CachedKeys &keys, bool expanded)
{
    if (keys.rows.value == 0.0)
        return;
    const char *name = CORE_TEXT("core", "attention core");
    ops.step(Step::core, OpCategory::attention);
    ops.attentionShape(shapeOf(ops, c, keys));
    const Derived<Flops> flops = coreFlops(ops, c.heads, keys, c.queryDim, c.valueDim, name);
    Op &op = ops.add(name, Phase::forward, Engine::matrix, flops, flops,
                     expanded ? expandedBytes(ops, c, keys, name) : streamBytes(ops, c, keys, name));
    op.cache = expanded ? Bytes{} : keys.read.value * c.token.value;
    ops.attentionShape(std::nullopt);
}

void cachedCores(OpBuilder &ops, const CachedCore &c)
{
    promptCore(ops, c, cachedKeys(ops, false, c.limit), false);
    const CachedKeys keys = cachedKeys(ops, true, c.limit);
    if (keys.rows.value == 0.0)
        return;
    const char *name = CORE_TEXT("core", "decode attention core");
    ops.step(Step::core, OpCategory::attention);
    const Derived<Flops> flops = coreFlops(ops, c.heads, keys, c.queryDim, c.valueDim, name);
    Op &op = ops.add(name, Phase::forward, Engine::matrix, flops, flops, streamBytes(ops, c, keys, name));
    op.decodes = true;
    op.cache = keys.read.value * c.token.value;
}

namespace {

struct LatentDims
{
    Dim heads, rank, nope, rope, value, query;
};

// Each head's own half of the up-projection, on queries or on outputs.
void absorbedProduct(OpBuilder &ops, const char *name, const LatentDims &d, Dim rows, Dim in, Dim out)
{
    static const Formula flopFormula{"latent.absorbedFlops", CORE_TEXT("core", "FLOPs of an absorbed up-projection"), "2 * t * A * i * o",
                                     {"t", "A", "i", "o"}, "operators §3, decode"};
    static const Formula byteFormula{"latent.absorbedBytes", CORE_TEXT("core", "Bytes of an absorbed up-projection"),
                                     "A * (s * t * (i + o) + w * i * o)", {"A", "s", "t", "i", "o", "w"}, "operators §3, decode"};
    const Dim w = ops.why().given("run.serving.weightFormat with its scales", ops.run().serving.weightBytes()), s = ops.elementBytes();
    const double io = in.value * out.value;
    const Derived<Flops> flops = ops.why().record(flopFormula, Flops(2.0 * rows.value * d.heads.value * io),
                                                  {rows.term, d.heads.term, in.term, out.term}, name);
    ops.step(Step::kvUp, OpCategory::projection);
    ops.add(name, Phase::forward, Engine::matrix, flops, flops,
            ops.why().record(byteFormula, Bytes(d.heads.value * (s.value * rows.value * (in.value + out.value) + w.value * io)),
                             {d.heads.term, s.term, rows.term, in.term, out.term, w.term}, name))
        .weights = Bytes(d.heads.value * w.value * io);
}

// One latent serves as key and value of all heads.
void latentCore(OpBuilder &ops, const LatentDims &d, const CachedKeys &keys, Derived<Bytes> token)
{
    static const Formula flopFormula{"latent.coreFlops", CORE_TEXT("core", "FLOPs of the core in the latent space"), "2 * A * P * (2 * r + o)",
                                     {"A", "P", "r", "o"}, "operators §3, decode: scores over r + rope, sums over r"};
    static const Formula byteFormula{"latent.coreBytes", CORE_TEXT("core", "Bytes of the core in the latent space"),
                                     "s * t * A * (2 * r + o) + s * t * (r + o) + T * w", {"s", "t", "A", "r", "o", "T", "w"},
                                     "operators §3, decode: the latents once for all heads"};
    const char *name = CORE_TEXT("core", "decode attention core");
    const double both = 2.0 * d.rank.value + d.rope.value, t = keys.rows.value;
    const Dim s = ops.elementBytes();
    const Derived<Flops> model = coreFlops(ops, d.heads, keys, d.query, d.value, name);
    const Derived<Flops> executed = ops.why().record(flopFormula, Flops(2.0 * d.heads.value * keys.pairs.value * both),
                                                     {d.heads.term, keys.pairs.term, d.rank.term, d.rope.term}, name);
    const Bytes bytes = Bytes(s.value * t * (d.heads.value * both + d.rank.value + d.rope.value)) + keys.read.value * token.value;
    ops.step(Step::core, OpCategory::attention);
    Op &op = ops.add(name, Phase::forward, Engine::matrix, model, executed,
                     ops.why().record(byteFormula, bytes, {s.term, keys.rows.term, d.heads.term, d.rank.term, d.rope.term, keys.read.term, token.term}, name),
                     {.form = executed.value - model.value});
    op.decodes = true;
    op.cache = keys.read.value * token.value;
}

} // namespace

void latentCores(OpBuilder &ops, const AttentionSpec &a)
{
    const Dim heads = ops.perRank(ops.field("model.heads", a.heads), ops.shape().tp, "plan.tp");
    const Dim nope = ops.field("model.nopeDim", a.nopeDim), rope = ops.field("model.ropeDim", a.ropeDim);
    const LatentDims d{heads, ops.field("model.kvRank", a.kvRank), nope, rope, ops.field("model.valueDim", a.valueDim), ops.plus(nope, rope)};
    const KeyLimit limit{a.window, a.isSparse() ? std::optional(a.indexTopK) : std::nullopt};
    const CachedKeys prompt = cachedKeys(ops, false, limit), answer = cachedKeys(ops, true, limit);
    if (prompt.rows.value > 0.0) {
        ops.step(Step::kvUp, OpCategory::projection);
        const char *name = CORE_TEXT("core", "key-value up-projection");
        const Dim width = ops.times(heads, ops.plus(nope, d.value));
        Op &up = ops.servedGemm(name, prompt.whole, d.rank, width, ops.constant(1.0));
        up.modelFlops = ops.gemmFlops(prompt.rows, d.rank, width, name); // cached latents are expanded again
        up.extra.form = up.executedFlops.value - up.modelFlops.value;
        ops.step(Step::keyConcatenation, OpCategory::elementwise);
        ops.elementwise(CORE_TEXT("core", "key concatenation"), prompt.whole,
                        ops.plus(ops.plus(ops.times(heads, nope), rope), ops.times(heads, d.query)), 1.0, 1.0);
        promptCore(ops, {heads, heads, d.query, d.value, {}, limit}, prompt, true);
    }
    if (answer.rows.value == 0.0)
        return;
    absorbedProduct(ops, CORE_TEXT("core", "query absorption"), d, answer.rows, nope, d.rank);
    latentCore(ops, d, answer, cacheTokenBytes(ops.why(), a, ops.run().serving, ops.shape().tp));
    absorbedProduct(ops, CORE_TEXT("core", "value up-projection"), d, answer.rows, d.rank, d.value);
}

void cachedScores(OpBuilder &ops, Dim heads, Dim dim, Dim chosen)
{
    static const Formula flopFormula{"cache.indexFlops", CORE_TEXT("core", "FLOPs of the indexer's scores over a cache"), "2 * i * P * d",
                                     {"i", "P", "d"}, "operators §3"};
    static const Formula byteFormula{"cache.indexBytes", CORE_TEXT("core", "Bytes of the indexer's scores over a cache"),
                                     "s * t * (i * (d + 1) + d) + T * d * w + 8 * t * c", {"s", "t", "i", "d", "T", "w", "c"},
                                     "queries, head weights, new keys and cached keys read; chosen keys written, read by attention"};
    const char *name = CORE_TEXT("core", "indexer scores");
    Derivation &why = ops.why();
    const Dim s = ops.elementBytes(), w = why.given("run.serving.cacheFormat with its scales", latentElementBytes(ops.run().serving));
    ops.step(Step::indexScores, OpCategory::attention);
    for (const bool decodes : {false, true}) {
        const CachedKeys keys = cachedKeys(ops, decodes, {});
        if (keys.rows.value == 0.0)
            continue;
        const double t = keys.rows.value, i = heads.value, d = dim.value;
        const Derived<Flops> flops = why.record(flopFormula, Flops(2.0 * i * keys.pairs.value * d), {heads.term, keys.pairs.term, dim.term}, name);
        Op &op = ops.add(name, Phase::forward, Engine::matrix, flops, flops,
                         why.record(byteFormula, Bytes(s.value * t * (i * (d + 1.0) + d) + keys.read.value * d * w.value + 8.0 * t * chosen.value),
                                    {s.term, keys.rows.term, heads.term, dim.term, keys.read.term, w.term, chosen.term}, name));
        op.decodes = decodes;
        op.cache = Bytes(keys.read.value * d * w.value);
    }
}

void recurrentCore(OpBuilder &ops, const AttentionSpec &a, const Recurrence &r)
{
    static const Formula flopFormula{"recurrence.flops", CORE_TEXT("core", "FLOPs of the recurrence, token by token"), "m * t * n * k * v",
                                     {"m", "t", "n", "k", "v"}, "Headroom model §0: 4 dk dv, with the delta rule 6"};
    static const Formula byteFormula{"recurrence.bytes", CORE_TEXT("core", "Bytes of the recurrence"),
                                     "t * (s * (2 * q * k + 2 * n * v) + n * g) + 2 * b * z", {"t", "s", "q", "k", "n", "v", "g", "b", "z"},
                                     "operators §4, decode: the states of all sequences read and written"};
    static const Formula stateFormula{"recurrence.promptStates", CORE_TEXT("core", "States that prompts leave"), "b * z", {"b", "z"}, "operators §4"};
    const char *name = CORE_TEXT("core", "linear attention recurrence"), *states = CORE_TEXT("core", "linear attention states");
    Derivation &why = ops.why();
    const CachedKeys prompt = cachedKeys(ops, false, {}), answer = cachedKeys(ops, true, {});
    const Derived<Bytes> z = stateBytes(why, a, ops.shape().tp);
    ops.step(Step::core, OpCategory::linearAttention);
    if (prompt.rows.value > 0.0) {
        const Derived<Flops> none = why.given("moving states computes nothing", Flops{});
        ops.add(states, Phase::forward, Engine::vector, none, none,
                why.record(stateFormula, prompt.sequences.value * z.value, {prompt.sequences.term, z.term}, states))
            .cache = prompt.sequences.value * z.value;
    }
    if (answer.rows.value == 0.0)
        return;
    const Dim s = ops.elementBytes(), m = ops.constant(r.flops), g = why.given("gate bytes per head and token", r.gateBytes);
    const double t = answer.rows.value, n = r.heads.value, k = r.key.value, v = r.value.value;
    const Derived<Flops> flops = why.record(flopFormula, Flops(m.value * t * n * k * v),
                                            {m.term, answer.rows.term, r.heads.term, r.key.term, r.value.term}, name);
    const Bytes bytes = Bytes(t * (s.value * (2.0 * r.keyHeads.value * k + 2.0 * n * v) + n * g.value)) + 2.0 * answer.sequences.value * z.value;
    Op &op = ops.add(name, Phase::forward, Engine::matrix, flops, flops,
                     why.record(byteFormula, bytes, {answer.rows.term, s.term, r.keyHeads.term, r.key.term, r.heads.term, r.value.term, g.term,
                                                     answer.sequences.term, z.term}, name));
    op.decodes = true;
    op.cache = 2.0 * answer.sequences.value * z.value;
}

} // namespace headroom
