// Fields of the model. A size that occurs in several layer groups is one field: it shows the first group that has it
// and sets all that do.

#include "base/text.h"
#include "spec/field_access.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *model = CORE_TEXT("core", "Model");
constexpr const char *attention = CORE_TEXT("core", "Attention");
constexpr const char *feedForward = CORE_TEXT("core", "Feed-forward");
constexpr double maxHidden = 1 << 20, maxWidth = 1 << 24, maxHeads = 65536, maxHeadDim = 65536, maxExperts = 65536;

bool isFull(const LayerSpec &l)
{
    return l.attention.kind == AttentionKind::full;
}
bool isMla(const LayerSpec &l)
{
    return l.attention.kind == AttentionKind::mla;
}
bool isLinear(const LayerSpec &l)
{
    return l.attention.kind == AttentionKind::linear;
}
bool hasHeadDim(const LayerSpec &l)
{
    return !isMla(l);
}
bool hasValueDim(const LayerSpec &l)
{
    return !isFull(l);
}
bool isDense(const LayerSpec &l)
{
    return l.feedForward.kind == FeedForwardKind::dense;
}
bool isMoe(const LayerSpec &l)
{
    return l.feedForward.kind == FeedForwardKind::moe;
}
bool any(const LayerSpec &)
{
    return true;
}

using Which = bool (*)(const LayerSpec &);

template <Which which> const LayerSpec *firstLayer(const Scenario &s)
{
    for (const LayerGroup &g : s.model.layers)
        if (which(g.layer))
            return &g.layer;
    return nullptr;
}

template <Which which, class F> void forLayers(Scenario &s, F change)
{
    for (LayerGroup &g : s.model.layers)
        if (which(g.layer))
            change(g.layer);
}

// A count in the layers that `which` picks, hidden when there is none.
template <Which which, auto part, auto member> Field layerCountField(Field row)
{
    row.group = "model";
    row.kind = FieldKind::count;
    row.unit = Unit::count;
    row.get = [](const Scenario &s) {
        const LayerSpec *l = firstLayer<which>(s);
        return l ? FieldValue(l->*part.*member) : FieldValue(Count{0});
    };
    row.set = [](Scenario &s, const FieldValue &v) {
        forLayers<which>(s, [&](LayerSpec &l) { l.*part.*member = std::get<Count>(v); });
    };
    row.applies = [](const Scenario &s) { return firstLayer<which>(s) != nullptr; };
    return row;
}

template <Which which, auto member> Field optionalAttentionField(Field row)
{
    row.group = "model";
    row.kind = FieldKind::count;
    row.unit = Unit::count;
    row.optional = true;
    row.get = [](const Scenario &s) {
        const LayerSpec *l = firstLayer<which>(s);
        return l && l->attention.*member ? FieldValue(*(l->attention.*member)) : FieldValue();
    };
    row.set = [](Scenario &s, const FieldValue &v) {
        const Count *count = std::get_if<Count>(&v);
        forLayers<which>(s, [&](LayerSpec &l) { l.attention.*member = count ? std::optional(*count) : std::nullopt; });
    };
    row.applies = [](const Scenario &s) { return firstLayer<which>(s) != nullptr; };
    return row;
}

// The shortest period with which the last layers repeat, so that a hybrid grows by whole patterns; 1 when none does.
std::size_t tailPeriod(const std::vector<LayerSpec> &layers)
{
    for (std::size_t period = 1; 2 * period <= layers.size(); ++period)
        if (std::equal(layers.end() - static_cast<std::ptrdiff_t>(period), layers.end(),
                       layers.end() - 2 * static_cast<std::ptrdiff_t>(period)))
            return period;
    return 1;
}

// Cuts layers off the end, or repeats the last pattern.
void setLayers(Scenario &s, const FieldValue &v)
{
    const auto wanted = static_cast<std::size_t>(std::get<Count>(v));
    std::vector<LayerSpec> layers;
    for (const LayerGroup &g : s.model.layers)
        layers.insert(layers.end(), static_cast<std::size_t>(g.count), g.layer);
    if (layers.empty() || layers.size() == wanted)
        return;
    const std::size_t period = tailPeriod(layers);
    while (layers.size() < wanted)
        layers.push_back(LayerSpec(layers[layers.size() - period]));
    layers.resize(wanted);
    s.model.layers.clear();
    for (const LayerSpec &l : layers) {
        if (!s.model.layers.empty() && s.model.layers.back().layer == l)
            ++s.model.layers.back().count;
        else
            s.model.layers.push_back({1, l});
    }
}

Field layers()
{
    return {.group = "model",
            .key = "layers",
            .label = CORE_TEXT("core", "Layers"),
            .help = CORE_TEXT(
                "core",
                "Decoder layers (L), without MTP modules; more repeat the last pattern of layers, fewer cut it off."),
            .heading = model,
            .kind = FieldKind::count,
            .unit = Unit::count,
            .minimum = 1,
            .maximum = 4096,
            .get = [](const Scenario &s) { return FieldValue(layerCount(s.model)); },
            .set = setLayers};
}

// Latent and linear attention have as many key-value heads as query heads.
Field heads()
{
    Field row{.group = "model",
              .key = "heads",
              .label = CORE_TEXT("core", "Attention heads"),
              .help = CORE_TEXT("core", "Query heads per layer (A), in every kind of attention."),
              .heading = attention,
              .kind = FieldKind::count,
              .minimum = 1,
              .maximum = maxHeads};
    row = layerCountField<any, &LayerSpec::attention, &AttentionSpec::heads>(row);
    row.set = [](Scenario &s, const FieldValue &v) {
        forLayers<any>(s, [&](LayerSpec &l) {
            l.attention.heads = std::get<Count>(v);
            if (!isFull(l))
                l.attention.kvHeads = l.attention.heads;
        });
    };
    return row;
}

// Rotary embedding covers the same share of a head as before.
Field headDim()
{
    Field row{.group = "model",
              .key = "headDim",
              .label = CORE_TEXT("core", "Head dimension"),
              .help =
                  CORE_TEXT("core", "Size of a query and key head (d); also of the value head in softmax attention."),
              .heading = attention,
              .kind = FieldKind::count,
              .minimum = 1,
              .maximum = maxHeadDim};
    row = layerCountField<hasHeadDim, &LayerSpec::attention, &AttentionSpec::headDim>(row);
    row.set = [](Scenario &s, const FieldValue &v) {
        forLayers<hasHeadDim>(s, [&](LayerSpec &l) {
            AttentionSpec &a = l.attention;
            a.rotaryDim = a.rotaryDim * std::get<Count>(v) / std::max<Count>(a.headDim, 1);
            a.headDim = std::get<Count>(v);
        });
    };
    return row;
}

template <Which which, auto member>
Field attentionCount(const char *key, double maximum, const char *label, const char *help)
{
    return layerCountField<which, &LayerSpec::attention, member>({.group = "model",
                                                                  .key = key,
                                                                  .label = label,
                                                                  .help = help,
                                                                  .heading = attention,
                                                                  .kind = FieldKind::count,
                                                                  .minimum = 1,
                                                                  .maximum = maximum});
}

template <Which which, auto member>
Field feedForwardCount(const char *key, double minimum, double maximum, const char *label, const char *help)
{
    return layerCountField<which, &LayerSpec::feedForward, member>({.group = "model",
                                                                    .key = key,
                                                                    .label = label,
                                                                    .help = help,
                                                                    .heading = feedForward,
                                                                    .kind = FieldKind::count,
                                                                    .minimum = minimum,
                                                                    .maximum = maximum});
}

std::vector<Field> wholeModelFields()
{
    return {
        countField<&Scenario::model, &ModelSpec::hidden>(
            {.group = "model",
             .key = "hidden",
             .label = CORE_TEXT("core", "Hidden size"),
             .help = CORE_TEXT("core", "Width of the residual stream (H)."),
             .heading = model,
             .minimum = 1,
             .maximum = maxHidden}),
        layers(),
        countField<&Scenario::model, &ModelSpec::vocab>(
            {.group = "model",
             .key = "vocab",
             .label = CORE_TEXT("core", "Vocabulary"),
             .help = CORE_TEXT("core", "Rows of the embedding table and the output head (V)."),
             .heading = model,
             .minimum = 1,
             .maximum = 1 << 24}),
        flagField<&Scenario::model, &ModelSpec::tiedEmbeddings>(
            {.group = "model",
             .key = "tiedEmbeddings",
             .label = CORE_TEXT("core", "Tied embeddings"),
             .help = CORE_TEXT("core", "The output head uses the embedding table instead of weights of its own."),
             .heading = model}),
        countField<&Scenario::model, &ModelSpec::mtpDepth>(
            {.group = "model",
             .key = "mtpDepth",
             .label = CORE_TEXT("core", "MTP modules"),
             .help = CORE_TEXT("core", "Multi-token-prediction modules trained along: each a projection, a layer like "
                                       "the last one and the head again."),
             .heading = model,
             .minimum = 0,
             .maximum = 64}),
    };
}

std::vector<Field> attentionFields()
{
    return {
        heads(),
        attentionCount<isFull, &AttentionSpec::kvHeads>(
            "kvHeads", maxHeads, CORE_TEXT("core", "Key-value heads"),
            CORE_TEXT("core", "Key and value heads per softmax layer (K); must divide the attention heads.")),
        headDim(),
        optionalAttentionField<isFull, &AttentionSpec::window>(
            {.group = "model",
             .key = "window",
             .label = CORE_TEXT("core", "Sliding window"),
             .help = CORE_TEXT("core", "Keys a query sees in softmax layers; empty: all earlier ones."),
             .heading = attention,
             .kind = FieldKind::count,
             .minimum = 1,
             .maximum = 1099511627776.0}),
        optionalAttentionField<isMla, &AttentionSpec::queryRank>(
            {.group = "model",
             .key = "queryRank",
             .label = CORE_TEXT("core", "Query rank"),
             .help = CORE_TEXT("core", "Size of the query latent; empty: queries come from the hidden state directly."),
             .heading = attention,
             .kind = FieldKind::count,
             .minimum = 1,
             .maximum = maxHidden}),
        attentionCount<isMla, &AttentionSpec::kvRank>(
            "kvRank", maxHidden, CORE_TEXT("core", "Key-value rank"),
            CORE_TEXT("core", "Size of the key-value latent; with the rotary key it is what decoding caches.")),
        attentionCount<isMla, &AttentionSpec::nopeDim>(
            "nopeDim", maxHeadDim, CORE_TEXT("core", "Head dimension without RoPE"),
            CORE_TEXT("core", "Part of a query and key head that carries no position.")),
        attentionCount<isMla, &AttentionSpec::ropeDim>(
            "ropeDim", maxHeadDim, CORE_TEXT("core", "Head dimension with RoPE"),
            CORE_TEXT("core", "Part of a query head that is rotated; one key of this size is shared by all heads.")),
        attentionCount<hasValueDim, &AttentionSpec::valueDim>(
            "valueDim", maxHeadDim, CORE_TEXT("core", "Value head dimension"),
            CORE_TEXT("core", "Size of a value head in latent and linear attention.")),
        attentionCount<isLinear, &AttentionSpec::chunk>(
            "chunk", maxWidth, CORE_TEXT("core", "Chunk length"),
            CORE_TEXT("core",
                      "Tokens the linear kernel takes at once; longer moves fewer states and computes more pairs.")),
    };
}

std::vector<Field> feedForwardFields()
{
    return {
        feedForwardCount<isDense, &FeedForwardSpec::width>(
            "feedForward", 1, maxWidth, CORE_TEXT("core", "Feed-forward width"),
            CORE_TEXT("core", "Width of a dense feed-forward block (F).")),
        feedForwardCount<isMoe, &FeedForwardSpec::experts>("experts", 1, maxExperts, CORE_TEXT("core", "Experts"),
                                                           CORE_TEXT("core", "Routed experts per layer (E).")),
        feedForwardCount<isMoe, &FeedForwardSpec::topK>(
            "topK", 1, maxExperts, CORE_TEXT("core", "Experts per token"),
            CORE_TEXT("core", "Routed experts each token meets (k); at most the number of experts.")),
        feedForwardCount<isMoe, &FeedForwardSpec::expertWidth>("expertWidth", 1, maxWidth,
                                                               CORE_TEXT("core", "Expert width"),
                                                               CORE_TEXT("core", "Width of one routed expert.")),
        feedForwardCount<isMoe, &FeedForwardSpec::sharedWidth>(
            "sharedWidth", 0, 1024 * maxWidth, CORE_TEXT("core", "Shared expert width"),
            CORE_TEXT("core", "Width of all shared experts together; 0: none.")),
    };
}

} // namespace

std::vector<Field> modelFields()
{
    std::vector<Field> rows = wholeModelFields();
    for (const auto &more : {attentionFields(), feedForwardFields()})
        rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

} // namespace headroom
