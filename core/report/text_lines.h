#pragma once
// Small helpers of the text reports.

#include "base/units.h"
#include "estimate/estimate.h"

#include <string>

namespace headroom {

// Padded with blanks on the right, or on the left.
std::string padded(std::string text, std::size_t width);
std::string rightAligned(const std::string &text, std::size_t width);
// "71.3 GiB", whatever the size.
std::string gib(Bytes bytes);
// "dp 1, fsdp 32, tp 1, ep 8, pp 1, cp 1, micro-batch 2, remat full": the axes and what differs from a new plan.
std::string planText(const Scenario &scenario, const Plan &plan);
// Paragraphs: what a result holds fixed, and what is doubtful about it.
std::string contractLines(const std::vector<ContractLine> &contract);
std::string issueLines(const Issues &issues);

} // namespace headroom
