#pragma once
// How the weights of spec/weights are called and shaped in a Hugging Face checkpoint: one Layout per model_type, made
// of groups of rows. A row says which weights make up a tensor; their rows add up:
//
//   "self_attn.q_proj.weight"   q_proj, gate_proj   [2·A·d, H]          Qwen3-Next: queries and their output gate
//   "mlp.gate_proj.weight"      gate_up_proj / 2    [F, H]
//   "mlp.experts.{e}.w1.weight" experts.gate_up / 2 [Fe, H], one per expert
//
// Sources: the modules of huggingface/transformers and of the models' own code that each table names.

#include "spec/model_spec.h"

#include <initializer_list>
#include <span>

namespace headroom {

// What a tensor belongs to, for the totals.
enum class TensorGroup {
    embedding,
    attention,
    norm,
    feedForward,
    router,
    routerBias,
    experts,
    sharedExperts,
    head,
    mtp,
    scale,
    duplicate,
    buffer,
    vision,
    other
};
std::span<const EnumRow> rowsOf(TensorGroup);

} // namespace headroom

namespace headroom::names {

// From the rows and columns of the weights to the tensor's shape.
enum class Shape {
    matrix,            // [rows, cols]
    vector,            // [rows]
    perHead,           // [rows], dimensions of 1 around it are free
    convolution,       // [rows, 1, cols]
    stacked,           // [experts, rows, cols]
    stackedTransposed, // [experts, cols, rows]
    stackedVector      // [experts, rows]
};

struct NameRow
{
    const char *name;                            // below the layer; {e} is an expert's number
    std::initializer_list<const char *> weights; // of spec/weights, those a layer has
    Shape shape = Shape::matrix;
    Count of = 1; // the tensor is one of so many equal parts of the weights' rows
};

struct RowGroup
{
    const char *prefix; // "self_attn."
    std::span<const NameRow> rows;
    TensorGroup group;
    bool (*when)(const AttentionSpec &) = nullptr; // null: in every layer that has the weights
};

// How a multi-token-prediction module is called.
enum class MtpForm {
    none,
    layerWithCopies, // model.layers.{L}: … shared_head.norm, and copies of embedding and head
    layer,           // model.layers.{L}: … final_layernorm
    separate         // mtp.fc, mtp.norm, mtp.layers.0
};

struct Layout
{
    const char *modelType;
    const char *embedding;
    std::initializer_list<RowGroup> layer;
    MtpForm mtp = MtpForm::none;
    // The experts of a layer; where a checkpoint may hold them in several ways, the usual one first.
    std::initializer_list<std::span<const NameRow>> experts = {};
    const char *expertPrefix = "";
};

// Null when no table has the type.
const Layout *layoutOf(const std::string &modelType);
std::span<const Layout> layouts();

} // namespace headroom::names
