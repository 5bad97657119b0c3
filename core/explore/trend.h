#pragma once
// Three points of what a run is usually changed by: half, as it is, double. Does the prediction move as one would think, and where
// does another term become the largest?

#include "explore/figures.h"
#include "spec/field.h"

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct TrendPoint
{
    FieldValue value;
    Figures figures;      // not legal: with the reason
    std::string followed; // what else changed
};

struct TrendRow
{
    const Field *field = nullptr;
    std::vector<TrendPoint> points; // half, as is, double; of a dtype: every one that the chip has a peak for
    std::size_t now = 0;            // which of the points is the scenario itself
    // The point before which the dominant term is another one; none: it is the same at all points that are legal.
    std::vector<std::size_t> changes;
};

struct Trend
{
    std::vector<TrendRow> rows; // batch, sequence, devices, plan (each degree and the micro-batch), dtype; those that apply
    bool complete = true;
};
// Errors: the scenario's own.
Result<Trend> trend(const Scenario &scenario, const std::stop_token &stop = {});

} // namespace headroom
