#pragma once
// How far off a set of comparisons is: mean error of the step time, share inside the interval, rows above the bound, rank correlation
// within sweeps, memory.

#include "validate/comparison.h"

namespace headroom {

struct ErrorSummary
{
    std::string name;                // of the group: where it was published, the model, the chip
    std::size_t rows = 0;
    double meanError = 0.0;          // mean |expected / measured - 1|
    double medianRatio = 0.0;        // expected / measured: below 1 too fast
    double insideShare = 0.0;        // measured within [low, high]
    double medianWidth = 0.0;        // high / low
    std::size_t aboveBound = 0;      // measured faster than the bound
    double bestOfBound = 0.0;        // largest bound / measured: how near any run comes to the bound
    std::size_t rankedRows = 0;      // in sweeps of at least leastSweep rows
    double spearman = 0.0;           // rank correlation within those, weighted by rows
};

struct RankCorrelation
{
    std::string sweep;
    std::size_t rows = 0;
    double spearman = 0.0; // of tokens/s per chip, expected against measured
};

struct MemorySummary
{
    std::size_t peaks = 0;
    double medianError = 0.0;    // median |predicted / measured - 1|
    double medianRatio = 0.0;
    std::size_t decisions = 0;   // rows that fit or did not
    std::size_t right = 0;
    std::size_t missed = 0;      // ran out of memory, predicted to fit
    double rightShare() const { return decisions == 0 ? 0.0 : static_cast<double>(right) / static_cast<double>(decisions); }
};

struct Summary
{
    ErrorSummary all;
    std::vector<ErrorSummary> bySource, byModel, byChip;
    std::vector<RankCorrelation> sweeps; // of at least `leastSweep` scored rows
    MemorySummary memory;
    std::vector<std::pair<std::string, std::size_t>> left; // reasons of rows that are not scored, most frequent first
};
inline constexpr std::size_t leastSweep = 5;

Summary summary(const std::vector<Comparison> &rows);

// Rank correlation of two lists of equal length; ties take the mean of their ranks. 0 when one does not vary.
double spearman(const std::vector<double> &a, const std::vector<double> &b);

} // namespace headroom
