#pragma once
// The memory chart as numbers: bytes of each class over the step on one stage, and every stage at its peak.

#include "estimate/estimate.h"

#include <optional>
#include <vector>

namespace headroom {

// From the bottom to the top of a stack: what is always there first.
std::span<const MemoryClass> stackOrder();

struct MemorySample
{
    double time = 0.0; // s
    Moment moment{};
    StageMemory memory;
};

struct MemoryData
{
    Count stage = 0;                   // shown
    std::vector<MemorySample> samples; // in order of time; empty when the step has too many passes to draw
    std::size_t peak = 0;              // index of the fullest
    std::vector<StageMemory> peaks;    // per stage; of too many passes only totals
    Count fullest = 0;                 // stage
    double capacity = 0.0;             // bytes
    double end = 0.0;                  // of the step, s
    double largest = 0.0;              // bytes that the axis must hold
    bool shows(MemoryClass kind) const; // anywhere in the picture
    const StageMemory &shownPeak() const { return peaks[static_cast<std::size_t>(stage)]; }
    // What is alive at a time, in proportion between two samples; nothing outside the step.
    std::optional<MemorySample> at(double time) const;
};

// Of the fullest stage unless another is named that exists. Absent for an illegal plan.
std::optional<MemoryData> memoryData(const Estimate &estimate, std::optional<Count> stage = std::nullopt);

// The name of a stage's term: of one class, or of all together.
std::string memoryTerm(Count stage, std::optional<MemoryClass> kind);

} // namespace headroom
