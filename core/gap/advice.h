#pragma once
// What to change against the largest losses: one field at a time, with what the step gains by it, evaluated again. Where a trace was
// measured the gains are those of the run under the calibration that it gives.

#include "gap/gap_analysis.h"

#include <string>
#include <vector>

namespace headroom {

struct Advice
{
    std::string term;    // the loss it works on: "exposed.ep", "gap.matmul"
    std::string setting; // "plan.epChunks=4", as --set takes it: one undo step
    Message reason;
    Seconds lost{};      // by the term now
    Seconds gain{};      // of the step
    double mfuGain = 0.0; // MFU points, as a ratio
};
// Of the largest terms first, at most `most`; only changes that are legal, fit the memory and gain something.
std::vector<Advice> advise(const GapAnalysis &gap, std::size_t most = 8);

} // namespace headroom
