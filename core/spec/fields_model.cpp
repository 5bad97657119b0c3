// Fields of the whole model and of its feed-forward blocks.

#include "base/text.h"
#include "spec/fields_layers.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *model = CORE_TEXT("core", "Model");
constexpr const char *feedForward = CORE_TEXT("core", "Feed-forward");
constexpr double maxHidden = fieldMaxHidden, maxWidth = fieldMaxWidth, maxExperts = 65536;

bool isDense(const LayerSpec &l)
{
    return l.feedForward.kind == FeedForwardKind::dense;
}
bool isMoe(const LayerSpec &l)
{
    return l.feedForward.kind == FeedForwardKind::moe;
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
        feedForwardCount<isMoe, &FeedForwardSpec::routingGroups>(
            "routingGroups", 1, maxExperts, CORE_TEXT("core", "Expert groups"),
            CORE_TEXT("core", "Equal groups of experts, of which a token may use some only; 1: all experts are open to it.")),
        feedForwardCount<isMoe, &FeedForwardSpec::groupsPerToken>(
            "groupsPerToken", 1, maxExperts, CORE_TEXT("core", "Groups per token"),
            CORE_TEXT("core", "Expert groups whose experts a token may use; fewer mean fewer domains that its copies go to.")),
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
