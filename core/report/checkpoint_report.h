#pragma once
// A reconciliation as text, JSON and CSV, and the sentences that sum it up.
//
//   DeepSeek-V3: 1560 tensors expected, 91991 stored
//
//   group                     expected     stored          elements            stored
//   routed experts               45312      45312   653 908 770 816   653 908 770 816
//   …
//   +  1853358080  extra      2 tensors   copy of the embedding or head in a prediction module
//   684531386000 stored = 682636487424 expected + 1894898576: explained to the last element

#include "base/result.h"
#include "spec/checkpoint/reconcile.h"

#include <string>
#include <vector>

namespace headroom {

// "[4096, 4096]"; empty when absent.
std::string shapeText(const std::optional<std::vector<Count>> &shape);
// Totals, what is left unexplained, metadata.total_size, and what is not known without headers.
std::vector<Message> reconciliationSummary(const Reconciliation &reconciliation);

std::string checkpointJson(const Reconciliation &reconciliation);
std::string checkpointCsv(const Reconciliation &reconciliation);
// At most `top` tensors that are not as expected; 0: all.
std::string checkpointText(const Reconciliation &reconciliation, std::size_t top = 20);

} // namespace headroom
