#pragma once
// What a scenario that serves comes to, as text and as JSON; units as in report.h.

#include "serving/serving.h"

#include <string>

namespace headroom {

std::string servingJson(const ServingEstimate &estimate);
std::string servingText(const ServingEstimate &estimate);

} // namespace headroom
