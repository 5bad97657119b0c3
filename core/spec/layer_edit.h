#pragma once
// Changing what a group of layers is, for the layer-pattern editor: a kind of attention or feed-forward replaces
// another with sizes that make a legal layer, keeping those that both kinds have.

#include "base/enum_table.h"
#include "spec/model_spec.h"

#include <cstddef>
#include <vector>

namespace headroom {

// What a user picks: the kinds of attention with the linear recurrences, and full attention with a window, apart.
enum class AttentionChoice { full, window, mla, lightning, gla, gatedDelta, kda };
std::span<const EnumRow> rowsOf(AttentionChoice);
AttentionChoice choiceOf(const AttentionSpec &attention);

// The same number of heads; sizes that the new kind alone has get the defaults of model_spec.h (a window of 4096 keys,
// a convolution of 4 taps for the delta rule as published models have).
AttentionSpec withChoice(const AttentionSpec &was, AttentionChoice choice);

// Dense of all the width that a token met before; MoE of 8 experts of the dense width, 2 per token.
FeedForwardSpec withKind(const FeedForwardSpec &was, FeedForwardKind kind);

// Edits of an ordered list of groups; indices of existing groups. The list never becomes empty.
std::vector<LayerGroup> withGroupMoved(std::vector<LayerGroup> layers, std::size_t from, std::size_t to);
std::vector<LayerGroup> withGroupDuplicated(std::vector<LayerGroup> layers, std::size_t index);
std::vector<LayerGroup> withGroupAdded(std::vector<LayerGroup> layers, std::size_t after, LayerGroup group);
std::vector<LayerGroup> withGroupRemoved(std::vector<LayerGroup> layers, std::size_t index);

// A model to start from: 32 layers of grouped-query attention and SwiGLU, sizes of Llama-3.1-8B.
ModelSpec newModel();

} // namespace headroom
