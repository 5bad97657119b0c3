#pragma once
// What to change against the largest losses: one field at a time, with what the step gains by it, evaluated again. Where a trace was
// measured the gains are those of the run under the calibration that it gives.

#include "gap/gap_analysis.h"

#include <functional>
#include <stop_token>
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
// Of the largest terms first, at most `most`; only changes that are legal, fit the memory and gain something. Those found so far where it
// is stopped; `progress` hears of the share of the terms that was tried.
std::vector<Advice> advise(const GapAnalysis &gap, std::size_t most = 8, const std::stop_token &stop = {},
                           const std::function<void(double share)> &progress = {});

} // namespace headroom
