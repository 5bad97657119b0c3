#pragma once
// The plans of a search as points: memory and MFU of plans that train, time per token and throughput of those that serve.

#include "search/search.h"
#include "serving/serving_search.h"

#include <optional>
#include <vector>

namespace headroom {

struct ParetoPoint
{
    double x = 0.0;      // memory per device, in the unit that the window shows (memory_unit); of plans that serve seconds
    double y = 0.0;      // % MFU of the objective; of plans that serve tokens per second and chip
    std::size_t row = 0; // of the search
};

struct ParetoData
{
    std::vector<ParetoPoint> points;     // plans that fit, best first
    std::vector<ParetoPoint> front;      // those of the front, least x first
    std::optional<ParetoPoint> best;     // by the objective
    std::optional<ParetoPoint> current;  // the plan in the form, where it is legal; its row where the search has it
    bool currentKnown = false;           // current->row is meaningful
    std::optional<double> limit;         // of x: the memory of a device; of plans that serve a time that the run states
    bool byExpected = false;             // else y and x are of the bound
    bool complete = true;                // false: the search still runs or was stopped
    std::size_t evaluated = 0;           // plans of the search

    double highest() const;            // y
    double farthest() const;           // x: of limit and current plan
};

// `search` may be null: nothing to show.
ParetoData paretoData(const SearchResult *search, const Estimate &estimate);
// TPOT, or of prefill TTFT.
ParetoData servedParetoData(const ServingSearchResult *search, const ServingEstimate &estimate);

} // namespace headroom
