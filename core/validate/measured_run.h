#pragma once
// A measured training run as one line of JSON (*.jsonl): what ran, on what, how spread, how long a step took, how much memory it held.
//
//   {"id", "source", "sweep", "model": {"config"} or dimensions, "chip", "devices", "globalBatch", "microBatch", "seqLen",
//    "plan": {dp fsdp tp ep pp cp …}, "remat": {"policy"}, "dtype", "flashAttention", "tuned", "quality": A B C,
//    "measured": {"stepTime", "tokensPerSecondPerChip", "peakMemoryBytes", "outcome"}, "derived": {"stepTime"}, "notes"}

#include "base/result.h"
#include "base/units.h"
#include "spec/model_spec.h"
#include "spec/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct MeasuredRun
{
    std::size_t line = 0;
    std::string id, sweep, chip, modelName, style, dtype; // style: of the launcher, "megatron", "fsdp", "nanotron"
    char quality = 'C';
    bool tuned = true;
    std::optional<ModelSpec> model; // absent: the row describes none that can be built
    Count devices = 0, globalBatch = 0, sequenceLength = 0; // 0: not known
    std::optional<Count> microBatch; // absent: not known
    std::optional<Plan> plan;        // without micro-batch and remat
    std::optional<Count> virtualStages; // absent: not known
    bool approximateMapping = false, unevenStages = false, fineTuning = false;
    std::optional<RematPolicy> remat; // absent: not known, or none of those there are
    RecomputeModules recomputed;      // of the selective policy
    std::string rematText;            // as the row names it
    std::optional<bool> flashAttention;
    bool overlapDisabled = false;     // the row says that communication does not overlap
    bool fp32Gradients = false;       // the row says so
    std::optional<Seconds> stepTime;
    std::optional<Bytes> peakMemory;
    std::string memoryKind;
    bool outOfMemory = false;

    std::string origin() const { return sweep.substr(0, sweep.find('/')); } // where it was published
};

struct MeasuredRuns
{
    std::vector<MeasuredRun> runs; // of the lines without an issue
    Issues issues;                 // file with line number, field, rule, value
};
// Every line that is not blank; a bad one is an issue, the others are read.
MeasuredRuns readMeasuredRuns(std::string_view text, const std::string &file);

} // namespace headroom
