#pragma once
// Which plans a search visits, grouped so that what does not depend on an axis is built once.

#include "search/search.h"

#include <vector>

namespace headroom {

// Tensor, context and expert degrees: with the micro-batch they fix a rank's operators, but for what the number of micro-batches
// changes. The remaining ranks split into pp, fsdp and dp.
struct ShardDegrees
{
    Count tp = 1, cp = 1, ep = 1;
    Count rest = 1; // pp * fsdp * dp
};
// Every combination whose product divides the devices, within the space's limits.
std::vector<ShardDegrees> shardDegrees(Count devices, const SearchSpace &space);
std::vector<Count> divisors(Count n);
// The scenario's plan with these degrees, all other ranks fsdp; experts not split, nothing recomputed.
Plan planOf(const Plan &base, const ShardDegrees &degrees, Count pp, const ScheduleChoice &schedule, StageSplit split);
// The schedules that a search tries on a pipeline of `stages`.
std::vector<ScheduleChoice> schedulesFor(const SearchSpace &space, const Plan &base, Count stages);
// Degrees of tensor parallelism inside an expert that a search tries: 1, and tp where a model has experts.
std::vector<Count> expertTensors(const ModelSpec &model, Count tp);
bool withinLimits(const SearchSpace &space, const Plan &plan);

} // namespace headroom
