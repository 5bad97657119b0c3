#pragma once
// What a pass of a stage does, in order but without times: the source of its lanes.

#include "schedule/pass_lanes.h"

namespace headroom {

struct ProgramItem
{
    LaneItemKind kind{};
    Seconds time{};
    std::size_t run = 0, op = 0, call = 0; // as in LaneItem
    bool putOff = false; // a weight gradient that a later pass may run
};
// What of a call runs under other work.
struct HiddenWork
{
    std::size_t call = 0;
    double share = 0.0; // of the call
    std::optional<std::pair<std::size_t, std::size_t>> under{}; // first and last of these items; none: the whole pass
    bool late = false;  // as late as it can
};
struct PassProgram
{
    std::vector<BlockRun> runs;
    std::vector<ProgramItem> items;
    std::vector<LaneCall> calls;
    std::vector<HiddenWork> hidden;
};

// Of a forward, or of a backward with what runs again in it. inputGradient: the whole backward with the weight gradients put off to its end.
PassProgram passProgram(const LaneInput &input, std::size_t stage, Count piece, PassKind kind);
// Two passes run together: block by block in turn; of what one waits for a share hides under the other.
PassProgram together(const PassProgram &first, const PassProgram &second, double overlap);
// Communication once a step that outlasts the pass it runs under: only the waits.
PassProgram onceAStep(const LaneInput &input, std::size_t stage, bool gather, Seconds time);

} // namespace headroom
