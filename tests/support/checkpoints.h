#pragma once
// Checkpoints made for tests: the layouts of tests/core/spec/data/checkpoints.txt as safetensors headers and an index.

#include "spec/checkpoint/safetensors.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::testing {

struct MadeTensor
{
    std::string name, dtype;
    std::vector<Count> shape;
    Count bytes = 0;
};

struct MadeCheckpoint
{
    std::string model; // of the catalog
    std::optional<double> published;
    Count layers = 0; // of the model, from the first; 0: all
    std::vector<MadeTensor> tensors;
};
std::vector<MadeCheckpoint> madeCheckpoints();
// The catalog's model, cut to the checkpoint's layers.
ModelSpec modelOf(const MadeCheckpoint &checkpoint);

// A file's start: length and header; no data follows.
std::string headerOf(const std::vector<MadeTensor> &tensors);
// Tensors i with i % shards == shard, as training frameworks spread them.
std::vector<MadeTensor> shardOf(const std::vector<MadeTensor> &tensors, std::size_t shard, std::size_t shards);
std::string shardName(std::size_t shard, std::size_t shards);
std::string indexOf(const std::vector<MadeTensor> &tensors, std::size_t shards, double totalSize);
double bytesOf(const std::vector<MadeTensor> &tensors);

} // namespace headroom::testing
