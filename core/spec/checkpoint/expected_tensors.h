#pragma once
// The tensors a checkpoint of a model should hold, with Hugging Face's names and shapes. Their elements add up to
// countParameters: total + routerBias + mtp and its router biases.
//
//   model.layers.0.self_attn.q_proj.weight   attention   [4096, 4096]

#include "base/result.h"
#include "spec/checkpoint/tensor_names.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

struct ExpectedTensor
{
    std::string name;
    TensorGroup group = TensorGroup::other;
    std::vector<Count> shape;
    bool freeUnits = false; // dimensions of 1 may stand anywhere in the shape
    bool mtp = false;       // of a multi-token-prediction module

    double elements() const;
};

// `stored` says whether a checkpoint has a name: it decides where a family's experts may be kept in several ways.
// Errors: no table for the model's type, a weight without a name in it, more than `tensorLimit` tensors.
Result<std::vector<ExpectedTensor>> expectedTensors(const ModelSpec &model,
                                                    const std::function<bool(const std::string &)> &stored = {});

} // namespace headroom
