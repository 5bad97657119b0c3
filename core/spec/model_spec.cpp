#include "spec/model_spec.h"

#include "base/text.h"
#include "spec/weights.h"

#include <algorithm>
#include <array>

namespace headroom {

std::span<const EnumRow> rowsOf(AttentionKind)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"full", CORE_TEXT("core", "softmax attention"),
         CORE_TEXT("core",
                   "Every query sees all earlier keys; fewer key-value heads make it grouped-query attention.")},
        {"mla", CORE_TEXT("core", "multi-head latent attention"),
         CORE_TEXT("core", "Keys and values come from one low-rank latent per token.")},
        {"linear", CORE_TEXT("core", "linear attention"),
         CORE_TEXT("core", "A recurrent state of fixed size replaces the keys and values.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(QkNorm)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"none", CORE_TEXT("core", "no query-key norm")},
        {"perHead", CORE_TEXT("core", "per head")},
        {"allHeads", CORE_TEXT("core", "over all heads")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(LinearKind)
{
    static constexpr std::array<EnumRow, 4> rows{{
        {"lightning", CORE_TEXT("core", "lightning"), CORE_TEXT("core", "One fixed decay per head.")},
        {"gla", CORE_TEXT("core", "gated linear attention"), CORE_TEXT("core", "A decay per key dimension.")},
        {"gatedDelta", CORE_TEXT("core", "gated delta rule"),
         CORE_TEXT("core", "A decay per head; each token first erases what its key holds.")},
        {"kda", CORE_TEXT("core", "Kimi delta attention"),
         CORE_TEXT("core", "The delta rule with a decay per key dimension.")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(OutputGate)
{
    static constexpr std::array<EnumRow, 3> rows{{
        {"none", CORE_TEXT("core", "no output gate")},
        {"perHead", CORE_TEXT("core", "one gate per head")},
        {"perElement", CORE_TEXT("core", "one gate per element")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(Activation)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"silu", "SiLU"},
        {"gelu", "GELU"},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(FeedForwardKind)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"dense", CORE_TEXT("core", "dense")},
        {"moe", CORE_TEXT("core", "mixture of experts")},
    }};
    return rows;
}

LayerPattern layerPattern(const ModelSpec &model)
{
    LayerPattern pattern;
    for (const LayerGroup &group : model.layers) {
        auto found = std::ranges::find(pattern.kinds, group.layer);
        if (found == pattern.kinds.end())
            found = pattern.kinds.insert(found, group.layer);
        const auto index = static_cast<std::uint16_t>(found - pattern.kinds.begin());
        pattern.order.insert(pattern.order.end(), static_cast<std::size_t>(std::max<Count>(group.count, 0)), index);
    }
    return pattern;
}

bool hasExperts(const ModelSpec &model)
{
    return std::ranges::any_of(model.layers, [](const LayerGroup &g) { return g.layer.feedForward.kind == FeedForwardKind::moe; });
}

Count layerCount(const ModelSpec &model)
{
    Count count = 0;
    for (const LayerGroup &group : model.layers)
        count += group.count;
    return count;
}

std::string layerName(const LayerSpec &layer)
{
    const AttentionSpec &a = layer.attention;
    std::string name = a.isDeltaRule() ? keyOf(a.linearKind) : a.isSparse() ? "sparse" : keyOf(a.kind);
    if (a.kind == AttentionKind::full && a.window)
        name = "window";
    return name + "+" + keyOf(layer.feedForward.kind);
}

namespace {

struct LayerCount
{
    double total = 0.0, active = 0.0;
};

LayerCount countLayer(const ModelSpec &model, const LayerSpec &layer)
{
    LayerCount sum;
    const FeedForwardSpec &ff = layer.feedForward;
    for (const WeightTensor &w : layerWeights(model, layer)) {
        sum.total += w.elements();
        const bool routed = w.bucket == WeightBucket::expert;
        sum.active +=
            routed ? w.elements() / static_cast<double>(ff.experts) * static_cast<double>(ff.topK) : w.elements();
    }
    return sum;
}

double sumOf(const std::vector<WeightTensor> &weights)
{
    double sum = 0.0;
    for (const WeightTensor &w : weights)
        sum += w.elements();
    return sum;
}

} // namespace

ParameterCount countParameters(const ModelSpec &model)
{
    ParameterCount count;
    for (const LayerGroup &group : model.layers) {
        const auto layers = static_cast<double>(group.count);
        const LayerCount one = countLayer(model, group.layer);
        count.total += layers * one.total;
        count.active += layers * one.active;
        if (group.layer.feedForward.kind == FeedForwardKind::moe && group.layer.feedForward.routerBias)
            count.routerBias += layers * static_cast<double>(group.layer.feedForward.experts);
    }
    const double outside = sumOf(embeddingWeights(model)) + sumOf(headWeights(model));
    count.total += outside;
    count.active += outside;
    if (model.mtpDepth > 0)
        count.mtp = static_cast<double>(model.mtpDepth) * sumOf(mtpWeights(model));
    return count;
}

} // namespace headroom
