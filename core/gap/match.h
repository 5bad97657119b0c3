#pragma once
// Which operators of a trace are which of the model. In order: what a user says; calls whose stated FLOPs, or FLOPs by their shapes, are
// one modelled operator's alone; classes that run as often as the model says, call by call in their order; names that are called as often
// as one modelled operator alone. What is left is shown on both sides.

#include "gap/modelled.h"
#include "trace/summary.h"

#include <string>
#include <vector>

namespace headroom {

// By hand: operators of a trace whose name holds a pattern (as in trace_rules.h) are that modelled operator.
struct MatchCorrection
{
    std::string pattern;
    std::string modelled; // ModelledOperator::id
    bool operator==(const MatchCorrection &) const = default;
};

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
};
struct Matches
{
    std::vector<OperatorMatch> matched;
    std::vector<UnmatchedTraced> traced;
    std::vector<std::size_t> modelled; // operators of the model that nothing was matched with
    Seconds matchedTime{}, unmatchedTime{}, unmatchedModelled{};
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

// {"matches": [{"pattern": "...", "modelled": "..."}]}; errors name the file, the row and the key.
Result<std::vector<MatchCorrection>> readCorrections(std::string_view json, const std::string &file);

} // namespace headroom
