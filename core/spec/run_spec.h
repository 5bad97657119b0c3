#pragma once
// What is run, apart from how it is spread: batch, lengths, state recipe, kernels, fusion, FLOP convention.

#include "base/enum_table.h"
#include "base/units.h"
#include "spec/kernels.h"
#include "spec/model_spec.h"
#include "spec/serving_spec.h"

#include <optional>
#include <span>
#include <string>

namespace headroom {

// Presets of what counts as a model FLOP; the table of switches is in estimate/flop_convention.
enum class Convention { headroom, megatron, maxtext, palm, palmRouter, sixN };
std::span<const EnumRow> rowsOf(Convention); // keys: headroom megatron maxtext palm full+router 6N

// Which elementwise operators cost bytes of their own. none: residual adds too; standard: adds fused into norms,
// RoPE separate; full: no elementwise operator costs bytes.
enum class Fusion { none, standard, full };
std::span<const EnumRow> rowsOf(Fusion);

// Bytes per parameter of weights, gradients and optimizer state.
enum class StateRecipe { mixed, bf16Gradients, maxtextFp32 };
std::span<const EnumRow> rowsOf(StateRecipe); // keys: mixed, bf16 gradients, maxtext fp32

struct StateBytes
{
    double weight;    // resident weights
    double gradient;  // g
    double optimizer; // AdamW moments and master copy
    double update;    // bytes the optimizer step moves
};
const StateBytes &stateBytes(StateRecipe recipe);

struct RunSpec
{
    RunPhase phase = RunPhase::training;
    Count devices = 1;
    Count sequenceLength = 4096;  // S
    Count globalBatch = 512;      // B, sequences per step
    std::string documentLengths;  // of the documents packed into sequences, "4096, 3x512"; empty: each sequence is one
    double paddingShare = 0.0;    // share of positions that hold padding, [0, 1)
    Convention convention = Convention::headroom;
    Fusion fusion = Fusion::standard;
    StateRecipe stateRecipe = StateRecipe::mixed;
    Kernels kernels;
    bool dropout = false;         // after both halves of a layer, on attention probabilities and on the embedding
    MatrixDtype matmulDtype = MatrixDtype::bf16;   // weight products of layers; attention core, router and head stay bf16
    MatrixDtype dispatchDtype = MatrixDtype::bf16; // tokens sent to their experts; their results return as bf16
    std::optional<double> tokenBudget;      // tokens to train
    std::optional<Seconds> measuredStepTime;
    std::optional<Seconds> deviceMtbf;      // mean time between failures of a device, its share of host and network included
    Seconds checkpointTime{};               // that training stands still for a checkpoint
    std::optional<Seconds> checkpointInterval; // training between two of them; absent: the best
    Seconds restartTime{};                  // from a failure to training again, what is computed twice not counted
    ServingSpec serving;                    // of the other phases

    bool operator==(const RunSpec &) const = default;
    // Devices that compute prompts alone.
    Count devicesApart() const { return phase == RunPhase::serving ? serving.prefillDevices : 0; }
    // Devices that the axes of the plan share out: all but those.
    Count plannedDevices() const { return devices - devicesApart(); }
};

// Bytes of a compute element, and its dtype.
inline constexpr double computeBytes = 2.0;
inline constexpr const char *computeDtype = "bf16";
// The dtype whose dense peak MFU and HFU divide by: the fastest one the run computes in, so that neither passes 1.
inline const char *peakDtype(const RunSpec &run) { return keyOf(run.matmulDtype); }
// Bytes of a token's element on its way to the experts; fp8 with an fp32 scale for each 128.
double dispatchBytes(MatrixDtype dtype);

} // namespace headroom
