#pragma once
// Which operators of a trace are which of the model. In order: what a user says; calls whose stated FLOPs, or FLOPs by their shapes, are
// one modelled operator's alone; classes that run as often as the model says, call by call in their order; names that are called as often
// as one modelled operator alone. What is left is shown on both sides.

#include "gap/modelled.h"
#include "spec/match_correction.h"
#include "trace/summary.h"

#include <string>
#include <vector>

namespace headroom {

enum class MatchReason { byHand, flops, shapes, order, calls };
std::span<const EnumRow> rowsOf(MatchReason);

struct OperatorMatch
{
    std::size_t modelled = 0;        // index into ModelledStep::operators
    std::vector<std::string> traced; // names
    MatchReason reason{};
    double calls = 0.0;              // traced, per step
    Seconds measured{};              // per step
};
struct UnmatchedTraced
{
    std::string name;
    EventClass eventClass{};
    double calls = 0.0;
    Seconds time{};
    bool byHand = false; // said to be none of the model's
};
struct Matches
{
    std::vector<OperatorMatch> matched;
    std::vector<UnmatchedTraced> traced;
    std::vector<std::size_t> modelled; // operators of the model that nothing was matched with
    Seconds matchedTime{}, unmatchedTime{}, unmatchedModelled{};
    std::vector<MatchCorrection> idle; // corrections that decide about no operator of the trace
};

// One call of an operator in the step compared, in order of its start.
struct TracedCall
{
    std::string name, shapes;
    EventClass eventClass{};
    std::optional<double> flops;
    Seconds time{};
};
// Computation of a device in a step.
std::vector<TracedCall> tracedCalls(const Trace &trace, const DeviceWork &work, const TraceStep &step);

// Errors: a correction that names no modelled operator.
Result<Matches> matchOperators(const ModelledStep &model, const std::vector<TracedCall> &calls, const std::vector<MatchCorrection> &corrections);

// FLOPs of a product by the dimensions of its two operands, "[[4096, 1024], [1024, 512]]" (also with a bias in front of or a batch around
// them); nothing for other shapes. Rows times columns times what both share, twice.
std::optional<double> flopsOfShapes(const std::string &shapes);

// A pattern that a name fits, whatever its case, and hardly any other: '*' of the name stand for any text, as does '|', and of a name
// longer than any pattern need be the start alone counts.
std::string patternOf(const std::string &name);

// With one for exactly that name before the others, in place of an earlier one; `modelled` as in MatchCorrection, nothing: with none.
std::vector<MatchCorrection> withCorrection(std::vector<MatchCorrection> all, const std::string &name, const std::optional<std::string> &modelled);

} // namespace headroom
