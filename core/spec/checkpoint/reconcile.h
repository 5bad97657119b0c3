#pragma once
// A checkpoint against a model, tensor by tensor, and why the two differ.
//
//   main model        671 026 419 200 expected   671 026 419 200 stored
//   MTP                11 610 068 224             11 610 068 224
//   scales                                            41 540 496   one per 128 x 128 block of FP8
//   copies                                         1 853 358 080   the module's embedding and head
//   total             682 636 487 424            684 531 386 000   explained to the last element

#include "spec/checkpoint/expected_tensors.h"
#include "spec/checkpoint/safetensors.h"

namespace headroom {

enum class TensorStatus {
    match,   // name and shape
    named,   // the name; no header stated the shape
    tied,    // shares the embedding: none is stored
    differs, // another shape
    missing,
    extra
};
std::span<const EnumRow> rowsOf(TensorStatus);

// Why a tensor is stored otherwise than expected.
enum class TensorReason {
    none,
    scale,         // of a quantised weight
    blocks,        // a weight, several values to a byte
    copy,          // of embedding or head, in a prediction module
    tiedCopy,      // of the embedding, although the two are tied
    tied,          // the head is the embedding
    mtpLeftOut,    // the model counts a module that the checkpoint does not hold
    mtpNotCounted, // the other way round
    rotaryBuffer,  // inverse frequencies, computed from the config
    vision         // the language model alone is counted
};
std::span<const EnumRow> rowsOf(TensorReason);

struct ReconciledTensor
{
    std::string name; // as stored; as expected when missing
    TensorGroup group = TensorGroup::other;
    TensorStatus status = TensorStatus::match;
    TensorReason reason = TensorReason::none;
    std::optional<std::vector<Count>> expected, stored; // shapes; a shape that is not expected or not known is absent
    std::string dtype, file;
    double expectedElements = 0.0;
    double storedElements = 0.0; // values: a byte of blocks holds several; of a name alone those expected
    double bytes = 0.0;          // stored; 0 when unknown

    bool explained() const; // as expected, or stored otherwise for a reason and in the right shape
};

struct GroupTotal
{
    TensorGroup group = TensorGroup::other;
    std::size_t expectedTensors = 0, storedTensors = 0;
    double expectedElements = 0.0, storedElements = 0.0, bytes = 0.0;
};

// Everything that is stored otherwise for one reason.
struct Difference
{
    TensorStatus status = TensorStatus::extra;
    TensorReason reason = TensorReason::none;
    std::size_t tensors = 0;
    double elements = 0.0; // stored - expected
};

struct Reconciliation
{
    std::string model;
    std::vector<ReconciledTensor> tensors; // unexplained, explained, as expected; expected ones in the model's order
    std::vector<GroupTotal> groups;        // those that occur
    GroupTotal total;
    std::vector<Difference> differences; // total.storedElements - total.expectedElements, part by part
    std::optional<Count> totalSize;      // metadata.total_size
    double sizeFromNames = 0.0; // bytes if weights with a scale take 1, scales and router biases 4, all others 2 each
    std::vector<std::string> headerless;
    Issues notes;

    bool shapesKnown() const;        // of every stored tensor
    std::size_t unexplained() const; // tensors
};
// Errors as of expectedTensors.
Result<Reconciliation> reconcile(const ModelSpec &model, const Checkpoint &checkpoint);

} // namespace headroom
