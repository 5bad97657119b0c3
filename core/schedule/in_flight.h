#pragma once
// Micro-batches whose activations a stage holds at once under each schedule (model.md §8).

#include "base/derivation.h"
#include "spec/plan.h"

#include <span>

namespace headroom {

// The size of a pipeline.
struct PipelineSize
{
    Count stages = 1;       // p
    Count microBatches = 1; // m
    Count chunks = 1;       // v, virtual stages per stage: 1 but for interleaved
};

// In micro-batches of the whole stage, until the end of their backward with its weight gradient. Derived from each schedule's order of
// passes: Narayanan et al. 2021 (1F1B, interleaved), Qi et al. 2023 (ZB-H1), DeepSeek-AI 2025 (DualPipe; of the weights it holds twice
// each micro-batch meets one copy). `shares`: of what the stage keeps of a micro-batch, by piece, where they differ; interleaved passes hold
// more of the first pieces' micro-batches than of the last one's.
template <class Why>
Derived<double> microBatchesInFlight(Why &why, Schedule schedule, const PipelineSize &size, Count stage, std::span<const double> shares = {});

} // namespace headroom
