#pragma once
// ModelSpec x RunSpec x PassShape -> the blocks of a model with their operators. A block is what a pipeline stage is
// made of: the embedding, one block per kind of layer, the MTP module, the head.

#include "ops/op_builder.h"
#include "ops/remat.h"
#include "spec/plan.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

enum class BlockKind { embedding, layer, mtp, head };

struct Block
{
    BlockKind kind{};
    std::string name;          // "embedding", "mla+moe", "mtp", "head"
    LayerSpec layer{};         // of layers and of the MTP module
    double count = 1.0;        // how often the model has it
    std::vector<Op> ops{};     // forward and backward of one
    std::vector<BlockRemat> remats{}; // under each of the policies in question
};

struct ModelBlocks
{
    std::vector<Block> blocks;          // embedding, layer kinds, mtp if any, head
    std::vector<std::uint16_t> order;   // of each layer in turn: index into blocks
    std::size_t embedding = 0, head = 0;
    std::optional<std::size_t> mtp;
};

// How many of some of a model's blocks a pipeline stage holds, in the order of the blocks.
struct BlockCount
{
    std::size_t block = 0; // index into ModelBlocks::blocks
    double count = 0.0;
    bool operator==(const BlockCount &) const = default;
};
using Composition = std::vector<BlockCount>;

// The blocks without their operators: depends on the model alone.
ModelBlocks blockStructure(const ModelSpec &model);
// Fills in the operators of every block for a pass.
void buildOps(ModelBlocks &blocks, Derivation &why, const ModelSpec &model, const RunSpec &run, const PassShape &shape);

// Fills in what every block keeps and runs again under each of the policies.
void setRemats(ModelBlocks &blocks, const ModelSpec &model, const RunSpec &run, std::span<const RematChoice> choices);

// The activations of one block in one micro-batch.
struct BlockTensors
{
    LayerTable table;  // none outside layers
    Bytes always{};    // kept whatever the policy: of the final norm, of an MTP module's own operators, masks of dropout
    Bytes kept(TensorSet tensors) const { return always + table.bytes(tensors); }
};
BlockTensors blockTensors(const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape);
// Of one block and micro-batch under a policy.
struct KeptBytes
{
    Bytes needed{};         // all that backward reads
    Bytes device{}, host{}; // what the policy keeps
};
// For each of the block's policies.
std::vector<KeptBytes> keptBytes(const ModelSpec &model, const RunSpec &run, const Block &block, const PassShape &shape);

} // namespace headroom
