#pragma once
// How the operators of a step move on the roofline when it has more sequences, or longer ones.

#include "serving/serving.h"

#include <vector>

namespace headroom {

// batch: sequences at a time; context: tokens of a prompt, or in decode those in the cache.
enum class TrailOver { none, batch, context };
std::span<const EnumRow> rowsOf(TrailOver); // keys none batch context

struct TrailPoint
{
    double value = 0.0; // sequences or tokens
    FlopsPerByte intensity{};
    FlopsPerSecond rate{};
    Seconds time{};
};
struct OperatorTrail
{
    std::string group, name; // as in RooflineOperator
    Phase phase{};
    std::vector<TrailPoint> points; // in order of the value, where the operator has FLOPs
};

// Powers of two, of the step of this name, on one chip. `scenario` must be free of errors and serve. In place of lengths that differ
// all are alike. Empty for `none`, or when the scenario has no such step.
std::vector<OperatorTrail> roofTrail(const Scenario &scenario, std::string_view step, TrailOver over);

} // namespace headroom
