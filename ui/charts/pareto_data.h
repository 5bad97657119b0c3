#pragma once
// The plans of a search as points of memory and MFU.

#include "search/search.h"

#include <optional>
#include <vector>

namespace headroom {

struct ParetoPoint
{
    double memory = 0.0; // per device, in the unit that the window shows (memory_unit)
    double mfu = 0.0;    // %, of the objective
    std::size_t row = 0; // of the search
};

struct ParetoData
{
    std::vector<ParetoPoint> points;     // plans that fit, best first
    std::vector<ParetoPoint> front;      // those of the front, least memory first
    std::optional<ParetoPoint> best;     // by the objective
    std::optional<ParetoPoint> current;  // the plan in the form, where it is legal; its row where the search has it
    bool currentKnown = false;           // current->row is meaningful
    double capacity = 0.0;               // likewise
    Objective objective = Objective::bound;
    bool complete = true;                // false: the search still runs or was stopped
    std::size_t evaluated = 0;           // plans of the search

    double highestMfu() const;
    double mostMemory() const;           // of capacity and current plan
};

// `search` may be null: nothing to show.
ParetoData paretoData(const SearchResult *search, const Estimate &estimate);

} // namespace headroom
