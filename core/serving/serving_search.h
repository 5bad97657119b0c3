#pragma once
// Every plan that serves on so many devices, with every batch in question: which one gives most tokens within the limits.

#include "serving/serving.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <vector>

namespace headroom {

enum class ServingObjective { bound, expected }; // which tokens per second and chip order the rows

struct ServingSpace
{
    std::vector<Count> batches; // sequences at a time; empty: 1, 2, 4, … up to the largest that fits, and that
    ServingObjective objective = ServingObjective::bound;
    std::function<bool(const Plan &)> allows{}; // plans to look at; empty: all
};

struct ServingRow
{
    Plan plan;
    Count batch = 1;
    ServedLatency latency;
    Bytes memory{};
    Bytes shortBy{};            // beyond the capacity
    bool keepsLimits = true;    // of TTFT and TPOT, where the run states them, at the objective's level
    bool pareto = false;        // no other row that fits has more tokens and a shorter time per token
    bool fits() const { return shortBy.value <= 0.0; }
    double tokens(ServingObjective objective) const
    {
        return objective == ServingObjective::bound ? latency.boundTokens : latency.expectedTokens.expected;
    }
    // Time per output token, or of a prefill the time to the first.
    Seconds delay(ServingObjective objective) const;
};

struct ServingSearchResult
{
    std::vector<ServingRow> rows; // best first: those that fit and keep the limits, then those that fit, then the rest
    std::size_t evaluated = 0, feasible = 0;
    ServingObjective objective = ServingObjective::bound;
    double seconds = 0.0; // that the search took
    bool complete = true;
};
// Degrees dp, tp, ep, pp whose product is the run's devices, experts whole or split over the tensor ranks. A row equals
// evaluateServing() of its plan and batch. Errors: the scenario's own.
Result<ServingSearchResult> searchServing(const Scenario &scenario, const ServingSpace &space, const std::stop_token &stop);

} // namespace headroom
