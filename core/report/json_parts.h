#pragma once
// Parts that the JSON of several results has.

#include "estimate/estimate.h"
#include "report/json_value.h"

namespace headroom {

Json rooflineJson(const RooflineEstimate &roofline);
Json communicationJson(const std::vector<CommunicationRow> &rows);
Json partsJson(const std::vector<StepPart> &parts);
Json waterfallJson(const std::vector<WaterfallRow> &rows);
// Which laws timed the estimate, whose points they were fitted on, and their median error on points left out.
Json calibrationJson(const Calibration &calibration);
Json issuesJson(const Issues &issues);

} // namespace headroom
