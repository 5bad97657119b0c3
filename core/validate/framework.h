#pragma once
// How launchers use a chip: what the typical calibration, which times single kernels back to back, does not know of them. One entry per
// launcher in resources/frameworks, each value with its band, its source and, where it was fitted, the sweeps it was fitted on: those
// are left out of every score.

#include "memory/ledger.h"
#include "spec/scenario.h"
#include "validate/measured_run.h"

#include <span>
#include <string>
#include <vector>

namespace headroom {

struct Framework
{
    std::string name;
    std::string style;                 // launcher as a measured row names it
    std::optional<bool> flashAttention; // the entry is for rows that say so; absent: for any
    std::optional<bool> torus;          // chips that form tori, or switches; absent: any
    std::optional<bool> pipelined;      // several stages, or one; absent: any
    bool overlapDisabled = false;       // the entry is for rows that say so
    std::vector<std::string> chips;     // names in the catalog; empty: any
    std::string source, note;
    std::vector<std::string> fittedOn; // beginnings of sweeps; empty: nothing was fitted
    std::int64_t points = 0;           // rows fitted on
    Fusion fusion = Fusion::standard;
    StateRecipe stateRecipe = StateRecipe::mixed;
    Band<double> overlap;  // share of what could hide that does
    Band<double> compute;  // rate of matrix products and attention in a step, over that of single kernels
    Band<double> stream;   // the same of elementwise operators: below 1 where they are several kernels
    Band<double> links;    // the same of collectives inside a scale-up domain
    Band<double> scaleOut; // the same of those between domains
    Band<double> gap;      // seconds that each kernel starts later
    // Seconds that the host takes to issue forward and backward of a layer, and more for each tensor rank: a stage's passes of a
    // micro-batch last at least so long.
    Band<double> host, hostPerTensorRank;
    double activations = 1.0; // bytes kept for backward, over those of the kernels that the ledger assumes
    Bytes process{};          // held by every device whatever it runs: buffers of the libraries, what the allocator rounds up
    double wholeLogits = 0.0; // bytes for each token of a micro-batch and entry of the vocabulary that tensor ranks do not divide
};
std::span<const Framework> frameworks();
// The first entry for a row's launcher; the first of all when none is for it.
const Framework &frameworkOf(const MeasuredRun &run, const HardwareSpec &hardware);

// What a device holds as the launcher runs the plan, from what the ledger says of its fullest stage.
Bytes heldBytes(const Framework &framework, const StageMemory &ledger, const Plan &plan, const ModelSpec &model, Count sequenceLength);

// What the host takes to issue forward and backward of a layer; low is the fast end.
Seconds hostTime(const Framework &framework, const Plan &plan, Level level);

// The typical calibration of a chip as a launcher reaches it.
Calibration calibrationOf(const Framework &framework, const HardwareSpec &hardware);

} // namespace headroom
