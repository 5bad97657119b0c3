#pragma once
// From the command line to a scenario, and from a scenario to its estimate with the System anchor.

#include "app/options.h"
#include "ui/document/annotations.h"
#include "spec/match_correction.h"

namespace headroom {

struct ScenarioInput
{
    Scenario scenario;
    Issues notes; // of an import; they belong to the issues of every estimate
    std::optional<Scenario> baseline; // of a project
    ChartAnnotations annotations; // likewise, of its current scenario
    std::vector<MatchCorrection> matches; // likewise, said by hand of a measured run
};

// PROJECT, if any, then --model and --hardware, then --set in order. fsdp takes the devices that no other axis uses
// unless a project or --set gives it.
Result<ScenarioInput> readScenario(const Options &options);

// A model of the catalog, the user's included, or a file: a config.json or a model of the catalog; notes of its import
// are appended.
Result<ModelSpec> readModel(const std::string &name, Issues &notes);

struct EstimateOutcome
{
    Estimate estimate;
    bool interrupted = false; // during the search for the best plan, which is then unknown
    std::optional<SearchResult> search; // unless it was not asked for
};
// `keep` is the number of rows that the search keeps; 0: all.
Result<EstimateOutcome> estimateOf(const ScenarioInput &input, const Options &options, std::size_t keep = 1);

} // namespace headroom
