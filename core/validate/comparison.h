#pragma once
// Measured runs against what Headroom says of them: step time with its bound and interval, peak memory, out of memory or not.

#include "estimate/step_parts.h"
#include "validate/measured_run.h"

#include <array>

namespace headroom {

struct MemoryComparison
{
    Bytes predicted{}, capacity{};
    std::optional<Bytes> measured;
    bool oomMeasured = false;
    bool oomPredicted() const { return predicted > capacity; }
};

struct Comparison
{
    MeasuredRun run;
    std::string reason;             // why the row is not scored; empty: it is
    bool fitted = false;            // its sweep was fitted on: neither its time nor its memory counts
    std::vector<std::string> flags; // what was assumed
    bool timed = false;             // the times below are there
    Plan plan;                      // with the micro-batch and remat that were taken
    Count microBatchCount = 0;
    Seconds bound{}, low{}, expected{}, high{};
    std::array<Seconds, stepPartCount> parts{}; // of expected
    std::optional<MemoryComparison> memory;     // of rows that say what was held, or that it did not fit
    std::string suspected;          // of a scored row outside its interval: the likely reason

    bool scored() const { return reason.empty(); }
    double ratio() const { return expected / *run.stepTime; }         // 1: exact; below: too fast
    bool inside() const { return low <= *run.stepTime && *run.stepTime <= high; }
    bool aboveBound() const { return *run.stepTime < bound; }         // faster than the bound allows: one of the two is wrong
};

// One row. The bound takes every elementwise operator as fused and gradients in bf16 unless the row says fp32; the interval takes the calibration of the chip, or the generic one,
// as the row's launcher uses the chip (framework.h). Unknown micro-batch or remat: the plan with the least bound among those that fit.
Comparison compare(const MeasuredRun &run);
std::vector<Comparison> compare(const std::vector<MeasuredRun> &runs);

} // namespace headroom
