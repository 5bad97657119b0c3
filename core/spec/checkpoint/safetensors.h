#pragma once
// What a checkpoint stores, by name and shape: model.safetensors.index.json and the headers of safetensors files. The
// data itself is never read.
//
//   8 bytes N, little endian | N bytes {"lm_head.weight": {"dtype": "BF16", "shape": [V, H], "data_offsets": [0, 2VH]},
//   …} | data
//
// Source: the format description of huggingface/safetensors (README "Format", limits of its reader).

#include "base/result.h"
#include "spec/model_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct StoredTensor
{
    std::string name;
    std::string file;         // that holds it
    std::string dtype;        // "BF16"; empty when no header was at hand
    std::vector<Count> shape; // {} is a scalar
    Count bytes = 0;

    bool described() const { return !dtype.empty(); }
    double elements() const;
};

inline constexpr std::size_t headerLimit = 100'000'000; // of safetensors' own reader
inline constexpr std::size_t tensorLimit = 1'000'000;   // of one checkpoint

// `start` is the file's beginning, at least its header; `fileSize` what lies on disk (a download may have stopped after
// the header). Errors name file, tensor, rule and value.
Result<std::vector<StoredTensor>> readSafetensorsHeader(std::string_view start, Count fileSize,
                                                        const std::string &file);

// The header's length, from the first 8 bytes; nothing when there are fewer.
std::optional<std::uint64_t> headerLength(std::string_view start);

struct CheckpointIndex
{
    std::vector<StoredTensor> tensors; // names and files alone
    std::optional<Count> totalSize;    // metadata.total_size, bytes
};
Result<CheckpointIndex> readCheckpointIndex(std::string_view json, const std::string &file);

struct Checkpoint
{
    std::vector<StoredTensor> tensors;
    std::optional<Count> totalSize;
    std::vector<std::string> headerless; // files the index names whose headers are not at hand
    Issues notes;                        // disagreements of index and headers
};
// An index or none, and the headers that are at hand. Without any header tensors have names and no shapes.
struct ShardHeader
{
    std::string file; // its name, without the folder
    std::vector<StoredTensor> tensors;
};
Result<Checkpoint> joinCheckpoint(std::optional<CheckpointIndex> index, std::vector<ShardHeader> headers);

// Reads files: at most one index, any number of safetensors files. Shards that lie beside the index are read without
// being named.
Result<Checkpoint> readCheckpoint(const std::vector<std::string> &paths);
// Whether a path is one that readCheckpoint understands, by its name.
bool namesCheckpoint(std::string_view path);

} // namespace headroom
