#pragma once
// Which rows of run.serving show in which phase, and the rows of the requests.

#include "spec/field_access.h"

namespace headroom {

inline constexpr const char *servingHeading = CORE_TEXT("core", "Serving");

inline bool inDecode(const Scenario &s) { return s.run.phase == RunPhase::decode; }
inline bool ofRequests(const Scenario &s) { return s.run.phase == RunPhase::serving; }

// How many sequences, how long, how much of their prompts is cached.
std::vector<Field> requestFields();

} // namespace headroom
