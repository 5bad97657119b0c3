#include "spec/layer_edit.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(AttentionChoice)
{
    static constexpr EnumRow rows[] = {
        {"full", CORE_TEXT("core", "full"),
         CORE_TEXT("core", "Softmax over all earlier keys; grouped queries share keys and values.")},
        {"window", CORE_TEXT("core", "sliding window"), CORE_TEXT("core", "Softmax over the last keys alone.")},
        {"mla", CORE_TEXT("core", "latent (MLA)"),
         CORE_TEXT("core", "Keys and values expanded from a latent of low rank.")},
        {"lightning", CORE_TEXT("core", "linear: lightning"),
         CORE_TEXT("core", "Linear attention with one decay per head.")},
        {"gla", CORE_TEXT("core", "linear: GLA"), CORE_TEXT("core", "Linear attention with a decay per dimension.")},
        {"gatedDelta", CORE_TEXT("core", "linear: gated delta"),
         CORE_TEXT("core", "Delta rule with one decay per head.")},
        {"kda", CORE_TEXT("core", "linear: KDA"), CORE_TEXT("core", "Delta rule with a decay per dimension.")},
    };
    return rows;
}

AttentionChoice choiceOf(const AttentionSpec &a)
{
    if (a.kind == AttentionKind::full)
        return a.window ? AttentionChoice::window : AttentionChoice::full;
    if (a.kind == AttentionKind::mla)
        return AttentionChoice::mla;
    switch (a.linearKind) {
    case LinearKind::lightning:
        return AttentionChoice::lightning;
    case LinearKind::gla:
        return AttentionChoice::gla;
    case LinearKind::gatedDelta:
        return AttentionChoice::gatedDelta;
    case LinearKind::kda:
        break;
    }
    return AttentionChoice::kda;
}

namespace {

LinearKind linearKindOf(AttentionChoice choice)
{
    switch (choice) {
    case AttentionChoice::gla:
        return LinearKind::gla;
    case AttentionChoice::gatedDelta:
        return LinearKind::gatedDelta;
    case AttentionChoice::kda:
        return LinearKind::kda;
    default:
        return LinearKind::lightning;
    }
}

} // namespace

AttentionSpec withChoice(const AttentionSpec &was, AttentionChoice choice)
{
    if (choiceOf(was) == choice)
        return was;
    AttentionSpec a;
    a.heads = was.heads;
    a.headDim = was.headDim;
    a.qkNorm = was.qkNorm == QkNorm::allHeads ? QkNorm::none : was.qkNorm; // whose weights span the heads of one kind
    a.kvHeads = was.heads;
    if (choice == AttentionChoice::full || choice == AttentionChoice::window) {
        a.kvHeads = was.kind == AttentionKind::full ? was.kvHeads : was.heads;
        a.rotaryDim = was.kind == AttentionKind::full ? was.rotaryDim : a.headDim;
        a.qkvBias = was.qkvBias;
        a.outputBias = was.outputBias;
        a.outputGate = was.kind == AttentionKind::linear ? OutputGate::none : was.outputGate;
        a.sinks = was.sinks;
        if (choice == AttentionChoice::window)
            a.window = 4096;
        return a;
    }
    if (choice == AttentionChoice::mla) {
        a.kind = AttentionKind::mla;
        a.qkNorm = QkNorm::none;
        a.rotaryDim = a.ropeDim;
        return a;
    }
    a.kind = AttentionKind::linear;
    a.linearKind = linearKindOf(choice);
    a.valueDim = a.headDim;
    a.outputGate = OutputGate::perElement;
    const bool delta = a.isDeltaRule();
    a.rotaryDim = delta ? 0 : std::min(a.rotaryDim, a.headDim);
    a.convWidth = delta ? 4 : 0;
    return a;
}

FeedForwardSpec withKind(const FeedForwardSpec &was, FeedForwardKind kind)
{
    if (was.kind == kind)
        return was;
    FeedForwardSpec f;
    f.kind = kind;
    f.gated = was.gated;
    f.activation = was.activation;
    f.bias = was.bias;
    if (kind == FeedForwardKind::dense) {
        f.width = std::max<Count>(was.topK * was.expertWidth + was.sharedWidth, 1);
    } else {
        f.width = 0;
        f.experts = 8;
        f.topK = 2;
        f.expertWidth = was.width;
    }
    return f;
}

std::vector<LayerGroup> withGroupMoved(std::vector<LayerGroup> layers, std::size_t from, std::size_t to)
{
    if (from >= layers.size() || to >= layers.size() || from == to)
        return layers;
    const auto at = [&](std::size_t i) { return layers.begin() + static_cast<std::ptrdiff_t>(i); };
    if (from < to)
        std::rotate(at(from), at(from + 1), at(to + 1));
    else
        std::rotate(at(to), at(from), at(from + 1));
    return layers;
}

std::vector<LayerGroup> withGroupAdded(std::vector<LayerGroup> layers, std::size_t after, LayerGroup group)
{
    const std::size_t at = std::min(after + 1, layers.size());
    layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(at), std::move(group));
    return layers;
}

std::vector<LayerGroup> withGroupDuplicated(std::vector<LayerGroup> layers, std::size_t index)
{
    if (index >= layers.size())
        return layers;
    LayerGroup copy = layers[index];
    return withGroupAdded(std::move(layers), index, std::move(copy));
}

std::vector<LayerGroup> withGroupRemoved(std::vector<LayerGroup> layers, std::size_t index)
{
    if (layers.size() > 1 && index < layers.size())
        layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(index));
    return layers;
}

ModelSpec newModel()
{
    ModelSpec model;
    model.name = "New model";
    model.source = "made in Headroom";
    LayerGroup group;
    group.count = 32;
    group.layer.attention.kvHeads = 8;
    model.layers.push_back(group);
    return model;
}

} // namespace headroom
