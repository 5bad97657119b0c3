#pragma once
// What is in one or several traces, as JSON (SI units, seconds) and as text:
//
//   rank0.pt.trace.json: kineto, rank 0 of 2, device 0 NVIDIA H100 80GB HBM3
//   operators 2 lanes, 963 events, 244 ms; host 2 lanes, 8280 events, 84.9 ms; 112.2 ms from first to last
//   5 steps, as the program marked them: p50 95.66 ms, p90 96.89 ms, p99 97.59 ms; 1 left out (warm-up: 373 % of the median step)
//   step of median length: 95.66 ms = compute 93.70 ms + exposed communication 0 s + copies 856 us + idle 1.103 ms
//
//     class                       calls       time  of the step
//     Matrix products               311   59.66 ms       62.4 %

#include "trace/traced_run.h"

namespace headroom {

std::string traceJson(const TracedRun &run);
// At most `top` operators, collectives and ranges each; 0: all.
std::string traceText(const TracedRun &run, std::size_t top);

} // namespace headroom
