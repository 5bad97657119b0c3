#pragma once
// What the names of stored tensors tell beyond the tables of tensor_names: wrappers around the language model,
// quantised forms of a weight, prediction modules, vision towers.

#include "spec/model_spec.h"

#include <string>

namespace headroom::names {

// The name without the wrapper of a model that also sees: "model.language_model.layers.0.…" -> "model.layers.0.…".
std::string canonical(const std::string &name);
bool isVision(const std::string &name);
bool isRouterBias(const std::string &name);

// A tensor that belongs to a quantised weight.
struct StoredForm
{
    const char *ending;   // of the stored name
    const char *weight;   // what stands there in the weight's name
    double valuesPerByte; // blocks of values; 0: a scale or its like
    bool perBlock;        // one scale per 128 x 128 block
};
// Null when the name has no such ending.
const StoredForm *storedForm(const std::string &name);
std::string weightOf(const std::string &name, const StoredForm &form);

// Where a name lies that is not expected: in no prediction module, in one that the model does not count, or a copy of
// embedding or head in one that it counts.
enum class MtpPlace { none, notCounted, copy };
MtpPlace mtpPlace(const std::string &name, Count layers, Count mtpDepth);

} // namespace headroom::names
