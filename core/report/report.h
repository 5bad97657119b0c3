#pragma once
// What Headroom writes: JSON for programs, text for people, CSV for sheets. The same input gives the same bytes.
// JSON and CSV hold SI base units; a number that is unknown or not finite is absent.
//
//   Ling-2.6-flash on 256 x TPU v5p, sequence length 4096, global batch 512
//
//   MFU           Roofline 87.5 %   System 60.2 %   this plan 52.1 %   Expected 44-51 %
//   step          bound 5.31 s   expected 5.4 s - 6.3 s
//   memory        71.3 GiB of 95.7 GiB: activations 40.1 GiB, parameters 12.2 GiB, optimizer 9.3 GiB
//   dominant      exposed communication, ep

#include "search/search.h"

#include <cstddef>
#include <string>

namespace headroom {

inline constexpr int reportSchemaVersion = 1;

// The program's version, "0.1.0".
const char *programVersion();

std::string estimateJson(const Estimate &estimate);
std::string estimateText(const Estimate &estimate);

// Rows beyond `top` are left out; 0 writes all.
std::string searchJson(const SearchResult &result, const Scenario &scenario, std::size_t top = 0);
std::string searchCsv(const SearchResult &result, const Scenario &scenario, std::size_t top = 0);
std::string searchText(const SearchResult &result, const Scenario &scenario, std::size_t top = 20);

} // namespace headroom
