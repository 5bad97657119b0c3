#pragma once
// The weight tensors of a model, block by block: what parameter counts, memory, gradient reduction and (later) checkpoint
// reconciliation all read.
//
//   linear+moe:  norm1 [4096] replicated, qkv_proj [12288, 4096] tensorSharded, …, experts.gate_up 256 × [2048, 4096] expert

#include "spec/model_spec.h"

#include <vector>

namespace headroom {

// How a weight is divided: by the tensor axis, not at all by it (norms, router, MLA down-projections), or by experts.
enum class WeightBucket { tensorSharded, replicated, expert };

struct WeightTensor
{
    const char *name = "";  // "q_proj", "kv_b_proj", "experts.gate_up"
    Count rows = 1;         // output features
    Count cols = 1;         // input features; 1 for vectors
    Count copies = 1;       // experts
    WeightBucket bucket = WeightBucket::tensorSharded;
    Count maxShards = 0;    // a tensor-sharded weight is divided over at most so many ranks, then copied; 0: no limit (k, v: kv heads)
    // The right-hand side of a matrix product that may run in fp8; router, convolutions, table and head are not.
    bool product = false;
    double elements() const { return static_cast<double>(rows) * static_cast<double>(cols) * static_cast<double>(copies); }
};

std::vector<WeightTensor> layerWeights(const ModelSpec &model, const LayerSpec &layer);
// The input table. A tied head has no weights of its own.
std::vector<WeightTensor> embeddingWeights(const ModelSpec &model);
// Final norm and output head (the head absent when tied).
std::vector<WeightTensor> headWeights(const ModelSpec &model);
// One MTP module: two norms, eh_proj [H, 2H], a layer like the last one, a final norm; embedding and head are shared.
std::vector<WeightTensor> mtpWeights(const ModelSpec &model);

} // namespace headroom
