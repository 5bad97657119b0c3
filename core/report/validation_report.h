#pragma once
// Measured runs against our numbers, as JSON and as the table of the README.
//
//   | published by | rows | mean error | ours / measured | inside | high / low | above bound | best of bound | rank |
//   |---|---:|---:|---:|---:|---:|---:|---:|---:|
//   | titan | 15 | 8.1 % | 0.97 | 87 % | 1.9 | 0 | 0.71 | 0.93 |

#include "validate/summary.h"

namespace headroom {

std::string validationJson(const std::vector<Comparison> &rows, const Summary &summary, const Issues &issues);
// At most `misses` rows that lie outside their interval, the worst first; 0: all.
std::string validationText(const std::vector<Comparison> &rows, const Summary &summary, std::size_t misses);

} // namespace headroom
