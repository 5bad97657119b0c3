// Fields of attention, by kind of layer.

#include "base/text.h"
#include "spec/fields_layers.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *attention = CORE_TEXT("core", "Attention");
constexpr double maxHidden = fieldMaxHidden, maxWidth = fieldMaxWidth, maxHeads = fieldMaxHeads, maxHeadDim = 65536;

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
// Layers of the gated delta rule have heads of their own, unlike other linear ones, which take those of the softmax
// layers.
bool isGatedDelta(const LayerSpec &l)
{
    return l.attention.isDeltaRule() && l.attention.linearKind == LinearKind::gatedDelta;
}
bool hasHeads(const LayerSpec &l)
{
    return !isGatedDelta(l);
}
bool isWindowed(const LayerSpec &l)
{
    return isFull(l) && l.attention.window.has_value();
}
bool isSparse(const LayerSpec &l)
{
    return l.attention.isSparse();
}
bool hasHeadDim(const LayerSpec &l)
{
    return !isMla(l) && !isGatedDelta(l);
}
bool hasValueDim(const LayerSpec &l)
{
    return !isFull(l);
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

// Latent and linear attention have as many key-value heads as query heads.
Field heads()
{
    Field row{.group = "model",
              .key = "heads",
              .label = CORE_TEXT("core", "Attention heads"),
              .help =
                  CORE_TEXT("core", "Query heads per layer (A), in every kind of attention but the gated delta rule."),
              .heading = attention,
              .kind = FieldKind::count,
              .minimum = 1,
              .maximum = maxHeads};
    row = layerCountField<hasHeads, &LayerSpec::attention, &AttentionSpec::heads>(row);
    row.set = [](Scenario &s, const FieldValue &v) {
        forLayers<hasHeads>(s, [&](LayerSpec &l) {
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

// Where some softmax layers have a window and others see everything, the field is about the former.
Field window()
{
    Field row = optionalAttentionField<isFull, &AttentionSpec::window>(
        {.group = "model",
         .key = "window",
         .label = CORE_TEXT("core", "Sliding window"),
         .help = CORE_TEXT("core", "Keys a query sees in softmax layers; empty: all earlier ones."),
         .heading = attention,
         .kind = FieldKind::count,
         .minimum = 1,
         .maximum = 1099511627776.0});
    row.get = [](const Scenario &s) {
        const LayerSpec *l = firstLayer<isWindowed>(s);
        return l ? FieldValue(*l->attention.window) : FieldValue();
    };
    row.set = [](Scenario &s, const FieldValue &v) {
        const Count *count = std::get_if<Count>(&v);
        const bool some = firstLayer<isWindowed>(s) != nullptr;
        forLayers<isFull>(s, [&](LayerSpec &l) {
            if (isWindowed(l) || !some)
                l.attention.window = count ? std::optional(*count) : std::nullopt;
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

std::vector<Field> softmaxFields()
{
    return {
        heads(),
        attentionCount<isFull, &AttentionSpec::kvHeads>(
            "kvHeads", maxHeads, CORE_TEXT("core", "Key-value heads"),
            CORE_TEXT("core", "Key and value heads per softmax layer (K); must divide the attention heads.")),
        headDim(),
        window(),
    };
}

std::vector<Field> latentFields()
{
    return {
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
        attentionCount<isSparse, &AttentionSpec::indexTopK>(
            "indexTopK", 1099511627776.0, CORE_TEXT("core", "Keys chosen"),
            CORE_TEXT("core", "Keys a query meets in sparse latent attention, chosen by the indexer's scores.")),
    };
}

std::vector<Field> linearFields()
{
    return {
        attentionCount<isGatedDelta, &AttentionSpec::heads>(
            "deltaHeads", maxHeads, CORE_TEXT("core", "Delta-rule heads"),
            CORE_TEXT("core", "Value heads of the gated delta rule, each with a state of its own.")),
        attentionCount<isGatedDelta, &AttentionSpec::kvHeads>(
            "deltaKeyHeads", maxHeads, CORE_TEXT("core", "Delta-rule key heads"),
            CORE_TEXT("core", "Query and key heads of the gated delta rule; must divide its heads.")),
        attentionCount<isGatedDelta, &AttentionSpec::headDim>(
            "deltaKeyDim", maxHeadDim, CORE_TEXT("core", "Delta-rule key dimension"),
            CORE_TEXT("core", "Size of a query and key head of the gated delta rule.")),
        attentionCount<isLinear, &AttentionSpec::chunk>(
            "chunk", maxWidth, CORE_TEXT("core", "Chunk length"),
            CORE_TEXT("core",
                      "Tokens the linear kernel takes at once; longer moves fewer states and computes more pairs.")),
    };
}

} // namespace

std::vector<Field> attentionFields()
{
    std::vector<Field> rows = softmaxFields();
    for (const auto &more : {latentFields(), linearFields()})
        rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

} // namespace headroom
