#pragma once
// What a scenario that serves comes to, as text and as JSON; units as in report.h.

#include "report/json_value.h"
#include "serving/serving_search.h"

#include <string>

namespace headroom {

std::string servingJson(const ServingEstimate &estimate);
std::string servingText(const ServingEstimate &estimate);

// Rows beyond `top` are left out; 0 writes all. Times in text are those of the bound.
std::string servingSearchJson(const ServingSearchResult &found, const Scenario &scenario, std::size_t top = 0);
std::string servingSearchCsv(const ServingSearchResult &found, std::size_t top = 0);
std::string servingSearchText(const ServingSearchResult &found, const Scenario &scenario, std::size_t top = 20);

// {bound, low, expected, high}, in seconds; of tokens per second and chip, with the goodput where there are limits.
Json levelsJson(const ServedLevels &levels);
Json tokensJson(const ServedLatency &latency);

} // namespace headroom
